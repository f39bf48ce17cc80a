//! The answers to queries of a world, from testing every pixel of every sprite. Each function panics if the world
//! answers differently. A view on some layers is compared with the sprites in these layers.

use super::placed_grid::PlacedGrid;
use crate::naive::{in_polygon, share};
use crate::oracle::motion::{outward_normal, same_direction};
use crate::{Choice, Grid, shape};
use mask::{Circle, Line, Polygon, Rect};
use std::ops::ControlFlow;
use world::{Neighbor, PlacedMask, Probe, SpriteId, SpriteRayHit, View};

/// Returns the sprites in some layers, or all.
#[must_use]
pub fn on_layers(placed_grids: &[PlacedGrid], layers: Option<u32>) -> Vec<&PlacedGrid> {
    placed_grids.iter().filter(|one| layers.is_none_or(|layers| one.actor.layers[0] & layers != 0)).collect()
}

/// Returns the sprites that share a pixel with a grid at a position.
#[must_use]
pub fn sharing(seen: &[&PlacedGrid], over: (&Grid, [i32; 2])) -> Vec<SpriteId> {
    seen.iter().filter(|one| share(one.drawn(), over)).map(|one| one.id).collect()
}

/// Checks a visitor that breaks at each of some calls: it is called once for each item, and not again after it breaks.
fn visits<T: Copy + PartialEq>(
    expected: &[T],
    mut visit: impl FnMut(&mut dyn FnMut(T) -> ControlFlow<T>) -> ControlFlow<T>,
) {
    for wanted in [1, 3, usize::MAX] {
        let mut visited = Vec::new();
        let flow = visit(&mut |one| {
            visited.push(one);
            if visited.len() == wanted { ControlFlow::Break(one) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((flow.is_break(), visited.len()), (expected.len() >= wanted, expected.len().min(wanted)));
        let is_first = |(place, one): (usize, &T)| !visited[..place].contains(one);
        assert!(visited.iter().enumerate().all(is_first) && visited.iter().all(|one| expected.contains(one)));
    }
}

/// Checks that all forms of a query find these sprites.
pub fn found<'p>(view: View, probe: impl Into<Probe<'p>>, expected: &[SpriteId]) {
    let probe = probe.into();
    assert_eq!(view.find(probe), expected, "{probe:?}");
    let mut ids = vec![SpriteId::default(); 3];
    view.find_into(probe, &mut ids);
    assert_eq!(ids, expected);
    visits(expected, |visit| view.for_each_found(probe, visit));
    ids.clear();
    view.for_each_found(probe, |id| ids.push(id));
    ids.sort_unstable();
    assert_eq!(ids, expected);
}

/// Checks a probe of each of five kinds about a position: a point, a rectangle, a mask, a circle and a polygon.
pub fn probes(choices: &mut impl Choice, view: View, seen: &[&PlacedGrid], at: [i32; 2]) {
    found(view, at, &sharing(seen, (&shape::solid(1), at)));
    assert_eq!(view.find((at[0], at[1])), view.find(at));
    let rect = Rect { left: at[0], top: at[1], width: choices.below(60), height: choices.below(60) };
    found(view, rect, &sharing(seen, (&shape::grid(rect.width, rect.height, |_, _| true), at)));
    let brush = shape::random(choices);
    found(view, PlacedMask { mask: &shape::mask(&brush), at }, &sharing(seen, (&brush, at)));

    // Coordinates in eighths, some on the centers of pixels.
    let mut near = |reach: i32| at.map(|c| f64::from(c) + f64::from(choices.within(-reach..reach)) / 8.0);
    let covered = |covers: &dyn Fn([i64; 2]) -> bool| -> Vec<SpriteId> {
        seen.iter().filter(|one| one.pixels().any(covers)).map(|one| one.id).collect()
    };
    let center = near(8);
    // Edges may cross.
    let corners: Vec<[f64; 2]> = [center, near(300), near(300), near(300), near(300), near(300)].to_vec();
    let (radius, corners) = (f64::from(choices.below(400)) / 4.0, &corners[..3 + choices.below(4) as usize]);
    let off = |place: i64, axis: usize| place as f64 + 0.5 - center[axis];
    let inside = |[x, y]: [i64; 2]| off(x, 0).powi(2) + off(y, 1).powi(2) <= radius * radius;
    let is_far = at.iter().any(|c| c.unsigned_abs() >= 1 << 12);
    match Circle::new(center, radius) {
        Ok(circle) => found(view, circle, &covered(&inside)),
        Err(error) => assert!(is_far, "{error}"),
    }
    // The oracle is exact for coordinates of few bits.
    if !is_far {
        let polygon = Polygon::new(corners.iter().copied()).unwrap();
        found(view, &polygon, &covered(&|pixel| in_polygon(corners, pixel)));
    }
}

/// Checks the first hit of a line with each sprite. Returns the number of sprites that the line enters.
#[expect(clippy::must_use_candidate, reason = "a caller may ignore what the check returns")]
pub fn rays(view: View, seen: &[&PlacedGrid], from: [i32; 2], to: [i32; 2]) -> usize {
    let points: Vec<[i32; 2]> = Line::new(from, to).points().collect();
    let dot = shape::solid(1);
    let (mut expected, mut entered) = (Vec::new(), Vec::new());
    for one in seen {
        if let Some(step) = points.iter().position(|&at| share(one.drawn(), (&dot, at))) {
            let before = step.checked_sub(1).map(|before| points[before]);
            entered.push(one.id);
            // Rays pass through sensors.
            expected.extend((!one.actor.sensor).then_some((step as u32, one.id, points[step], before)));
        }
    }
    expected.sort_by_key(|&(step, sprite, ..)| (step, sprite));
    let known = |hit: SpriteRayHit| (hit.step, hit.id, hit.at, hit.before);
    let mut hits = view.cast_ray_all([0, 0], [99, 9]);
    view.cast_ray_all_into(from, to, &mut hits);
    assert!(hits.iter().copied().map(known).eq(expected.iter().copied()), "{from:?} to {to:?}");
    for hit in &hits {
        let drawn = seen.iter().find(|one| one.id == hit.id).expect("a sprite of the world").drawn();
        let is_solid = |at: [i64; 2]| share(drawn, (&dot, at.map(|c| c as i32)));
        let normal = hit.before.map(|before| outward_normal(is_solid, hit.at, before));
        assert!(same_direction(hit.normal, normal), "{from:?} to {to:?}: {hit:?} and {normal:?}");
    }
    assert_eq!(view.cast_ray_all(from, to), hits);
    assert_eq!(view.cast_ray(from, to), hits.first().copied());
    visits(&hits, |visit| view.for_each_on_ray(from, to, visit));
    let mut count = 0;
    view.for_each_on_ray(from, to, |_| count += 1);
    assert_eq!(count, hits.len());
    entered.sort_unstable();
    found(view, Line::new(from, to), &entered);
    hits.len()
}

/// Checks the sprites with the nearest solid pixels, and their distances, for each of some largest numbers of sprites.
pub fn nearest(view: View, seen: &[&PlacedGrid], at: [i32; 2], counts: &[usize]) {
    let off = |[x, y]: [i64; 2]| {
        let [dx, dy] = [x.abs_diff(at[0].into()), y.abs_diff(at[1].into())].map(u128::from);
        dx * dx + dy * dy
    };
    let distance = |one: &&PlacedGrid| Some((one.pixels().map(off).min()?, one.id));
    let mut all: Vec<(u128, SpriteId)> = seen.iter().filter_map(distance).collect();
    all.sort_unstable();
    let mut near: Vec<Neighbor> = Vec::new();
    for &count in counts {
        let expected = &all[..count.min(all.len())];
        view.nearest_into(at, count, &mut near);
        let found: Vec<(u128, SpriteId)> = near.iter().map(|near| (near.distance_squared(), near.id)).collect();
        let one = |id: SpriteId| seen.iter().find(|one| one.id == id).map(|one| (one.actor, one.tight, one.outer));
        let other = found.iter().zip(expected).find(|(one, other)| one != other);
        let context = || format!("near {at:?}: {other:?}, {:?}", other.map(|(a, b)| [one(a.1), one(b.1)]));
        assert_eq!(found, expected, "{}", context());
        assert!(near.iter().all(|near| near.distance() == (near.distance_squared() as f64).sqrt()));
        assert_eq!(view.nearest(at, count), near);
    }
}

/// Checks the sprites that are nearest to one of the sprites at a position, and their distances.
pub fn nearest_others(view: View, seen: &[&PlacedGrid], one: &PlacedGrid, counts: &[usize]) {
    // All pixels of two large grids are too many pairs, and a nearest pixel has a neighbor that is not solid.
    let border = |grid: &PlacedGrid| -> Vec<[i64; 2]> {
        let solid: std::collections::HashSet<[i64; 2]> = grid.pixels().collect();
        let is_inner = |[x, y]: &[i64; 2]| {
            [[x - 1, *y], [x + 1, *y], [*x, y - 1], [*x, y + 1]].iter().all(|at| solid.contains(at))
        };
        grid.pixels().filter(|at| !is_inner(at)).collect()
    };
    let mine = border(one);
    let distance = |other: &&&PlacedGrid| {
        let shares = share(one.drawn(), other.drawn());
        let theirs = border(other);
        let pairs = mine.iter().flat_map(|a| theirs.iter().map(move |b| [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])]));
        let least = pairs.map(|off| off.map(u128::from).iter().map(|off| off * off).sum::<u128>()).min()?;
        Some((if shares { 0 } else { least }, other.id))
    };
    let others = seen.iter().filter(|other| other.id != one.id);
    let mut all: Vec<(u128, SpriteId)> = others.filter_map(|other| distance(&other)).collect();
    all.sort_unstable();
    for &count in counts {
        let near = view.nearest_others(one.id, count).unwrap();
        let found: Vec<(u128, SpriteId)> = near.iter().map(|near| (near.distance_squared(), near.id)).collect();
        assert_eq!(found, all[..count.min(all.len())], "near {:?}", one.id);
        let mut again = near.clone();
        view.nearest_others_into(one.id.at(one.actor.at), count, &mut again).unwrap();
        assert_eq!(again, near);
    }
}

