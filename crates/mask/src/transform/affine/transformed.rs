//! A mask under an affine map: the box that it can reach, the texel of each pixel, and its rendering.

use super::field::DistanceField;
use super::map::{FRACTION, PixelMap, Unbounded, check_size, corners};
use super::tile::Tile;
use crate::geometry::Area;
use crate::kernel::WORD_BITS;
use crate::{Affine, Mask, MaskError, Rect, memory};
use alloc::vec::Vec;
use core::ops::Range;

/// The largest coordinate of a corner of a mapped mask, in pixels, equal to the limit of sprite positions.
const MAX_POSITION: f64 = (1u32 << 30) as f64;

/// The shortest side of a mapped mask that shows anything, in pixels.
const LEAST_SIDE: f64 = 1.0 / 65_536.0;

/// A mask under an [`Affine`] map, without rendering it.
///
/// Its solid pixels are the pixels that [`Mask::transformed`] would make solid: their centers, mapped back and rounded
/// down, are solid pixels of the mask. (Its docs say which pixel counts if a center lies on an edge.) All positions are
/// pixels of the plane of the map, the plane that the map leads to. Tests of two transformed masks assume that both
/// maps lead to the same plane.
///
/// ```
/// use hitmask::{Affine, Mask, Rect, TransformedMask};
///
/// let beam = Mask::filled(100, 2)?;
/// let (rising, falling) = (Affine::rotation(-45.0), Affine::rotation(45.0).then(&Affine::translation([0.0, -70.0])));
/// let (rising, falling) = (TransformedMask::new(&beam, &rising)?, TransformedMask::new(&beam, &falling)?);
/// assert!(rising.contains([30, -30]));
/// assert!(rising.overlaps(&falling));
/// assert_eq!(rising.overlap_bounds(&falling), Some(Rect { left: 34, top: -35, width: 2, height: 2 }));
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TransformedMask<'a> {
    pub(super) mask: &'a Mask,
    pub(super) map: PixelMap,
    pub(super) field: Option<&'a DistanceField>,
    /// A box around every solid pixel.
    pub(super) solid_frame: Option<Rect>,
}

/// A map, rounded to whole numbers, and the box of what it shows of a mask: a [`TransformedMask`] that borrows nothing.
#[derive(Debug, Clone, Copy)]
pub struct RoundedMap {
    map: PixelMap,
    solid_frame: Option<Rect>,
}

impl RoundedMap {
    /// Rounds a map for a mask and, if it has one, its distance field. The map draws the point `origin` of the mask at its
    /// translation.
    ///
    /// # Errors
    /// Returns the errors of [`TransformedMask::new`].
    #[inline]
    pub fn new(
        mask: &Mask,
        field: Option<&DistanceField>,
        by: &Affine,
        origin: [f64; 2],
    ) -> Result<RoundedMap, MaskError> {
        let size = [mask.width(), mask.height()];
        RoundedMap::of(size, by, origin, |map| match (mask.bounds, field) {
            (None, _) => Ok(None),
            (_, Some(field)) => map.around(size, field.corners(), DistanceField::CORNER_ERROR),
            (Some(bounds), None) => map.around(size, corners(&bounds), 0.0),
        })
    }

