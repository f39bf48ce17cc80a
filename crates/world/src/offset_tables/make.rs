//! Makes the words of a table.

use super::table_shape::TableShape;
use crate::{WorldError, memory};
use mask::{Mask, MaskError, Rect};

/// The words of the table of two masks, row by row. The lowest bit of a word is the leftmost cell.
pub(super) fn table_words(shape: TableShape, a: &Mask, b: &Mask) -> Result<Vec<u64>, WorldError> {
    let mut bits = Bits { words: memory::try_with_capacity(shape.words())?, filled: 0 };
    if shape.shift == 0 {
        let (hits, _) = a.colliding_offsets(b)?;
        for row in 0..shape.rows {
            in_words(shape.columns).zip(hits.row_words(row)).for_each(|(count, word)| bits.push(word, count));
        }
        return Ok(bits.words);
    }
    let [any, all] = cells(shape, a, b)?;
    for row in 0..shape.rows {
        for (count, (any, all)) in in_words(shape.columns).zip(any.row_words(row).zip(all.row_words(row))) {
            bits.push(spread(any) | spread(all) << 1, 2 * count.min(32));
            bits.push(spread(any >> 32) | spread(all >> 32) << 1, 2 * count.saturating_sub(32));
        }
    }
    Ok(bits.words)
}

/// Which cells have any offset at which the masks can collide, and which cells have only offsets at which they
/// surely collide.
fn cells(shape: TableShape, a: &Mask, b: &Mask) -> Result<[Mask; 2], MaskError> {
    let block_shift = shape.block_shift();
    let cell = 1 << (shape.shift - block_shift);
    let zero = shape.zero.map(|cells| (cells * cell) as i32);
    let mut possible = Mask::new(shape.columns * cell, shape.rows * cell)?;
    let draw = |to: &mut Mask, hits: &Mask, at: [i32; 2], [left, up]: [i32; 2]| {
        to.draw(hits, [at[0] + zero[0] - left, at[1] + zero[1] - up]);
    };
    let cropped = [a, b].map(|mask| (mask.bounds() != frame(mask)).then(|| mask.cropped().0));
    let (a, b) = (cropped[0].as_ref().unwrap_or(a), cropped[1].as_ref().unwrap_or(b));
    if block_shift == 0 {
        let (hits, at) = a.colliding_offsets(b)?;
        draw(&mut possible, &hits, at, [0, 0]);
        return Ok([possible.coarsened(cell)?, possible.solid_blocks(cell)?]);
    }
    let block = 1 << block_shift;
    let (any_a, any_b) = (a.coarsened(block)?, b.coarsened(block)?);
    // The offsets of a block begin at a multiple of its side. They put the pixels of a block of b over two blocks of a along each axis, so
    // b can collide if it shares any of the four blocks. It surely collides if all four are solid.
    let (hits, at) = any_a.colliding_offsets(&any_b)?;
    [[0, 0], [1, 0], [0, 1], [1, 1]].into_iter().for_each(|by| draw(&mut possible, &hits, at, by));
    let mut sure = Mask::new(shape.columns * cell, shape.rows * cell)?;
    let (hits, at) = solid_squares(a, block)?.colliding_offsets(&any_b)?;
    draw(&mut sure, &hits, at, [0, 0]);
    let (hits, at) = any_a.colliding_offsets(&solid_squares(b, block)?)?;
    draw(&mut sure, &hits, at, [1, 1]);
    Ok([possible.coarsened(cell)?, sure.solid_blocks(cell)?])
}

/// The rectangle of all pixels of a mask.
fn frame(mask: &Mask) -> Option<Rect> {
    Some(Rect { left: 0, top: 0, width: mask.width(), height: mask.height() })
}

/// The squares of two by two blocks that are solid, each at its top-left block.
fn solid_squares(mask: &Mask, block: u32) -> Result<Mask, MaskError> {
    let blocks = mask.solid_blocks(block)?;
    let mut wide = blocks.try_clone()?;
    wide.intersect(&blocks, [-1, 0]);
    let mut square = wide.try_clone()?;
    square.intersect(&wide, [0, -1]);
    Ok(square)
}

/// The number of pixels in each word of a row.
fn in_words(width: u32) -> impl Iterator<Item = u32> {
    (0..width).step_by(64).map(move |left| (width - left).min(64))
}

/// The lower 32 bits, with a 0 after each.
fn spread(bits: u64) -> u64 {
    let steps = [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ];
    steps.iter().fold(bits & 0xffff_ffff, |bits, (shift, keep)| (bits | bits << shift) & keep)
}

/// Bits that are appended to words.
struct Bits {
    words: Vec<u64>,
    /// The number of bits in the last word, or 0 if it is full.
    filled: u32,
}

impl Bits {
    /// Appends the lower `count` bits, at most 64. The bits above must be 0.
    fn push(&mut self, bits: u64, count: u32) {
        if count == 0 {
            return;
        }
        match self.words.last_mut() {
            Some(last) if self.filled > 0 => *last |= bits << self.filled,
            _ => self.words.push(bits),
        }
        if self.filled > 0 && self.filled + count > 64 {
            self.words.push(bits >> (64 - self.filled));
        }
        self.filled = (self.filled + count) % 64;
    }
}