/// Checks the contact of two sprites, in either order. Returns whether they collide.
pub fn contact(view: View, one: &PlacedGrid, other: &PlacedGrid) -> bool {
    let collide = contact_of_first(view, one, other);
    assert_eq!(contact_of_first(view, other, one), collide);
    collide
}

/// Checks the contact of two sprites, whose normal and penetration belong to the first. Returns whether they collide.
fn contact_of_first(view: View, a: &PlacedGrid, b: &PlacedGrid) -> bool {
    let ((mine, at), (theirs, there)) = (a.drawn(), b.drawn());
    let contact = view.contact(a.id, b.id);
    assert_eq!(contact.is_some(), a.id != b.id && share((mine, at), (theirs, there)));
    let Some(contact) = contact else { return false };
    let offset = [there[0] - at[0], there[1] - at[1]];
    let [x, y] = mine.first(theirs, offset).unwrap();
    let bounds = mine.bounds(theirs, offset).unwrap();
    assert_eq!(contact.first(), [x + at[0], y + at[1]]);
    assert_eq!(contact.area(), mine.area(theirs, offset));
    assert_eq!(contact.bounds(), Rect { left: bounds.left + at[0], top: bounds.top + at[1], ..bounds });
    assert_eq!((contact.a, contact.b), (a.id, b.id));
    assert_eq!([a, b].map(|one| contact.other(one.id)), [Some(b.id), Some(a.id)]);
    assert_eq!(
        (Some(contact.penetration()), Some(contact.normal())),
        (contact.penetration_of(a.id), contact.normal_of(a.id))
    );
    for (id, (from, to), at) in [(a.id, (theirs, mine), offset.map(|c| -c)), (b.id, (mine, theirs), offset)] {
        let out = contact.penetration_of(id).unwrap();
        assert_eq!(out, separation(from, to, at));
        // The normal is parallel to the gradient of the area of the overlap, if there is one.
        let area = |x, y| from.area(to, [at[0] + x, at[1] + y]) as f64;
        let gradient = [area(-1, 0) - area(1, 0), area(0, -1) - area(0, 1)];
        let [x, y] = if gradient == [0.0, 0.0] { out.map(f64::from) } else { gradient };
        let normal = contact.normal_of(id).unwrap();
        assert!((normal[0] - x / x.hypot(y)).abs() < 1e-12 && (normal[1] - y / x.hypot(y)).abs() < 1e-12);
        assert!(normal.iter().all(|c| c.to_bits() != (-0.0f64).to_bits()), "{normal:?}");
    }
    let stranger = SpriteId::default();
    assert_eq!((contact.normal_of(stranger), contact.penetration_of(stranger)), (None, None));
    assert_eq!(contact.other(stranger), None);
    true
}

/// The smallest move of `b` that frees it, the topmost and leftmost of them, by trying all. Moves along one axis, past
/// the nearest side of `a`, limit the search.
fn separation(a: &Grid, b: &Grid, [x, y]: [i32; 2]) -> [i32; 2] {
    let [right, down] = [a.width as i32 - x, a.height as i32 - y];
    let most = right.min(down).min(b.width as i32 + x).min(b.height as i32 + y);
    let moves = (-most..=most).flat_map(|dy| (-most..=most).map(move |dx| [dx, dy]));
    let mut moves: Vec<[i32; 2]> = moves.collect();
    moves.sort_by_key(|[dx, dy]| (dx * dx + dy * dy, *dy, *dx));
    moves.into_iter().find(|[dx, dy]| !a.hit(b, [x + dx, y + dy])).unwrap()
}
