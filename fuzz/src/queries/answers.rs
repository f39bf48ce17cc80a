//! The expected answers, from testing every pixel of every sprite.

use super::sees;
use crate::input::{grid, side, solid};
use crate::model::{Model, Pose};
use crate::naive::{in_polygon, share};
use crate::shape;
use arbitrary::{Result, Unstructured};
use mask::{Circle, Line, Polygon, Rect};
use world::{MAX_POSITION, Motion, Near, Placed, Probe, SpriteHit, SpriteId, View, World};

/// The longest line whose every step is tested.
const FAR: i32 = 150;

/// Checks the sprites found by probes of each kind.
pub(super) fn probes(u: &mut Unstructured, view: View, seen: &[&Pose], at: [i32; 2]) -> Result<()> {
    let [width, height] = [side(u, 60)?, side(u, 60)?];
    let brush = grid(u, width.min(20), height.min(20))?;
    let mask = shape::mask(&brush);
    let found = |probe: Probe, covers: &dyn Fn([i64; 2]) -> bool| {
        let hit = |one: &&&Pose| {
            let (grid, [left, top]) = one.drawn();
            let pixels = (0..i64::from(grid.height)).flat_map(|y| (0..i64::from(grid.width)).map(move |x| [x, y]));
            pixels.filter(|&pixel| solid(grid, pixel)).any(|[x, y]| covers([x + i64::from(left), y + i64::from(top)]))
        };
        let expected: Vec<SpriteId> = seen.iter().filter(hit).map(|one| one.id).collect();
        assert_eq!(view.find(probe), expected, "{probe:?}");
    };
    let [left, top] = at.map(i64::from);
    found(at.into(), &|pixel| pixel == [left, top]);
    found((at[0], at[1]).into(), &|pixel| pixel == [left, top]);
    let inside = |from: i64, side: u32, place: i64| (from..from + i64::from(side)).contains(&place);
    let rect = Rect { left: at[0], top: at[1], width, height };
    found(rect.into(), &|[x, y]| inside(left, width, x) && inside(top, height, y));
    found(Placed { mask: &mask, at }.into(), &|[x, y]| solid(&brush, [x - left, y - top]));
    let (center, radius) = (at.map(f64::from), f64::from(u.arbitrary::<u16>()?) / 512.0);
    let mut corners = Vec::new();
    for _ in 0..u.int_in_range(3..=7)? {
        let mut corner = |axis: usize| Ok(center[axis] + f64::from(u.int_in_range(-400..=400)?) / 8.0);
        corners.push([corner(0)?, corner(1)?]);
    }
    // The oracle is exact for coordinates of few bits.
    if at.iter().all(|c| c.unsigned_abs() < 1 << 12)
        && let Ok(polygon) = Polygon::new(corners.iter().copied())
    {
        found((&polygon).into(), &|pixel| in_polygon(&corners, pixel));
    }
    if let Ok(circle) = Circle::new(center, radius) {
        let middle = |place: i64, axis: usize| place as f64 + 0.5 - center[axis];
        found(circle.into(), &|[x, y]| middle(x, 0).powi(2) + middle(y, 1).powi(2) <= radius * radius);
    }
    Ok(())
}

/// Checks the first hit of a line with each sprite.
pub(super) fn rays(u: &mut Unstructured, view: View, seen: &[&Pose], from: [i32; 2]) -> Result<()> {
    let mut axis = |from: i32| Ok(from.saturating_add(u.int_in_range(-FAR..=FAR)?));
    let line = Line::new(from, [axis(from[0])?, axis(from[1])?]);
    let points: Vec<[i32; 2]> = line.points().collect();
    let mut expected = Vec::new();
    for one in seen {
        let (grid, corner) = one.drawn();
        let enters = |at: &[i32; 2]| solid(grid, [0, 1].map(|axis| i64::from(at[axis]) - i64::from(corner[axis])));
        if let Some(step) = points.iter().position(enters) {
            let before = step.checked_sub(1).map(|before| points[before]);
            expected.push((step as u32, one.id, points[step], before));
        }
    }
    expected.sort_by_key(|&(step, sprite, ..)| (step, sprite));
    let known = |hit: SpriteHit| (hit.step, hit.sprite, hit.at, hit.before);
    assert_eq!(view.cast_ray(line.from(), line.to()).map(known), expected.first().copied());
    assert!(view.cast_ray_all(line.from(), line.to()).into_iter().map(known).eq(expected.iter().copied()));
    let mut entered: Vec<SpriteId> = expected.iter().map(|&(_, sprite, ..)| sprite).collect();
    entered.sort_unstable();
    assert_eq!(view.find(line), entered);
    Ok(())
}

/// Checks the nearest boxes, and their distances.
pub(super) fn nearest(view: View, seen: &[&Pose], at: [i32; 2], count: usize) {
    let off = |place: i32, first: i64, end: i64| (first - i64::from(place)).max(i64::from(place) - end + 1).max(0);
    let distance = |one: &&Pose| {
        let [left, top, right, bottom] = one.tight?;
        let far = [off(at[0], left, right), off(at[1], top, bottom)].map(i128::from);
        Some(((far[0] * far[0] + far[1] * far[1]) as u128, one.id))
    };
    let mut expected: Vec<(u128, SpriteId)> = seen.iter().filter_map(distance).collect();
    expected.sort_unstable();
    expected.truncate(count);
    let mut near: Vec<Near> = Vec::new();
    view.nearest_into(at, count, &mut near);
    assert!(near.iter().map(|near| (near.distance_squared(), near.sprite)).eq(expected));
}

