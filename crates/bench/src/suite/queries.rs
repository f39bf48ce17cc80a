//! The benchmark of iterated spatial joins of Sowell et al. (An experimental analysis of iterated spatial joins in main
//! memory, 2013): points move, and in each tick half of them ask for all points in a square around them.

use crate::peers::{ParryPoints, PointGrid, PointIndex, RstarPoints};
use anyhow::Result;
use mask::{Mask, Rect};
use std::sync::Arc;
use suites::case::Case;
use suites::suite::{Family, SEED, Spec};
use testkit::Rng;
use world::{Sprite, SpriteId, World, WorldError};

/// The number of points.
const POINTS: usize = 50_000;
/// The side of the square of all points, in pixels.
const SIDE: i32 = 22_000;
/// The side of the square of a query, in pixels.
const QUERY: u32 = 800;
/// The fastest points move this far along each axis in a tick.
const SPEED: i32 = 200;
/// The number of ticks, which are followed by as many ticks back.
const TICKS: usize = 10;

/// A tick: where the points are, and which of them ask.
struct Tick {
    at: Vec<[i32; 2]>,
    asking: Vec<u32>,
}

/// The number of points that all queries of a tick find, and a sum that tells other results apart.
#[derive(Default, Clone, Copy)]
struct Found {
    count: u64,
    sum: u64,
}

impl Found {
    /// Adds a point that a query of another finds.
    #[inline(always)]
    fn add(&mut self, asking: u32, found: u32) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(u64::from(asking + 1) * u64::from(found + 1));
    }
}

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let family = |name: &str, title: &str, build: fn() -> Result<Case>| Family {
        suite: "queries",
        name: name.to_owned(),
        title: title.to_owned(),
        unit: "points",
        answer: "found",
        specs: vec![Spec { name: format!("{name}-50k"), n: POINTS, against: vec!["grid"], build: Box::new(build) }],
    };
    vec![
        family(
            "queries-range",
            "which points are in 25,000 squares of 800 px? All points move; moves are not timed",
            range,
        ),
        family(
            "queries-join",
            "which points are in 25,000 squares of 800 px, as a join of boxes? All move; moves are not timed",
            join,
        ),
    ]
}

/// Ticks in which all points move, and half of the points have changed their velocity. They end where they began.
fn ticks(same_ask: bool) -> Vec<Tick> {
    let mut rng = Rng::new(SEED);
    let velocity = |rng: &mut Rng| [0; 2].map(|_: i32| rng.within(-SPEED..SPEED + 1));
    let mut at: Vec<[i32; 2]> = (0..POINTS).map(|_| [0; 2].map(|_: i32| rng.within(0..SIDE))).collect();
    let mut velocities: Vec<_> = at.iter().map(|_| velocity(&mut rng)).collect();
    let half = |rng: &mut Rng| -> Vec<u32> { (0..POINTS as u32).filter(|_| rng.below(2) == 0).collect() };
    let first = half(&mut rng);
    let mut tick = || {
        half(&mut rng).iter().for_each(|&point| velocities[point as usize] = velocity(&mut rng));
        for (at, by) in at.iter_mut().zip(&mut velocities) {
            for axis in 0..2 {
                if !(0..SIDE).contains(&(at[axis] + by[axis])) {
                    by[axis] = -by[axis];
                }
                at[axis] += by[axis];
            }
        }
        Tick { at: at.clone(), asking: if same_ask { first.clone() } else { half(&mut rng) } }
    };
    let there: Vec<Tick> = (0..TICKS).map(|_| tick()).collect();
    let back = there[1..TICKS - 1].iter().rev().map(|tick| Tick { at: tick.at.clone(), asking: tick.asking.clone() });
    let back: Vec<Tick> = back.collect();
    there.into_iter().chain(back).collect()
}

/// Returns the square of a query.
fn square([x, y]: [i32; 2]) -> Rect {
    let half = QUERY as i32 / 2;
    Rect::new(x - half, y - half, QUERY, QUERY)
}

