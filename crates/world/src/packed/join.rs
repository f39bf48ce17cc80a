//! The tree joined with itself, or with another.

use super::boxes::Box8;
use super::lanes::{Lanes, Portable};
use super::{LEVELS, Packed};
use crate::{WorldError, memory};
use std::ops::ControlFlow;

/// Of a node's 8 x 8 pairs of children, those of a child and a later one.
const LATER: u64 = {
    let (mut pairs, mut child) = (0, 0);
    while child < 8 {
        pairs |= (0xfe << child & 0xff) << (8 * child);
        child += 1;
    }
    pairs
};
/// The same, and each child with itself.
const NOT_EARLIER: u64 = LATER | 0x8040_2010_0804_0201;

/// Blocks that are handed on together.
const BLOCKS: usize = 256;

/// Pairs of eight rows with eight others.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    /// The first of the rows.
    pub(crate) a: u32,
    /// The first of the others.
    pub(crate) b: u32,
    /// Bit `8 i + j` for the pair of `a + i` and `b + j`.
    pub(crate) bits: u64,
}

impl Block {
    /// Gives `pair` the pairs one by one, each row counted from the first of its eight.
    #[inline(always)]
    pub(crate) fn each(self, mut pair: impl FnMut(usize, usize)) {
        let mut bits = self.bits;
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            pair(bit / 8, bit % 8);
        }
    }
}

/// A part of a join: the pairs of rows below a node of one tree and a node of another, which may be the same.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    a: &'a Packed,
    b: &'a Packed,
    /// Whether the trees are one, and each pair is to come once.
    within: bool,
    extent: Extent,
    nodes: Nodes,
}

/// How much of a join is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All pairs.
    All,
    /// Those of a row that the last refit has changed.
    Changed,
}

/// Two nodes of a level. In a join within one tree the second does not come before the first.
#[derive(Clone, Copy)]
struct Nodes {
    level: u32,
    a: u32,
    b: u32,
}

impl<'a> Part<'a> {
    /// The join of a tree with itself: one part, or none of an empty tree.
    pub(crate) fn within(tree: &'a Packed, extent: Extent) -> impl Iterator<Item = Part<'a>> {
        let top = tree.levels.len().checked_sub(1).map(|level| Nodes { level: level as u32, a: 0, b: 0 });
        top.into_iter().map(move |nodes| Part { a: tree, b: tree, within: true, extent, nodes })
    }

    /// The join of two trees. The taller one is begun lower down, where it has a node for each that meets the
    /// other's top.
    pub(crate) fn between(a: &'a Packed, b: &'a Packed, extent: Extent) -> impl Iterator<Item = Part<'a>> {
        let level = a.levels.len().min(b.levels.len()).checked_sub(1);
        let parts = level.into_iter().flat_map(move |level| {
            let all = |tree: &Packed| 0..tree.levels[level].len() as u32;
            let (level, all_b) = (level as u32, all(b));
            let both = all(a).flat_map(move |a| all_b.clone().map(move |b| Nodes { level, a, b }));
            both.map(move |nodes| Part { a, b, within: false, extent, nodes })
        });
        parts.filter(|part| part.meeting(Portable) != 0)
    }

    /// The pairs of children, two bits to three for each, that share a pixel and are to be looked at once.
    #[inline(always)]
    fn meeting(&self, lanes: impl Lanes) -> u64 {
        let Nodes { level, a, b } = self.nodes;
        let node = |tree: &'a Packed, node: u32| -> &'a Box8 { &tree.levels[level as usize][node as usize] };
        let meets = lanes.meets(node(self.a, a), node(self.b, b)) & self.wanted(level, a, b);
        match level {
            _ if a != b || !self.within => meets,
            0 => meets & LATER,
            _ => meets & NOT_EARLIER,
        }
    }

    /// The pairs of children that are wanted at all.
    #[inline(always)]
    fn wanted(&self, level: u32, a: u32, b: u32) -> u64 {
        /// A bit in each byte.
        const EACH: u64 = 0x0101_0101_0101_0101;
        if self.extent == Extent::All {
            return u64::MAX;
        }
        let (a, b) = (self.a.changed(level, a), self.b.changed(level, b));
        // The bits of `a`, each to a byte of its own, and that filled.
        let spread = (a * EACH) & 0x8040_2010_0804_0201;
        let rows = (((spread + 0x7f * EACH) >> 7) & EACH) * 0xff;
        rows | (b * EACH)
    }

