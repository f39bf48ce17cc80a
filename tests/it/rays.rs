//! Lines of pixels, and the pixels that they hit, against exact fractions pixel by pixel.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::mask::{Line, RayHit};

/// Pixel `t` of a line by its documentation: the whole number nearest to the exact coordinate, the larger of two. The
/// search goes upwards from below.
fn nearest(from: i32, to: i32, t: i64, n: i64) -> i32 {
    // All terms are multiplied by n, so that nothing is rounded.
    let exact = i128::from(from) * i128::from(n) + (i128::from(to) - i128::from(from)) * i128::from(t);
    let guess = (exact / i128::from(n)) as i64;
    let off = |c: i64| (i128::from(c) * i128::from(n) - exact).abs();
    (guess - 2..=guess + 2).rev().min_by_key(|&c| off(c)).unwrap() as i32
}

fn oracle(from: [i32; 2], to: [i32; 2]) -> Vec<[i32; 2]> {
    let n = (0..2).map(|axis| (i64::from(to[axis]) - i64::from(from[axis])).abs()).max().unwrap();
    (0..=n).map(|t| [0, 1].map(|axis| nearest(from[axis], to[axis], t, n.max(1)))).collect()
}

fn solid(grid: &Grid, [x, y]: [i32; 2]) -> bool {
    let inside = (0..grid.width as i32).contains(&x) && (0..grid.height as i32).contains(&y);
    inside && grid.solid[y as usize * grid.width as usize + x as usize]
}

fn noise(width: u32, height: u32, percent: u32, rng: &mut Rng) -> Grid {
    shape::grid(width, height, |_, _| rng.below(100) < percent)
}

fn check(grid: &Grid, from: [i32; 2], to: [i32; 2]) {
    let mask = shape::mask(grid);
    let line = oracle(from, to);
    let hits: Vec<[i32; 2]> = line.iter().copied().filter(|&at| solid(grid, at)).collect();
    let first = line.iter().position(|&at| solid(grid, at));
    let hit = first.map(|step| (line[step], step.checked_sub(1).map(|before| line[before]), step as u32));
    let fields = |hit: Option<RayHit>| hit.map(|hit| (hit.at, hit.before, hit.step));
    let context = || format!("{} x {}, {from:?} to {to:?}", grid.width, grid.height);
    assert_eq!(fields(mask.cast_ray(from, to)), hit, "{}", context());
    // A translated line has the same pixels, translated.
    let far = [from[0], to[1]].map(|c| if c < 40 { i32::MIN / 2 } else { i32::MAX / 2 });
    let away = |[x, y]: [i32; 2]| [x + far[0], y + far[1]];
    assert_eq!(fields(mask.cast_line(&Line::new(away(from), away(to)), far.map(|c| -c))), hit, "{}", context());
    assert!(mask.solid_on_line(from, to).eq(hits.iter().copied()), "{}", context());
    assert!(mask.solid_on_line(to, from).eq(hits.into_iter().rev()), "reversed, {}", context());
}

#[test]
fn a_line_is_the_nearest_pixels_from_either_end() {
    for (x, y) in (-40..=40).flat_map(|x| (-40..=40).map(move |y| (x, y))) {
        let (from, to) = ([3, -5], [3 + x, -5 + y]);
        let line = Line::new(from, to);
        let pixels: Vec<[i32; 2]> = line.points().collect();
        assert_eq!(pixels, oracle(from, to), "{from:?} to {to:?}");
        assert_eq!(line.steps(), x.unsigned_abs().max(y.unsigned_abs()));
        assert!((0..).zip(&pixels).all(|(step, &at)| line.at(step) == at));
        assert!(Line::new(to, from).points().eq(pixels.iter().rev().copied()));
        let near = |w: &[[i32; 2]]| (0..2).all(|axis| w[0][axis].abs_diff(w[1][axis]) <= 1) && w[0] != w[1];
        assert!(pixels.windows(2).all(near));
    }
    println!("{} lines", 81 * 81);
}