/// Asks an index for the points around each asking point.
fn ask_index(index: &mut impl PointIndex, tick: &Tick) -> Found {
    index.update(&tick.at);
    let mut all = Found::default();
    for &point in &tick.asking {
        index.each_in(square(tick.at[point as usize]), |found| all.add(point, found));
    }
    all
}

fn read(found: Found) -> Result<(u64, u64)> {
    Ok((found.count, found.sum))
}

/// Range queries, one after another.
fn range() -> Result<Case> {
    let ticks = ticks(false);
    let mut points = World::new();
    points.set_limits(points.limits().parallel_from(usize::MAX));
    let dot = points.add_mask(Mask::filled(1, 1)?)?;
    let ids = ticks[0].at.iter().map(|&at| points.spawn(Sprite::new(dot, at))).collect::<Result<Vec<_>, _>>()?;
    let follow = |(world, ids): &mut (World, Vec<SpriteId>), tick: &Tick| -> Result<(), WorldError> {
        world.sync(ids.iter().zip(&tick.at).map(|(&id, &at)| (id, at)))
    };
    let ask = |(world, _): &mut (World, Vec<SpriteId>), tick: &Tick| -> Result<Found, WorldError> {
        let view = world.refresh()?;
        let mut all = Found::default();
        for &point in &tick.asking {
            view.for_each_found(square(tick.at[point as usize]), |found| all.add(point, found.index() as u32));
        }
        Ok(all)
    };
    let none = |_: &mut _, _: &Tick| {};
    let case = Case::asking(ticks)
        .prepared_row(
            "hitmask",
            (points, ids),
            move |ours, tick| follow(ours, tick).unwrap_or_default(),
            ask,
            |_, found| read(found?),
        )
        .prepared_row("grid", PointGrid::new(SIDE), none, ask_index, |_, found| read(found))
        .prepared_row("rstar", RstarPoints::default(), |_, _| {}, ask_index, |_, found| read(found))
        .prepared_row("parry2d", ParryPoints::default(), |_, _| {}, ask_index, |_, found| read(found));
    Ok(case.done())
}

/// The queries as sprites of their own. They are fixed, so they are not compared with each other, and the points collide only
/// with them.
fn join() -> Result<Case> {
    let ticks = ticks(true);
    let mut world = World::new();
    world.set_limits(world.limits().parallel_from(usize::MAX));
    let dot = world.add_mask(Mask::filled(1, 1)?)?;
    let window = world.add_mask(Arc::new(Mask::filled(QUERY, QUERY)?))?;
    let mut ids = Vec::new();
    for &at in &ticks[0].at {
        ids.push(world.spawn(Sprite::new(dot, at).layers(1).collides_with(2))?);
    }
    let asking = ticks[0].asking.clone();
    for &point in &asking {
        let Rect { left, top, .. } = square(ticks[0].at[point as usize]);
        ids.push(world.spawn(Sprite::new(window, [left, top]).layers(2).collides_with(1).fixed(true))?);
    }
    let corner = |at: [i32; 2]| [square(at).left, square(at).top];
    let follow = move |(world, ids): &mut (World, Vec<SpriteId>), tick: &Tick| {
        let windows = tick.asking.iter().map(|&point| corner(tick.at[point as usize]));
        world.sync(ids.iter().copied().zip(tick.at.iter().copied().chain(windows))).unwrap_or_default();
    };
    let ask = move |(world, _): &mut (World, Vec<SpriteId>), _: &Tick| -> Result<Found, WorldError> {
        let mut all = Found::default();
        world.refresh()?.for_each_candidate(|pair| {
            // The windows have the larger ids.
            all.add(asking[pair.b.index() - POINTS], pair.a.index() as u32);
        });
        Ok(all)
    };
    let case = Case::asking(ticks)
        .prepared_row("hitmask", (world, ids), follow, ask, |_, found| read(found?))
        .prepared_row("grid", PointGrid::new(SIDE), |_, _| {}, ask_index, |_, found| read(found))
        .prepared_row("rstar", RstarPoints::default(), |_, _| {}, ask_index, |_, found| read(found))
        .prepared_row("parry2d", ParryPoints::default(), |_, _| {}, ask_index, |_, found| read(found));
    Ok(case.done())
}