    /// Rounds a map of masks of a size, and finds the box of what it shows.
    #[inline(always)]
    fn of(
        size: [u32; 2],
        by: &Affine,
        origin: [f64; 2],
        solid_frame: impl FnOnce(&PixelMap) -> Result<Option<Rect>, Unbounded>,
    ) -> Result<RoundedMap, MaskError> {
        let [width, height] = size.map(f64::from);
        // A side is as long as the vector to which it is mapped.
        let side = |column: usize, length: f64| {
            let [x, y] = [by.x[column] * length, by.y[column] * length];
            x * x + y * y
        };
        let sides = [side(0, width), side(1, height)];
        if sides[0] < LEAST_SIDE * LEAST_SIDE || sides[1] < LEAST_SIDE * LEAST_SIDE {
            return RoundedMap::of_nothing(by);
        }
        let back = by.inverse()?;
        let [left, top] = origin.map(|c| -c);
        let (right, bottom) = (left + width, top + height);
        let far = [[left, top], [right, top], [left, bottom], [right, bottom]].map(|corner| by.apply(corner));
        let is_near = |c: &f64| (-MAX_POSITION..=MAX_POSITION).contains(c);
        if !far.as_flattened().iter().fold(true, |near, c| near & is_near(c)) {
            let coordinate = far.as_flattened().iter().copied().find(|c| !is_near(c)).unwrap_or(f64::NAN);
            return Err(MaskError::TooFar { coordinate });
        }
        let map = PixelMap::new(by, &back, origin, size)?;
        match solid_frame(&map) {
            Ok(solid_frame) => Ok(RoundedMap { map, solid_frame }),
            Err(Unbounded) => Err(MaskError::Degenerate { determinant: by.determinant() }),
        }
    }

    /// A map under which a picture is too thin to show anything. It need not have an inverse within the range of `f64`,
    /// but it must be finite, and lead to no line.
    #[cold]
    fn of_nothing(by: &Affine) -> Result<RoundedMap, MaskError> {
        let is_line = |column: usize| by.x[column] == 0.0 && by.y[column] == 0.0;
        if is_line(0) || is_line(1) || ![by.x, by.y].as_flattened().iter().all(|c| c.is_finite()) {
            by.inverse()?;
        }
        Ok(RoundedMap { map: PixelMap::NOWHERE, solid_frame: None })
    }

    /// Checks whether masks of a size can be rendered under a map.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::transformed`], except that of refused memory.
    pub fn check(by: &Affine, origin: [f64; 2], size: [u32; 2]) -> Result<(), MaskError> {
        let whole = Area::of(0..size[0], 0..size[1]);
        let around = |map: &PixelMap| whole.map_or(Ok(None), |whole| map.around(size, corners(&whole), 0.0));
        let rounded = RoundedMap::of(size, by, origin, around)?;
        rounded.solid_frame.map_or(Ok(()), |frame| check_size(&frame))
    }

    /// The map, followed by a move.
    #[inline(always)]
    #[must_use]
    pub fn translated(&self, by: [i32; 2]) -> RoundedMap {
        let moved =
            |frame: Rect| Rect { left: frame.left.wrapping_add(by[0]), top: frame.top.wrapping_add(by[1]), ..frame };
        RoundedMap { map: self.map.translated(by), solid_frame: self.solid_frame.map(moved) }
    }

    /// A box around every solid pixel.
    #[must_use]
    pub fn solid_frame(&self) -> Option<Rect> {
        self.solid_frame
    }

    /// The mask and its distance field under the map, which must have been rounded for them.
    #[inline(always)]
    #[must_use]
    pub fn show<'a>(&self, mask: &'a Mask, field: Option<&'a DistanceField>) -> TransformedMask<'a> {
        let RoundedMap { map, solid_frame } = *self;
        TransformedMask { mask, map, field, solid_frame }
    }
}

impl<'a> TransformedMask<'a> {
    /// Creates a transformed mask. Costs a few dozen operations for a mask of any size.
    ///
    /// # Errors
    /// Returns [`MaskError::NotFinite`], [`MaskError::Degenerate`] or [`MaskError::TooFar`] under the conditions of
    /// [`Mask::transformed`].
    pub fn new(mask: &'a Mask, by: &Affine) -> Result<TransformedMask<'a>, MaskError> {
        Ok(RoundedMap::new(mask, None, by, [0.0; 2])?.show(mask, None))
    }

    /// Creates a transformed mask with the distance field of the mask. The answers are those of
    /// [`new`](Self::new), and overlap tests take less time.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    ///
    /// # Panics
    /// Panics if the field is of a mask of another size.
    pub fn with_field(mask: &'a Mask, field: &'a DistanceField, by: &Affine) -> Result<TransformedMask<'a>, MaskError> {
        assert!(field.fits(mask), "the distance field is of a mask of another size");
        Ok(RoundedMap::new(mask, Some(field), by, [0.0; 2])?.show(mask, Some(field)))
    }

