//! Sprite sheets as assets: Aseprite, TexturePacker, Cocos2d, libGDX and Tiled.

use crate::PixelMask;
use ::sheets::{Fetched, Frame, Options, Sheet, SheetError};
use bevy_app::App;
use bevy_asset::io::{AssetReaderError, Reader};
use bevy_asset::{Asset, AssetApp, AssetLoader, Handle, LoadContext, ReadAssetBytesError, RenderAssetUsages};
use bevy_image::Image;
use bevy_math::Vec2;
use bevy_reflect::TypePath;
use bevy_sprite::Anchor;
use mask::{Mask, MaskError};
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

/// A sprite sheet that is loaded as an asset: `asset_server.load::<PixelSheet>("hero.aseprite")`. It requires the
/// feature `sheets`.
///
/// Each frame has an image as the artist drew it: a packer's trimming and rotation are undone. An entity shows a frame
/// as any other image, and collides by its pixels. If the frame has an origin, the anchor puts it at the translation.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_asset::{Assets, Handle};
/// # use bevy_sprite::{Anchor, Sprite};
/// # use hitmask_bevy::PixelSheet;
/// # use std::time::Duration;
/// #[derive(Component)]
/// struct Hero { sheet: Handle<PixelSheet>, time: Duration }
///
/// fn animate(sheets: Res<Assets<PixelSheet>>, mut heroes: Query<(&Hero, &mut Sprite, &mut Anchor)>) {
///     for (hero, mut sprite, mut anchor) in &mut heroes {
///         let Some(sheet) = sheets.get(&hero.sheet) else { continue }; // it is still loading
///         let Some(walk) = sheet.sheet().animation("walk") else { continue };
///         let frame = walk.frame_at(hero.time);
///         if let Some(image) = sheet.images().get(frame).filter(|image| **image != sprite.image) {
///             (sprite.image, *anchor) = (image.clone(), sheet.anchor(frame));
///         }
///     }
/// }
/// ```
///
/// Files: `.aseprite`, `.ase`, `.tsx`, `.tsj`, `.json` of Aseprite and TexturePacker, `.plist` of Cocos2d, and `.atlas`
/// of libGDX and Spine. The pictures that a file names are found as its editor finds them, inside the asset folder, and
/// otherwise beside the sheet. The log has a warning for each bad item that was left out.
#[derive(Asset, TypePath, Debug)]
pub struct PixelSheet {
    sheet: Sheet,
    images: Vec<Handle<Image>>,
    /// The masks of the slices of each frame.
    slices: Vec<Vec<PixelMask>>,
}

impl PixelSheet {
    /// Returns the frames, their names, masks and origins, and the animations.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Returns the images of the frames, in the order of [`Sheet::frames`].
    #[must_use]
    pub fn images(&self) -> &[Handle<Image>] {
        &self.images
    }

    /// Returns the part of a frame's mask in the first slice of a name: a hurtbox, or a sword. Returns `None` if the
    /// frame has no such slice.
    ///
    /// The mask is as large as the frame, so a child entity with the [anchor](PixelSheet::anchor) of the frame has the
    /// part at its place. Clones share it.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_asset::{Assets, Handle};
    /// # use bevy_sprite::Anchor;
    /// # use bevy_transform::components::Transform;
    /// # use hitmask_bevy::{PixelCollider, PixelMask, PixelSheet};
    /// const ENEMIES: u32 = 0b10;
    ///
    /// fn strike(hero: Entity, sheet: &PixelSheet, frame: usize, commands: &mut Commands) {
    ///     let Some(sword) = sheet.slice_mask(frame, "sword") else { return };
    ///     let collider = PixelCollider { layers: 0b100, collides_with: ENEMIES, sensor: true, ..Default::default() };
    ///     commands.spawn((ChildOf(hero), sword.clone(), sheet.anchor(frame), collider, Transform::default()));
    /// }
    /// ```
    #[must_use]
    pub fn slice_mask(&self, frame: usize, name: &str) -> Option<&PixelMask> {
        let place = self.sheet.frames().get(frame)?.slices().iter().position(|slice| slice.name() == name)?;
        self.slices.get(frame)?.get(place)
    }

