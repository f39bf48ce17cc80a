//! Moves of a sprite until another stops it, from testing every position of every path, pixel by pixel. Each function
//! panics if the world answers differently.

use super::answers::on_layers;
use super::pose::Pose;
use super::{Twin, within};
use crate::naive::share;
use crate::shape;
use mask::Line;
use world::{MAX_POSITION, Motion, SpriteId, SpriteSweepHit, View, WorldError};

/// Returns the sprites that may stop a sprite, in some layers or in all.
#[must_use]
pub fn obstacles<'a>(poses: &'a [Pose], one: &Pose, layers: Option<u32>) -> Vec<&'a Pose> {
    let mut seen = on_layers(poses, layers);
    seen.retain(|other| other.id != one.id && one.actor.may_meet(&other.actor));
    seen
}

/// Checks whether a sprite has room at some positions, on some layers or on all. Returns at how many it has.
pub fn free(view: View, poses: &[Pose], one: &Pose, layers: Option<u32>, places: &[[i32; 2]]) -> usize {
    let (obstacles, view) = (obstacles(poses, one, layers), layers.map_or(view, |layers| view.on_layers(layers)));
    let is_free = |at: &&[i32; 2]| {
        let met = obstacles.iter().any(|other| share(one.drawn_from(**at), other.drawn()));
        let wide = at.map(i64::from);
        let expected = if within(wide) { Ok(!met) } else { Err(WorldError::OutOfRange { at: wide }) };
        assert_eq!(view.is_free(one.id, **at), expected, "{:?} at {at:?}", one.id);
        expected == Ok(true)
    };
    places.iter().filter(is_free).count()
}

/// A sprite on its path, which enters one position after the other.
#[derive(Clone)]
struct Path<'a> {
    one: &'a Pose,
    at: [i32; 2],
    /// The obstacles that overlapped the sprite at all positions so far.
    ignored: Vec<&'a Pose>,
    /// The other obstacles.
    in_way: Vec<&'a Pose>,
}

