//! Colliding offsets, penetration and contact normals against every offset tested one by one.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::{Mask, MaskError};

const SIDES: [u32; 10] = [0, 1, 2, 63, 64, 65, 127, 128, 129, 130];

fn noise(width: u32, height: u32, percent: u32, rng: &mut Rng) -> Grid {
    shape::grid(width, height, |_, _| rng.below(100) < percent)
}

/// The sums of all pairs of solid pixels; nothing is tested for overlap.
fn sums(a: &Grid, b: &Grid) -> Grid {
    if a.solid.is_empty() || b.solid.is_empty() {
        return shape::grid(0, 0, |_, _| false);
    }
    let mut all = shape::grid(a.width + b.width - 1, a.height + b.height - 1, |_, _| false);
    let pixels = |grid: &Grid| -> Vec<[u32; 2]> {
        let places = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| [x, y]));
        places.zip(&grid.solid).filter(|&(_, &solid)| solid).map(|(at, _)| at).collect()
    };
    let theirs = pixels(b);
    for [x, y] in pixels(a) {
        for [u, v] in &theirs {
            all.solid[((y + b.height - 1 - v) * all.width + x + b.width - 1 - u) as usize] = true;
        }
    }
    all
}

fn check(a: &Grid, b: &Grid) {
    let (ours, theirs) = (shape::mask(a), shape::mask(b));
    let expected = sums(a, b);
    let all = ours.convolve(&theirs).unwrap();
    all.validate();
    assert_eq!(Grid::from(&all), expected, "{} x {} and {} x {}", a.width, a.height, b.width, b.height);
    let (hits, [x, y]) = ours.colliding_offsets(&theirs).unwrap();
    hits.validate();
    let mut placed = Mask::new(expected.width, expected.height).unwrap();
    placed.draw(&hits, [x + b.width as i32 - 1, y + b.height as i32 - 1]);
    assert_eq!(placed, all);
    assert_eq!(hits.count(), all.count(), "hits outside the bounds");
    let tight = all.bounds().map_or([0, 0], |bounds| [bounds.width, bounds.height]);
    assert_eq!([hits.width(), hits.height()], tight, "the bounds are not tight");
}

#[test]
fn all_offsets_on_both_sides_of_every_word_boundary() {
    let mut rng = Rng::new(1);
    let mut pairs = 0;
    for (wide, narrow) in SIDES.iter().flat_map(|&wide| SIDES.map(|narrow| (wide, narrow))) {
        for (tall, low) in [(1, 1), (3, 2), (2, 7), (0, 3)] {
            for percent in [4, 50, 100] {
                check(&noise(wide, tall, percent, &mut rng), &noise(narrow, low, percent, &mut rng));
                pairs += 1;
            }
        }
    }
    // Rows across the bands.
    for (tall, low) in SIDES.iter().flat_map(|&tall| SIDES.map(|low| (tall, low))) {
        for percent in [4, 60, 100] {
            check(&noise(3, tall, percent, &mut rng), &noise(2, low, percent, &mut rng));
            pairs += 1;
        }
    }
    // Tall enough for row-group summaries.
    for (tall, low) in [(450, 3), (399, 2), (260, 300)] {
        check(&noise(65, tall, 3, &mut rng), &noise(3, low, 20, &mut rng));
        pairs += 1;
    }
    println!("{pairs} pairs");
}

#[test]
fn all_offsets_of_sprites_and_patterns() {
    let mut shapes = shape::sprites(70, 5, 3);
    shapes.extend([shape::checkerboard(66), shape::solid(65), shape::noise(64, 50, 9), shape::noise(40, 95, 9)]);
    shapes.extend([shape::grid(200, 40, |x, _| x != 100), shape::grid(150, 9, |x, y| x == 149 || y == 8)]);
    for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        check(a, b);
    }
}

#[test]
fn all_offsets_of_random_pairs() {
    let mut rng = Rng::new(2);
    let cases = if cfg!(debug_assertions) { 500 } else { 10_000 };
    for _ in 0..cases {
        let mut grid = || {
            let (width, height) = if rng.below(8) == 0 { (rng.below(200), 3) } else { (rng.below(80), rng.below(24)) };
            let percent = rng.below(101);
            // Sometimes in blocks, so that rows are equal.
            let side = 1 + rng.below(4);
            let cells = noise(width / side + 1, height / side + 1, percent, &mut rng);
            shape::grid(width, height, |x, y| cells.solid[((y / side) * cells.width + x / side) as usize])
        };
        check(&grid(), &grid());
    }
    println!("{cases} pairs");
}

