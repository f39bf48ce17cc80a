//! Queries for the sprites with a solid pixel in a probe, and for those nearest to a point or to a sprite.

use super::moving_sprite::{MovingSprite, Who};
use super::ray::LineTraversal;
use crate::geometry::Aabb;
use crate::tree::{Found, NearestFirst, Window, lanes_of};
use crate::visit::flowing;
use crate::world::Probe;
use crate::{SpriteId, View, Visit, World, WorldError, memory};
use std::collections::BinaryHeap;
use std::convert::Infallible;
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
    /// use hitmask::{Circle, PlacedMask, Polygon};
    /// # let mut world = World::new();
    /// let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [3, 4]))?;
    /// let view = world.refresh()?;
    /// let blast = Mask::filled(9, 9)?;
    /// assert_eq!(view.find(PlacedMask { mask: &blast, at: [1, -4] }), [id]);
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

/// A sprite and its distance from a point or from another sprite. Values are ordered by distance, then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Neighbor {
    /// The exact square of the distance.
    squared: u128,
    /// The sprite.
    pub id: SpriteId,
}

impl Neighbor {
    /// Returns the Euclidean distance to the nearest solid pixel of the sprite, in pixels: from the point, or from the
    /// nearest solid pixel of the other sprite. The distance is 0 on a solid pixel, and between two sprites that share
    /// one.
    #[must_use]
    pub fn distance(&self) -> f64 {
        (self.squared as f64).sqrt()
    }

    /// Returns the exact square of [`Neighbor::distance`].
    #[must_use]
    pub fn distance_squared(&self) -> u128 {
        self.squared
    }
}