impl<'a> Path<'a> {
    fn new(one: &'a Pose, obstacles: &[&'a Pose]) -> Path<'a> {
        let from = one.actor.at;
        let (ignored, in_way) = obstacles.iter().partition(|other| share(one.drawn_from(from), other.drawn()));
        Path { one, at: from, ignored, in_way }
    }

    /// Returns the sprite with the smallest id that is ignored.
    fn inside(&self) -> Option<SpriteId> {
        self.ignored.iter().map(|other| other.id).min()
    }

    /// Enters a position, or returns the sprite with the smallest id that is in the way there.
    fn enter(&mut self, at: [i32; 2]) -> Option<SpriteId> {
        let meets = |other: &Pose| share(self.one.drawn_from(at), other.drawn());
        let met = self.in_way.iter().filter(|other| meets(other)).map(|other| other.id).min();
        if met.is_none() {
            self.in_way.extend(self.ignored.extract_if(.., |other| !meets(other)));
            self.at = at;
        }
        met
    }

    /// Goes straight to a position. Returns the step and the sprite that stop the path.
    fn go(&mut self, to: [i32; 2], from_inside: bool) -> Option<(u32, SpriteId)> {
        if from_inside && let Some(other) = self.inside() {
            return Some((0, other));
        }
        (0..).zip(Line::new(self.at, to).points()).find_map(|(step, at)| Some((step, self.enter(at)?)))
    }

    /// The definition of [`Motion::Slide`]: returns the sprites that stopped a part of the way.
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

    /// The definition of [`Motion::Walk`]: returns the column and the sprite that stop the walk.
    fn walk(&mut self, to: i32, step_up: u32, step_down: u32) -> Option<(u32, SpriteId)> {
        let toward = (to - self.at[0]).signum();
        for step in 1.. {
            let [x, y] = self.at;
            if x == to {
                break;
            }
            let Some(wall) = self.enter([x + toward, y]) else {
                self.sink(step_down);
                continue;
            };
            let mut climber = self.clone();
            let mut rises = (1..=step_up).map(|rise| i64::from(y) - i64::from(rise));
            let over = loop {
                let height = rises.next().filter(|&y| y >= -i64::from(MAX_POSITION));
                let Some(height) = height.filter(|&y| climber.enter([x, y as i32]).is_none()) else { break None };
                let mut over = climber.clone();
                if over.enter([x + toward, height as i32]).is_none() {
                    break Some(over);
                }
            };
            let Some(over) = over else { return Some((step, wall)) };
            *self = over;
            self.sink(step_down);
        }
        None
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

/// Checks the sweep of a sprite on some layers, or on all, also from inside. Returns whether it hits a sprite.
pub fn swept(view: View, poses: &[Pose], one: &Pose, layers: Option<u32>, to: [i32; 2]) -> bool {
    let (from, id) = (one.actor.at, one.id);
    let view = layers.map_or(view, |layers| view.on_layers(layers));
    let mut is_hit = false;
    for from_inside in [false, true] {
        let swept = if from_inside { view.sweep_from_inside(id, to) } else { view.sweep(id, to) }.unwrap();
        let mut path = Path::new(one, &obstacles(poses, one, layers));
        let (inside, hit) = (path.inside(), path.go(to, from_inside));
        let found = swept.hit.map(|hit| (hit.step, hit.id));
        let context = || format!("{id:?} from {from:?} to {to:?}, {from_inside}");
        assert_eq!((swept.at, found, swept.started_inside), (path.at, hit, inside), "{}", context());
        if let Some(hit) = swept.hit {
            is_hit = true;
            let line = Line::new(from, to);
            assert_eq!(hit.before, hit.step.checked_sub(1).map(|step| line.at(step)));
            described(poses, one, line.at(hit.step), hit);
        }
    }
    is_hit
}

/// Checks the description of a contact at a position.
fn described(poses: &[Pose], one: &Pose, at: [i32; 2], hit: SpriteSweepHit) {
    let (grid, [x, y]) = one.drawn_from(at);
    let (other, [left, top]) = poses.iter().find(|other| other.id == hit.id).unwrap().drawn();
    let first = other.first(grid, [x - left, y - top]).unwrap();
    assert_eq!(hit.first, [first[0] + left, first[1] + top]);
    let out = shape::mask(grid).overlap_normal(&shape::mask(other), [left - x, top - y]);
    assert_eq!(Some(hit.normal), out);
}

/// Moves a sprite until it is stopped, and checks where, and by which sprites. Returns its last position, and the number
/// of sprites that stopped it.
pub fn moved(twin: &mut Twin, poses: &[Pose], one: &Pose, to: [i32; 2], motion: Motion) -> ([i32; 2], usize) {
    let (id, from, obstacles) = (one.id, one.actor.at, obstacles(poses, one, None));
    let mut path = Path::new(one, &obstacles);
    let inside = path.inside();
    let alone = |hit: Option<(u32, SpriteId)>| hit.map(|(_, id)| id).into_iter().collect();
    let hits: Vec<SpriteId> = match motion {
        Motion::Slide => path.slide(to),
        Motion::Walk { step_up, step_down } => alone(path.walk(to[0], step_up, step_down)),
        _ => alone(path.go(to, motion == Motion::StopFromInside)),
    };
    let moved = twin.world.move_until(id, to, motion).unwrap();
    assert_eq!((moved.at, moved.started_inside), (path.at, inside), "{motion:?} of {id:?} from {from:?} to {to:?}");
    assert!(moved.hits.iter().map(|hit| hit.id).eq(hits));
    assert_eq!(twin.world.get(id).unwrap().position, path.at);
    twin.model.actors.get_mut(&id).unwrap().at = path.at;
    // The sprite overlaps only sprites that it overlapped before, and it moved only towards its target.
    let meets = |at: [i32; 2], other: &Pose| share(one.drawn_from(at), other.drawn());
    assert!(obstacles.iter().all(|other| !meets(path.at, other) || meets(from, other)));
    let is_walk = matches!(motion, Motion::Walk { .. });
    let axes = if is_walk { 0..1 } else { 0..2 };
    assert!(axes.clone().all(|axis| (from[axis].min(to[axis])..=from[axis].max(to[axis])).contains(&path.at[axis])));
    if let ([hit], true) = (&moved.hits[..], is_walk) {
        let [x, y] = path.at;
        assert_eq!((hit.before, hit.step), (Some(path.at), x.abs_diff(from[0]) + 1));
        described(poses, one, [x + (to[0] - x).signum(), y], *hit);
    }
    (path.at, moved.hits.len())
}
