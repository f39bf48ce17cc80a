//! Boxes that many sprites share: the input of every broad phase of the bench.

use mask::Rect;
use testkit::scene::Scene;

/// The tight boxes of sprites at their positions: a box for each shape, and for each sprite its shape and its top-left
/// pixel.
///
/// Nothing is copied: each broad phase builds its own boxes from these, in one pass.
#[derive(Debug, Clone, Copy)]
pub struct Boxes<'a> {
    tight: &'a [Rect],
    shape_of: &'a [u32],
    at: &'a [[i32; 2]],
}

impl<'a> Boxes<'a> {
    /// The boxes of sprites at `at`, with the shapes `shape_of`, whose tight boxes are `tight`.
    ///
    /// # Panics
    /// If there are fewer shape indexes than positions.
    #[must_use]
    pub fn new(tight: &'a [Rect], shape_of: &'a [u32], at: &'a [[i32; 2]]) -> Boxes<'a> {
        Boxes { tight, shape_of: &shape_of[..at.len()], at }
    }

    /// The boxes of a scene whose sprites are at `at`.
    #[must_use]
    pub fn of(scene: &'a Scene, at: &'a [[i32; 2]]) -> Boxes<'a> {
        Boxes::new(&scene.tight, &scene.shape_of, at)
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// The box of a sprite, in world pixels.
    ///
    /// # Panics
    /// If there is no such sprite.
    #[must_use]
    #[inline]
    pub fn get(&self, sprite: usize) -> Rect {
        let (tight, at) = (self.tight[self.shape_of[sprite] as usize], self.at[sprite]);
        Rect { left: tight.left + at[0], top: tight.top + at[1], ..tight }
    }

    /// All boxes, in the order of the sprites.
    pub fn iter(self) -> impl Iterator<Item = Rect> + 'a {
        (0..self.len()).map(move |sprite| self.get(sprite))
    }
}
