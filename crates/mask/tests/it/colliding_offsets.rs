//! Colliding offsets, penetration and contact normals against every offset tested one by one.

use mask::shared::convolve;
use mask::{Mask, MaskError};
use testkit::oracle::contact::{moves, offsets, separation};
use testkit::oracle::{Subject, noise, sizes};
use testkit::{Grid, Rng, shape};

fn check(a: &Grid, b: &Grid) {
    offsets(&Subject::new(a.clone()), &Subject::new(b.clone()));
}

#[test]
fn all_offsets_on_both_sides_of_every_word_boundary() {
    let mut rng = Rng::new(1);
    let mut pairs = 0;
    for (wide, narrow) in sizes() {
        for (tall, low) in [(1, 1), (3, 2), (2, 7), (0, 3)] {
            for percent in [4, 50, 100] {
                check(&noise(wide, tall, percent, &mut rng), &noise(narrow, low, percent, &mut rng));
                pairs += 1;
            }
        }
    }
    // Rows across the bands.
    for (tall, low) in sizes() {
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
    assert_eq!(convolve(&wide, &tall).unwrap_err(), refused);
    assert_eq!(wide.colliding_offsets(&tall).unwrap_err(), refused);
    let nothing = Mask::new(u32::MAX, 0).unwrap();
    assert_eq!(convolve(&nothing, &wide).unwrap(), Mask::new(0, 0).unwrap());
    assert_eq!(convolve(&wide, &nothing).unwrap(), Mask::new(0, 0).unwrap());
    let air = Mask::new(5, 4).unwrap();
    let all = convolve(&air, &Mask::filled(3, 3).unwrap()).unwrap();
    assert_eq!((all.width(), all.height(), all.is_empty()), (7, 6, true));
}

/// Checks a contact, with a random direction.
fn check_contact(a: &Grid, b: &Grid, at: [i32; 2], rng: &mut Rng) -> bool {
    let length = [1, 2, 4, 8, 16, 32][rng.below(6) as usize];
    let directions = [[length, rng.within(-length..length + 1)], [rng.within(-length..1), -length]];
    let direction = directions[rng.below(2) as usize];
    separation(&Subject::new(a.clone()), &Subject::new(b.clone()), at, direction)
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
    let sides: &[u32] = if cfg!(debug_assertions) { &[100] } else { &[150, 300, 560] };
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
            let all = convolve(a, b).unwrap();
            let hit = |x: u32, y: u32| a.overlaps(b, [x as i32 - back[0], y as i32 - back[1]]);
            assert_eq!(all, Mask::from_fn(all.width(), all.height(), hit).unwrap(), "mask {first}, side {side}");
            for at in [[0, 0], [side as i32 / 3, -(side as i32) / 2], [-(side as i32) / 2, 7]] {
                let hits = |m: [i32; 2]| all.contains([0, 1].map(|axis| at[axis] - m[axis] + back[axis]));
                let out = moves().find(|&m| !hits(m));
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
    let rounds = if cfg!(debug_assertions) { 2 } else { 150 };
    let moves: Vec<[i32; 2]> = moves().take_while(|&[x, y]| x * x + y * y < 420 * 420).collect();
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
            let free = |[x, y]: &[i32; 2]| !a.overlaps(b, [at[0] - x, at[1] - y]);
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
    assert_eq!(a.penetration_along(&b, [5, 5], [i32::MIN, 0]), Some([-15, 0]));
}