#[test]
fn results_that_are_too_large_are_refused() {
    let (wide, tall) = (Mask::filled(1 << 20, 1).unwrap(), Mask::filled(1, 1 << 20).unwrap());
    let refused = MaskError::TooLarge { width: 1 << 20, height: 1 << 20 };
    assert_eq!(wide.convolve(&tall).unwrap_err(), refused);
    assert_eq!(wide.colliding_offsets(&tall).unwrap_err(), refused);
    let nothing = Mask::new(u32::MAX, 0).unwrap();
    assert_eq!(nothing.convolve(&wide).unwrap(), Mask::new(0, 0).unwrap());
    assert_eq!(wide.convolve(&nothing).unwrap(), Mask::new(0, 0).unwrap());
    let air = Mask::new(5, 4).unwrap();
    let all = air.convolve(&Mask::filled(3, 3).unwrap()).unwrap();
    assert_eq!((all.width(), all.height(), all.is_empty()), (7, 6, true));
}

/// The nearest separating move: tests all moves that can be nearest, ordered by length, then by the documented
/// tie-break.
fn separation(a: &Grid, b: &Grid, at: [i32; 2]) -> Option<[i32; 2]> {
    if !a.hit(b, at) {
        return None;
    }
    let reach = [a.width.max(a.height) + b.width.max(b.height)].map(|side| side as i32)[0];
    let moves = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| [x, y]));
    let free = moves.filter(|m| !a.hit(b, [at[0] + m[0], at[1] + m[1]]));
    free.min_by_key(|&[x, y]| (x * x + y * y, y, x))
}

/// Steps along a direction; fractions round to nearest, and exact halves round right and down.
fn separation_along(a: &Grid, b: &Grid, at: [i32; 2], d: [i32; 2]) -> Option<[i32; 2]> {
    let n = d[0].abs().max(d[1].abs());
    if n == 0 || !a.hit(b, at) {
        return None;
    }
    // Exact: the divisor of the fractions is at most 2^6 here.
    let to = |t: i32| d.map(|c| (f64::from(t) * f64::from(c) / f64::from(n) + 0.5).floor() as i32);
    (1..).map(to).find(|m| !a.hit(b, [at[0] + m[0], at[1] + m[1]]))
}

fn normal(a: &Grid, b: &Grid, [x, y]: [i32; 2]) -> Option<[f64; 2]> {
    let area = |x, y| a.area(b, [x, y]) as f64;
    let gradient = [area(x + 1, y) - area(x - 1, y), area(x, y + 1) - area(x, y - 1)];
    let out = separation(a, b, [x, y])?;
    let [x, y] = if gradient == [0.0; 2] { out.map(|c| -f64::from(c)) } else { gradient };
    Some([x, y].map(|c| c / (x * x + y * y).sqrt()))
}

fn check_contact(a: &Grid, b: &Grid, at: [i32; 2], rng: &mut Rng) -> bool {
    let (ours, theirs) = (shape::mask(a), shape::mask(b));
    let context = || format!("{} x {} and {} x {} at {at:?}", a.width, a.height, b.width, b.height);
    let out = separation(a, b, at);
    assert_eq!(ours.penetration(&theirs, at), out, "{}", context());
    let direction = [1, 2, 4, 8, 16, 32][rng.below(6) as usize];
    let direction = [[direction, rng.within(-direction..direction + 1)], [rng.within(-direction..1), -direction]];
    let direction = direction[rng.below(2) as usize];
    let along = separation_along(a, b, at, direction);
    assert_eq!(ours.penetration_along(&theirs, at, direction), along, "{direction:?}, {}", context());
    match (ours.overlap_normal(&theirs, at), normal(a, b, at)) {
        (None, None) => {}
        (Some(ours), Some(theirs)) => {
            assert!(
                (0..2).all(|axis| (ours[axis] - theirs[axis]).abs() < 1e-12),
                "{ours:?}, {theirs:?}, {}",
                context()
            );
            assert!((ours[0].hypot(ours[1]) - 1.0).abs() < 1e-12);
        }
        (ours, theirs) => panic!("{ours:?}, {theirs:?}, {}", context()),
    }
    out.is_some()
}

#[test]
fn penetration_of_random_pairs() {
    let mut rng = Rng::new(4);
    let cases = if cfg!(debug_assertions) { 300 } else { 15_000 };
    let mut hits = 0;
    for _ in 0..cases {
        let percent = [5, 50, 100][rng.below(3) as usize];
        let (width, height) =
            if rng.below(8) == 0 { (rng.below(70), rng.below(3)) } else { (rng.below(14), rng.below(14)) };
        let a = noise(width, height, percent, &mut rng);
        let (width, height) = (rng.below(10), rng.below(10));
        let b = noise(width, height, percent, &mut rng);
        let at =
            [rng.within(-(b.width as i32)..a.width as i32 + 1), rng.within(-(b.height as i32)..a.height as i32 + 1)];
        hits += u32::from(check_contact(&a, &b, at, &mut rng));
    }
    println!("{cases} pairs, {hits} overlap");
    assert!(hits > cases / 4);
}

