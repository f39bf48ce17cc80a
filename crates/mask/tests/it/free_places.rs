//! Free places, against a test of every offset in the order of the distance.

use mask::{Mask, Reach, Rect};
use testkit::{Grid, Rng, shape};

/// All offsets up to `reach` pixels away along each axis, the nearest first, then the topmost, then the leftmost.
fn moves(reach: i32) -> Vec<[i32; 2]> {
    let mut moves: Vec<[i32; 2]> = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| [x, y])).collect();
    moves.sort_by_key(|&[x, y]| (x * x + y * y, y, x));
    moves
}

/// The definition of a free place.
fn nearest(moves: &[[i32; 2]], limit: i32, at: [i32; 2], is_allowed: impl Fn([i32; 2]) -> bool) -> Option<[i32; 2]> {
    let within = moves.iter().take_while(|[x, y]| x * x + y * y <= limit * limit);
    within.map(|[x, y]| [at[0] + x, at[1] + y]).find(|&at| is_allowed(at))
}

/// Whether the solid pixels of a grid at an offset lie in a rectangle.
fn lies_in(grid: &Grid, at: [i32; 2], within: Rect) -> bool {
    let [left, top] = [within.left, within.top].map(i64::from);
    let is_inside = |x: i64, y: i64| (left..within.right()).contains(&x) && (top..within.bottom()).contains(&y);
    let [dx, dy] = at.map(i64::from);
    let pixels = (0..i64::from(grid.height)).flat_map(|y| (0..i64::from(grid.width)).map(move |x| [x, y]));
    pixels.filter(|&pixel| grid.contains(pixel)).all(|[x, y]| is_inside(x + dx, y + dy))
}

#[test]
fn free_places_are_the_nearest_of_all_offsets() {
    let moves = moves(90);
    let rounds = if cfg!(debug_assertions) { 400 } else { 8000 };
    let (mut moved, mut none) = (0, 0);
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let mut random = |most: u32| {
            let [width, height] = [1 + rng.below(most), 1 + rng.below(most)];
            let percent = [100, 97, 60, 20, 2, 0][rng.below(6) as usize];
            shape::grid(width, height, |_, _| rng.below(100) < percent)
        };
        // The larger of the two may be either.
        let sizes = [[70, 20], [20, 70], [140, 9], [64, 64]][seed as usize % 4];
        let (a, b) = (random(sizes[0]), random(sizes[1]));
        let (ours, theirs) = (shape::mask(&a), shape::mask(&b));
        let at = [rng.within(-40..100), rng.within(-40..100)];
        let limit = [0, 1, 5, 30, 80][rng.below(5) as usize];
        let context = || format!("{ours} and {theirs} at {at:?}, limit {limit}");
        let expected = nearest(&moves, limit, at, |at| !a.hit(&b, at));
        assert_eq!(ours.nearest_free(&theirs, at, limit as u32), expected, "{}", context());
        let [left, top] = [rng.within(-60..60), rng.within(-60..60)];
        let within = Rect { left, top, width: rng.below(180), height: rng.below(180) };
        let allowed = nearest(&moves, limit, at, |at| !a.hit(&b, at) && lies_in(&b, at, within));
        assert_eq!(
            ours.nearest_free(&theirs, at, Reach::new(limit as u32).inside(within)),
            allowed,
            "{}, {within:?}",
            context()
        );
        moved +=
            usize::from(expected.is_some_and(|free| free != at)) + usize::from(allowed.is_some_and(|free| free != at));
        none += usize::from(expected.is_none()) + usize::from(allowed.is_none());
        // Without a limit, a place that is free is as far away as the penetration.
        let out = theirs.penetration(&ours, at.map(|c| -c)).unwrap_or([0, 0]);
        assert_eq!(ours.nearest_free(&theirs, at, u32::MAX), Some([at[0] + out[0], at[1] + out[1]]), "{}", context());
    }
    println!("{moved} moved, {none} found no place");
    assert!(moved > rounds as usize / 8 && none > rounds as usize / 8);
}

