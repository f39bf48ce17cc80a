//! Lines of pixels, and the pixels that they hit, against exact fractions pixel by pixel.

use mask::shared::cast_line;
use mask::{Line, Mask};
use testkit::oracle::motion::{nearest, pixels_of_line, ray};
use testkit::oracle::{Subject, sizes};
use testkit::{Rng, shape};

#[test]
fn a_line_is_the_nearest_pixels_from_either_end() {
    for (x, y) in (-40..=40).flat_map(|x| (-40..=40).map(move |y| (x, y))) {
        let (from, to) = ([3, -5], [3 + x, -5 + y]);
        let line = Line::new(from, to);
        let pixels: Vec<[i32; 2]> = line.points().collect();
        assert_eq!(pixels, pixels_of_line(from, to), "{from:?} to {to:?}");
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
    let Subject { grid, mask } = Subject::noise(130, 70, 10, &mut rng);
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
            grid.contains(at.map(i64::from)).then_some(at)
        });
        assert!(mask.solid_on_line(from, to).eq(expected), "{from:?} to {to:?}");
    }
}

#[test]
fn lines_that_are_moved_beyond_i32() {
    let wall = shape::mask(&shape::grid(3, 5, |x, _| x == 1));
    let line = Line::new([i32::MAX, i32::MAX], [i32::MIN, i32::MAX]);
    // The line runs from 2^32 - 2 to -1.
    let hit = cast_line(&wall, &line, [i32::MAX, -i32::MAX + 2]).unwrap();
    assert_eq!((hit.at, hit.before, hit.step), ([1, 2], Some([2, 2]), u32::MAX - 2));
    assert_eq!(cast_line(&wall, &line, [i32::MAX, i32::MAX]), None);
    assert_eq!(cast_line(&wall, &line, [i32::MIN, i32::MIN]), None);
    let end = cast_line(&wall, &Line::new([i32::MIN; 2], [i32::MIN; 2]), [i32::MIN; 2]);
    assert_eq!(end, None);
}

#[test]
fn rays_at_word_boundaries() {
    let mut rng = Rng::new(3);
    let mut rays = 0;
    for (width, height) in sizes() {
        for percent in [3, 50, 100] {
            let subject = Subject::noise(width, height, percent, &mut rng);
            let (w, h) = (width as i32, height as i32);
            for from in [[-1, -1], [0, 0], [w, h], [w - 1, 0], [63, -3], [64, h]] {
                for to in [[w, h], [-2, h / 2], [64, h - 1], [w / 2, -1], [0, 0]] {
                    ray(&subject, from, to);
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
        let subject = Subject::noise(width, height, percent, &mut rng);
        let mut end = || [rng.within(-60..200), rng.within(-60..150)];
        ray(&subject, end(), end());
    }
    println!("{cases} rays");
}

/// Rays from everywhere at discs: the normal is nearly the direction from the middle of the disc.
#[test]
fn normals_at_discs_are_nearly_true() {
    let mut rng = Rng::new(4);
    let (mut sum, mut all) = (0.0, 0);
    for side in [16, 17, 24, 32, 51, 64, 100, 128, 199, 256] {
        let radius = f64::from(side) / 2.0;
        let from_middle = |c: i32| f64::from(c) + 0.5 - radius;
        let is_solid = |x: u32, y: u32| from_middle(x as i32).hypot(from_middle(y as i32)) <= radius;
        let disc = Mask::from_fn(side, side, is_solid).unwrap();
        let (mut off, mut worst, mut hits) = (0.0, 0.0_f64, 0);
        while hits < 2000 {
            let mut end = || [0; 2].map(|_| rng.within(-(side as i32)..2 * side as i32));
            let (from, to) = (end(), end());
            let Some((hit, [x, y])) = disc.cast_ray(from, to).and_then(|hit| Some((hit, hit.normal?))) else {
                continue;
            };
            let [true_x, true_y] = hit.at.map(from_middle);
            let degrees = (true_x * y - true_y * x).atan2(true_x * x + true_y * y).abs().to_degrees();
            (off, worst, hits) = (off + degrees, worst.max(degrees), hits + 1);
        }
        println!("disc of {side} px: {:.1} degrees in the mean, {worst:.1} at most", off / f64::from(hits));
        assert!(worst < 25.0);
        (sum, all) = (sum + off, all + hits);
    }
    assert!(sum / f64::from(all) < 4.0);
}

#[test]
fn a_thin_wall_has_a_normal_on_each_side() {
    let wall = Mask::filled(1, 20).unwrap();
    let normal = |mask: &Mask, from, to| mask.cast_ray(from, to).and_then(|hit| hit.normal);
    assert_eq!(normal(&wall, [-5, 10], [5, 10]), Some([-1.0, 0.0]));
    assert_eq!(normal(&wall, [5, 10], [-5, 10]), Some([1.0, 0.0]));
    assert_eq!(normal(&wall, [0, 10], [5, 10]), None); // starts inside
    assert_eq!(normal(&wall, [0, -5], [0, 5]), Some([0.0, -1.0]));
    let slope = Mask::from_fn(20, 20, |x, y| x == y).unwrap();
    let half = 0.5_f64.sqrt();
    for (from, to, expected) in [([15, 5], [5, 15], [half, -half]), ([5, 15], [15, 5], [-half, half])] {
        let [x, y] = normal(&slope, from, to).unwrap();
        assert!((x - expected[0]).abs() < 1e-9 && (y - expected[1]).abs() < 1e-9, "{x} {y}");
    }
    // Around a single pixel all directions cancel out.
    let dot = Mask::filled(1, 1).unwrap();
    assert_eq!(normal(&dot, [0, 5], [0, -5]), Some([0.0, 1.0]));
}
