//! Moves of a sprite until another stops it, from testing every position of every path, pixel by pixel. Each function
//! panics if the world answers differently.

use super::actor::within;
use super::among::{Among, Course, Trip};
use super::answers::on_layers;
use super::placed_grid::PlacedGrid;
use super::twin::Twin;
use crate::naive::share;
use crate::oracle::contact::penetration;
use crate::shape;
use mask::Line;
use world::{MAX_POSITION, Moved, Side, SpriteId, SpriteSweepHit, View, World, WorldError};

/// Returns the sprites that may stop a sprite, among some or all.
#[must_use]
pub fn obstacles<'a>(placed_grids: &'a [PlacedGrid], one: &PlacedGrid, among: Among) -> Vec<&'a PlacedGrid> {
    let mut seen = on_layers(placed_grids, among.layers);
    let blocks = |other: &PlacedGrid| among.sensors || !other.actor.sensor;
    seen.retain(|other| other.id != one.id && blocks(other) && one.actor.may_meet(&other.actor));
    seen
}

/// Returns whether a sprite at a position shares a pixel with another.
pub(super) fn meets(one: &PlacedGrid, at: [i32; 2], other: &PlacedGrid) -> bool {
    share(one.drawn_from(at), other.drawn())
}

/// Compares whether a sprite is free at some positions with the model, among some sprites or all. Returns the number of
/// free positions.
pub fn free(view: View, placed_grids: &[PlacedGrid], one: &PlacedGrid, among: Among, places: &[[i32; 2]]) -> usize {
    let (obstacles, view) = (obstacles(placed_grids, one, among), among.view(view));
    let is_free = |at: &&[i32; 2]| {
        let met = obstacles.iter().any(|other| other.actor.one_way.is_none() && meets(one, **at, other));
        let wide = at.map(i64::from);
        let expected = match among.refusal(&one.actor) {
            _ if !within(wide) => Err(WorldError::OutOfRange { at: wide }),
            Some(refusal) => Err(refusal),
            None => Ok(!met),
        };
        assert_eq!(view.is_free(one.id.at(**at)), expected, "{:?} at {at:?}", one.id);
        let there = one.actor.sprite().position(**at);
        assert_eq!(view.is_free(one.id.as_if(&there)), expected, "{there:?}");
        // A description is not the sprite, which is in its way as others are.
        let is_seen = expected.is_ok() && on_layers(placed_grids, among.layers).iter().any(|other| other.id == one.id);
        let blocks_itself = is_seen && one.actor.may_meet(&one.actor) && one.actor.one_way.is_none();
        let blocks_itself = blocks_itself && (among.sensors || !one.actor.sensor) && meets(one, **at, one);
        let apart = expected.map(|free| free && !blocks_itself);
        assert_eq!(view.is_free(&there), apart, "{there:?}");
        assert_eq!(view.without(one.id).is_free(&there), expected, "{there:?}");
        expected == Ok(true)
    };
    places.iter().filter(is_free).count()
}

/// How deep a sprite is in another: the square of the length of its way out, and the number of shared pixels.
type Depth = (i32, u64);

/// Returns how deep a sprite at a position is in another.
fn depth(one: &PlacedGrid, at: [i32; 2], other: &PlacedGrid) -> Depth {
    let ((mine, at), (theirs, there)) = (one.drawn_from(at), other.drawn());
    if !share((mine, at), (theirs, there)) {
        return (0, 0);
    }
    let offset = [there[0] - at[0], there[1] - at[1]];
    let [x, y] = penetration(mine, theirs, offset).expect("the two share a pixel");
    (x * x + y * y, mine.area(theirs, offset))
}

/// A sprite on its path, which enters one position after the other.
#[derive(Clone)]
pub(super) struct Path<'a> {
    one: &'a PlacedGrid,
    pub(super) at: [i32; 2],
    /// The obstacles, and how deep the sprite is in each. It is never deep in one-way obstacles.
    obstacles: Vec<(&'a PlacedGrid, Depth)>,
}

