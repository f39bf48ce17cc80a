//! The report of a scripted game on its last tick, and the check of its screenshot.

use crate::{field, sheet};
use image::RgbaImage;
use std::fmt::{self, Write};
use std::str::FromStr;

/// The color of the boxes that the key B shows.
pub const BOX_COLOR: [u8; 3] = [64, 224, 120];

/// The color of shared pixels.
pub const SHARED_COLOR: [u8; 3] = [255, 32, 96];

/// The part of the window with the text: left, top, width, height.
pub const TEXT: [u32; 4] = [0, 0, 420, 60];

/// The things that a screenshot must show.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The center of the ship.
    pub ship: [i32; 2],
    /// The centers of the holes that bullets made in the ground.
    pub holes: Vec<[i32; 2]>,
    /// The boxes of all sprites: left, top, width, height.
    pub boxes: Vec<[i32; 4]>,
    /// The pixels that two sprites share.
    pub shared: Vec<[i32; 2]>,
}

/// Writes one line for each thing: its name and its numbers.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, numbers: &[i32]| {
            let numbers = numbers.iter().fold(String::new(), |mut text, number| {
                let _ = write!(text, " {number}");
                text
            });
            writeln!(f, "{name}{numbers}")
        };
        line("ship", &self.ship)?;
        self.holes.iter().try_for_each(|hole| line("hole", hole))?;
        self.boxes.iter().try_for_each(|shown| line("box", shown))?;
        self.shared.iter().try_for_each(|pixel| line("shared", pixel))
    }
}

impl FromStr for Report {
    type Err = String;

    fn from_str(text: &str) -> Result<Report, String> {
        let mut report = Report::default();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let name = words.next();
            let numbers: Vec<i32> =
                words.map(str::parse).collect::<Result<_, _>>().map_err(|e| format!("{line:?}: {e}"))?;
            match (name, numbers[..].as_array(), numbers[..].as_array()) {
                (Some("ship"), Some(&at), _) => report.ship = at,
                (Some("hole"), Some(&at), _) => report.holes.push(at),
                (Some("shared"), Some(&at), _) => report.shared.push(at),
                (Some("box"), _, Some(&shown)) => report.boxes.push(shown),
                _ => return Err(format!("{line:?}: expected ship, hole, shared or box and its numbers")),
            }
        }
        Ok(report)
    }
}

/// Checks that a screenshot shows what the report says. The texture of the pixels is not checked, since drivers differ.
///
/// # Errors
/// Returns what is missing.
pub fn check(picture: &RgbaImage, report: &Report) -> Result<(), String> {
    let [width, height] = field::SIZE;
    ensure(picture.dimensions() == (width, height), || {
        format!("screenshot must have {width} x {height} pixels, got {:?}", picture.dimensions())
    })?;
    ensure(report.holes.len() >= 4, || format!("bullets must have made at least 4 holes, got {}", report.holes.len()))?;
    ensure(!report.shared.is_empty(), || "two sprites must share pixels".to_owned())?;

    check_ground(picture, report)?;
    let pixel = |[x, y]: [i32; 2]| {
        let inside = (0..width as i32).contains(&x) && (0..height as i32).contains(&y);
        inside.then(|| picture.get_pixel(x as u32, y as u32).0)
    };
    let near = |at, color| pixel(at).is_some_and(|found| distance(found, color) < 60);

    let [x, y] = report.ship;
    let ship = square(x - 32, y - 32, 64, 64)
        .filter(|&at| pixel(at).is_some_and(|[r, g, b, _]| b > 150 && b > r && g > r))
        .count();
    ensure(ship >= 60, || format!("the ship must be at {x}, {y}: only {ship} pixels have its colors"))?;

    let shared = report.shared.iter().filter(|&&at| near(at, SHARED_COLOR)).count();
    let visible = report.shared.iter().filter(|&&at| pixel(at).is_some()).count();
    ensure(4 * shared >= 3 * visible, || format!("{shared} of {visible} shared pixels have their color"))?;

    for &[left, top, width, height] in &report.boxes {
        let outline = (0..width).flat_map(|x| [[left + x, top], [left + x, top + height - 1]]);
        let outline: Vec<_> = outline.filter(|&at| pixel(at).is_some()).collect();
        // A driver may draw a line beside the pixel, and text or another sprite's pixels may cover a part.
        let drawn = outline.iter().filter(|[x, y]| square(x - 1, y - 1, 3, 3).any(|at| near(at, BOX_COLOR))).count();
        ensure(2 * drawn >= outline.len(), || {
            format!("box {width} x {height} at {left}, {top}: {drawn} of {} pixels are drawn", outline.len())
        })?;
    }
    let [left, top, width, height] = TEXT.map(|c| c as i32);
    let text = square(left, top, width, height).filter(|&at| near(at, [255; 3])).count();
    ensure(text >= 200, || format!("the text at the top left has only {text} pixels"))
}