    /// The part below the pair of children that a bit stands for.
    #[inline(always)]
    fn child(self, bit: u32) -> Part<'a> {
        let Nodes { level, a, b } = self.nodes;
        Part { nodes: Nodes { level: level - 1, a: 8 * a + bit / 8, b: 8 * b + bit % 8 }, ..self }
    }

    /// Gives `take` every pair of rows whose boxes share a pixel, once each, in the order of the trees, some
    /// blocks at a time, until it breaks.
    pub(crate) fn run<B>(self, take: &mut impl FnMut(&[Block]) -> ControlFlow<B>) -> ControlFlow<B> {
        #[cfg(target_arch = "x86_64")]
        {
            use super::lanes::Cpu;
            use fearless_simd::Simd;
            use mask::Level;
            if Level::current() > Level::Portable
                && let Some(token) = fearless_simd::Level::new().as_avx2()
            {
                return token.vectorize(
                    #[inline(always)]
                    move || self.run_on(Cpu(token), take),
                );
            }
        }
        self.run_on(Portable, take)
    }

    /// The same with the lanes of a level. A stack that grows, no recursion.
    ///
    /// Leaves, most of the work, are done without a branch that depends on what they hold: a block is written
    /// where there may be nothing in it, and the next one over it. (Each on the stack, and a branch for each,
    /// took half as long again.)
    #[inline(always)]
    fn run_on<B>(self, lanes: impl Lanes, take: &mut impl FnMut(&[Block]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut blocks = [Block { a: 0, b: 0, bits: 0 }; BLOCKS];
        let mut filled = 0;
        let (leaves_a, leaves_b) = (self.a.leaves(), self.b.leaves());
        // The nodes above, each with the pairs of its children that are still to come.
        let mut above = [(self.nodes, 0); LEVELS];
        let mut depth = 0;
        let mut part = self;
        loop {
            let Nodes { level, a, b } = part.nodes;
            if level > 1 {
                above[depth] = (part.nodes, part.meeting(lanes));
                depth += 1;
            } else {
                // A leaf and a leaf are done as if they were the only children of their nodes.
                let (a, b, mut meeting) = if level == 0 { (a, b, 1) } else { (8 * a, 8 * b, part.meeting(lanes)) };
                while meeting != 0 {
                    let bit = meeting.trailing_zeros();
                    meeting &= meeting - 1;
                    let (a, b) = (a + bit / 8, b + bit % 8);
                    let bits = lanes.meets(&leaves_a[a as usize], &leaves_b[b as usize]);
                    let bits = if self.within && a == b { bits & LATER } else { bits } & self.wanted(0, a, b);
                    blocks[filled % BLOCKS] = Block { a: 8 * a, b: 8 * b, bits };
                    filled += usize::from(bits != 0);
                }
                if filled > BLOCKS - 64 {
                    take(&blocks[..filled])?;
                    filled = 0;
                }
            }
            while depth > 0 && above[depth - 1].1 == 0 {
                depth -= 1;
            }
            let Some((nodes, meeting)) = above[..depth].last_mut() else { break };
            let bit = meeting.trailing_zeros();
            *meeting &= *meeting - 1;
            part = Part { nodes: *nodes, ..self }.child(bit);
        }
        take(&blocks[..filled])
    }
}

/// Splits the parts of a join, all of one level, until there are `enough` or they are leaves. Their order stays that
/// of the trees.
///
/// # Errors
/// [`WorldError::NoMemory`].
pub(crate) fn split<'a>(parts: impl Iterator<Item = Part<'a>>, enough: usize) -> Result<Vec<Part<'a>>, WorldError> {
    let mut parts = memory::list(parts)?;
    while parts.len() < enough && parts.first().is_some_and(|part| part.nodes.level > 0) {
        let children = |part: Part<'a>| {
            let meeting = part.meeting(Portable);
            (0..64).filter(move |bit| meeting >> bit & 1 == 1).map(move |bit| part.child(bit))
        };
        parts = memory::list(parts.into_iter().flat_map(children))?;
    }
    Ok(parts)
}
