//! Sheets, frames and animations.

use super::options::{SheetWarning, reader, warnings};
use super::properties;
use crate::arrays;
use crate::convert::{RectTuple, rect, rect_tuple, tuple};
use crate::errors::mask_error;
use crate::masks::Mask;
use numpy::{PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::time::Duration;

/// A sprite sheet: frames and animations. :meth:`open` reads a file of Aseprite, TexturePacker, Cocos2d, libGDX or Tiled.
#[pyclass(frozen, module = "hitmask.sheets")]
pub(crate) struct Sheet(Arc<sheets::Sheet>);

reader! {
    Sheet of sheets::Sheet {
        /// Reads a sheet: ``.aseprite`` or ``.ase``, the JSON of Aseprite or TexturePacker, a ``.plist`` of Cocos2d, an ``.atlas`` of libGDX
        /// or Spine, or a tileset of Tiled. The format is found from the content. Files that the sheet names are found as its editor finds
        /// them, also in other folders, and otherwise beside the sheet.
        ///
        /// At most one of ``alpha_above``, ``color_key`` and ``luma_above`` says which pixels are solid, as in
        /// :meth:`hitmask.Mask.from_rgba`. If ``pictures`` is true, frames keep their pictures. If ``tile_shapes`` is false, tiles of
        /// Tiled with collision shapes collide as their pixels. ``limits`` is a dict of limits for files from strangers:
        /// ``file_bytes``, ``picture_pixels``, ``unpacked_bytes``, ``blended_pixels``, ``frames``, ``items``, ``tiles``, ``chunks``,
        /// ``elements``, ``nesting`` and ``terrain_pixels``.
        ///
        /// One bad item of a file costs that item, and is listed in :attr:`warnings`; if ``strict`` is true, it is an error. ``root`` confines
        /// reading to a folder. Set it if the files come from strangers: otherwise a sheet can name any file that your program may read.
        ///
        /// :raises SheetError: if a file cannot be read, is damaged, is over a limit, or lies outside ``root``; with ``strict``, also for what would be a
        /// warning.
        open,
        /// Reads the sheet ``name`` of files in memory, a mapping from names to bytes. ``root`` has no effect. The other keywords are those of :meth:`open`.
        ///
        /// :raises SheetError: under the conditions of :meth:`open`.
        read,
    }
}

#[pymethods]
impl Sheet {
    /// The frames in the order of the file, a list of :class:`Frame`.
    #[getter]
    fn frames(&self) -> Vec<Frame> {
        self.0.frames().iter().cloned().map(Frame).collect()
    }

    /// Returns the frame with a name, or ``None``.
    fn frame(&self, name: &str) -> Option<Frame> {
        self.0.frame(name).cloned().map(Frame)
    }

    /// The animations, a list of :class:`Animation`.
    #[getter]
    fn animations(&self) -> Vec<Animation> {
        self.0.animations().iter().cloned().map(Animation).collect()
    }

    /// Returns the animation with a name, or ``None``.
    fn animation(&self, name: &str) -> Option<Animation> {
        self.0.animation(name).cloned().map(Animation)
    }

    /// What was left out, or read in another way than the file says: a list of :class:`SheetWarning`. At most 100 are listed; one more
    /// counts the rest.
    #[getter]
    fn warnings(&self) -> Vec<SheetWarning> {
        warnings(self.0.warnings())
    }

    fn __repr__(&self) -> String {
        format!("<Sheet: {} frames, {} animations>", self.0.frames().len(), self.0.animations().len())
    }
}

/// A frame of a sheet or a map, as the artist drew it: a packer's trimming and rotation are undone.
#[pyclass(frozen, module = "hitmask.sheets")]
pub(crate) struct Frame(pub(super) sheets::Frame);

#[pymethods]
impl Frame {
    /// The first of the names.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// All names: ``TAG INDEX`` for each tag around the frame, the names that the file gives the frame, and ``INDEX``, the index
    /// in the file, if no tag is around the frame. A region of libGDX with an index has ``NAME INDEX``.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.names().to_vec()
    }

    /// The mask, a :class:`hitmask.Mask`. Each access returns a new object; the pixels are shared.
    #[getter]
    fn mask(&self) -> Mask {
        Mask::from_rust(self.0.mask().clone())
    }

    /// The width and the height in pixels.
    #[getter]
    fn size(&self) -> (u32, u32) {
        tuple(self.0.size())
    }

    /// The origin ``(x, y)``, a point of the frame in pixels, or ``None``. It may lie outside the frame. Editors call it pivot or
    /// anchor.
    #[getter]
    fn origin(&self) -> Option<(f64, f64)> {
        self.0.origin().map(tuple)
    }

    /// How long the frame shows, in seconds. It is 0 if the file does not say.
    #[getter]
    fn duration(&self) -> f64 {
        self.0.duration().as_secs_f64()
    }

    /// The class of the tile in Tiled, or an empty text.
    #[getter]
    fn class_(&self) -> &str {
        self.0.class()
    }

    /// The properties of the tile that the frame shows, a dict from names to values: booleans, numbers, texts, and lists and
    /// dicts of these. A tile of LDtk has ``True`` for each of its enum tags, and ``"data"``, the text of its custom data.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        properties::dict(py, self.0.properties())
    }

    /// The slices of Aseprite at the frame, a list of :class:`Slice`.
    #[getter]
    fn slices(&self) -> Vec<Slice> {
        self.0.slices().iter().cloned().map(Slice).collect()
    }

    /// Returns the first slice with a name, or ``None``.
    fn slice(&self, name: &str) -> Option<Slice> {
        self.0.slice(name).cloned().map(Slice)
    }

    /// Returns the part of the mask inside a rectangle ``(left, top, width, height)`` of the frame, such as :attr:`Slice.rect`, and
    /// the top-left pixel ``(x, y)`` of the part in the frame.
    ///
    /// The part is as large as the rectangle inside the frame: 0 x 0 pixels if the rectangle lies outside.
    fn mask_in(&self, rect: &Bound<'_, PyAny>) -> PyResult<(Mask, (i32, i32))> {
        let rect = self::rect(rect.as_borrowed(), "rect")?;
        let (mask, at) = self.0.mask_in(rect).map_err(mask_error)?;
        Ok((Mask::from_rust(mask), tuple(at)))
    }

    /// Where the pixels of the frame lie in a picture file, a :class:`Region`, or ``None``.
    #[getter]
    fn region(&self) -> Option<Region> {
        self.0.region().cloned().map(Region)
    }

    /// The picture of the frame: uint8 of shape (height, width, 4) with red, green, blue and alpha, or ``None`` if the sheet
    /// was read without ``pictures=True``.
    #[getter]
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray3<u8>>>> {
        let Some(picture) = self.0.picture() else { return Ok(None) };
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let rows = arrays::grid(py, picture.as_raw(), [height, 4 * width])?;
        Ok(Some(rows.reshape([height, width, 4])?))
    }

    fn __repr__(&self) -> String {
        let [width, height] = self.0.size();
        format!("<Frame {:?}: {width} x {height} pixels>", self.0.name())
    }
}

