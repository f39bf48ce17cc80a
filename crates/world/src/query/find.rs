//! Sprites by place.

use super::Probe;
use super::line_traversal::LineTraversal;
use crate::sprites::check_position;
use crate::{Placed, SpriteId, View, WorldError, memory};
use mask::{Circle, Mask, Rect};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// What is where: the sprites with a solid pixel in a [`Probe`]. Lists are sorted by id.
///
/// Cost: a walk down the trees, and a look at the pixels of each sprite whose tight box the probe's box meets.
impl View<'_> {
    /// The sprites with a solid pixel in a probe.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// use mask::Line;
    /// # let mut world = World::new();
    /// let corner = world.add_mask("##\n#.".parse::<Mask>()?)?;
    /// let id = world.spawn(Sprite::new(corner, [10, 10]))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.find([11, 10]), [id]);
    /// assert_eq!(view.find([11, 11]), []); // in its box, but not solid
    /// assert_eq!(view.find(Line::new([9, 12], [12, 9])), [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find<'p>(self, probe: impl Into<Probe<'p>>) -> Vec<SpriteId> {
        let mut ids = Vec::new();
        self.find_into(probe, &mut ids);
        ids
    }

    /// The same into a list, which is emptied first. Takes no memory where the list has room.
    ///
    /// # Panics
    /// Where there is no memory for the list.
    pub fn find_into<'p>(self, probe: impl Into<Probe<'p>>, ids: &mut Vec<SpriteId>) {
        ids.clear();
        let _ = self.for_each_in(probe, |id| {
            memory::or_panic(memory::try_push(ids, id));
            ControlFlow::<Infallible>::Continue(())
        });
        ids.sort_unstable();
    }

    /// Gives `visit` the same, in the order of the trees, until it breaks. Takes no memory.
    ///
    /// ```
    /// # use mask::{Mask, Rect};
    /// # use world::{Sprite, World};
    /// use std::ops::ControlFlow;
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # for x in 0..9 { world.spawn(Sprite::new(dot, [x, 0]))?; }
    /// let crowded = |view: world::View, rect: Rect| {
    ///     let mut sprites = 0;
    ///     let visit = |_| {
    ///         sprites += 1;
    ///         if sprites == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    ///     };
    ///     view.for_each_in(rect, visit).is_break()
    /// };
    /// let view = world.refresh()?;
    /// assert!(crowded(view, Rect { left: 0, top: 0, width: 6, height: 1 }));
    /// assert!(!crowded(view, Rect { left: 0, top: 0, width: 4, height: 1 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_in<'p, B>(
        self,
        probe: impl Into<Probe<'p>>,
        mut visit: impl FnMut(SpriteId) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let probe = probe.into();
        let mut candidate = |row| {
            if self.sees(row) && probe.overlaps(self.placed(row)) {
                visit(self.id(row))
            } else {
                ControlFlow::Continue(())
            }
        };
        match (probe, probe.bounds()) {
            // The box around a slanting line holds many more sprites than the line meets.
            (Probe::Line(line), _) => {
                self.world.broad.traverse(&mut LineTraversal::of_point(&line, |row, _| candidate(row)))
            }
            (_, Some(rect)) => self.world.broad.in_rect(&rect, candidate),
            (_, None) => ControlFlow::Continue(()),
        }
    }

    /// The sprites with a solid pixel at `at`.
    #[must_use]
    pub fn at_point(self, at: impl Into<[i32; 2]>) -> Vec<SpriteId> {
        self.find(at.into())
    }

    /// The sprites with a solid pixel in a rectangle.
    #[must_use]
    pub fn in_rect(self, rect: Rect) -> Vec<SpriteId> {
        self.find(rect)
    }

    /// The sprites that share a solid pixel with a mask whose top-left pixel stands at `at`.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [12, 3]))?;
    /// let blast = Mask::filled(9, 9)?;
    /// assert_eq!(world.refresh()?.touching(&blast, [10, -4])?, [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`] for a place beyond [`MAX_POSITION`](crate::MAX_POSITION).
    pub fn touching(self, mask: &Mask, at: impl Into<[i32; 2]>) -> Result<Vec<SpriteId>, WorldError> {
        Ok(self.find(Placed { mask, at: check_position(at.into().map(i64::from))? }))
    }

    /// The sprites with a solid pixel whose middle is no further than `radius` from the centre, in pixels.
    /// The middle of the pixel `[x, y]` is (x + 0.5, y + 0.5).
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [3, 4]))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.in_circle([0.5, 0.5], 5.0)?, [id]);
    /// assert_eq!(view.in_circle([0.5, 0.5], 4.99)?, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::Shape`] where centre or radius are no numbers or beyond 2^30, or the radius is negative.
    pub fn in_circle(self, center: impl Into<[f64; 2]>, radius: f64) -> Result<Vec<SpriteId>, WorldError> {
        Ok(self.find(Circle::new(center, radius).map_err(WorldError::Shape)?))
    }
}