/// Checks the overlap of two sprites, in either order.
pub(super) fn shared(view: View, poses: &[Pose], a: SpriteId, b: SpriteId) {
    let of = |id: SpriteId| poses.iter().find(|one| one.id == id).expect("the id is valid").drawn();
    let ((mine, at), (theirs, there)) = (of(a.min(b)), of(a.max(b)));
    let offset = [0, 1].map(|axis| i64::from(there[axis]) - i64::from(at[axis]));
    let offset = offset.map(|c| c.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
    let expected = mine.first(theirs, offset).filter(|_| a != b).map(|first| {
        let bounds = mine.bounds(theirs, offset).expect("the masks share a pixel");
        let [left, top] = [bounds.left + at[0], bounds.top + at[1]];
        let bounds = Rect { left, top, ..bounds };
        ([first[0] + at[0], first[1] + at[1]], mine.area(theirs, offset), bounds)
    });
    assert_eq!(view.overlap(a, b).map(|overlap| (overlap.first, overlap.area, overlap.bounds)), expected);
    let Some(collision) = view.collision(b, a) else { return };
    let [dx, dy] = collision.penetration().expect("the sprites collide");
    assert!(!share((mine, at), (theirs, [there[0] + dx, there[1] + dy])));
    assert_eq!(collision.penetration_of(a.max(b)), Some([dx, dy]));
    let [left, up] = collision.penetration_of(a.min(b)).expect("the sprites collide");
    assert!(!share((mine, [at[0] + left, at[1] + up]), (theirs, there)));
    assert_eq!(dx * dx + dy * dy, left * left + up * up);
    let normal @ [x, y] = collision.normal().expect("the sprites collide");
    assert!((x.hypot(y) - 1.0).abs() < 1e-12);
    assert_eq!(collision.normal_of(a.max(b)), Some(normal.map(|c| 0.0 - c)));
    assert!(collision.normal_of(a.min(b)).is_some_and(|[x, y]| (x.hypot(y) - 1.0).abs() < 1e-12));
}

/// Checks a move, by testing every step of its path.
pub(super) fn moved(
    u: &mut Unstructured,
    world: &mut World,
    model: &mut Model,
    all: &[Pose],
    (id, layers): (SpriteId, Option<u32>),
) -> Result<()> {
    let (from, one) = (model.actors[&id].at, all.iter().find(|one| one.id == id).expect("the id is valid"));
    let (grid, corner) = one.drawn();
    let mut axis = |from: i32| Ok((from + u.int_in_range(-FAR..=FAR)?).clamp(-MAX_POSITION, MAX_POSITION));
    let to = [axis(from[0])?, axis(from[1])?];
    let meets = |at: [i32; 2], other: &Pose| {
        let corner = [0, 1].map(|axis| corner[axis] + (at[axis] - from[axis]));
        share((grid, corner), other.drawn())
    };
    let layers_of = |id| model.actors[&id].layers;
    let obstacles = |layers: Option<u32>| -> Vec<&Pose> {
        let ([of, with], others) = (layers_of(id), all.iter().filter(|other| other.id != id));
        let may_meet = |other: &&Pose| layers_of(other.id)[0] & with != 0 && layers_of(other.id)[1] & of != 0;
        others.filter(may_meet).filter(|other| sees(model, layers, other)).collect()
    };
    // Walks until a sprite is hit that was free at an earlier step.
    let walk = |layers: Option<u32>| {
        let (mut ignored, mut free): (Vec<_>, Vec<_>) =
            obstacles(layers).into_iter().partition(|other| meets(from, other));
        let mut before = from;
        for (step, at) in (0..).zip(Line::new(from, to).points()) {
            free.extend(ignored.extract_if(.., |other| !meets(at, other)));
            if let Some(hit) = free.iter().filter(|other| meets(at, other)).map(|other| other.id).min() {
                return (before, Some((step, hit)));
            }
            before = at;
        }
        (to, None)
    };
    let view = world.refresh().unwrap();
    let swept = layers.map_or(view, |layers| view.on_layers(layers)).sweep(id, to).unwrap();
    assert_eq!((swept.at, swept.hit.map(|hit| (hit.step, hit.sprite))), walk(layers));
    assert!(swept.hit.is_none_or(|hit| hit.before == swept.at));

    let slides = u.arbitrary()?;
    let moved = world.move_until(id, to, if slides { Motion::Slide } else { Motion::Stop }).unwrap();
    let (stop, hit) = walk(None);
    assert_eq!(moved.hits.first().map(|hit| (hit.step, hit.sprite)), hit);
    assert!(slides || moved.at == stop);
    assert!(
        obstacles(None).into_iter().all(|other| meets(from, other) || !meets(moved.at, other)),
        "overlaps another sprite"
    );
    let nearer = |axis: usize| moved.at[axis].abs_diff(to[axis]) <= from[axis].abs_diff(to[axis]);
    assert!(nearer(0) && nearer(1), "moved away from its target");
    model.actors.get_mut(&id).expect("the id is valid").at = moved.at;
    Ok(())
}