/// A slice of Aseprite at one frame: a named box, such as a hurtbox or a sword, with the artist's notes.
///
/// ``frame.mask_in(slice.rect)`` returns its solid pixels.
#[pyclass(frozen, eq, module = "hitmask.sheets")]
#[derive(PartialEq)]
pub(crate) struct Slice(sheets::Slice);

#[pymethods]
impl Slice {
    /// The name. Several slices may have one name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The box ``(left, top, width, height)`` in pixels of the frame. It may lead out of the frame.
    #[getter]
    fn rect(&self) -> RectTuple {
        rect_tuple(self.0.rect())
    }

    /// The origin ``(x, y)``, a point of the frame in pixels, or ``None``. Aseprite calls it pivot.
    #[getter]
    fn origin(&self) -> Option<(f64, f64)> {
        self.0.origin().map(tuple)
    }

    /// The text of the user data, or an empty text.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The color of the user data, ``(red, green, blue, alpha)``, or ``None``.
    #[getter]
    fn color(&self) -> Option<(u8, u8, u8, u8)> {
        self.0.color().map(|[red, green, blue, alpha]| (red, green, blue, alpha))
    }

    fn __repr__(&self) -> String {
        format!("<Slice {:?}: {:?}>", self.name(), self.rect())
    }
}

/// The place of a frame in a picture file.
#[pyclass(frozen, eq, module = "hitmask.sheets")]
#[derive(PartialEq)]
pub(crate) struct Region(sheets::Region);

#[pymethods]
impl Region {
    /// The name of the picture file, relative to the folder of the sheet.
    #[getter]
    fn picture(&self) -> &str {
        &self.0.picture
    }

    /// The rectangle of the picture that holds the pixels, ``(left, top, width, height)``.
    #[getter]
    fn rect(&self) -> RectTuple {
        rect_tuple(self.0.rect)
    }

    /// The quarter turns clockwise by which the pixels lie turned in the picture, from 0 to 3.
    #[getter]
    fn quarter_turns(&self) -> u8 {
        self.0.quarter_turns
    }

    /// The top-left pixel of the unrotated rectangle in the frame, ``(x, y)``.
    #[getter]
    fn offset(&self) -> (i32, i32) {
        tuple(self.0.offset)
    }

    fn __repr__(&self) -> String {
        format!("<Region: {:?} of {:?}>", self.rect(), self.picture())
    }
}

/// Frames with durations, in the order of play.
#[pyclass(frozen, eq, module = "hitmask.sheets")]
#[derive(PartialEq)]
pub(crate) struct Animation(pub(super) sheets::Animation);

#[pymethods]
impl Animation {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The frames of one round in the order of play: a list of ``(index, seconds)`` with the index in the list of all frames. A
    /// round of a ping-pong is the way there and back.
    #[getter]
    fn frames(&self) -> Vec<(usize, f64)> {
        self.0.frames().iter().map(|(index, duration)| (*index, duration.as_secs_f64())).collect()
    }

    /// The direction that the file gives: ``"forward"``, ``"reverse"``, ``"ping_pong"`` or ``"ping_pong_reverse"``.
    /// :attr:`frames` follows it already.
    #[getter]
    fn direction(&self) -> &'static str {
        match self.0.direction() {
            sheets::Direction::Reverse => "reverse",
            sheets::Direction::PingPong => "ping_pong",
            sheets::Direction::PingPongReverse => "ping_pong_reverse",
            _ => "forward",
        }
    }

    /// How many times the animation passes over its frames, or ``None`` if it never ends.
    #[getter]
    fn repeat(&self) -> Option<u32> {
        self.0.repeat()
    }

    /// The duration of one round, in seconds.
    #[getter]
    fn duration(&self) -> f64 {
        self.0.duration().as_secs_f64()
    }

    /// Returns the index of the frame that shows a number of seconds after the start, in the list of all frames.
    ///
    /// :raises ValueError: if the number is negative or not finite.
    fn frame_at(&self, seconds: f64) -> PyResult<usize> {
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("seconds must be finite and at least 0, got {seconds}")))?;
        Ok(self.0.frame_at(time))
    }

    fn __repr__(&self) -> String {
        format!("<Animation {:?}: {} frames, {} s>", self.0.name(), self.0.frames().len(), self.duration())
    }
}
