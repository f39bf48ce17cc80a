//! Platforms that carry and push, from moving every sprite pixel by pixel.

use super::actor::within;
use super::among::Among;
use super::moving::{Path, obstacles};
use super::placed_grid::PlacedGrid;
use super::twin::Twin;
use std::collections::BTreeSet;
use world::SpriteId;

/// Returns whether a platform moves another sprite that it meets: neither is a sensor, and the other is not fixed.
fn may_push(platform: &PlacedGrid, one: &PlacedGrid) -> bool {
    let blocks = !platform.actor.sensor && !one.actor.sensor && !one.actor.fixed;
    blocks && one.id != platform.id && one.actor.may_meet(&platform.actor)
}

/// Returns the sprites that stand on a sprite, and those that stand on these.
fn riders_of(placed_grids: &[PlacedGrid], platform: &PlacedGrid) -> BTreeSet<SpriteId> {
    let (mut riders, mut bases) = (BTreeSet::new(), vec![platform]);
    while let Some(base) = bases.pop() {
        for one in placed_grids.iter().filter(|one| one.id != platform.id && may_push(base, one)) {
            let [x, y] = one.actor.at;
            if Path::new(one, &[base]).enter([x, y + 1]).is_some() && riders.insert(one.id) {
                bases.push(one);
            }
        }
    }
    riders
}

/// Returns by how many pixels a platform pushes a sprite along an axis while it moves by `by`: both move pixel by pixel.
fn pushes(one: &PlacedGrid, platform: &PlacedGrid, axis: usize, by: i32) -> i32 {
    // Seen from the platform, the sprite moves towards it.
    let mut path = Path::new(one, &[platform]);
    let steps = (0..by.abs()).filter(|_| {
        let mut next = path.at;
        next[axis] -= by.signum();
        path.enter(next).is_some()
    });
    by.signum() * steps.count() as i32
}

/// Returns where riders stop that move by `by` along an axis, pixel by pixel. They do not block each other, except those that have
/// stopped already.
fn ridden_to(
    twin: &mut Twin,
    placed_grids: &[PlacedGrid],
    riders: &BTreeSet<SpriteId>,
    platform: SpriteId,
    axis: usize,
    by: i32,
) -> Vec<[i32; 2]> {
    let ones: Vec<&PlacedGrid> = placed_grids.iter().filter(|one| riders.contains(&one.id)).collect();
    let after = |one: &PlacedGrid, steps: i32| {
        let mut at = one.actor.at;
        at[axis] += by.signum() * steps;
        at
    };
    // How many steps each goes. A guess that agrees with itself is right, because only those who stop earlier stop others.
    let mut steps = vec![by.abs(); ones.len()];
    loop {
        let stopped: Vec<PlacedGrid> = ones
            .iter()
            .zip(&steps)
            .map(|(one, &steps)| {
                let stays = std::mem::replace(&mut twin.model.actors.get_mut(&one.id).unwrap().at, after(one, steps));
                let placed_grid = twin.model.placed_grid(one.id);
                twin.model.actors.get_mut(&one.id).unwrap().at = stays;
                placed_grid
            })
            .collect();
        let go = |one: &PlacedGrid| {
            let mut in_way = obstacles(placed_grids, one, Among::default());
            in_way.retain(|other| other.id != platform && !riders.contains(&other.id));
            let mut path = Path::new(one, &in_way);
            let others = obstacles(&stopped, one, Among::default());
            for step in 0..by.abs() {
                for (other, _) in stopped.iter().zip(&steps).filter(|&(_, &steps)| steps == step) {
                    if others.iter().any(|known| known.id == other.id) {
                        path.meet(other);
                    }
                }
                let next = after(one, step + 1);
                if !within(next.map(i64::from)) || path.enter(next).is_some() {
                    return step;
                }
            }
            by.abs()
        };
        let again: Vec<i32> = ones.iter().map(|one| go(one)).collect();
        if again == steps {
            return ones.iter().zip(&steps).map(|(one, &steps)| after(one, steps)).collect();
        }
        steps = again;
    }
}

