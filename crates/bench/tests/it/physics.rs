//! The convex parts of masks are convex polygons for a physics engine.

use mask::{Mask, Solid};
use parry2d::math::Vector;
use parry2d::query::PointQuery;
use parry2d::shape::ConvexPolygon;
use std::path::Path;
use testkit::{Rng, shape};

/// Asserts that parry2d accepts each part and the hull, and finds the middle of their points inside. Returns the parts.
fn assert_accepted(mask: &Mask, tolerance: f64) -> usize {
    let parts = mask.convex_parts(tolerance).unwrap();
    let hull = Some(mask.convex_hull()).filter(|hull| !hull.is_empty());
    for part in parts.iter().chain(&hull) {
        let points: Vec<_> = part.iter().map(|&[x, y]| Vector::new(x as f32, y as f32)).collect();
        let middle = points.iter().copied().sum::<Vector>() / points.len() as f32;
        let polygon = ConvexPolygon::from_convex_polyline(points).unwrap_or_else(|| panic!("{part:?} of\n{mask}"));
        assert!(polygon.points().len() >= 3 && polygon.contains_local_point(middle), "{part:?} of\n{mask}");
    }
    parts.len()
}

#[test]
fn parry_accepts_each_part() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scene");
    let mut masks: Vec<_> = ["blast", "laser", "ring", "sheet", "ship", "wall"]
        .map(|name| {
            let picture = image::open(folder.join(name).with_extension("png")).unwrap().into_rgba8();
            Mask::from_rgba8(picture.width(), picture.height(), &picture, Solid::default()).unwrap()
        })
        .into();
    masks.extend(
        [shape::disc(200), shape::ring(90), shape::ship(64), shape::rock(128, 1)].map(|grid| shape::mask(&grid)),
    );
    masks.extend((0..40).map(|seed| shape::mask(&shape::noise(24, 10 + 2 * seed, seed.into()))));
    let mut rng = Rng::new(47);
    for _ in 0..300 {
        let (width, height, share) = (rng.below(20), rng.below(20), rng.below(101));
        masks.push(Mask::from_fn(width, height, |_, _| rng.below(100) < share).unwrap());
    }
    let parts: usize =
        masks.iter().flat_map(|mask| [0.0, 0.75, 1.0, 3.0].map(|tolerance| assert_accepted(mask, tolerance))).sum();
    assert!(parts > 10_000, "{parts}");
    println!("{} masks, {parts} parts", masks.len());
}
