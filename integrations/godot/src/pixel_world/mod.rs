//! The node `PixelWorld`.

mod bulk;
mod chain;
mod collider;
mod contacts;
mod defaults;
mod events;
mod free;
mod limits;
mod links;
mod masks;
mod motion;
mod node;
mod options;
mod query;
mod reading;
mod results;
mod state;
mod step;
mod swarm;
mod terrain;
mod transform;

pub(crate) use defaults::world_for;
pub(crate) use links::{Link, link_of};
pub(crate) use masks::{OUTDATED, SharedMasks};
pub(crate) use node::PixelWorld;
pub(crate) use results::{contact, motion};
pub(crate) use state::{Change, Moves, News, State};
pub(crate) use step::emit;
pub(crate) use transform::{Drawn, snaps};