    /// A mask with its bits as they are, whose top-left pixel is at a place.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn placed(mask: &'a Mask, at: [i32; 2]) -> TransformedMask<'a> {
        let solid_frame = mask.bounds().map(|bounds| Rect {
            left: bounds.left.wrapping_add(at[0]),
            top: bounds.top.wrapping_add(at[1]),
            ..bounds
        });
        TransformedMask { mask, map: PixelMap::UPRIGHT.translated(at), field: None, solid_frame }
    }

    /// Returns the pixel of the mask that the pixel at `at` shows, or `None` if it shows none.
    ///
    /// Use it to draw a picture as its mask collides.
    ///
    /// ```
    /// use hitmask::{Affine, Mask, TransformedMask};
    ///
    /// let mask = Mask::filled(10, 4)?;
    /// let large = TransformedMask::new(&mask, &Affine::scale([3.0, 3.0]))?;
    /// assert_eq!(large.texel([29, 2]), Some([9, 0]));
    /// assert_eq!(large.texel([30, 2]), None);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn texel(&self, at: impl Into<[i32; 2]>) -> Option<[u32; 2]> {
        let [x, y] = self.map.texel(at.into());
        let is_inside =
            (0..i128::from(self.mask.width())).contains(&x) && (0..i128::from(self.mask.height())).contains(&y);
        is_inside.then_some([x as u32, y as u32])
    }

    /// A box around every pixel that shows a pixel of the mask.
    pub(super) fn frame(&self) -> Result<Option<Rect>, Unbounded> {
        let Some(frame) = self.mask.frame().filter(|_| !self.map.is_nowhere()) else { return Ok(None) };
        self.map.around([self.mask.width(), self.mask.height()], corners(&frame), 0.0)
    }

    /// Returns whether the pixel at `at` is solid.
    #[must_use]
    pub fn contains(&self, at: impl Into<[i32; 2]>) -> bool {
        let at = at.into();
        self.solid_frame.is_some_and(|frame| frame.contains(at)) && self.solid(self.map.at(at[0], at[1]))
    }

    /// Whether a texel is solid, given by its coordinates in units of 2^-32.
    #[inline(always)]
    pub(super) fn solid(&self, texel: [i64; 2]) -> bool {
        // A coordinate below 0 becomes a large one.
        let [x, y] = texel.map(|c| (c >> FRACTION) as u64);
        x < u64::from(self.mask.width()) && y < u64::from(self.mask.height()) && self.mask.solid(x as u32, y as u32)
    }

    /// [`solid`](Self::solid) as a bit, without a branch. The mask must have a pixel.
    #[inline(always)]
    pub(super) fn bit(&self, texel: [i64; 2]) -> u64 {
        let [x, y] = texel.map(|c| (c >> FRACTION) as u64);
        let is_inside = x < u64::from(self.mask.width()) && y < u64::from(self.mask.height());
        let word = if is_inside { self.mask.index(x as u32, y as u32) } else { 0 };
        self.mask.words[word] >> (x & 63) & u64::from(is_inside)
    }

    /// A bit for each of up to 64 pixels of a row, set if its texel is solid. All texels must lie in the mask.
    pub(super) fn bits(&self, y: i32, pixels: Range<i32>) -> u64 {
        let Some(last) = pixels.clone().next_back() else { return 0 };
        let [first_u, _] = self.map.at(pixels.start, y);
        // From the last pixel to the first: then each bit is added without a shift to its place.
        let [mut u, mut v] = self.map.at(last, y);
        let (by_u, by_v) = (self.map.u.by_x, self.map.v.by_x);
        let (words, height) = (&*self.mask.words, self.mask.height() as usize);
        let column = |u: i64| (u >> (FRACTION + WORD_BITS.ilog2())) as usize;
        let bit = |word: u64, u: i64| word >> (u >> FRACTION & 63) & 1;
        let mut bits = 0;
        if column(first_u) == column(u) {
            let words = &words[column(u) * height..][..height];
            for _ in pixels {
                bits = 2 * bits + bit(words[(v >> FRACTION) as usize], u);
                (u, v) = (u.wrapping_sub(by_u), v.wrapping_sub(by_v));
            }
        } else {
            for _ in pixels {
                bits = 2 * bits + bit(words[column(u) * height + (v >> FRACTION) as usize], u);
                (u, v) = (u.wrapping_sub(by_u), v.wrapping_sub(by_v));
            }
        }
        bits
    }
}