/// Deep overlaps, whose nearest separating move is several tiles of offsets away.
#[test]
fn penetration_of_deep_overlaps() {
    let mut rng = Rng::new(5);
    let deep = [
        (shape::disc(90), shape::disc(70), [10, 12]),
        (shape::grid(130, 300, |_, _| true), shape::solid(9), [60, 140]),
        (shape::grid(300, 130, |_, _| true), shape::grid(20, 200, |_, _| true), [140, -30]),
        (shape::ring(140), shape::solid(30), [55, 2]),
        (shape::checkerboard(66), shape::checkerboard(66), [2, 4]),
    ];
    for (a, b, at) in deep.iter().take(if cfg!(debug_assertions) { 1 } else { 5 }) {
        assert!(check_contact(a, b, *at, &mut rng));
    }
}

/// Masks so large that a sample of the rows comes first: one in 8, 64 or 512, and then more.
#[test]
fn large_masks_of_many_runs() {
    let mut rng = Rng::new(6);
    let sides: &[u32] = if cfg!(debug_assertions) { &[150] } else { &[150, 300, 560] };
    let mut contacts = 0;
    for &side in sides {
        let mut grids: Vec<Grid> = [1, 10, 66, 99].map(|percent| noise(side, side, percent, &mut rng)).into();
        // An empty border, so that the first and last rows with pixels are not in the sample.
        let spots = noise(side, side, 40, &mut rng);
        grids.push(shape::grid(side, side, |x, y| (9..side - 3).contains(&y) && spots.solid[(y * side + x) as usize]));
        grids.extend([shape::disc(side), shape::ring(side), shape::grid(side, side, |x, y| x / 4 % 2 == 0 || y < 4)]);
        let masks: Vec<Mask> = grids.iter().map(shape::mask).collect();
        for (first, a) in masks.iter().enumerate() {
            let b = &masks[(first + 3) % masks.len()];
            let back = [b.width(), b.height()].map(|side| side as i32 - 1);
            let all = a.convolve(b).unwrap();
            let hit = |x: u32, y: u32| a.overlaps(b, [x as i32 - back[0], y as i32 - back[1]]);
            assert_eq!(all, Mask::from_fn(all.width(), all.height(), hit).unwrap(), "mask {first}, side {side}");
            for at in [[0, 0], [side as i32 / 3, -(side as i32) / 2], [-(side as i32) / 2, 7]] {
                let hits = |m: [i32; 2]| all.contains([0, 1].map(|axis| at[axis] + m[axis] + back[axis]));
                let reach = 2 * side as i32;
                let moves = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| [x, y]));
                let out = moves.filter(|&m| !hits(m)).min_by_key(|&[x, y]| (x * x + y * y, y, x));
                assert_eq!(a.penetration(b, at), out.filter(|&m| m != [0, 0]), "mask {first}, side {side}, at {at:?}");
                contacts += 1;
            }
        }
    }
    println!("{contacts} deep contacts");
}

/// An offset that a sample leaves open beside a tile of moves is not known to be free yet.
#[test]
fn penetration_of_sprites() {
    let mut rng = Rng::new(7);
    let rounds = if cfg!(debug_assertions) { 4 } else { 150 };
    let mut moves: Vec<[i32; 2]> = (-420..=420).flat_map(|y| (-420..=420).map(move |x| [x, y])).collect();
    moves.sort_by_key(|[x, y]| (x * x + y * y, *y, *x));
    let mut contacts = 0;
    for round in 0..rounds {
        let [side, other] = [(); 2].map(|()| 8 + rng.below(200));
        let mut shapes = shape::sprites(side, 5, round);
        shapes.extend(shape::sprites(other, 5, round));
        shapes.push(noise(side, other, 3 + rng.below(97), &mut rng));
        let masks: Vec<Mask> = shapes.iter().map(shape::mask).collect();
        for (a, b) in masks.iter().flat_map(|a| masks.iter().map(move |b| (a, b))) {
            let at = [
                rng.within(-(b.width() as i32)..a.width() as i32),
                rng.within(-(b.height() as i32)..a.height() as i32),
            ];
            let free = |[x, y]: &[i32; 2]| !a.overlaps(b, [at[0] + x, at[1] + y]);
            let out = moves.iter().copied().find(free).filter(|&m| m != [0, 0]);
            assert_eq!(a.penetration(b, at), out, "{side} and {other} at {at:?}, round {round}");
            contacts += u32::from(out.is_some());
        }
    }
    println!("{contacts} contacts of sprites");
    assert!(contacts > 20 * rounds as u32);
}

#[test]
fn contacts_at_the_ends_of_i32_are_none() {
    let (a, b) = (shape::mask(&shape::disc(20)), shape::mask(&shape::disc(9)));
    for at in [[i32::MIN, 0], [i32::MAX, i32::MAX], [0, i32::MIN]] {
        assert_eq!((a.penetration(&b, at), a.overlap_normal(&b, at)), (None, None));
        assert_eq!(a.penetration_along(&b, at, [1, 0]), None);
    }
    assert_eq!(a.penetration_along(&b, [5, 5], [0, 0]), None);
    assert_eq!(a.penetration_along(&b, [5, 5], [i32::MIN, 0]), Some([-14, 0]));
}
