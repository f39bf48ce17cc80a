//! Workers that find each other, exchange bytes in rounds, and name the worker at fault if one fails.
//!
//! ```text
//! seat      Cluster: which workers there are; Seat: the place of one worker
//! meet      each worker connects to all others
//! handshake both ends of a connection prove who they are
//! frame     the bytes between two workers, with checksums
//! link      a connection as timely sees it, on which nothing ever fails
//! pulse     heartbeats, and the reason to give up
//! times     all times: heartbeats, silence, deadlines
//! shared    the first fault, and who left
//! exchange  Exchange: the rounds, as a dataflow of timely; Watch: tells other threads of a fault
//! ```

mod buffer;
mod connection;
mod error;
mod exchange;
mod frame;
mod handshake;
mod heartbeat;
mod link;
mod meet;
mod shared;
mod token;

pub use connection::{Cluster, Seat};
pub use error::{ClusterError, Difference};
pub use exchange::{Exchange, Watch};
pub use heartbeat::{HEARTBEAT, SILENCE};
pub use token::{Token, TokenError};
