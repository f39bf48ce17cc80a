//! Sweeps against every step of the path, tested pixel by pixel.

use mask::shared::tests_of_sweep;
use mask::{Line, Mask, Sweep};
use testkit::oracle::{Subject, motion, noise};
use testkit::{Grid, Rng, shape};

fn check(a: &Grid, b: &Grid, from: [i32; 2], to: [i32; 2]) -> Sweep {
    motion::sweep(&Subject::new(a.clone()), &Subject::new(b.clone()), from, to)
}

/// A floor with bumps, and a post at its right end, which keeps the boxes overlapping all the way.
fn floor(width: u32, bumps: u32, rng: &mut Rng) -> Grid {
    let tops: Vec<u32> = (0..width).map(|_| if rng.below(100) < bumps { 2 } else { 4 }).collect();
    shape::grid(width, 9, |x, y| y >= tops[x as usize] || x + 1 == width)
}

#[test]
fn every_direction_over_every_small_offset() {
    let mut rng = Rng::new(1);
    let (a, b) = (shape::ring(14), noise(5, 6, 40, &mut rng));
    let mut paths = 0;
    for (x, y) in
        (-20i32..=20).flat_map(|x| (-20i32..=20).map(move |y| (x, y))).filter(|(x, y)| x.abs().max(y.abs()) == 20)
    {
        for (dx, dy) in (-24..=24).step_by(3).flat_map(|dx| (-24..=24).step_by(4).map(move |dy| (dx, dy))) {
            check(&a, &b, [x + 4, y + 4], [4 + dx, 4 + dy]);
            paths += 1;
        }
    }
    println!("{paths} paths");
}

/// Long grazing paths: over a floor, up and down slopes, with either mask the larger one.
#[test]
fn grazing_paths() {
    let mut rng = Rng::new(2);
    let (mut hits, mut free, cases) = (0, 0, if cfg!(debug_assertions) { 60 } else { 2000 });
    for _ in 0..cases {
        let length = 200 + rng.below(1500);
        let bumps = rng.below(3);
        let rise = rng.within(-40..41);
        let flat = floor(length, bumps, &mut rng);
        // The floor, sheared into a slope.
        let lift = |x: u32| (i64::from(x) * i64::from(rise.unsigned_abs()) / i64::from(length)) as u32;
        let slope = shape::grid(length, 9 + rise.unsigned_abs(), |x, y| {
            let x = if rise < 0 { length - 1 - x } else { x };
            y.checked_sub(lift(x)).is_some_and(|y| y >= 9 || flat.solid[(y * length + x) as usize])
        });
        let slider = [shape::disc(12), shape::solid(3), noise(9, 5, 50, &mut rng), shape::solid(1)]
            [rng.below(4) as usize]
            .clone();
        let high = -(slider.height as i32) + rng.within(0..5);
        let past = rng.within(-8..2); // usually before the post
        let (left, right) = (-(slider.width as i32) - 5, length as i32 - slider.width as i32 + past);
        let (from, to) =
            if rise < 0 { ([left, high - rise], [right, high]) } else { ([left, high], [right, high + rise]) };
        let (from, to) = if rng.below(2) == 0 { (from, to) } else { (to, from) };
        let sweep = check(&slope, &slider, from, to);
        // The floor moves instead, and both masks turn by a quarter.
        let back = |[x, y]: [i32; 2]| [-x, -y];
        check(&slider, &slope, back(from), back(to));
        let turned =
            |grid: &Grid| shape::grid(grid.height, grid.width, |x, y| grid.solid[(x * grid.width + y) as usize]);
        let flip = |[x, y]: [i32; 2]| [y, x];
        check(&turned(&slope), &turned(&slider), flip(from), flip(to));
        *(if sweep.hit.is_some() { &mut hits } else { &mut free }) += 1;
    }
    println!("{} paths, {hits} of {cases} hit", 3 * cases);
    assert!(hits > cases / 8 && free > cases / 8);
}

#[test]
fn random_sweeps() {
    let mut rng = Rng::new(3);
    let cases = if cfg!(debug_assertions) { 500 } else { 20_000 };
    let mut hits = 0;
    for _ in 0..cases {
        let percent = [2, 10, 60][rng.below(3) as usize];
        let (width, height) = (rng.below(90), rng.below(50));
        let a = noise(width, height, percent, &mut rng);
        let (width, height) = (rng.below(12), rng.below(70));
        let b = noise(width, height, percent, &mut rng);
        let mut end = || [rng.within(-150..200), rng.within(-150..200)];
        hits += u32::from(check(&a, &b, end(), end()).hit.is_some());
    }
    println!("{cases} sweeps, {hits} hit");
    assert!(hits > cases / 8);
}