/// Rotation, scale, shear and their combinations.
impl Mask {
    /// Returns the mask under an affine map, and the position of the result's top-left pixel in the plane of the
    /// map.
    ///
    /// A pixel `[x, y]` is solid if the center of it, `[x + 0.5, y + 0.5]`, mapped back and rounded down, is a solid
    /// pixel of this mask: what a renderer without smoothing draws. Of two pixels that share the edge on which it lies,
    /// it is the one that is found a little to the right of the center, or below it. The map back is rounded once:
    /// positions to multiples of 2^-32 pixel, the factors to 2^-31. So the result is the same on every platform.
    ///
    /// Flips and rotations by multiples of 90 degrees give the mask of [`flipped_x`](Mask::flipped_x),
    /// [`rotated_90`](Mask::rotated_90), [`rotated_180`](Mask::rotated_180) or [`rotated_270`](Mask::rotated_270),
    /// about any point. The top-left corner is then rounded, halves right and down.
    ///
    /// The result is the smallest rectangle that contains every pixel whose center is mapped into this mask's
    /// rectangle, solid or not. If there is no such pixel, or a side is shorter than 1/65,536 pixel, the result is 0 x
    /// 0 at `[0, 0]`. Parts thinner than a pixel of the result can vanish.
    ///
    /// ```
    /// use hitmask::{Affine, Mask};
    ///
    /// let ship: Mask = "..#..\n.###.\n#####".parse()?;
    /// let (right, at) = ship.transformed(&Affine::rotation(90.0).about([2.5, 1.5]))?;
    /// assert_eq!((&right, at), (&ship.rotated_90(), [1, -1]));
    /// let (big, at) = ship.transformed(&Affine::scale([2.0, 1.0]).then(&Affine::rotation(45.0)))?;
    /// assert_eq!((big.width(), big.height(), at), (9, 9, [-2, 0]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: linear in the pixels of the result whose source lies in the bounds of this mask's solid pixels.
    ///
    /// # Errors
    /// - Returns [`MaskError::NotFinite`] if a coefficient is NaN or infinite.
    /// - Returns [`MaskError::Degenerate`] if the map has no inverse, if a pixel of the result is larger than any mask,
    ///   or if the result is so thin that its box is 2^29 times as wide.
    /// - Returns [`MaskError::TooFar`] if a mapped corner of the mask has a coordinate more than 2^30 pixels
    ///   from 0.
    /// - Returns [`MaskError::TooLarge`] if the box around the mapped corners is too large for a mask. The
    ///   size is checked before memory is allocated.
    /// - Returns [`MaskError::OutOfMemory`] if memory allocation fails.
    pub fn transformed(&self, by: &Affine) -> Result<(Mask, [i32; 2]), MaskError> {
        TransformedMask::new(self, by)?.render()
    }
}

