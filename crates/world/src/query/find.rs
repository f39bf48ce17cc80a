//! Queries for the sprites with a solid pixel in a probe.

use super::Probe;
use super::line_traversal::LineTraversal;
use crate::geometry::Aabb;
use crate::tree::{Found, Window, lanes_of};
use crate::visit::flowing;
use crate::{SpriteId, View, Visit, World, memory};
use std::ops::ControlFlow;

/// Queries for the sprites with a solid pixel in a [`Probe`].
///
/// Cost: a traversal of the trees, and a test of the pixels of each sprite whose tight box overlaps the box of the
/// probe. Sprites whose tight boxes lie in a rectangle, or in the square in a circle, need no test.
impl View<'_> {
    /// Returns the sprites with a solid pixel in a probe, sorted by id. A probe out of reach of all sprites finds none.
    ///
    /// A probe can be a point `[x, y]` or `(x, y)`, a line or a rectangle:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// use hitmask::{Line, Rect};
    /// # let mut world = World::new();
    /// let corner = world.add_mask("##\n#.".parse::<Mask>()?)?;
    /// let id = world.spawn(Sprite::new(corner, [10, 10]))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.find([11, 10]), [id]);
    /// assert_eq!(view.find((11, 11)), []); // in its box, but not solid
    /// assert_eq!(view.find(Line::new([9, 12], [12, 9])), [id]);
    /// assert_eq!(view.find(Rect { left: 0, top: 0, width: 11, height: 11 }), [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A probe can also be a mask at a position, a circle or a polygon. A circle and a polygon contain the pixels whose
    /// center lies inside. The center of the pixel `[x, y]` is (x + 0.5, y + 0.5):
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// use hitmask::{Circle, Placed, Polygon};
    /// # let mut world = World::new();
    /// let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [3, 4]))?;
    /// let view = world.refresh()?;
    /// let blast = Mask::filled(9, 9)?;
    /// assert_eq!(view.find(Placed { mask: &blast, at: [1, -4] }), [id]);
    /// assert_eq!(view.find(Circle::new([0.5, 0.5], 5.0)?), [id]);
    /// assert_eq!(view.find(Circle::new([0.5, 0.5], 4.99)?), []);
    /// let beam = Polygon::new([[0.0, 0.0], [9.0, 8.0], [9.0, 12.0]])?;
    /// assert_eq!(view.find(&beam), [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn find<'p>(self, probe: impl Into<Probe<'p>>) -> Vec<SpriteId> {
        let mut ids = Vec::new();
        self.find_into(probe, &mut ids);
        ids
    }

    /// Fills a list with the sprites that have a solid pixel in a probe, sorted by id. The list is cleared first.
    ///
    /// If the list has enough capacity, the query allocates no memory, except for a polygon: the edges that cross one
    /// row of pixels.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [3, 4]))?;
    /// let mut ids = Vec::with_capacity(16); // kept from frame to frame
    /// world.refresh()?.find_into([3, 4], &mut ids);
    /// assert_eq!(ids, [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn find_into<'p>(self, probe: impl Into<Probe<'p>>, ids: &mut Vec<SpriteId>) {
        ids.clear();
        self.for_each_found(probe, |id| memory::or_panic(memory::try_push(ids, id)));
        ids.sort_unstable();
    }

    /// Calls `visit` with each sprite that has a solid pixel in a probe. If `visit` returns a [`ControlFlow`], the
    /// first break ends the query and is returned: see [`Visit`].
    ///
    /// The order is the traversal order of the trees, which is deterministic but not sorted. The query allocates no
    /// memory, except for a polygon: the edges that cross one row of pixels.
    ///
    /// ```
    /// # use hitmask::{Circle, Mask, Rect, Sprite, World};
    /// use std::ops::ControlFlow;
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # for x in 0..9 { world.spawn(Sprite::new(dot, [x, 0]))?; }
    /// let view = world.refresh()?;
    /// let mut victims = 0;
    /// view.for_each_found(Circle::new([4.5, 0.5], 2.0)?, |_| victims += 1);
    /// assert_eq!(victims, 5);
    /// let mut left = 5;
    /// let flow = view.for_each_found(Rect::new(0, 0, 6, 1), |_| {
    ///     left -= 1;
    ///     if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(flow.is_break()); // at least five: crowded
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails for a polygon.
    pub fn for_each_found<'p, R: Visit>(self, probe: impl Into<Probe<'p>>, visit: impl FnMut(SpriteId) -> R) -> R {
        R::from_flow(self.find_each(probe.into(), flowing(visit)))
    }

    /// Calls `visit` with the sprites that have a solid pixel in a probe, until `visit` breaks.
    fn find_each<B>(self, probe: Probe<'_>, mut visit: impl FnMut(SpriteId) -> ControlFlow<B>) -> ControlFlow<B> {
        match (probe, probe.bounds()) {
            // The box around a diagonal line contains many more sprites than the line crosses.
            (Probe::Line(line), _) => self.world.trees.nearest_first(
                self.trees(None),
                &mut LineTraversal::of_point(&line, |slot, _| {
                    match self.sees(slot) && probe.overlaps(self.shown(slot)) {
                        true => visit(self.id(slot)),
                        false => ControlFlow::Continue(()),
                    }
                }),
            ),
            (_, Some(rect)) if rect.width > 0 && rect.height > 0 => {
                let window = Window { outer: Aabb::of(&rect), inner: probe.inner_box() };
                self.find_in_window(&probe, window, visit)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Calls `visit` with the sprites that have a solid pixel in a probe, until `visit` breaks. Sprites whose tight
    /// boxes lie in the inner box of the window need no test.
    fn find_in_window<B>(
        self,
        probe: &Probe,
        window: Window,
        mut visit: impl FnMut(SpriteId) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let World { columns, trees, masks, .. } = self.world;
        // A sprite under a map may show no pixel in its box.
        let is_tight = |slot: usize| masks.is_tight(columns.variant(slot));
        let all_are_found = self.sees_all() && masks.all_are_tight();
        let mut found = FoundIds { ids: [SpriteId::default(); FoundIds::SIZE], len: 0 };
        trees.in_window(self.trees(None), window, |_, leaf, Found { lanes, inside }| {
            let is_found = |lane: &usize| {
                let slot = leaf.slots[*lane] as usize;
                self.sees(slot) && (inside >> lane & 1 == 1 && is_tight(slot) || probe.overlaps(self.shown(slot)))
            };
            let lanes = match lanes == inside && all_are_found {
                true => lanes,
                false => lanes_of(lanes).filter(is_found).fold(0, |found, lane| found | 1 << lane),
            };
            found.add(leaf.slots.map(|slot| self.id(slot as usize)), lanes);
            if found.len > FoundIds::FULL { found.visit(&mut visit) } else { ControlFlow::Continue(()) }
        })?;
        found.visit(&mut visit)
    }
}

/// Sprites that are found and not visited yet.
///
/// The processor cannot predict how many slots of a leaf are found. So the ids of all eight slots are written, and
/// those that are not found are overwritten by the next. A loop then visits the ids of many leaves.
struct FoundIds {
    ids: [SpriteId; FoundIds::SIZE],
    len: usize,
}

impl FoundIds {
    const SIZE: usize = 64;
    /// With more ids than this, a leaf might not fit.
    const FULL: usize = FoundIds::SIZE - 16;

    /// Adds the ids whose bits are set. (Without a branch, because most leaves have many.)
    #[inline(always)]
    fn add(&mut self, ids: [SpriteId; 8], lanes: u8) {
        for (lane, id) in ids.into_iter().enumerate() {
            self.ids[self.len % FoundIds::SIZE] = id;
            self.len += usize::from(lanes >> lane & 1);
        }
    }

    /// Visits the ids and removes them.
    fn visit<B>(&mut self, visit: impl FnMut(SpriteId) -> ControlFlow<B>) -> ControlFlow<B> {
        self.ids[..std::mem::take(&mut self.len)].iter().copied().try_for_each(visit)
    }
}