/// Sparse dots only, so that stretches of every length miss and hit.
#[test]
fn sweeps_through_dust() {
    let mut rng = Rng::new(4);
    let cases = if cfg!(debug_assertions) { 40 } else { 3000 };
    let mut hits = 0;
    for _ in 0..cases {
        let dust = shape::grid(400, 300, |_, _| rng.below(4000) == 0);
        let b = [shape::solid(1), shape::solid(3), shape::ring(11)][rng.below(3) as usize].clone();
        let mut end = || [rng.within(-20..420), rng.within(-20..320)];
        hits += u32::from(check(&dust, &b, end(), end()).hit.is_some());
    }
    println!("{cases} sweeps, {hits} hit");
    assert!(hits > cases / 8);
}

/// Both masks are tall enough for row-group summaries, and so are the shapes of the stretches.
#[test]
fn tall_masks_past_each_other() {
    let mut rng = Rng::new(6);
    let cases = if cfg!(debug_assertions) { 4 } else { 60 };
    for case in 0..cases {
        // Posts with a gap between them, and a few bumps.
        let bumps = [0, 0, 1][case % 3];
        let gap = shape::grid(90, 900, |x, y| (x > 40) && (y % 450 < 9 || rng.below(3000) < bumps));
        let slider = shape::grid(39, 420, |x, y| x < 30 && y % 7 < 5);
        let (dx, dy) = (rng.within(-3..3), rng.within(-400..400));
        check(&gap, &slider, [2 + dx, -600], [2, 1000 + dy]);
        check(&slider, &gap, [-2, 600], [-2 + dx, -1000 + dy]);
    }
    println!("{} paths", 2 * cases);
}

#[test]
fn nothing_is_tunnelled_through_from_end_to_end_of_i32() {
    let wall = Mask::filled(1, 3).unwrap();
    let dot = Mask::filled(1, 1).unwrap();
    let hit = wall.sweep(&dot, [i32::MIN, 1], [i32::MAX, 1]).hit.unwrap();
    assert_eq!((hit.at, hit.before, hit.step), ([0, 1], Some([-1, 1]), 1 << 31));
    assert_eq!(tests_of_sweep(&wall, &dot, &Line::new([i32::MIN, 1], [i32::MAX, 1])), 1);
    let hit = wall.sweep(&dot, [i32::MAX, i32::MAX], [i32::MIN, i32::MIN]).hit.unwrap();
    assert_eq!((hit.at, hit.before), ([0, 0], Some([1, 1])));
    assert_eq!(wall.sweep(&dot, [i32::MIN, 3], [i32::MAX, 3]).hit, None);
    assert_eq!(tests_of_sweep(&wall, &dot, &Line::new([i32::MIN, 3], [i32::MAX, 3])), 0);
    assert_eq!(wall.sweep(&Mask::new(0, 9).unwrap(), [-9, 0], [9, 0]).hit, None);
    let inside = wall.sweep(&dot, [0, 1], [i32::MAX, i32::MIN]).hit.unwrap();
    assert_eq!((inside.at, inside.before, inside.step), ([0, 1], None, 0));
}

/// A box without pixels ends the search of many steps, however many of the other mask's pixels are near it.
#[test]
fn a_path_through_empty_boxes_takes_few_tests() {
    let level = Mask::from_fn(20_000, 300, |x, y| y >= 250 || x + 1 == 20_000).unwrap();
    let hero = Mask::filled(24, 40).unwrap();
    let check = |a: &Mask, b: &Mask, from: [i32; 2], to: [i32; 2], hits: bool, limit: u64| {
        let tests = tests_of_sweep(a, b, &Line::new(from, to));
        assert!(a.sweep(b, from, to).hit.is_some() == hits && tests < limit, "{from:?} to {to:?}: {tests} tests");
    };
    check(&level, &hero, [0, 50], [19_000, 190], false, 40);
    check(&level, &hero, [0, 50], [19_000, 220], true, 100);
    // The level moves, and the hero stands still.
    check(&hero, &level, [0, -50], [-19_000, -190], false, 40);
}
