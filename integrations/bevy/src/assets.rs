//! Images and layouts, and which have changed.

use bevy_asset::{AssetEvent, AssetId, AssetServer, Assets};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_platform::collections::HashSet;

/// The assets, if the app has any.
#[derive(SystemParam)]
pub(crate) struct AssetParams<'w> {
    pub(crate) server: Option<Res<'w, AssetServer>>,
    pub(crate) images: Option<Res<'w, Assets<Image>>>,
    pub(crate) layouts: Option<Res<'w, Assets<TextureAtlasLayout>>>,
}

/// The messages of assets, if the app has any.
#[derive(SystemParam)]
pub(crate) struct AssetEvents<'w, 's> {
    image_events: Option<Res<'w, Messages<AssetEvent<Image>>>>,
    layout_events: Option<Res<'w, Messages<AssetEvent<TextureAtlasLayout>>>>,
    image_cursor: Local<'s, MessageCursor<AssetEvent<Image>>>,
    layout_cursor: Local<'s, MessageCursor<AssetEvent<TextureAtlasLayout>>>,
}

/// The assets that have changed since the last step.
#[derive(Debug, Default)]
pub(crate) struct ChangedAssets {
    pub(crate) added: HashSet<AssetId<Image>>,
    pub(crate) changed: HashSet<AssetId<Image>>,
    pub(crate) layouts: HashSet<AssetId<TextureAtlasLayout>>,
}

impl AssetEvents<'_, '_> {
    /// Adds the assets that have changed since the last call.
    pub(crate) fn add_to(&mut self, changes: &mut ChangedAssets) {
        let (images, layouts) = (&mut self.image_cursor, &mut self.layout_cursor);
        for event in self.image_events.as_deref().map(|events| images.read(events)).into_iter().flatten() {
            match *event {
                AssetEvent::Added { id } => _ = changes.added.insert(id),
                AssetEvent::Modified { id } | AssetEvent::Removed { id } => _ = changes.changed.insert(id),
                // An image that is unused is removed, too. An image that is loaded was added before.
                AssetEvent::Unused { .. } | AssetEvent::LoadedWithDependencies { .. } => {}
            }
        }
        for event in self.layout_events.as_deref().map(|events| layouts.read(events)).into_iter().flatten() {
            if let AssetEvent::Added { id } | AssetEvent::Modified { id } | AssetEvent::Removed { id } = *event {
                changes.layouts.insert(id);
            }
        }
    }
}

impl ChangedAssets {
    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.layouts.is_empty()
    }
}
