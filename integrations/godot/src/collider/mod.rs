//! The node `PixelCollider2D`.

mod ask;
mod body;
mod carry;
mod changes;
mod dig;
mod kept;
mod lifecycle;
mod motion;
mod node;
mod preview;
mod settings;
mod source;
mod tiles;
mod warnings;

pub(crate) use carry::apply;
pub(crate) use kept::Joined;
pub(crate) use node::PixelCollider2D;
pub(crate) use settings::Settings;
pub(crate) use source::Source;