/// Carries sprites, and checks who rides, who is pushed and who is crushed, and where all are afterwards. Returns how
/// many there are of each.
pub fn carried(twin: &mut Twin, id: SpriteId, to: [i32; 2], riders: Option<&[SpriteId]>) -> [usize; 3] {
    let placed_grids: Vec<PlacedGrid> = twin.model.placed_grids().unwrap();
    let placed_grid =
        |placed_grids: &[PlacedGrid], id: SpriteId| placed_grids.iter().position(|one| one.id == id).unwrap();
    let from = placed_grids[placed_grid(&placed_grids, id)].actor.at;
    let riders: BTreeSet<SpriteId> = match riders {
        Some(riders) => riders.iter().copied().filter(|&rider| rider != id).collect(),
        None => riders_of(&placed_grids, &placed_grids[placed_grid(&placed_grids, id)]),
    };
    let carried = twin.world.carry(id, to, Some(&riders.iter().copied().collect::<Vec<_>>()));
    let (mut pushed, mut crushed) = (BTreeSet::new(), BTreeSet::new());
    for axis in (0..2).filter(|&axis| to[axis] != from[axis]) {
        let by = to[axis] - from[axis];
        let placed_grids: Vec<PlacedGrid> = twin.model.placed_grids().unwrap();
        let platform = &placed_grids[placed_grid(&placed_grids, id)];
        let mut stops = vec![(id, [0, 1].map(|other| if other == axis { to[axis] } else { platform.actor.at[other] }))];
        let places = ridden_to(twin, &placed_grids, &riders, id, axis, by);
        for (&rider, &stop) in riders.iter().zip(&places) {
            let one = &placed_grids[placed_grid(&placed_grids, rider)];
            let left = by - (stop[axis] - one.actor.at[axis]);
            // The platform is then as far as the rider.
            if may_push(platform, one) && pushes(one, platform, axis, left) != 0 {
                crushed.insert(rider);
            }
            stops.push((rider, stop));
        }
        let is_pushed = |one: &&PlacedGrid| !riders.contains(&one.id) && may_push(platform, one);
        let mut needs: Vec<(i32, SpriteId)> =
            placed_grids.iter().filter(is_pushed).map(|one| (pushes(one, platform, axis, by), one.id)).collect();
        needs.retain(|&(needed, _)| needed != 0);
        needs.sort_by_key(|&(needed, id)| (needed.abs(), id));
        for (id, at) in stops {
            twin.model.actors.get_mut(&id).unwrap().at = at;
        }
        for (needed, other) in needs {
            let placed_grids: Vec<PlacedGrid> = twin.model.placed_grids().unwrap();
            let one = &placed_grids[placed_grid(&placed_grids, other)];
            let mut in_way = obstacles(&placed_grids, one, Among::default());
            in_way.retain(|other| other.id != id);
            let mut target = one.actor.at;
            target[axis] += needed;
            let clears = within(target.map(i64::from)) && Path::new(one, &in_way).go(target, false).is_none();
            if clears {
                twin.model.actors.get_mut(&other).unwrap().at = target;
            }
            if clears {
                pushed.insert(other)
            } else {
                crushed.insert(other)
            };
        }
    }
    pushed.retain(|id| !crushed.contains(id));
    let carried = carried.unwrap();
    let [found_riders, found_pushed, found_crushed] =
        [&carried.riders, &carried.pushed, &carried.crushed].map(|list| list.iter().copied().collect::<BTreeSet<_>>());
    assert_eq!((found_riders, found_pushed, found_crushed), (riders, pushed, crushed), "{id:?} to {to:?}");
    for (id, actor) in &twin.model.actors {
        assert_eq!(twin.world.get(*id).unwrap().position, actor.at, "{id:?}");
    }
    [carried.riders.len(), carried.pushed.len(), carried.crushed.len()]
}

/// Checks who would ride on a sprite if it were a platform.
pub fn ridden(twin: &mut Twin, id: SpriteId) {
    let placed_grids: Vec<PlacedGrid> = twin.model.placed_grids().unwrap();
    let platform = placed_grids.iter().find(|one| one.id == id).unwrap();
    let carried = twin.world.carry(id, platform.actor.at, None).unwrap();
    assert!(carried.riders.iter().copied().eq(riders_of(&placed_grids, platform)), "{id:?}: {carried:?}");
}
