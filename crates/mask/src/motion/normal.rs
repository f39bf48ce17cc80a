//! The contact normal of two overlapping masks, and the normal of a surface at a pixel.
//!
//! ```text
//!   . . o o . . .      a part of the neighborhood: the ray comes from the top right, `x` is the pixel that it
//!   . o o o o o .      hits, and `b` is the pixel before. The pixels `o` are connected with `b`. The free pixels
//!   # # o o b o o      at the bottom left lie behind the wall, so they do not count. The normal is the mean
//!   . # # x # o o      direction from `x` to `b` and to all `o`.
//!   . . . # # # o
//!   . . . . . # .
//! ```

use crate::kernel::{WORD_BITS, on_level};
use crate::{Mask, TransformedMask};

impl Mask {
    /// Returns the direction in which this mask leaves `other`, as a vector of length 1, or `None` if the masks share
    /// no pixel.
    ///
    /// The normal points from `other` to this mask. It is the direction in which a move of this mask decreases the
    /// overlap area most: the gradient of the area, from central differences of one pixel along each axis. If the
    /// gradient is zero, as with one mask deep inside the other, the normal is the direction of [`Mask::penetration`].
    /// pygame's documentation of `Mask.overlap_area` describes this normal.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let ground = Mask::filled(100, 40)?;
    /// let ball: Mask = ".##.\n####\n.##.".parse()?;
    /// assert_eq!(ground.overlap_normal(&ball, [50, -2]), Some([0.0, 1.0])); // down, into the ground
    /// assert_eq!(ground.overlap_normal(&ball, [50, 5]), Some([0.0, 1.0])); // deep inside, the ground leaves downwards
    /// assert_eq!(ground.overlap_normal(&ball, [50, -3]), None);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: one [`Mask::overlaps`] and four [`Mask::overlap_area`]. If the gradient is zero, also one
    /// [`Mask::penetration`].
    #[must_use]
    pub fn overlap_normal(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[f64; 2]> {
        let at = at.into();
        if !self.overlaps(other, at) {
            return None;
        }
        self.normal_of_overlap(other, at, || self.penetration(other, at))
    }

    /// Returns the [`Mask::overlap_normal`] of masks that share a pixel at the offset `[x, y]`. `way_out` returns the
    /// penetration, which is needed only if the gradient is zero.
    #[doc(hidden)]
    #[must_use]
    pub fn normal_of_overlap(
        &self,
        other: &Mask,
        [x, y]: [i32; 2],
        way_out: impl FnOnce() -> Option<[i32; 2]>,
    ) -> Option<[f64; 2]> {
        let area = |x, y| self.overlap_area(other, [x, y]) as i64;
        normal_of([area(x + 1, y) - area(x - 1, y), area(x, y + 1) - area(x, y - 1)], way_out)
    }
}

impl TransformedMask<'_> {
    /// Returns the [`Mask::overlap_normal`] of masks that share a pixel. `way_out` returns the penetration, which is
    /// needed only if the gradient is zero.
    #[doc(hidden)]
    #[must_use]
    pub fn normal_of_overlap(
        &self,
        other: &TransformedMask<'_>,
        way_out: impl FnOnce() -> Option<[i32; 2]>,
    ) -> Option<[f64; 2]> {
        normal_of(self.overlap_gradient(other), way_out)
    }
}

/// The normal, given how the shared area changes if the other mask moves right and down.
fn normal_of(gradient: [i64; 2], way_out: impl FnOnce() -> Option<[i32; 2]>) -> Option<[f64; 2]> {
    let outwards = if gradient == [0, 0] { way_out()?.map(i64::from) } else { gradient };
    let [x, y] = outwards.map(|c| c as f64);
    let length = libm::sqrt(x * x + y * y);
    Some([x / length, y / length])
}

/// The neighborhood of a pixel is a disc of this radius around its center, in half pixels.
const RADIUS: i32 = 11;
/// The number of columns and of rows of the neighborhood.
const SIDE: i32 = RADIUS / 2 * 2 + 1;
/// The index of the middle column and of the middle row.
const MIDDLE: i32 = SIDE / 2;

/// The pixels of the neighborhood, one bit for each, row by row from the top left.
type Neighborhood = u128;

const _: () = assert!((SIDE * SIDE) as u32 <= Neighborhood::BITS, "the neighborhood must fit a number");

/// The pixels whose centers lie in the disc.
const DISC: Neighborhood = {
    let (mut disc, mut y) = (0, -MIDDLE);
    while y <= MIDDLE {
        let mut x = -MIDDLE;
        while x <= MIDDLE {
            if 4 * (x * x + y * y) <= RADIUS * RADIUS {
                disc |= pixel([x, y]);
            }
            x += 1;
        }
        y += 1;
    }
    disc
};
/// The pixels of the top row.
const ROW: Neighborhood = (1 << SIDE) - 1;
/// The pixels of the leftmost column.
const COLUMN: Neighborhood = {
    let (mut column, mut row) = (0, 0);
    while row < SIDE {
        column |= 1 << (row * SIDE);
        row += 1;
    }
    column
};

