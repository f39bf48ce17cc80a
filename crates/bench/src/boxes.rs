//! Boxes that many sprites share: what every broad phase of the bench starts from.

use mask::Rect;

/// The tight boxes of sprites where they stand: a box for each shape, and for each sprite which shape it
/// shows and where its top-left pixel is.
///
/// Nothing is copied: each broad phase makes of them what it wants, in one pass.
#[derive(Debug, Clone, Copy)]
pub struct Boxes<'a> {
    tight: &'a [Rect],
    shows: &'a [u32],
    at: &'a [[i32; 2]],
}

impl<'a> Boxes<'a> {
    /// The boxes of sprites that show shapes of the tight boxes `tight`, and stand at `at`.
    ///
    /// # Panics
    /// Where fewer are said to show a shape than to stand.
    #[must_use]
    pub fn new(tight: &'a [Rect], shows: &'a [u32], at: &'a [[i32; 2]]) -> Boxes<'a> {
        Boxes { tight, shows: &shows[..at.len()], at }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// The box of a sprite, in world pixels.
    ///
    /// # Panics
    /// Where there is no such sprite.
    #[must_use]
    #[inline]
    pub fn get(&self, sprite: usize) -> Rect {
        let (tight, at) = (self.tight[self.shows[sprite] as usize], self.at[sprite]);
        Rect { left: tight.left + at[0], top: tight.top + at[1], ..tight }
    }

    /// All of them, in the order of the sprites.
    pub fn iter(self) -> impl Iterator<Item = Rect> + 'a {
        (0..self.len()).map(move |sprite| self.get(sprite))
    }
}
