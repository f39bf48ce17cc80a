//! The article on `ActionScript` 3: the exact intersection of two display objects, turned and scaled. Its method draws
//! both into a bitmap, adds their colors and looks for the sum, first at a small scale, then at larger ones. hitmask
//! draws nothing. The items are those of the page "From the classic articles": docs/book/moving/classic-articles.md.
//!
//!     cargo run -p show --example bitmap_hit_test                        # compares 20,000 random tests with drawn bitmaps
//!     cargo run --release -p show --example bitmap_hit_test -- 100000    # or more

use hitmask::mask::{Affine, TransformedMask};
use hitmask::{Mask, Rect, Sprite, World};
use show::{Random, tests};
use std::error::Error;

/// A display object: a picture, and the map that draws it on the stage.
struct Object<'a> {
    mask: &'a Mask,
    map: Affine,
    back: Affine,
}

impl Object<'_> {
    /// The rectangle of the stage that its picture reaches.
    fn bounds(&self) -> Rect {
        let [w, h] = [self.mask.width(), self.mask.height()].map(f64::from);
        let corners = [[0.0, 0.0], [w, 0.0], [0.0, h], [w, h]].map(|corner| self.map.apply(corner));
        let range = |axis: usize| {
            let ends = corners.iter().map(|corner| corner[axis]);
            [ends.clone().fold(f64::MAX, f64::min).floor(), ends.fold(f64::MIN, f64::max).ceil()].map(|end| end as i32)
        };
        let ([left, right], [top, bottom]) = (range(0), range(1));
        Rect { left, top, width: (right - left) as u32, height: (bottom - top) as u32 }
    }

    /// Whether a renderer without smoothing draws it at a point of the stage.
    fn draws(&self, point: [f64; 2]) -> bool {
        let [x, y] = self.back.apply(point).map(f64::floor);
        self.mask.contains([x as i32, y as i32])
    }
}

/// Draws both objects into a bitmap of a part of the stage, 1 for one and 2 for the other, and returns the rectangle
/// around the pixels with 3. `zoom` is the number of stage pixels across a pixel of the bitmap. Adds the pixels of the
/// bitmap to `cost`.
fn drawn(a: &Object<'_>, b: &Object<'_>, part: Rect, zoom: i32, cost: &mut usize) -> Option<Rect> {
    let (columns, rows) = (part.width.div_ceil(zoom as u32), part.height.div_ceil(zoom as u32));
    let mut bitmap = vec![0; (columns * rows) as usize];
    for (object, color) in [(a, 1), (b, 2)] {
        for (n, pixel) in (0..).zip(&mut bitmap) {
            let middle = |start: i32, cell: u32| f64::from(start) + (f64::from(cell) + 0.5) * f64::from(zoom);
            if object.draws([middle(part.left, n % columns), middle(part.top, n / columns)]) {
                *pixel += color;
            }
        }
    }
    *cost += bitmap.len();
    let both = (0..).zip(&bitmap).filter(|&(_, &color)| color == 3).map(|(n, _)| [n % columns, n / columns]);
    let cell =
        |[x, y]: [u32; 2]| Rect::new(part.left + x as i32 * zoom, part.top + y as i32 * zoom, zoom as u32, zoom as u32);
    both.map(cell).reduce(|all, next| all.union(&next))
}

/// The article's method: draws at a coarse scale, then again what was found at twice the scale, until the scale is 1.
/// A border of one coarse pixel around what was found makes it err less.
fn article(a: &Object<'_>, b: &Object<'_>, coarsest: i32, cost: &mut usize) -> Option<Rect> {
    let boxes = a.bounds().intersection(&b.bounds())?;
    let (mut part, mut zoom) = (boxes, coarsest);
    while zoom > 1 {
        let found = drawn(a, b, part, zoom, cost)?;
        let [width, height] = [found.width, found.height].map(|side| side + 2 * zoom as u32);
        part = boxes.intersection(&Rect::new(found.left - zoom, found.top - zoom, width, height))?;
        zoom /= 2;
    }
    drawn(a, b, part, 1, cost)
}

// #region counts
/// Wrong answers of the coarse search in 400 random tests.
const COUNTS: &str = "\
coarse to fine from 1/8: 52 of 400 wrong, 18 of them missed hits
coarse to fine from 1/4: 37 of 400 wrong, 5 of them missed hits
coarse to fine from 1/2: 27 of 400 wrong, 3 of them missed hits
";
// #endregion counts