#[test]
fn lines_across_all_of_i32_stay_within_it() {
    let ends = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX];
    let points: Vec<[i32; 2]> = ends.iter().flat_map(|&x| ends.map(|y| [x, y])).collect();
    let mut rng = Rng::new(1);
    for (&from, &to) in points.iter().flat_map(|from| points.iter().map(move |to| (from, to))) {
        let (line, back) = (Line::new(from, to), Line::new(to, from));
        let n = line.steps();
        assert_eq!((line.at(0), line.at(n), line.at(u32::MAX)), (from, to, to));
        for _ in 0..20 {
            let t = ((rng.bits() >> 32) as u32).min(n);
            let expected = [0, 1].map(|axis| nearest(from[axis], to[axis], t.into(), i64::from(n).max(1)));
            assert_eq!(line.at(t), expected, "{from:?} to {to:?}, step {t}");
            assert_eq!(back.at(n - t), expected);
        }
    }
}

/// Lines that start beyond the mask, cross it, and end at the ends of `i32`.
#[test]
fn rays_from_the_ends_of_i32_meet_what_short_ones_meet() {
    let mut rng = Rng::new(2);
    let grid = noise(130, 70, 10, &mut rng);
    let mask = shape::mask(&grid);
    for y in 0..70 {
        let short: Vec<[i32; 2]> = mask.solid_on_line([-5, y], [200, y]).collect();
        assert!(mask.solid_on_line([i32::MIN, y], [i32::MAX, y]).eq(short.iter().copied()));
        assert_eq!(mask.cast_ray([i32::MAX, y], [i32::MIN, y]).map(|hit| hit.at), short.last().copied());
    }
    for _ in 0..1000 {
        // Steep or flat lines through the mask, from exact far points: the oracle tests every pixel.
        let (from, to) = ([i32::MIN, rng.within(-300..400)], [i32::MAX, rng.within(-300..400)]);
        let n = i64::from(u32::MAX);
        let expected = (0..130i64).filter_map(|x| {
            let at = [x as i32, nearest(from[1], to[1], x - i64::from(i32::MIN), n)];
            solid(&grid, at).then_some(at)
        });
        assert!(mask.solid_on_line(from, to).eq(expected), "{from:?} to {to:?}");
    }
}

#[test]
fn lines_that_are_moved_beyond_i32() {
    let wall = shape::mask(&shape::grid(3, 5, |x, _| x == 1));
    let line = Line::new([i32::MAX, i32::MAX], [i32::MIN, i32::MAX]);
    // The line runs from 2^32 - 2 to -1.
    let hit = wall.cast_line(&line, [i32::MAX, -i32::MAX + 2]).unwrap();
    assert_eq!((hit.at, hit.before, hit.step), ([1, 2], Some([2, 2]), u32::MAX - 2));
    assert_eq!(wall.cast_line(&line, [i32::MAX, i32::MAX]), None);
    assert_eq!(wall.cast_line(&line, [i32::MIN, i32::MIN]), None);
    let end = wall.cast_line(&Line::new([i32::MIN; 2], [i32::MIN; 2]), [i32::MIN; 2]);
    assert_eq!(end, None);
}

#[test]
fn rays_at_word_boundaries() {
    let sides = [0, 1, 2, 63, 64, 65, 127, 128, 129, 130];
    let mut rng = Rng::new(3);
    let mut rays = 0;
    for (width, height) in sides.iter().flat_map(|&width| sides.map(|height| (width, height))) {
        for percent in [3, 50, 100] {
            let grid = noise(width, height, percent, &mut rng);
            let (w, h) = (width as i32, height as i32);
            for from in [[-1, -1], [0, 0], [w, h], [w - 1, 0], [63, -3], [64, h]] {
                for to in [[w, h], [-2, h / 2], [64, h - 1], [w / 2, -1], [0, 0]] {
                    check(&grid, from, to);
                    rays += 1;
                }
            }
        }
    }
    println!("{rays} rays");
}

#[test]
fn random_rays() {
    let mut rng = Rng::new(4);
    let cases = if cfg!(debug_assertions) { 1000 } else { 20_000 };
    for _ in 0..cases {
        let percent = 1 + rng.below(30);
        let (width, height) = (rng.below(140), rng.below(90));
        let grid = noise(width, height, percent, &mut rng);
        let mut end = || [rng.within(-60..200), rng.within(-60..150)];
        check(&grid, end(), end());
    }
    println!("{cases} rays");
}