/// Rendered text and rasterized polygons have empty borders, and a world asks for the solid pixels too.
#[test]
fn the_solid_pixels_lie_in_the_rectangle_and_empty_borders_may_stick_out() {
    let mut part = Mask::new(12, 12).unwrap();
    part.fill_rect(Rect::new(1, 1, 10, 10), true);
    let (board, within) = (Mask::new(10, 10).unwrap(), Reach::new(50).inside(Rect::new(0, 0, 10, 10)));
    assert_eq!(board.nearest_free(&part, [0, 0], within), Some([-1, -1]));
    assert_eq!(board.nearest_free(&part, [0, 0], Reach::new(50).inside(Rect::new(0, 0, 9, 10))), None);
    // Without solid pixels, nothing has to lie inside.
    let empty = Mask::new(40, 40).unwrap();
    assert_eq!(board.nearest_free(&empty, [77, 5], within), Some([77, 5]));
}

#[test]
fn free_places_of_several_masks_at_once() {
    let moves = moves(60);
    let rounds = if cfg!(debug_assertions) { 300 } else { 5000 };
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let grid = |rng: &mut Rng, most: u32| {
            let (width, height, percent) = (1 + rng.below(most), 1 + rng.below(most), [100, 70][rng.below(2) as usize]);
            shape::grid(width, height, |_, _| rng.below(100) < percent)
        };
        let mover = grid(&mut rng, 30);
        let others: Vec<(Grid, [i32; 2])> =
            (0..rng.below(9)).map(|_| (grid(&mut rng, 40), [rng.within(-40..40), rng.within(-40..40)])).collect();
        let limit = [3, 20, 55][rng.below(3) as usize];
        let is_free = |[x, y]: [i32; 2]| others.iter().all(|(other, at)| !other.hit(&mover, [at[0] + x, at[1] + y]));
        let (left, top) = (rng.within(-70..10), rng.within(-70..10));
        let within = [left..left + 70, top..top + 70];
        let is_allowed = |at: [i32; 2]| is_free(at) && within[0].contains(&at[0]) && within[1].contains(&at[1]);
        let expected = nearest(&moves, limit, [0, 0], is_allowed);
        let masks: Vec<Mask> = others.iter().map(|(grid, _)| shape::mask(grid)).collect();
        let obstacles = masks.iter().zip(others.iter().map(|&(_, at)| at));
        let found = mask::shared::nearest_free_of(
            &shape::mask(&mover),
            obstacles,
            limit as u32,
            within.map(|range| range.start.into()..range.end.into()),
        );
        assert_eq!(found, expected, "{seed}, limit {limit}");
    }
}

#[test]
fn free_places_at_the_ends_of_the_range() {
    let (dot, bar) = (Mask::filled(1, 1).unwrap(), Mask::filled(200, 1).unwrap());
    let empty = Mask::new(9, 9).unwrap();
    for at in [[i32::MIN, i32::MAX], [i32::MAX, 0], [0, i32::MIN], [i32::MAX; 2]] {
        for (a, b) in [(&dot, &bar), (&bar, &dot), (&empty, &bar), (&bar, &empty)] {
            assert_eq!(a.nearest_free(b, at, u32::MAX), Some(at));
            let within = Rect { left: -500, top: 0, width: 1000, height: 9 };
            let none = if b.is_empty() { Some(at) } else { None };
            assert_eq!(a.nearest_free(b, at, Reach::new(1 << 20).inside(within)), none);
            let at = at.map(|c| c / 2);
            let place = a.nearest_free(b, at, Reach::new(u32::MAX).inside(within)).unwrap();
            assert!(!a.overlaps(b, place));
        }
    }
    // No room for the mask, and a rectangle of no pixels.
    let none = Rect { left: 3, top: 3, width: 0, height: 0 };
    assert_eq!(
        dot.nearest_free(&bar, [0, 0], Reach::new(99).inside(Rect { left: 0, top: 0, width: 199, height: 9 })),
        None
    );
    assert_eq!(dot.nearest_free(&dot, [5, 5], Reach::new(99).inside(none)), None);
    assert_eq!(dot.nearest_free(&Mask::new(0, 0).unwrap(), [5, 5], Reach::new(99).inside(none)), Some([5, 5]));
    // A board of one row that is full except for its end.
    let row = Mask::from_fn(1 << 20, 1, |x, _| x < (1 << 20) - 200).unwrap();
    let within = Rect { left: 0, top: 0, width: 1 << 20, height: 1 };
    let found = row.nearest_free(&bar, [0, 0], Reach::new(u32::MAX).inside(within));
    assert_eq!(found, Some([(1 << 20) - 200, 0]));
}