/// Queries for the sprites nearest to a point or to a sprite. The distance is Euclidean, from the point or from the
/// solid pixels of the sprite to the nearest solid pixel of what the other sprite shows. It is 0 on a solid pixel.
/// Sprites without a solid pixel are never found; sensors are.
///
/// Cost: a test of each box of the trees that is not further away than the result, and in each sprite whose tight box
/// is not, a search of its rows up to the distance found: from the point, or from each pixel at the border of the
/// smaller of the two masks.
impl<'w> View<'w> {
    /// Returns the `count` sprites that are nearest to a point, sorted by distance, then by id.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let corner = world.add_mask("##\n#.".parse::<Mask>()?)?;
    /// let ids = [0, 20, 90].map(|x| world.spawn(Sprite::new(corner, [x, 0])).unwrap());
    /// let near = world.refresh()?.nearest([24, 1], 2);
    /// assert_eq!((near[0].id, near[0].distance_squared()), (ids[1], 3 * 3 + 1 * 1)); // to [21, 0], not to the box
    /// assert_eq!((near[1].id, near[1].distance().round()), (ids[0], 23.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn nearest(self, point: impl Into<[i32; 2]>, count: usize) -> Vec<Neighbor> {
        let mut near = Vec::new();
        self.nearest_into(point, count, &mut near);
        near
    }

    /// Fills a list with the `count` sprites that are nearest to a point, sorted by distance, then by id. The list is
    /// cleared first. If it has enough capacity, the query allocates no memory.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn nearest_into(self, point: impl Into<[i32; 2]>, count: usize, near: &mut Vec<Neighbor>) {
        let point = point.into();
        let from = Aabb([point[0], point[1], point[0], point[1]]);
        self.nearest_to(from, count, near, |slot, limit| self.shown(slot).nearest_distance_squared(point, limit));
    }

    /// Returns the `count` sprites that are nearest to a sprite, sorted by distance, then by id. `who` is a sprite, or
    /// what else a [`Who`] is; a sprite is not its own neighbor. A shape without a solid pixel has no neighbors.
    ///
    /// As [`View::nearest`] does, it finds all sprites, whatever the layers and `collides_with` of `who` are;
    /// [`View::on_layers`] narrows them.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let disc = world.add_mask(Mask::filled(9, 9)?)?;
    /// let ids = [0, 20, 90].map(|x| world.spawn(Sprite::new(disc, [x, 0])).unwrap());
    /// let view = world.refresh()?;
    /// let near = view.nearest_others(ids[1], 1)?;
    /// assert_eq!((near[0].id, near[0].distance()), (ids[0], 12.0)); // from [20, 0] to [8, 0]
    /// let near = view.nearest_others(ids[1].at([70, 0]), 1)?; // if it were there
    /// assert_eq!((near[0].id, near[0].distance()), (ids[2], 12.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`View::shape`].
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn nearest_others<'a>(self, who: impl Into<Who<'a>>, count: usize) -> Result<Vec<Neighbor>, WorldError>
    where
        'w: 'a,
    {
        let mut near = Vec::new();
        self.nearest_others_into(who, count, &mut near)?;
        Ok(near)
    }

    /// Fills a list with the `count` sprites that are nearest to a sprite, as [`View::nearest_others`] says. The list is
    /// cleared first. If it has enough capacity and all masks are rendered, the query allocates no memory.
    ///
    /// # Errors
    /// Returns the errors of [`View::shape`]. The list is then empty.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn nearest_others_into<'a>(
        self,
        who: impl Into<Who<'a>>,
        count: usize,
        near: &mut Vec<Neighbor>,
    ) -> Result<(), WorldError>
    where
        'w: 'a,
    {
        near.clear();
        let who = MovingSprite::of_who(self, who.into())?;
        let placed = who.placed_at(who.at);
        let Some(bounds) = placed.bounds() else { return Ok(()) };
        self.nearest_to(Aabb::of(&bounds), count, near, |slot, limit| match who.slot == Some(slot) {
            true => None,
            false => placed.distance_squared(&self.placed(slot), limit),
        });
        Ok(())
    }

    /// Fills a list with the nearest sprites. `distance` returns the square of the distance to the sprite of a slot, if
    /// it is at most a limit; it is at least that of the boxes.
    fn nearest_to(
        self,
        from: Aabb,
        count: usize,
        near: &mut Vec<Neighbor>,
        distance: impl Fn(usize, u128) -> Option<u128>,
    ) {
        near.clear();
        if count == 0 {
            return;
        }
        // The heap uses the memory of the list.
        let found = BinaryHeap::from(std::mem::take(near));
        let mut nearest = NearestVisitor { view: self, from, distance, count, found };
        let _ = self.world.trees.nearest_first(self.trees(None), &mut nearest);
        *near = nearest.found.into_sorted_vec();
    }
}

/// Collects the nearest sprites.
struct NearestVisitor<'w, D> {
    view: View<'w>,
    from: Aabb,
    distance: D,
    count: usize,
    /// The nearest sprites so far, at most `count`. The farthest of them is on top.
    found: BinaryHeap<Neighbor>,
}

impl<D: Fn(usize, u128) -> Option<u128>> NearestFirst for NearestVisitor<'_, D> {
    type Distance = u128;
    type Stop = Infallible;

    fn distance(&self, aabb: Aabb) -> Option<u128> {
        Some(aabb.distance_squared(self.from))
    }

    fn limit(&self) -> Option<u128> {
        let farthest = self.found.peek().filter(|_| self.found.len() == self.count);
        farthest.map(|near| near.squared)
    }

    fn visit(&mut self, slot: usize) -> ControlFlow<Infallible> {
        if self.view.sees(slot)
            && let Some(squared) = (self.distance)(slot, self.limit().unwrap_or(u128::MAX))
        {
            let near = Neighbor { squared, id: self.view.id(slot) };
            if self.found.len() < self.count {
                memory::or_panic(self.found.try_reserve(1).map_err(WorldError::from));
                self.found.push(near);
            } else if let Some(mut farthest) = self.found.peek_mut().filter(|farthest| near < **farthest) {
                *farthest = near;
            }
        }
        ControlFlow::Continue(())
    }
}