/// Checks that the ground is drawn at its place, except for the holes.
fn check_ground(picture: &RgbaImage, report: &Report) -> Result<(), String> {
    let ground = image::load_from_memory(sheet::GROUND).map_err(|e| e.to_string())?.into_rgba8();
    let top = field::SIZE[1] - ground.height();
    let (mut solid, mut shown, mut dug, mut still) = (0, 0, 0, 0);
    for (x, y, color) in ground.enumerate_pixels().filter(|(.., color)| color.0[3] == u8::MAX) {
        let from = |hole: &[i32; 2]| f64::from(hole[0] - x as i32).hypot(f64::from(hole[1] - (y + top) as i32));
        let nearest = report.holes.iter().map(from).fold(f64::INFINITY, f64::min);
        let [r, g, b, _] = color.0;
        let is_drawn = distance(picture.get_pixel(x, y + top).0, [r, g, b]) < 40;
        if nearest < field::HOLE - 2.0 {
            (dug, still) = (dug + 1, still + u32::from(is_drawn));
        } else if nearest > field::HOLE + 2.0 {
            (solid, shown) = (solid + 1, shown + u32::from(is_drawn));
        }
    }
    ensure(10 * shown > 9 * solid, || format!("{shown} of {solid} pixels of the ground are drawn"))?;
    ensure(dug > 400, || format!("the holes must have removed more than 400 pixels of ground, got {dug}"))?;
    ensure(10 * still < dug, || format!("{still} of {dug} pixels in holes still show ground"))
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

fn square(left: i32, top: i32, width: i32, height: i32) -> impl Iterator<Item = [i32; 2]> {
    (top..top + height).flat_map(move |y| (left..left + width).map(move |x| [x, y]))
}

/// The sum of the differences of the channels.
fn distance([r, g, b, _]: [u8; 4], color: [u8; 3]) -> u32 {
    [r, g, b].iter().zip(color).map(|(&a, b)| u32::from(a.abs_diff(b))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, imageops};

    /// A picture as a game would draw it.
    fn drawn(report: &Report) -> RgbaImage {
        let [width, height] = field::SIZE;
        let mut picture = RgbaImage::from_pixel(width, height, Rgba([8, 8, 20, 255]));
        let mut ground = image::load_from_memory(sheet::GROUND).unwrap().into_rgba8();
        let top = height - ground.height();
        for (x, y, color) in ground.enumerate_pixels_mut() {
            let from = |hole: &[i32; 2]| f64::from(hole[0] - x as i32).hypot(f64::from(hole[1] - (y + top) as i32));
            if report.holes.iter().any(|hole| from(hole) < field::HOLE) {
                color.0[3] = 0;
            }
        }
        imageops::overlay(&mut picture, &ground, 0, top.into());
        let mut fill = |[left, top, width, height]: [i32; 4], [r, g, b]: [u8; 3]| {
            for [x, y] in square(left, top, width, height) {
                picture.put_pixel(x as u32, y as u32, Rgba([r, g, b, 255]));
            }
        };
        for &[left, top, width, height] in &report.boxes {
            fill([left, top, width, 1], BOX_COLOR);
            fill([left, top + height - 1, width, 1], BOX_COLOR);
        }
        fill([report.ship[0] - 5, report.ship[1] - 8, 10, 16], [64, 190, 240]);
        fill([10, 10, 30, 20], [255; 3]);
        report.shared.iter().for_each(|&[x, y]| fill([x, y, 1, 1], SHARED_COLOR));
        picture
    }

    fn report() -> Report {
        let holes = (0..5).map(|n| [300 + 25 * n, 520]).collect();
        Report { ship: [200, 250], holes, boxes: vec![[400, 100, 60, 50]], shared: vec![[410, 120], [411, 120]] }
    }

    #[test]
    fn right_picture_passes_and_each_fault_is_named() {
        let right = report();
        check(&drawn(&right), &right).unwrap();
        let fault = |shown: Report| check(&drawn(&shown), &right).unwrap_err();
        assert!(fault(Report { ship: [600, 250], ..right.clone() }).starts_with("the ship must be at"));
        assert!(fault(Report { holes: vec![], ..right.clone() }).contains("in holes still show ground"));
        assert!(fault(Report { boxes: vec![], ..right.clone() }).starts_with("box 60 x 50 at 400, 100"));
        assert!(fault(Report { shared: vec![], ..right.clone() }).starts_with("0 of 2 shared pixels"));
        assert!(check(&RgbaImage::new(960, 640), &right).unwrap_err().contains("pixels of the ground"));
        assert!(check(&RgbaImage::new(96, 64), &right).unwrap_err().contains("must have 960 x 640"));
    }

    #[test]
    fn report_is_read_as_written() {
        assert_eq!(report().to_string().parse(), Ok(report()));
        assert!("ship 3".parse::<Report>().is_err());
    }
}
