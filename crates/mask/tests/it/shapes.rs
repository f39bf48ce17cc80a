//! Shapes that are filled, cleared and queried, against exact rules for each pixel.

use mask::{Circle, Line, Mask, MaskError, Polygon, Rect, Shape};
use testkit::Rng;
use testkit::oracle::{Subject, shapes};

/// A number of quarters, so that the rules for a pixel have no rounding.
fn quarters(value: i32) -> f64 {
    f64::from(value) / 4.0
}

/// A random mask, and an offset near it.
fn subject(rng: &mut Rng) -> (Subject, [i32; 2]) {
    let sides = [0, 1, 2, 63, 64, 65, 127, 128, 130];
    let width = if rng.below(4) == 0 { sides[rng.below(9) as usize] } else { rng.below(80) };
    let (height, percent) = (rng.below(40), [0, 3, 50, 100][rng.below(4) as usize]);
    let subject = Subject::noise(width, height, percent, rng);
    let at = [rng.within(-20..width as i32 + 20), rng.within(-20..height as i32 + 20)];
    (subject, at)
}

fn cases() -> u32 {
    if cfg!(debug_assertions) { 500 } else { 10_000 }
}

#[test]
fn circles() {
    let mut rng = Rng::new(1);
    for _ in 0..cases() {
        let (subject, at) = subject(&mut rng);
        let center = [rng.within(-40..40), rng.within(-40..40)].map(quarters);
        let largest = [60, 60, 400][rng.below(3) as usize];
        shapes::circle(&subject, center, quarters(rng.within(0..largest)), at);
    }
    println!("{} circles", cases());
}

#[test]
fn polygons() {
    let mut rng = Rng::new(2);
    for _ in 0..cases() {
        let (subject, at) = subject(&mut rng);
        let most = [4, 4, 20][rng.below(3) as usize];
        let count = 3 + rng.below(most);
        // Vertices are on edges and centers of pixels as often as elsewhere.
        let step = [1, 2, 4][rng.below(3) as usize];
        let reach = [20, 200][rng.below(2) as usize] / step;
        let mut point = || [0, 1].map(|_| quarters(rng.within(-reach..reach) * step));
        let points: Vec<[f64; 2]> = (0..count).map(|_| point()).collect();
        shapes::polygon(&subject, &points, at);
    }
    println!("{} polygons", cases());
}

#[test]
fn lines_and_rectangles() {
    let mut rng = Rng::new(3);
    for _ in 0..cases() {
        let (subject, at) = subject(&mut rng);
        let mut end = || [rng.within(-60..60), rng.within(-40..40)];
        shapes::line(&subject, Line::new(end(), end()), at);
        let [left, top] = [end()[0], end()[1]];
        shapes::rect(&subject, Rect::new(left, top, rng.below(90), rng.below(50)), at);
    }
    println!("{} lines, and an equal number of rectangles", cases());
}

#[test]
fn the_methods_draw_the_shapes() {
    let mut rng = Rng::new(4);
    let subject = Subject::noise(90, 70, 40, &mut rng);
    for solid in [true, false] {
        let (mut by_name, mut by_shape) = (subject.mask.clone(), subject.mask.clone());
        by_name.fill_circle([20.5, 30.0], 12.25, solid).unwrap();
        by_shape.fill_shape(&Circle::new([20.5, 30.0], 12.25).unwrap(), [0, 0], solid).unwrap();
        assert_eq!(by_name, by_shape);
        let points = [[40.0, 2.0], [85.5, 30.0], [50.0, 66.0]];
        by_name.fill_polygon(points, solid).unwrap();
        by_shape.fill_shape(&Polygon::new(points).unwrap(), [0, 0], solid).unwrap();
        assert_eq!(by_name, by_shape);
        by_name.fill_line([3, 60], [200, -10], solid).unwrap();
        by_shape.fill_shape(&Line::new([3, 60], [200, -10]), [0, 0], solid).unwrap();
        assert_eq!(by_name, by_shape);
    }
}