fn main() -> Result<(), Box<dyn Error>> {
    // A ring with a gap to the right, and an arrow that points to the right.
    let ring = Mask::from_fn(40, 40, |x, y| {
        let square = (2 * x).abs_diff(39).pow(2) + (2 * y).abs_diff(39).pow(2);
        (1024..1600).contains(&square) && !(x > 20 && y.abs_diff(20) < 5)
    })?;
    let arrow = Mask::from_fn(24, 9, |x, y| y.abs_diff(4) <= if x < 16 { 1 } else { (23 - x) / 2 })?;

    // #region whole
    // #region item-10
    // Scaled, turned about its middle, moved, then whatever its parents on the stage do: a map, not a position.
    let on_stage = |scale: f64, degrees: f64, middle: [f64; 2], to: [f64; 2]| {
        let own = Affine::translation([-middle[0], -middle[1]]);
        let own = own.then(&Affine::scale([scale; 2])).then(&Affine::rotation(degrees));
        let parent = Affine::translation(to);
        own.then(&parent)
    };
    let ring_map = on_stage(1.5, 60.0, [20.0, 20.0], [60.0, 60.0]);
    let arrow_map = on_stage(0.9, -90.0, [12.0, 4.5], [60.0, 42.0]);
    let a = TransformedMask::new(&ring, &ring_map)?;
    let b = TransformedMask::new(&arrow, &arrow_map)?;
    assert!(a.overlaps(&b));
    // #endregion item-10

    // #region item-11
    let shared = a.overlap_bounds(&b);
    assert_eq!(shared, Some(Rect { left: 58, top: 33, width: 4, height: 3 }));
    // #endregion item-11
    // #endregion whole

    let object = |mask, map: Affine| Ok::<_, Box<dyn Error>>(Object { mask, map, back: map.inverse()? });
    let (ring_there, arrow_there) = (object(&ring, ring_map)?, object(&arrow, arrow_map)?);
    // #region item-12
    // Both drawn into one bitmap give the same rectangle, for as many pixels as the bitmap has.
    let mut cost = 0;
    let boxes = ring_there.bounds().intersection(&arrow_there.bounds()).expect("the boxes meet");
    assert_eq!(drawn(&ring_there, &arrow_there, boxes, 1, &mut cost), shared);
    assert_eq!(cost, boxes.width as usize * boxes.height as usize);
    // #endregion item-12

    // #region item-14
    // In a world, a sprite takes the map, and `bounds` is the box around its solid pixels.
    let mut world = World::new();
    let mut spawn = |mask: &Mask, map: &Affine| {
        let mask = world.add_mask(mask.clone())?;
        world.spawn(Sprite::new(mask, [0, 0]).transform(*map)?)
    };
    let (ring_id, arrow_id) = (spawn(&ring, &ring_map)?, spawn(&arrow, &arrow_map)?);
    let view = world.refresh()?;
    let (ring_box, arrow_box) = (view.bounds(ring_id).expect("a box"), view.bounds(arrow_id).expect("a box"));
    let simple = ring_box.intersection(&arrow_box).expect("the boxes meet");
    assert_eq!(simple.intersection(&shared.expect("a hit")), shared); // it contains the exact one
    // #endregion item-14
    println!("exact: {shared:?}, of boxes: {simple:?}");

    // #region item-15
    let (first, area) = (a.overlap_first(&b), a.overlap_area(&b));
    assert_eq!((first, area), (Some([59, 33]), 7));
    let contact = view.contact(ring_id, arrow_id).expect("they collide");
    assert_eq!((Some(contact.first()), contact.area()), (first, area));
    // #endregion item-15

    // Random maps: `size` scales the objects and the stage.
    let any = |random: &mut Random, size: f64| {
        let mut map = |middle: [f64; 2], reach: i32| {
            let scale = f64::from(random.within(40..160)) / 100.0 * size;
            let to = [0; 2].map(|_| f64::from(random.within(-8 * reach..8 * reach)) / 8.0 * size + 0.01);
            on_stage(scale, f64::from(random.within(0..3600)) / 10.0 + 0.037, middle, to)
        };
        let (a, b) = (object(&ring, map([20.0; 2], 8))?, object(&arrow, map([12.0, 4.5], 40))?);
        let exact = TransformedMask::new(&ring, &a.map)?.overlap_bounds(&TransformedMask::new(&arrow, &b.map)?);
        Ok::<_, Box<dyn Error>>((a, b, exact))
    };
    let (mut random, mut hits) = (Random::new(5), 0);
    for _ in 0..tests() {
        let (a, b, exact) = any(&mut random, 1.0)?;
        assert_eq!(article(&a, &b, 1, &mut 0), exact, "{:?} and {:?}", a.map, b.map);
        hits += u32::from(exact.is_some());
    }
    println!("{} random tests as drawn, {hits} hits", tests());

    // #region item-13
    // A ring of some 160 pixels and an arrow, first drawn at 1/8, 1/4 or 1/2 of their size.
    let (mut random, mut wrong) = (Random::new(6), [[0; 2]; 3]);
    for _ in 0..400 {
        let (a, b, exact) = any(&mut random, 4.0)?;
        for (coarsest, [wrong, missed]) in [8, 4, 2].into_iter().zip(&mut wrong) {
            let found = article(&a, &b, coarsest, &mut 0);
            *wrong += u32::from(found != exact);
            *missed += u32::from(found.is_none() && exact.is_some());
        }
    }
    let mut counts = String::new();
    for (scale, [wrong, missed]) in [8, 4, 2].into_iter().zip(wrong) {
        counts += &format!("coarse to fine from 1/{scale}: {wrong} of 400 wrong, {missed} of them missed hits\n");
    }
    print!("{counts}");
    assert_eq!(counts, COUNTS);
    // #endregion item-13
    Ok(())
}
