//! The tree joined with itself.

use super::Packed;
use super::lanes::{Lanes, Portable};
use mask::Level;
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

/// A part of the join: the pairs below two nodes of a level, or below one.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    tree: &'a Packed,
    nodes: Nodes,
}

/// Two nodes of a level, the same where it is one. No node comes after the other.
#[derive(Clone, Copy)]
struct Nodes {
    level: u32,
    a: u32,
    b: u32,
}

impl Nodes {
    /// The pairs of children, two bits to three for each, that share a pixel and are to be looked at once.
    #[inline(always)]
    fn meeting(self, lanes: impl Lanes, tree: &Packed) -> u64 {
        let level = &tree.levels[self.level as usize];
        let meets = lanes.meets(&level[self.a as usize], &level[self.b as usize]);
        match self.level {
            _ if self.a != self.b => meets,
            0 => meets & LATER,
            _ => meets & NOT_EARLIER,
        }
    }

    /// The pair of children that a bit stands for.
    #[inline(always)]
    fn children(self, bit: u32) -> (u32, u32) {
        (8 * self.a + bit / 8, 8 * self.b + bit % 8)
    }
}

impl<'a> Part<'a> {
    /// The whole join; nothing where there are no bodies.
    fn all(tree: &'a Packed) -> Option<Part<'a>> {
        let level = tree.levels.len().checked_sub(1)? as u32;
        Some(Part { tree, nodes: Nodes { level, a: 0, b: 0 } })
    }

    /// Gives `pair` every pair of bodies whose boxes share a pixel, once each, in the order of the tree,
    /// until it breaks.
    pub(crate) fn run<B>(self, pair: &mut impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        #[cfg(target_arch = "x86_64")]
        {
            use super::lanes::Cpu;
            use fearless_simd::Simd;
            if Level::current() > Level::Portable
                && let Some(token) = fearless_simd::Level::new().as_avx2()
            {
                return token.vectorize(
                    #[inline(always)]
                    move || self.run_on(Cpu(token), pair),
                );
            }
        }
        self.run_on(Portable, pair)
    }

    /// The same with the lanes of a level. A stack that grows, no recursion.
    #[inline(always)]
    fn run_on<B>(self, lanes: impl Lanes, pair: &mut impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut stack = vec![self.nodes];
        while let Some(nodes) = stack.pop() {
            let mut meeting = nodes.meeting(lanes, self.tree);
            while meeting != 0 {
                let (a, b) = nodes.children(meeting.trailing_zeros());
                meeting &= meeting - 1;
                match nodes.level {
                    0 => pair(self.tree.bodies[a as usize], self.tree.bodies[b as usize])?,
                    level => stack.push(Nodes { level: level - 1, a, b }),
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The parts of the join of a tree, level by level, until there are `enough` of them or they are leaves.
    pub(crate) fn parts(tree: &'a Packed, enough: usize) -> Vec<Part<'a>> {
        let mut parts: Vec<Part> = Part::all(tree).into_iter().collect();
        while parts.len() < enough && parts.first().is_some_and(|part| part.nodes.level > 0) {
            let split = |part: Part<'a>| {
                let meeting = part.nodes.meeting(Portable, tree);
                (0..64).filter(move |bit| meeting >> bit & 1 == 1).map(move |bit| {
                    let (a, b) = part.nodes.children(bit);
                    Part { tree, nodes: Nodes { level: part.nodes.level - 1, a, b } }
                })
            };
            parts = parts.into_iter().flat_map(split).collect();
        }
        parts
    }
}