/// Polygons that share edges share no pixel and leave none out.
#[test]
fn polygons_around_a_point_tile() {
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        let center = [f64::from(rng.below(400)) / 4.0, f64::from(rng.below(400)) / 4.0];
        // Around the square from corner to corner, in order, with points in between.
        let mut rim = vec![[0.0, 0.0]];
        for (from, to) in [
            ([0.0, 0.0], [100.0, 0.0]),
            ([100.0, 0.0], [100.0, 100.0]),
            ([100.0, 100.0], [0.0, 100.0]),
            ([0.0, 100.0], [0.0, 0.0f64]),
        ] {
            let between = f64::from(rng.below(401)) / 400.0;
            rim.push([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * between));
            rim.push(to);
        }
        let mut seen = Mask::new(100, 100).unwrap();
        let mut sum = 0;
        for ends in rim.windows(2) {
            let mut one = Mask::new(100, 100).unwrap();
            one.fill_polygon([center, ends[0], ends[1]], true).unwrap();
            sum += one.count();
            seen.draw(&one, [0, 0]);
        }
        assert_eq!((seen.count(), sum), (10_000, 10_000), "around {center:?}");
    }
}

#[test]
fn shapes_far_out_and_large_ones() {
    // Tall enough for row-group summaries.
    let mut rng = Rng::new(6);
    let tall = Subject::noise(140, 500, 10, &mut rng);
    shapes::circle(&tall, [281, 1000].map(quarters), quarters(903), [3, -7]);

    let mut mask = Mask::new(130, 66).unwrap();
    let furthest = f64::from(1 << 30);
    // A circle so large that its edge is straight here: it covers the pixels left of column 65.
    let huge = Circle::new([65.0 - furthest, 33.0], furthest).unwrap();
    mask.fill_shape(&huge, [0, 0], true).unwrap();
    assert_eq!(mask, Mask::from_fn(130, 66, |x, _| x < 65).unwrap());
    assert_eq!(mask.overlap_area(&huge, [0, 0]), 65 * 66);
    for at in [[i32::MIN, 0], [i32::MAX, i32::MIN], [0, i32::MAX]] {
        let small = Circle::new([0.0, 0.0], 50.0).unwrap();
        assert!(!mask.overlaps(&small, at));
        let before = mask.clone();
        mask.fill_shape(&small, at, false).unwrap();
        assert_eq!(mask, before);
    }
    let whole =
        Polygon::new([[-furthest, -furthest], [furthest, -furthest], [furthest, furthest], [-furthest, furthest]]);
    mask.fill_shape(&whole.unwrap(), [i32::MAX / 4, i32::MIN / 4], true).unwrap();
    assert_eq!(mask, Mask::filled(130, 66).unwrap());
    mask.fill_line([i32::MIN, i32::MIN], [i32::MAX, i32::MAX], false).unwrap();
    assert_eq!(mask, Mask::from_fn(130, 66, |x, y| x != y).unwrap());
    let row = Line::new([i32::MIN, 7], [i32::MAX, 7]);
    assert_eq!(mask.overlap_area(&row, [0, 0]), 129);
    // A line does not reach the mask if the offset alone would take it beyond i32.
    assert_eq!(mask.overlap_area(&row, [i32::MAX, 0]), 129);
    assert_eq!(mask.overlap_area(&Line::new([i32::MAX, 7], [i32::MAX, 9]), [i32::MIN + 1, 0]), 3);
    for nothing in [Mask::new(0, 0).unwrap(), Mask::new(0, 5).unwrap(), Mask::new(u32::MAX, 0).unwrap()] {
        let mut drawn = nothing.clone();
        drawn.fill_shape(&huge, [0, 0], true).unwrap();
        assert_eq!(drawn, nothing);
        assert!(!nothing.overlaps(&huge, [0, 0]));
    }
}

#[test]
fn invalid_shapes_are_refused_with_the_value() {
    let mut mask = Mask::filled(4, 4).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.1e9, -1.1e9] {
        let text = format!("coordinate must be from -2^30 to 2^30, got {bad}");
        let names_the_value = |error: MaskError| assert!(error.to_string().contains(&text), "{error}");
        names_the_value(mask.fill_circle([bad, 0.0], 1.0, false).unwrap_err());
        names_the_value(mask.fill_circle([0.0, bad], 1.0, false).unwrap_err());
        names_the_value(mask.fill_polygon([[0.0, 0.0], [4.0, bad], [4.0, 4.0]], false).unwrap_err());
    }
    for bad in [f64::NAN, f64::INFINITY, -0.5, 1.1e9] {
        let error = mask.fill_circle([0.0, 0.0], bad, false).unwrap_err();
        assert!(
            error.to_string().contains(&format!("radius of a circle must be from 0 to 2^30, got {bad}")),
            "{error}"
        );
    }
    for given in 0..3 {
        let error = mask.fill_polygon(std::iter::repeat_n([1.0, 1.0], given), false).unwrap_err();
        assert_eq!(error, MaskError::PolygonPoints { given });
    }
    assert_eq!(mask, Mask::filled(4, 4).unwrap());
    mask.fill_polygon([[1.0, 1.0]; 3], false).unwrap(); // three equal points cover nothing
    mask.fill_circle([1.5, 1.5], 0.0, false).unwrap(); // a circle of radius 0 covers the pixel whose center it is
    assert_eq!(mask.count(), 15);
}