impl<'a> Path<'a> {
    pub(super) fn new(one: &'a PlacedGrid, obstacles: &[&'a PlacedGrid]) -> Path<'a> {
        let from = one.actor.at;
        let depth = |other: &PlacedGrid| if other.actor.one_way.is_some() { (0, 0) } else { depth(one, from, other) };
        Path { one, at: from, obstacles: obstacles.iter().map(|&other| (other, depth(other))).collect() }
    }

    /// Adds an obstacle, which is in the way from the present position on.
    pub(super) fn meet(&mut self, other: &'a PlacedGrid) {
        let is_one_way = other.actor.one_way.is_some();
        self.obstacles.push((other, if is_one_way { (0, 0) } else { depth(self.one, self.at, other) }));
    }

    /// Returns the sprites in which the sprite is, sorted.
    fn inside(&self) -> Vec<SpriteId> {
        let mut inside: Vec<SpriteId> =
            self.obstacles.iter().filter(|(_, depth)| *depth != (0, 0)).map(|(other, _)| other.id).collect();
        inside.sort_unstable();
        inside
    }

    /// Returns whether the sprite at a position, from its own, would pass a one-way sprite by its side.
    fn passes(&self, at: [i32; 2], other: &PlacedGrid, side: Side) -> bool {
        let corner = [at[0], self.at[1]];
        let (from, to) = match side {
            Side::Left if at[0] > self.at[0] => (self.at, corner),
            Side::Right if at[0] < self.at[0] => (self.at, corner),
            Side::Top if at[1] > self.at[1] => (corner, at),
            Side::Bottom if at[1] < self.at[1] => (corner, at),
            _ => return false,
        };
        !meets(self.one, from, other) && meets(self.one, to, other)
    }

    /// Enters the next position, or returns the sprite with the smallest id that blocks the step.
    pub(super) fn enter(&mut self, at: [i32; 2]) -> Option<SpriteId> {
        self.enter_or_list(at).first().copied()
    }

    /// Enters the next position, or returns all sprites that block the step, sorted.
    fn enter_or_list(&mut self, at: [i32; 2]) -> Vec<SpriteId> {
        let (mut blockers, mut after) = (Vec::new(), Vec::new());
        for &(other, before) in &self.obstacles {
            let (blocks, depth) = match other.actor.one_way {
                Some(side) => (self.passes(at, other, side), (0, 0)),
                // A sprite without a way out of its own may still be beside the other.
                None if before == (0, 0) => (meets(self.one, at, other), (0, 0)),
                None => {
                    let depth = depth(self.one, at, other);
                    (depth > before, depth)
                }
            };
            if blocks {
                blockers.push(other.id);
            }
            after.push((other, depth));
        }
        if blockers.is_empty() {
            (self.at, self.obstacles) = (at, after);
        }
        blockers.sort_unstable();
        blockers
    }

    /// Goes straight to a position. Returns the step and the sprite that stop the path.
    pub(super) fn go(&mut self, to: [i32; 2], from_inside: bool) -> Option<(u32, SpriteId)> {
        if from_inside && let Some(&other) = self.inside().first() {
            return Some((0, other));
        }
        (1..).zip(Line::new(self.at, to).points().skip(1)).find_map(|(step, at)| Some((step, self.enter(at)?)))
    }

    /// The definition of [`Motion::SLIDE`](world::Motion::SLIDE): returns the sprites that stopped a part of the way.
    fn slide(&mut self, to: [i32; 2]) -> Vec<SpriteId> {
        let mut hits = Vec::new();
        let mut go = |path: &mut Path, to| {
            let hit = path.go(to, false);
            hits.extend(hit.map(|(_, id)| id).filter(|id| !hits.contains(id)));
        };
        go(self, to);
        for _ in 0..8 {
            let [x, y] = [0, 1].map(|axis| to[axis].abs_diff(self.at[axis]));
            for axis in if y > x { [1, 0] } else { [0, 1] } {
                let mut along = self.at;
                along[axis] = to[axis];
                go(self, along);
            }
        }
        hits
    }

    /// The definition of [`Motion::walk`](world::Motion::walk): returns the sprites that stop the walk.
    fn walk(&mut self, to: i32, step_up: u32, step_down: u32) -> Vec<SpriteId> {
        let toward = (to - self.at[0]).signum();
        while self.at[0] != to {
            let [x, y] = self.at;
            let mut walls = Vec::new();
            let mut through = None;
            let mut climber = self.clone();
            for rise in 0..=step_up {
                let height = i64::from(y) - i64::from(rise);
                if height < -i64::from(MAX_POSITION) || rise > 0 && climber.enter([x, height as i32]).is_some() {
                    break;
                }
                let mut over = climber.clone();
                let blockers = over.enter_or_list([x + toward, height as i32]);
                let is_blocked = !blockers.is_empty();
                if rise == 0 {
                    walls = blockers;
                }
                if is_blocked {
                    continue;
                }
                // A walker climbs the slopes of one-way sprites, and walks through those that are too high.
                let begins_slope = |&(other, _): &(&PlacedGrid, Depth)| {
                    let is_top = other.actor.one_way == Some(Side::Top);
                    is_top && meets(self.one, over.at, other) && !meets(self.one, self.at, other)
                };
                let is_slope = over.obstacles.iter().any(begins_slope);
                if !is_slope || through.is_none() {
                    through = Some((over, rise));
                }
                if !is_slope {
                    break;
                }
            }
            let Some((over, rise)) = through else { return walls };
            *self = over;
            if rise == 0 {
                self.sink(step_down);
            }
        }
        Vec::new()
    }

    /// Goes down to the ground, if there is ground within `step_down` pixels.
    fn sink(&mut self, step_down: u32) {
        let ([x, y], mut sinker) = (self.at, self.clone());
        for down in 1..=i64::from(step_down) + 1 {
            let below = i64::from(y) + down;
            if below > i64::from(MAX_POSITION) {
                return;
            }
            if sinker.enter([x, below as i32]).is_some() {
                *self = sinker;
                return;
            }
        }
    }
}

