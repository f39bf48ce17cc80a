//! A word cloud in the shape of a heart: each word lies as near to the middle as it can, without touching another.
//!
//! A board holds what is taken: all pixels outside the heart, and the words so far. `Mask::nearest_free` finds the
//! place of the next word, which keeps a margin.
//!
//!     cargo run --release -p show --example word_cloud -- word_cloud.png

use hitmask::mask::{Reach, Rect};
use hitmask::{Mask, MaskError};
use image::{Rgb, RgbImage};
use std::error::Error;

const SIZE: [u32; 2] = [1000, 900];
/// The margin around each word, in pixels of its letters.
const MARGIN: f64 = 1.6;
const WORDS: [&str; 24] = [
    "HITMASK", "PIXELS", "SPRITE", "OVERLAP", "SWEEP", "NORMAL", "WORLD", "LAYERS", "SENSOR", "BITS", "WORD", "RAY",
    "STEP", "PAIR", "CARRY", "SLIDE", "WALK", "JUMP", "DIG", "RUST", "PYTHON", "BEVY", "GODOT", "EXACT",
];
/// The heights of a pixel of the letters, from the first words to the last, and how many words have each.
const SCALES: [(u32, usize); 7] = [(10, 1), (7, 4), (5, 8), (4, 18), (3, 40), (2, 140), (1, 600)];
const COLORS: [[u8; 3]; 6] =
    [[196, 40, 71], [225, 87, 89], [242, 142, 43], [118, 83, 139], [64, 98, 153], [44, 122, 123]];

/// The letters from A to Z, 5 x 7 pixels each. A number is a row, and its highest of five bits the left pixel.
const LETTERS: [[u8; 7]; 26] = [
    [14, 17, 17, 31, 17, 17, 17],
    [30, 17, 17, 30, 17, 17, 30],
    [14, 17, 16, 16, 16, 17, 14],
    [30, 17, 17, 17, 17, 17, 30],
    [31, 16, 16, 30, 16, 16, 31],
    [31, 16, 16, 30, 16, 16, 16],
    [14, 17, 16, 23, 17, 17, 14],
    [17, 17, 17, 31, 17, 17, 17],
    [14, 4, 4, 4, 4, 4, 14],
    [7, 2, 2, 2, 2, 18, 12],
    [17, 18, 20, 24, 20, 18, 17],
    [16, 16, 16, 16, 16, 16, 31],
    [17, 27, 21, 21, 17, 17, 17],
    [17, 25, 21, 19, 17, 17, 17],
    [14, 17, 17, 17, 17, 17, 14],
    [30, 17, 17, 30, 16, 16, 16],
    [14, 17, 17, 17, 21, 18, 13],
    [30, 17, 17, 30, 20, 18, 17],
    [15, 16, 16, 14, 1, 1, 30],
    [31, 4, 4, 4, 4, 4, 4],
    [17, 17, 17, 17, 17, 17, 14],
    [17, 17, 17, 17, 17, 10, 4],
    [17, 17, 17, 21, 21, 27, 17],
    [17, 17, 10, 4, 10, 17, 17],
    [17, 17, 10, 4, 4, 4, 4],
    [31, 1, 2, 4, 8, 16, 31],
];

/// The mask of a word of capital letters, whose pixels have a side of `scale`.
fn letters(word: &str, scale: u32) -> Result<Mask, MaskError> {
    let rows: Vec<[u8; 7]> = word.bytes().map(|letter| LETTERS[usize::from(letter - b'A')]).collect();
    Mask::from_fn((6 * rows.len() as u32 - 1) * scale, 7 * scale, |x, y| {
        let [column, row] = [x / scale, y / scale];
        column % 6 < 5 && rows[(column / 6) as usize][row as usize] >> (4 - column % 6) & 1 == 1
    })
}

/// Whether a pixel is outside the heart.
fn is_outside(x: u32, y: u32) -> bool {
    let x = (f64::from(x) - 500.0) / 420.0;
    let y = (500.0 - f64::from(y)) / 400.0;
    (x * x + y * y - 1.0).powi(3) > x * x * y.powi(3)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut board = Mask::from_fn(SIZE[0], SIZE[1], is_outside)?;
    let within = Rect { left: 0, top: 0, width: SIZE[0], height: SIZE[1] };
    let mut picture =
        RgbImage::from_fn(SIZE[0], SIZE[1], |x, y| Rgb(if is_outside(x, y) { [255; 3] } else { [252, 243, 240] }));
    let scales = SCALES.iter().flat_map(|&(scale, count)| std::iter::repeat_n(scale, count));
    let mut count = 0;
    for ((n, scale), word) in scales.enumerate().zip(WORDS.iter().cycle()) {
        let flat = letters(word, scale)?;
        // Every third word is upright.
        let word = if n % 3 == 2 { flat.rotated_90() } else { flat };
        let (grown, [left, top]) = word.grown(MARGIN * f64::from(scale))?;
        let middle = [500 - grown.width() as i32 / 2, 430 - grown.height() as i32 / 2];
        let Some([x, y]) = board.nearest_free(&grown, middle, Reach::new(1000).inside(within)) else { continue };
        board.draw(&word, [x - left, y - top]);
        let color = Rgb(COLORS[n % COLORS.len()]);
        for [dx, dy] in word.pixels() {
            picture.put_pixel((x - left + dx) as u32, (y - top + dy) as u32, color);
        }
        count += 1;
    }
    assert!(count > 500, "only {count} words found a place");
    println!("{count} words in a heart");
    if let Some(file) = std::env::args().nth(1) {
        picture.save(file)?;
    }
    Ok(())
}