impl TransformedMask<'_> {
    /// Renders the mask, as [`Mask::transformed`] does.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::transformed`].
    #[doc(hidden)]
    pub fn render(self) -> Result<(Mask, [i32; 2]), MaskError> {
        let mask = self.mask;
        let within = self.frame().map_err(|_| MaskError::Degenerate { determinant: 0.0 })?;
        let (Some(frame), Some(within)) = (mask.frame(), within) else {
            return Ok((Mask::new(0, 0)?, [0, 0]));
        };
        check_size(&within)?;
        let out_of_memory = memory::for_mask(within.width, within.height);
        let lines = within.top..within.bottom() as i32;
        let runs = lines.map(|y| self.map.span(&frame, y, within.left..within.right() as i32));
        let mut runs = memory::try_collect(runs).map_err(&out_of_memory)?;
        let Some(hull) = hull(&runs, within.top) else { return Ok((Mask::new(0, 0)?, [0, 0])) };

        let runs = &mut runs[(hull.top - within.top) as usize..][..hull.height as usize];
        match mask.bounds {
            None => runs.fill(0..0),
            Some(bounds) if bounds != frame => {
                for (run, y) in runs.iter_mut().zip(hull.top..) {
                    *run = self.map.span(&bounds, y, run.clone());
                }
            }
            Some(_) => {}
        }
        let mut words = RenderedWords {
            transformed: self,
            hull,
            runs,
            tiles: memory::try_zeros(hull.width.div_ceil(WORD_BITS) as usize).map_err(out_of_memory)?,
        };
        Ok((Mask::from_word_fn(hull.width, hull.height, |column, y| words.word(column, y))?, [hull.left, hull.top]))
    }
}

/// The words of a rendered mask, in row order.
struct RenderedWords<'a> {
    transformed: TransformedMask<'a>,
    /// The rectangle of the rendered mask in the plane of the map.
    hull: Rect,
    /// For each row, the pixels whose source lies in the bounds of the mask's solid pixels.
    runs: &'a [Range<i32>],
    /// For each column of words, the state of its pixels down to the next multiple of [`TILE_ROWS`].
    tiles: Vec<Tile>,
}

/// The rows of a tile. With 8 rows, typical shapes took 5 to 30 % longer.
const TILE_ROWS: u32 = 16;

impl RenderedWords<'_> {
    fn word(&mut self, column: u32, y: u32) -> u64 {
        let (left, top) = (self.hull.left + (column * WORD_BITS) as i32, self.hull.top + y as i32);
        let tile = &mut self.tiles[column as usize];
        if y.is_multiple_of(TILE_ROWS) {
            // The map is not defined outside the box.
            let (width, height) = (self.hull.width - column * WORD_BITS, self.hull.height - y);
            let block = Rect { left, top, width: width.min(WORD_BITS), height: height.min(TILE_ROWS) };
            *tile = self.transformed.tile(&block).unwrap_or(Tile::Mixed);
        }
        let run = &self.runs[y as usize];
        let run = run.start.max(left)..run.end.min(left + WORD_BITS as i32);
        if run.is_empty() || *tile == Tile::Empty {
            return 0;
        }
        let shift = run.start - left;
        let bits = match *tile {
            Tile::Within | Tile::Solid => u64::MAX >> (WORD_BITS as usize - run.len()),
            _ => self.transformed.bits(top, run),
        };
        bits << shift
    }
}

/// The smallest rectangle that contains the runs of pixels, one for each row from `top` on.
fn hull(runs: &[Range<i32>], top: i32) -> Option<Rect> {
    let holds = |run: &Range<i32>| !run.is_empty();
    let (first, last) = (runs.iter().position(holds)?, runs.iter().rposition(holds)?);
    let some = runs.iter().filter(|run| holds(run));
    let [left, right] = some.fold([i32::MAX, i32::MIN], |[l, r], run| [l.min(run.start), r.max(run.end)]);
    let row = |index: usize| i64::from(top) + index as i64;
    Rect::between([left.into(), row(first)], [right.into(), row(last) + 1])
}
