//! Workers that find each other, exchange bytes in rounds, and name the worker at fault if one fails.
//!
//! ```text
//! connection      Cluster: which workers there are; Connection: the place of one worker
//! meet      each worker connects to all others
//! handshake both ends of a connection prove who they are
//! frame     the bytes between two workers, with checksums
//! link      a connection as timely sees it, on which nothing ever fails
//! heartbeat     heartbeats, and the reason to give up
//! times     all times: heartbeats, silence, deadlines
//! shared    the first fault, and who left
//! exchange  Exchange: the rounds, as a dataflow of timely; Watch: tells other threads of a fault
//! ```

mod connection;
mod error;
mod exchange;
mod frame;
mod handshake;
mod heartbeat;
mod link;
mod meet;
mod packet;
mod shared;
mod token;

pub use connection::{Cluster, Connection};
pub use error::{ClusterError, Difference};
pub use exchange::{Exchange, Watch};
pub use heartbeat::{HEARTBEAT, SILENCE};
pub use token::{Token, TokenError};
