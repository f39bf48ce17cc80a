//! Awkward masks for `binary_raster`.

use binary_raster::BinaryRaster;

/// The questions.
pub(crate) const QUESTIONS: [&str; 7] = [
    "no size",
    "one pixel wide",
    "widths 1 to 130 at offsets 0 to 131",
    "far to the right",
    "far down",
    "a last row that is too short",
    "1024 x 2^28",
];

pub(crate) fn ask(question: &str) -> String {
    let raster = |width: usize, height: usize| BinaryRaster::from_raster(&vec![1; width * height], width);
    let verdict = |hit: bool, right: bool| if hit == right { "right" } else { "wrong" }.to_owned();
    match question {
        "no size" => verdict(
            raster(0, 0).collision_check_at(&raster(5, 5), (0, 0))
                || raster(5, 5).collision_check_at(&BinaryRaster::new(0, 5), (0, 0)),
            false,
        ),
        "one pixel wide" => {
            verdict((0..200).any(|y| raster(1, 100).collision_check_at(&raster(1, 100), (0, y)) != (y < 100)), false)
        }
        "widths 1 to 130 at offsets 0 to 131" => {
            let places = (1..=130).flat_map(|width| (0..=131).map(move |x| (width, x)));
            let wrong =
                places.filter(|&(width, x)| raster(width, 1).collision_check_at(&raster(3, 1), (x, 0)) != (x < width));
            format!("{} of 17160 wrong", wrong.count())
        }
        "far to the right" => verdict(raster(5, 5).collision_check_at(&raster(5, 5), (usize::MAX, 0)), false),
        "far down" => verdict(raster(5, 5).collision_check_at(&raster(5, 5), (0, usize::MAX)), false),
        "a last row that is too short" => format!("{:?}", BinaryRaster::from_raster(&[1; 7], 5)),
        "1024 x 2^28" => verdict(BinaryRaster::new(1024, 1 << 28).collision_check_at(&raster(5, 5), (0, 0)), false),
        _ => panic!("unknown question {question}"),
    }
}
