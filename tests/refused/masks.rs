//! Calls of `mask` under refused memory.

use crate::{Answer, digest, of, or_panic};
use hitmask::mask::shared::{as_columns, convolve, from_columns};
use hitmask::mask::{Connectivity, Turntable};
use hitmask::{Affine, Circle, Mask, Polygon, Rect, Solid};
use image::RgbaImage;
use std::io::sink;

fn disc(side: u32) -> Mask {
    let mut mask = Mask::new(side, side).unwrap();
    mask.fill_circle([f64::from(side) / 2.0; 2], f64::from(side) / 2.0, true).unwrap();
    mask
}

fn noise(width: u32, height: u32) -> Mask {
    Mask::from_fn(width, height, |x, y| (x * 31 + y * 17 + x * y * 7) % 11 < 5).unwrap()
}

/// The call of a case; everything that it needs is made beforehand.
pub(crate) fn case(name: &str) -> Box<dyn Fn() -> Answer> {
    const EDGES: u32 = if cfg!(debug_assertions) { 8_000 } else { 30_000 };
    const HEIGHT: f64 = if cfg!(debug_assertions) { 200.0 } else { 2000.0 };
    const SIDE: u32 = if cfg!(debug_assertions) { 1500 } else { 2500 };
    let (round, small) = (disc(SIDE), noise(100, 40));
    let tall = noise(9, 20_000);
    let steep = Polygon::new((0..EDGES).map(|x| [f64::from(x) * 2000.0 / f64::from(EDGES), f64::from(x % 2) * HEIGHT]))
        .unwrap();
    let zigzag = |y: u32| [f64::from(y % 2) * 2000.0, f64::from(y) / 50.0];
    match name {
        "new" => Box::new(|| of(Mask::new(SIDE, SIDE))),
        "filled" => Box::new(|| of(Mask::filled(SIDE, SIDE))),
        "from_fn" => Box::new(|| of(Mask::from_fn(SIDE, SIDE, |x, y| x % 7 > y % 5))),
        "from_rgba8" => {
            let pixels: Vec<u8> = (0..4 * SIDE * SIDE).map(|i| i as u8).collect();
            Box::new(move || of(Mask::from_rgba8(SIDE, SIDE, &pixels, Solid::default())))
        }
        "from_alpha" => {
            let alpha: Vec<u8> = (0..SIDE * SIDE).map(|i| i as u8).collect();
            Box::new(move || of(Mask::from_alpha(SIDE, SIDE, &alpha, [1, SIDE as usize], 127)))
        }
        "from_words" => {
            let words = round.to_words();
            Box::new(move || of(Mask::from_words(SIDE, SIDE, &words)))
        }
        "from_columns" => {
            let words = as_columns(&round).to_vec();
            Box::new(move || of(from_columns(SIDE, SIDE, &words)))
        }
        "from_bits" => {
            let bits = round.to_bits();
            Box::new(move || of(Mask::from_bits(SIDE, SIDE, &bits)))
        }
        "from_bytes" => {
            let bytes = round.to_bytes();
            Box::new(move || of(Mask::from_bytes(&bytes)))
        }
        "from_image" => {
            let picture = RgbaImage::from_fn(SIDE, SIDE, |x, y| image::Rgba([0, 0, 0, (x * y) as u8]));
            Box::new(move || of(Mask::from_image(&picture, Solid::default())))
        }
        "text" => {
            let text = tall.to_string();
            Box::new(move || of(text.parse::<Mask>()))
        }
        "json" => {
            let json = serde_json::to_string(&round).unwrap();
            Box::new(move || of(serde_json::from_str::<Mask>(&json)))
        }
        "to json" => Box::new(move || of(serde_json::to_writer(sink(), &round))),
        "scaled" => Box::new(move || of(small.scaled(3000, 2000))),
        "scaled_any" => Box::new(move || of(small.scaled_any(3000, 2000))),
        "scaled from wide" => {
            let wide = noise(1 << 23, 1);
            Box::new(move || of(wide.scaled(1 << 22, 2)))
        }
        "coarsened" => Box::new(move || of(round.coarsened(2))),
        "grown" => Box::new(move || of(round.grown(2.5))),
        "grown from tall" => Box::new(move || of(tall.grown(2.5))),
        "shrunk" => Box::new(move || of(round.shrunk(2.5))),
        "convolve" => Box::new(move || of(convolve(&round, &small))),
        "convolve noise" => {
            let (wide, high) = (noise(1500, 300), noise(300, 900));
            Box::new(move || of(convolve(&wide, &high)))
        }
        "convolve with larger" => Box::new(move || of(convolve(&small, &round))),
        "hits" => {
            let other = disc(600);
            Box::new(move || of(round.colliding_offsets(&other)))
        }
        "transformed" => {
            let by = Affine::rotation(33.0);
            Box::new(move || of(round.transformed(&by)))
        }
        "transformed upright" => {
            let (by, flat) = (Affine::scale([1000.0, 0.5]), noise(1000, 5));
            Box::new(move || of(flat.transformed(&by)))
        }
        "transformed tall" => {
            let by = Affine::scale([0.9, 2.0]);
            Box::new(move || of(tall.transformed(&by)))
        }
        "turntable" => {
            let table = Turntable::new(round, 16, [9.0, 7.0]).unwrap().with_limit(0);
            Box::new(move || of(table.turned(3)))
        }
        "polygon" => Box::new(move || of(Polygon::new((0..100_000).map(zigzag)).map(|_| 0))),
        "fill_circle" | "fill_polygon" => {
            let (circle, before) = (name == "fill_circle", round.clone());
            let mask = std::cell::RefCell::new(round);
            Box::new(move || {
                let mut mask = mask.borrow_mut();
                if mask.count() != before.count() {
                    mask.draw(&before, [0, 0]);
                }
                let done = if circle {
                    mask.fill_circle([1200.0, 1200.0], 1100.0, false)
                } else {
                    mask.fill_polygon((0..100_000).map(zigzag), false)
                };
                assert!(done.is_ok() || *mask == before, "a refused edit changed the mask");
                of(done.map(|()| mask.count()))
            })
        }
        "try_clone" => Box::new(move || of(round.try_clone())),
        "clone" => Box::new(move || or_panic(|| round.clone())),
        "flipped_x" => Box::new(move || or_panic(|| round.flipped_x())),
        "flipped_y" => Box::new(move || or_panic(|| round.flipped_y())),
        "rotated_90" => Box::new(move || or_panic(|| round.rotated_90())),
        "rotated_180" => Box::new(move || or_panic(|| round.rotated_180())),
        "rotated_270" => Box::new(move || or_panic(|| round.rotated_270())),
        "overlap_mask" => Box::new(move || or_panic(|| round.overlap_mask(&small, [9, 9]))),
        "cropped" => Box::new(move || or_panic(|| round.cropped())),
        "fill_shape" => {
            let (circle, mask) = (Circle::new([1200.0, 1200.0], 1100.0).unwrap(), std::cell::RefCell::new(round));
            Box::new(move || of(mask.borrow_mut().fill_shape(&circle, [0, 0], true).map(|()| 0)))
        }
        "fill_shape of many edges" => {
            let mask = std::cell::RefCell::new(round);
            Box::new(move || of(mask.borrow_mut().fill_shape(&steep, [0, 0], true).map(|()| 0)))
        }
        "parts" => {
            // Few large blocks: a panic itself takes memory, and many small blocks would leave none.
            let ring = |x: u32, y: u32| x.abs_diff(700).max(y.abs_diff(700)) % 20 < 10;
            let mask = Mask::from_fn(1400, 1400, ring).unwrap();
            Box::new(move || {
                or_panic(|| {
                    mask.connected_components(Connectivity::Four)
                        .iter()
                        .fold(0, |sum, part| sum + digest(&part.mask) % 1000)
                })
            })
        }
        "part_at" => {
            Box::new(move || or_panic(|| round.component_at([1200, 1200], Connectivity::Four).map(|part| part.mask)))
        }
        "detached parts" => {
            let floor = Rect::new(0, 0, 1, 1);
            Box::new(move || or_panic(|| round.detached_components(&floor, [0, 0], Connectivity::Four).remove(0).mask))
        }
        "part_boxes" => {
            let mask = noise(1000, 700);
            Box::new(move || {
                or_panic(|| mask.component_bounds(Connectivity::Eight).iter().fold(0, |sum, (_, count)| sum + count))
            })
        }
        "contours" => {
            let mask = noise(1000, 700);
            Box::new(move || or_panic(|| mask.contours().len()))
        }
        "simplified_contours" => {
            let mask = if cfg!(debug_assertions) { noise(500, 300) } else { noise(1000, 700) };
            Box::new(move || of(mask.simplified_contours(2.0).map(|contours| contours.len())))
        }
        "covering_contours" => {
            let mask = if cfg!(debug_assertions) { noise(500, 300) } else { noise(1000, 700) };
            let how = hitmask::Simplify::new(2.0).covering();
            Box::new(move || of(mask.simplified_contours(how).map(|contours| contours.len())))
        }
        "from_contours" => {
            let contours = noise(1000, 700).contours();
            Box::new(move || of(Mask::from_contours(SIDE, SIDE, &contours)))
        }
        "outline" => {
            let comb = Mask::from_fn(600, 600, |x, y| x == 0 || y % 2 == 0).unwrap();
            Box::new(move || or_panic(|| comb.outline()))
        }
        "to_bytes" => Box::new(move || or_panic(|| round.to_bytes())),
        "to_words" => Box::new(move || or_panic(|| round.to_words())),
        "to_bits" => Box::new(move || or_panic(|| round.to_bits().count_ones())),
        "to_image" => Box::new(move || or_panic(|| round.to_image().into_raw())),
        _ => panic!("unknown case {name}"),
    }
}

/// All calls that take memory in proportion to their input.
pub(crate) const CASES: [&str; 55] = [
    "new",
    "filled",
    "from_fn",
    "from_rgba8",
    "from_alpha",
    "from_words",
    "from_columns",
    "from_bits",
    "from_bytes",
    "from_image",
    "text",
    "json",
    "to json",
    "scaled",
    "scaled_any",
    "scaled from wide",
    "coarsened",
    "grown",
    "grown from tall",
    "shrunk",
    "convolve",
    "convolve noise",
    "convolve with larger",
    "hits",
    "transformed",
    "transformed upright",
    "transformed tall",
    "turntable",
    "polygon",
    "fill_circle",
    "fill_polygon",
    "simplified_contours",
    "covering_contours",
    "from_contours",
    "try_clone",
    "clone",
    "flipped_x",
    "flipped_y",
    "rotated_90",
    "rotated_180",
    "rotated_270",
    "overlap_mask",
    "cropped",
    "fill_shape",
    "fill_shape of many edges",
    "parts",
    "part_at",
    "detached parts",
    "part_boxes",
    "contours",
    "outline",
    "to_bytes",
    "to_words",
    "to_bits",
    "to_image",
];