/// Checks the sweep of a sprite among some sprites or all, also from inside. Returns whether it hits a sprite.
pub fn swept(view: View, placed_grids: &[PlacedGrid], one: &PlacedGrid, among: Among, to: [i32; 2]) -> bool {
    let (from, id) = (one.actor.at, one.id);
    let view = among.view(view);
    let mut is_hit = false;
    if let Some(refusal) = among.refusal(&one.actor) {
        assert_eq!(view.sweep(id, to), Err(refusal));
        assert_eq!(view.sweep(id.as_if(&one.actor.sprite()), to), Err(refusal));
        return false;
    }
    for from_inside in [false, true] {
        let view = if from_inside { view.hit_from_inside() } else { view };
        let swept = view.sweep(id, to).unwrap();
        assert_eq!(view.sweep(id.as_if(&one.actor.sprite()), to), Ok(swept));
        assert_eq!(view.without(id).sweep(&one.actor.sprite(), to), Ok(swept));
        let mut path = Path::new(one, &obstacles(placed_grids, one, among));
        let (inside, hit) = (path.inside(), path.go(to, from_inside));
        let found = swept.hit.map(|hit| (hit.step, hit.id));
        let context = || format!("{id:?} from {from:?} to {to:?}, {from_inside}");
        assert_eq!((swept.at, found, swept.started_inside), (path.at, hit, inside.first().copied()), "{}", context());
        if let Some(hit) = swept.hit {
            is_hit = true;
            let line = Line::new(from, to);
            assert_eq!(hit.before, hit.step.checked_sub(1).map(|step| line.at(step)));
            described(placed_grids, one, [swept.at, line.at(hit.step)], hit);
        }
    }
    is_hit
}

