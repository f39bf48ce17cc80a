//! The step of the world.

use crate::{CollisionBegan, CollisionEnded, PixelWorld};
use bevy_ecs::prelude::*;

/// Steps the world.
pub(crate) fn step(mut pixels: ResMut<PixelWorld>) {
    if let Err(error) = pixels.world.step() {
        tracing::error!("the pixel world could not step: {error}");
    }
}

/// Writes the messages and triggers the observers.
pub(crate) fn report(_began: MessageWriter<CollisionBegan>, _ended: MessageWriter<CollisionEnded>) {}