    /// Returns the anchor that puts a frame's origin at the translation. Without an origin, it is the middle of the frame.
    #[must_use]
    pub fn anchor(&self, frame: usize) -> Anchor {
        let frame = self.sheet.frames().get(frame);
        let anchor = frame.and_then(|frame| {
            let ([x, y], [width, height]) = (frame.origin()?, frame.size().map(f64::from));
            let at = [x / width - 0.5, 0.5 - y / height];
            at.iter().all(|c| c.is_finite()).then(|| Anchor(Vec2::new(at[0] as f32, at[1] as f32)))
        });
        anchor.unwrap_or(Anchor::CENTER)
    }
}

/// Why a sheet could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PixelSheetError {
    /// The file of the sheet, or a picture that it names, cannot be read.
    #[error("cannot read {name:?}: {reason}")]
    Read {
        /// The name of the file.
        name: String,
        /// The error of Bevy.
        reason: String,
    },
    /// The system refuses the memory for the mask of a slice.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// The sheet is not valid.
    #[error(transparent)]
    Sheet(#[from] SheetError),
}

/// The loader of [`PixelSheet`].
#[derive(TypePath)]
struct SheetLoader;

impl AssetLoader for SheetLoader {
    type Asset = PixelSheet;
    type Settings = ();
    type Error = PixelSheetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<PixelSheet, PixelSheetError> {
        let path = context.path().path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let unreadable = |name: &str, reason: String| PixelSheetError::Read { name: name.to_owned(), reason };
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(|error| unreadable(&name, error.to_string()))?;
        let mut files = Fetched::default();
        files.insert(name.clone(), Some(bytes));
        let options = Options::default().pictures(true);
        let sheet = loop {
            let sheet = Sheet::read(&files, &name, &options);
            let Some(wanted) = files.wanted() else { break sheet? };
            let at =
                context.path().resolve_embed_str(&wanted).map_err(|error| unreadable(&wanted, error.to_string()))?;
            let bytes = match context.read_asset_bytes(at).await {
                Ok(bytes) => Some(bytes),
                // A name may lead out of the asset folder, and then the reader looks beside the sheet.
                Err(ReadAssetBytesError::AssetReaderError(AssetReaderError::NotFound(_))) => None,
                Err(error) => return Err(unreadable(&wanted, error.to_string())),
            };
            files.insert(wanted, bytes);
        };
        for warning in sheet.warnings() {
            tracing::warn!("{}: {warning}", context.path());
        }
        let images = sheet.frames().iter().enumerate().map(|(index, frame)| {
            let [width, height] = frame.size();
            let pixels = frame.picture().map_or_else(Vec::new, |picture| picture.as_raw().clone());
            let size = Extent3d { width, height, depth_or_array_layers: 1 };
            let (format, usages) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default());
            let image = Image::new(size, TextureDimension::D2, pixels, format, usages);
            context.add_labeled_asset(format!("frame{index}"), image)
        });
        let images = images.collect();
        let slices = sheet.frames().iter().map(slice_masks).collect::<Result<_, _>>()?;
        Ok(PixelSheet { sheet, images, slices })
    }

    fn extensions(&self) -> &[&str] {
        &["aseprite", "ase", "json", "tsx", "tsj", "plist", "atlas"]
    }
}

/// Returns the part of a frame's mask in each of its slices, as a mask of the size of the frame.
fn slice_masks(frame: &Frame) -> Result<Vec<PixelMask>, MaskError> {
    let part = |slice: &::sheets::Slice| {
        let (part, at) = frame.mask_in(slice.rect())?;
        let mut mask = Mask::new(frame.mask().width(), frame.mask().height())?;
        mask.draw(&part, at);
        Ok(PixelMask::new(mask))
    };
    frame.slices().iter().map(part).collect()
}

/// Adds the asset and its loader to an app with assets.
pub(crate) fn add(app: &mut App) {
    app.init_asset::<PixelSheet>().register_asset_loader(SheetLoader);
}