/// Checks the description of a contact in a step.
fn described(placed_grids: &[PlacedGrid], one: &PlacedGrid, [from, to]: [[i32; 2]; 2], hit: SpriteSweepHit) {
    let other = placed_grids.iter().find(|other| other.id == hit.id).unwrap();
    let is_x = matches!(other.actor.one_way, Some(Side::Left | Side::Right));
    let (grid, [x, y]) = one.drawn_from(if is_x { [to[0], from[1]] } else { to });
    let (other, [left, top]) = other.drawn();
    let first = other.first(grid, [x - left, y - top]).unwrap();
    assert_eq!(hit.first, [first[0] + left, first[1] + top]);
    let out = shape::mask(grid).overlap_normal(&shape::mask(other), [left - x, top - y]);
    assert_eq!(Some(hit.normal), out);
}

/// Checks the sprites that would block a move of a sprite, among some or all. Returns their number.
#[expect(clippy::must_use_candidate, reason = "a caller may ignore what the check returns")]
pub fn touched(view: View, placed_grids: &[PlacedGrid], one: &PlacedGrid, among: Among, by: [i32; 2]) -> usize {
    let view = among.view(view);
    let wide = one.actor.moved(by);
    if let Some(refusal) = among.refusal(&one.actor) {
        assert_eq!(view.touching(one.id, by), Err(refusal));
        return 0;
    }
    if !within(wide) {
        assert_eq!(view.touching(one.id, by), Err(WorldError::OutOfRange { at: wide }));
        return 0;
    }
    let to = wide.map(|c| c as i32);
    let blocks = |other: &&&PlacedGrid| {
        let mut path = Path::new(one, &[other]);
        // A move by nothing asks for the sprites that it overlaps.
        if by == [0, 0] { !path.inside().is_empty() } else { path.go(to, false).is_some() }
    };
    let near = obstacles(placed_grids, one, among);
    let mut ids: Vec<SpriteId> = near.iter().filter(blocks).map(|other| other.id).collect();
    ids.sort_unstable();
    assert_eq!(view.touching(one.id, by).unwrap(), ids, "{:?} by {by:?}", one.id);
    let mut from_inside: Vec<SpriteId> = ids.iter().copied().chain(Path::new(one, &near).inside()).collect();
    from_inside.sort_unstable();
    from_inside.dedup();
    assert_eq!(view.hit_from_inside().touching(one.id, by).unwrap(), from_inside, "{:?} by {by:?}", one.id);
    ids.len()
}

/// Checks the sides on which a sprite is blocked after a move: left, right, up, down.
fn blocked_sides(path: &Path, to: [i32; 2], trip: Trip, moved: &Moved) {
    let (course, stays) = (trip.course, trip.from_inside && !path.inside().is_empty());
    let is_blocked = |x: i32, y: i32| {
        let at = [path.at[0] + x, path.at[1] + y];
        within(at.map(i64::from)) && (stays || path.clone().enter(at).is_some())
    };
    let [x, y] = [0, 1].map(|axis| (i64::from(to[axis]) - i64::from(path.at[axis])).signum() as i32);
    let expected = if matches!(course, Course::Walk { .. }) {
        [x < 0, x > 0, false, is_blocked(0, 1)]
    } else {
        let alone = [x != 0 && is_blocked(x, 0), y != 0 && is_blocked(0, y)];
        let [along_x, along_y] = if alone == [false; 2] { [true; 2] } else { alone };
        [along_x && x < 0, along_x && x > 0, along_y && y < 0, along_y && y > 0]
    };
    let world::Blocked { left, right, up, down, .. } = moved.blocked;
    assert_eq!([left, right, up, down], expected, "{course:?} of {:?} to {to:?}", path.one.id);
}

