//! Warnings about entities that are not in the world.

use crate::assets::AssetParams;
use crate::picture;
use crate::resource::Pixels;
use crate::source::{Absent, Source, name_of};
use crate::state::{Faults, PixelState};
use crate::transform::{Axes, NoTransform};
use bevy_asset::{AssetId, UntypedAssetId};
use bevy_ecs::entity::{Entity, EntityHashSet};

/// The number of steps for which an entity may wait for a mask before the log asks whether one will come.
const PATIENCE: u64 = 64;

impl Pixels {
    /// Returns the entities that have begun to wait for a mask some time ago.
    pub(crate) fn late(&mut self) -> EntityHashSet {
        let steps = self.masks.steps();
        let is_late = |&mut (since, _): &mut (u64, Entity)| since + PATIENCE <= steps;
        std::iter::from_fn(|| self.waiting.pop_front_if(is_late)).map(|(_, entity)| entity).collect()
    }

    /// Lets an entity wait for its mask. If it is late, warns about it, unless its image is still loading.
    pub(crate) fn wait(
        &mut self,
        state: &mut PixelState,
        source: &Source,
        assets: &AssetParams,
        absent: Absent,
        is_late: bool,
    ) {
        let is_loading =
            |id: UntypedAssetId| assets.server.as_ref().is_some_and(|server| server.load_state(id).is_loading());
        let awaited = match absent {
            Absent::NoImage => state.others.image.map(AssetId::untyped),
            Absent::NoLayout => state.others.layout.map(AssetId::untyped),
            _ => None,
        };
        if state.told.add(Faults::WAITS) || is_late && awaited.is_some_and(is_loading) {
            self.waiting.push_back((self.masks.steps(), source.entity));
        } else if is_late && state.told.add(Faults::NO_MASK) {
            self.warn(state, source, &absent);
        }
    }

    /// Warns about an entity that is not in the world: once for each image, or once until it is well again.
    pub(crate) fn warn(&mut self, state: &mut PixelState, source: &Source, absent: &Absent) {
        let name = || source.sprite.map_or_else(String::new, name_of);
        let first_of_image =
            |pixels: &mut Pixels, fault| state.others.image.is_some_and(|image| pixels.masks.warns(image, fault));
        match absent {
            Absent::NoPicture => tracing::warn!(
                "{source} does not collide: it has a PixelCollider, but neither a Sprite nor a PixelMask; insert one of \
                 the two"
            ),
            Absent::NoImage => {
                if first_of_image(self, picture::MISSING) {
                    tracing::warn!(
                        "image {} of {source} is missing, so it does not collide: the file could not be loaded, or the \
                         handle has no image; see the log for an error of the asset server",
                        name()
                    );
                }
            }
            Absent::NoLayout => tracing::warn!(
                "{source} does not collide: its texture atlas has no layout; add the layout to \
                 Assets<TextureAtlasLayout>, and keep its handle"
            ),
            Absent::Image(unreadable) => {
                if first_of_image(self, unreadable.name()) {
                    tracing::warn!("image {} of {source} cannot collide: {unreadable}", name());
                }
            }
            Absent::Mode(mode) => {
                if first_of_image(self, mode) {
                    tracing::warn!(
                        "image {} of {source} cannot collide: sprites with SpriteImageMode::{mode} have no mask; use \
                         SpriteImageMode::Auto, or give the entity a PixelMask",
                        name()
                    );
                }
            }
            Absent::Transform(NoTransform::NotFinite) => {
                if state.told.add(Faults::TRANSFORM) {
                    let Axes { x, y } = source.axes;
                    tracing::warn!(
                        "{source} does not collide: its scale, rotation, size and anchor must be finite, its axes are \
                         {x} and {y}"
                    );
                }
            }
            Absent::Place => {
                if state.told.add(Faults::PLACE) {
                    let at = self.units.vector(source.at);
                    tracing::warn!(
                        "{source} does not collide: its place must be finite and within 2^30 pixels of the origin, it \
                         is {at}"
                    );
                }
            }
            Absent::TooLarge(error) => {
                if state.told.add(Faults::WORLD) {
                    tracing::warn!(
                        "{source} does not collide: its picture is too large as its transform scales it: {error}"
                    );
                }
            }
            Absent::World(error) => {
                if state.told.add(Faults::WORLD) {
                    tracing::warn!("{source} does not collide: {error}");
                }
            }
            // A scale of 0 has no pixels, which is no fault.
            Absent::Transform(NoTransform::Flat) => {}
        }
    }
}
