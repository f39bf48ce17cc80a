//! A frame: one picture of a sheet.

use crate::{Properties, Slice};
use image::RgbaImage;
use mask::{Mask, MaskError, Rect};
use std::sync::Arc;
use std::time::Duration;

/// A frame of a sheet: a mask and what the file says about it, as the artist drew it.
///
/// A packer's trimming and rotation are undone, so all frames of an animation have one size and one origin.
///
/// Cost: a frame shares its mask and its picture with its clones and with equal frames of the file.
#[derive(Debug, Clone)]
pub struct Frame {
    /// At least one name; the first is the one to show.
    pub(crate) names: Vec<String>,
    pub(crate) mask: Arc<Mask>,
    pub(crate) origin: Option<[f64; 2]>,
    pub(crate) slices: Vec<Slice>,
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) duration: Duration,
    pub(crate) region: Option<Region>,
    pub(crate) picture: Option<Arc<RgbaImage>>,
}

impl Frame {
    /// Creates a frame of names and a mask, with nothing else.
    pub(crate) fn new(names: Vec<String>, mask: Arc<Mask>) -> Frame {
        Frame {
            names,
            mask,
            origin: None,
            slices: Vec::new(),
            class: String::new(),
            properties: Properties::default(),
            duration: Duration::ZERO,
            region: None,
            picture: None,
        }
    }

    /// Returns the first of the names.
    #[must_use]
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Returns all names of the frame: `TAG INDEX` for each tag around the frame, with the index in the tag from 0; the
    /// names that the file gives the frame; and `INDEX`, the index in the file, if no tag is around the frame.
    ///
    /// A region of libGDX with an index has the name `NAME INDEX`, and the first of them `NAME`, too. An alias of Cocos2d
    /// is a name.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the mask, untrimmed and unrotated.
    #[must_use]
    pub fn mask(&self) -> &Arc<Mask> {
        &self.mask
    }

    /// Returns the width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        [self.mask.width(), self.mask.height()]
    }

    /// Returns the origin, a point of the frame in pixels, y down, if the file gives one: what most editors call a
    /// pivot, and some an anchor. It may lie outside the frame.
    #[must_use]
    pub fn origin(&self) -> Option<[f64; 2]> {
        self.origin
    }

    /// Returns the class of the tile in Tiled, or the empty text.
    #[must_use]
    pub fn class(&self) -> &str {
        &self.class
    }

    /// Returns the properties of the tile that the frame shows. Other frames have none.
    ///
    /// The properties of a tile of LDtk are its enum tags, each a property of the value `true`, and `data`, the text of
    /// its custom data.
    #[must_use]
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// Returns the slices at the frame, in the order of the file.
    #[must_use]
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// Returns the first slice of this name at the frame.
    ///
    /// Cost: one pass over the slices of the frame.
    #[must_use]
    pub fn slice(&self, name: &str) -> Option<&Slice> {
        self.slices.iter().find(|slice| slice.name() == name)
    }

    /// Returns the part of the mask inside a rectangle of the frame, such as [`Slice::rect`], and the top-left pixel of
    /// the part in the frame.
    ///
    /// The part is as large as the rectangle inside the frame. If the rectangle lies outside, returns a mask of 0 x 0
    /// pixels and `[0, 0]`.
    ///
    /// ```
    /// # use sheets::image::{ImageFormat, Rgba, RgbaImage};
    /// # use sheets::{Options, Sheet, mask::Mask};
    /// # let mut picture = std::io::Cursor::new(Vec::new());
    /// # let attack = RgbaImage::from_fn(8, 4, |x, y| Rgba([9, 9, 9, if x < 3 || y == 1 { 255 } else { 0 }]));
    /// # attack.write_to(&mut picture, ImageFormat::Png)?;
    /// let json = r#"{"frames": {"attack": {"frame": {"x": 0, "y": 0, "w": 8, "h": 4}}}, "meta": {"image": "hero.png",
    ///     "slices": [{"name": "sword", "data": "damage 3",
    ///         "keys": [{"frame": 0, "bounds": {"x": 3, "y": 0, "w": 9, "h": 3}}]}]}}"#;
    /// # let files = std::collections::HashMap::from([
    /// #     ("hero.json".to_owned(), json.into()),
    /// #     ("hero.png".to_owned(), picture.into_inner()),
    /// # ]);
    /// let sheet = Sheet::read(&files, "hero.json", &Options::default())?;
    /// let attack = sheet.frame("attack").unwrap();
    /// let slice = attack.slice("sword").unwrap();
    /// let (sword, at) = attack.mask_in(slice.rect())?;
    /// assert_eq!((sword.to_string().as_str(), at), (".....\n#####\n.....", [3, 0]));
    ///
    /// // Does the sword of the hero at [20, 30] hit an enemy at [27, 29]? A part is placed at the frame and its offset.
    /// let enemy = Mask::filled(4, 4)?;
    /// let (hero, place) = ([20, 30], [27, 29]);
    /// assert!(sword.overlaps(&enemy, [place[0] - hero[0] - at[0], place[1] - hero[1] - at[1]]));
    /// assert_eq!(slice.text(), "damage 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] if the system refuses the memory.
    pub fn mask_in(&self, rect: Rect) -> Result<(Mask, [i32; 2]), MaskError> {
        let frame = Rect::new(0, 0, self.mask.width(), self.mask.height());
        let Some(Rect { left, top, width, height }) = frame.intersection(&rect) else {
            return Ok((Mask::new(0, 0)?, [0, 0]));
        };
        let mut part = Mask::new(width, height)?;
        part.draw(&self.mask, [-left, -top]);
        Ok((part, [left, top]))
    }

    /// Sets the slices, and the origin to the first origin of a slice if the frame has none itself.
    pub(crate) fn set_slices(&mut self, slices: Vec<Slice>) {
        self.origin = self.origin.or_else(|| slices.iter().find_map(Slice::origin));
        self.slices = slices;
    }

    /// Returns how long the frame shows. Zero if the file does not say.
    #[must_use]
    pub fn duration(&self) -> Duration {
        self.duration
    }

    /// Returns where the pixels of the frame lie in a picture file, if they do.
    #[must_use]
    pub fn region(&self) -> Option<&Region> {
        self.region.as_ref()
    }

    /// Returns the picture of the frame, untrimmed and unrotated, if [`Options::pictures`](crate::Options::pictures)
    /// asked for it.
    #[must_use]
    pub fn picture(&self) -> Option<&Arc<RgbaImage>> {
        self.picture.as_ref()
    }
}

/// The place of a frame in a picture file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// The name of the picture file, relative to the folder of the sheet. It can begin with `..`, `/` or a drive.
    pub picture: Arc<str>,
    /// The rectangle of the picture that holds the pixels, as they lie in the picture.
    pub rect: Rect,
    /// The quarter turns clockwise by which the pixels lie turned in the picture, from 0 to 3.
    pub quarter_turns: u8,
    /// The place of the unrotated rectangle in the frame: its top-left pixel. Pixels outside are trimmed away.
    pub offset: [i32; 2],
}