/// The bit of a pixel, given its offset from the middle.
const fn pixel([x, y]: [i32; 2]) -> Neighborhood {
    1 << ((y + MIDDLE) * SIDE + x + MIDDLE)
}

impl Mask {
    /// The outward unit normal of the surface at the solid pixel `at`, seen from the free pixel `before`. The two
    /// pixels share an edge or a corner.
    pub(super) fn surface_normal(&self, at: [i32; 2], before: [i32; 2]) -> [f64; 2] {
        surface_normal(self.solid_around(at), at, before)
    }

    /// The solid pixels in the neighborhood of a pixel. Pixels outside the mask are free.
    fn solid_around(&self, [x, y]: [i32; 2]) -> Neighborhood {
        let left = i64::from(x) - i64::from(MIDDLE);
        let (column, shift) = (left.div_euclid(WORD_BITS.into()), left.rem_euclid(WORD_BITS.into()));
        let (columns, height) = (i64::from(self.width.div_ceil(WORD_BITS)), i64::from(self.height));
        let word = |column: i64, y: i64| match (0..columns).contains(&column) {
            true => u128::from(self.words[(column * height + y) as usize]),
            false => 0,
        };
        let mut solid = 0;
        for row in 0..SIDE {
            let y = i64::from(y) + i64::from(row - MIDDLE);
            if (0..height).contains(&y) {
                let words = word(column, y) | word(column + 1, y) << WORD_BITS;
                solid |= (words >> shift & ROW) << (row * SIDE);
            }
        }
        solid
    }
}

impl TransformedMask<'_> {
    /// The normal of [`Mask::surface_normal`].
    pub(super) fn surface_normal(&self, at: [i32; 2], before: [i32; 2]) -> [f64; 2] {
        let mut solid = 0;
        for pixel in 0..SIDE * SIDE {
            let off = [pixel % SIDE, pixel / SIDE].map(|c| c - MIDDLE);
            let near = [0, 1].map(|axis| at[axis].saturating_add(off[axis]));
            solid |= Neighborhood::from(self.contains(near)) << pixel;
        }
        surface_normal(solid, at, before)
    }
}

/// The normal at a solid pixel, given the solid pixels in its neighborhood.
fn surface_normal(solid: Neighborhood, at: [i32; 2], before: [i32; 2]) -> [f64; 2] {
    let towards = [before[0].wrapping_sub(at[0]), before[1].wrapping_sub(at[1])];
    let free = DISC & !solid;
    let [x, y] = match on_level!(_lanes => direction_sum(connected(free, pixel(towards)))) {
        [0, 0] => towards,
        sum => sum,
    };
    let length = libm::sqrt(f64::from(x * x + y * y));
    [f64::from(x) / length, f64::from(y) / length]
}

/// For each axis and each of the four bits of a coordinate, the pixels whose column or row has this bit set. Columns
/// and rows count from 0. So four bit counts for each axis replace a sum over the pixels.
const AXIS_BITS: [[Neighborhood; 4]; 2] = {
    let mut bits = [[0; 4]; 2];
    let mut at = 0;
    while at < SIDE * SIDE {
        let mut bit = 0;
        while bit < 4 {
            bits[0][bit] |= (((at % SIDE) >> bit & 1) as Neighborhood) << at;
            bits[1][bit] |= (((at / SIDE) >> bit & 1) as Neighborhood) << at;
            bit += 1;
        }
        at += 1;
    }
    bits
};

/// The sum of the offsets of the pixels from the middle.
#[inline(always)]
fn direction_sum(pixels: Neighborhood) -> [i32; 2] {
    let count = |bits: Neighborhood| (pixels & bits).count_ones() as i32;
    let middles = MIDDLE * count(Neighborhood::MAX);
    AXIS_BITS.map(|bits| bits.map(count).iter().rev().fold(0, |sum, count| 2 * sum + count) - middles)
}

/// `pixel`, and the pixels of `free` that are connected with it through shared edges.
#[inline(always)]
fn connected(free: Neighborhood, pixel: Neighborhood) -> Neighborhood {
    let last = COLUMN << (SIDE - 1);
    let mut area = pixel;
    loop {
        // A shift by one also moves a pixel across the end of its row. The two ANDs with `!last` clear such pixels.
        let sideways = (area & !last) << 1 | area >> 1 & !last;
        let next = area | (sideways | area << SIDE | area >> SIDE) & free;
        if next == area {
            return area;
        }
        area = next;
    }
}