/// Checks that many moves in one call are those of single calls: in copies of a world, with equal pairs afterwards.
pub fn moved_many(world: &World, moves: &[(SpriteId, [i32; 2])], trip: Trip) {
    let [mut many, mut single] = [0; 2].map(|_| world.try_clone().unwrap());
    let expected: Result<Vec<Moved>, WorldError> =
        moves.iter().map(|&(id, to)| single.move_until(id, to, trip.motion())).collect();
    let positions = |world: &World| moves.iter().map(|&(id, _)| world.get(id).unwrap().position).collect::<Vec<_>>();
    assert_eq!(many.move_until_many(moves.iter().copied(), trip.motion()), expected, "{trip:?}: {moves:?}");
    assert_eq!(positions(&many), positions(&single));
    let ids: Vec<SpriteId> = moves.iter().map(|&(id, _)| id).collect();
    let pushed: Result<Vec<Option<[i32; 2]>>, WorldError> = ids.iter().map(|&id| single.push_out(id, 9)).collect();
    assert_eq!(many.push_out_many(ids, 9), pushed);
    let [many, single] = [&mut many, &mut single].map(|world| {
        world.refresh().unwrap();
        world.validate().unwrap();
        world.step().map(|step| step.pairs().to_vec())
    });
    assert_eq!(many, single, "{trip:?}: {moves:?}");
}

/// Moves a sprite until it is stopped, and checks where, and by which sprites. Returns its last position, and the
/// number of sprites that stopped it.
pub fn moved(
    twin: &mut Twin,
    placed_grids: &[PlacedGrid],
    one: &PlacedGrid,
    to: [i32; 2],
    trip: impl Into<Trip>,
) -> ([i32; 2], usize) {
    let trip = trip.into();
    let Trip { course, among, from_inside } = trip;
    let (id, from, obstacles) = (one.id, one.actor.at, obstacles(placed_grids, one, among));
    let mut path = Path::new(one, &obstacles);
    let inside = path.inside();
    let hits: Vec<SpriteId> = match (course, inside.first()) {
        (_, Some(&first)) if from_inside => vec![first],
        (Course::Stop, _) => path.go(to, false).map(|(_, id)| id).into_iter().collect(),
        (Course::Slide, _) => path.slide(to),
        (Course::Walk { step_up, step_down }, _) => path.walk(to[0], step_up, step_down),
    };
    let moved = twin.world.move_until(id, to, trip.motion());
    if let Some(refusal) = among.refusal(&one.actor) {
        assert_eq!(moved, Err(refusal), "{trip:?} of {id:?}");
        assert_eq!(twin.world.get(id).unwrap().position, from);
        return (from, 0);
    }
    let moved = moved.unwrap();
    assert_eq!((moved.at, &moved.started_inside), (path.at, &inside), "{trip:?} of {id:?} from {from:?} to {to:?}");
    assert!(moved.hits.iter().map(|hit| hit.id).eq(hits));
    blocked_sides(&path, to, trip, &moved);
    assert_eq!(twin.world.get(id).unwrap().position, path.at);
    twin.model.actors.get_mut(&id).unwrap().at = path.at;
    // The sprite is in no sprite deeper than before, and it moved only towards its target.
    for other in obstacles.iter().filter(|other| other.actor.one_way.is_none()) {
        assert!(depth(one, path.at, other) <= depth(one, from, other), "{trip:?} of {id:?} into {:?}", other.id);
    }
    let is_walk = matches!(course, Course::Walk { .. });
    let axes = if is_walk { 0..1 } else { 0..2 };
    assert!(axes.clone().all(|axis| (from[axis].min(to[axis])..=from[axis].max(to[axis])).contains(&path.at[axis])));
    for hit in moved.hits.iter().filter(|_| is_walk && (!from_inside || inside.is_empty())) {
        let [x, y] = path.at;
        assert_eq!((hit.before, hit.step), (Some(path.at), x.abs_diff(from[0]) + 1));
        described(placed_grids, one, [path.at, [x + (to[0] - x).signum(), y]], *hit);
    }
    (path.at, moved.hits.len())
}