#[test]
fn masks_are_shapes_of_their_pixels() {
    let mut rng = Rng::new(8);
    for _ in 0..cases() {
        let (mine, at) = subject(&mut rng);
        let (other, by) = subject(&mut rng);
        shapes::other_mask(&mine, &other, [at[0] - by[0], at[1] - by[1]]);
    }
    let dot = Mask::filled(1, 1).unwrap();
    for rows in [0..1, -5..1, 0..9, i64::MIN..i64::MAX] {
        assert_eq!(dot.spans(rows).count(), 1);
    }
    assert_eq!(dot.spans(-9..-3).count() + dot.spans(1..9).count() + dot.spans(1 << 40..1 << 41).count(), 0);
}

#[test]
fn a_center_may_have_whole_or_real_numbers() {
    let center = |circle: Result<Circle, MaskError>| circle.map(|circle| (circle.center(), circle.radius()));
    let expected = Ok(([60.0, 40.0], 5.0));
    let whole = [Circle::new([60, 40], 5), Circle::new((60, 40), 5_u8), Circle::new([60_u32, 40], 5_i32)];
    let real = [Circle::new([60.0, 40.0], 5.0), Circle::new((60.0_f32, 40.0), 5.0_f32)];
    assert!(whole.into_iter().chain(real).all(|circle| center(circle) == expected));
    let ends = Circle::new([i32::MIN, 0], 1);
    assert_eq!(ends, Err(MaskError::Coordinate { value: f64::from(i32::MIN) }));
    assert_eq!(Polygon::new([(0, 0), (6, 0), (3, 3)]), Polygon::new([[0.0, 0.0], [6.0, 0.0], [3.0, 3.0]]));

    let mut mask = Mask::new(100, 100).unwrap();
    mask.fill_circle([60, 40], 12, true).unwrap();
    let mut same = Mask::new(100, 100).unwrap();
    same.fill_circle([60.0, 40.0], 12.0, true).unwrap();
    assert!(mask == same && mask.count() > 400);
}

#[test]
fn masks_of_shapes_are_what_shapes_draw() {
    let mut rng = Rng::new(76);
    for _ in 0..2000 {
        let mut point = || [0; 2].map(|_| f64::from(rng.within(-80..80)) + [0.0, 0.25, 0.5][rng.below(3) as usize]);
        let rings: Vec<Vec<[f64; 2]>> =
            (0..1 + point()[0] as usize % 3).map(|_| (0..5).map(|_| point()).collect()).collect();
        let polygon = Polygon::from_rings(rings.iter().map(|ring| ring.iter().copied())).unwrap();
        let mut drawn = Mask::new(200, 200).unwrap();
        drawn.fill_shape(&polygon, [100, 100], true).unwrap();
        let (mask, at) = Mask::from_shape(&polygon).unwrap();
        mask.validate();
        assert_eq!(mask.count(), drawn.count());
        if !mask.is_empty() {
            assert_eq!((mask, at.map(|c| c + 100)), drawn.cropped());
        }
        // The even-odd rule over all rings: one after the other, by XOR.
        let mut each = Mask::new(200, 200).unwrap();
        for ring in rings {
            let mut one = Mask::new(200, 200).unwrap();
            one.fill_shape(&Polygon::new(ring).unwrap(), [100, 100], true).unwrap();
            each.toggle(&one, [0, 0]);
        }
        assert_eq!(each, drawn);
    }
    let huge = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    assert!(matches!(Mask::from_shape(&huge), Err(MaskError::TooLarge { .. })));
    let far = Rect::new(i32::MAX - 1, i32::MAX, 1, 1);
    assert_eq!(Mask::from_shape(&far).unwrap().1, [i32::MAX - 1, i32::MAX]);
    assert_eq!(Mask::from_shape(&Rect::new(5, 5, 0, 3)).unwrap(), (Mask::new(0, 0).unwrap(), [0, 0]));
    let mask: Mask = "...\n.#.".parse().unwrap();
    assert_eq!(Mask::from_shape(&mask).unwrap(), mask.cropped());
}
