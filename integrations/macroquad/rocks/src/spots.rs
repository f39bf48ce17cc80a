//! The check of a screenshot by single pixels: a list of spots and of the colors that they must have.

use image::RgbaImage;

/// How far the sum of the differences of a color may be off.
const TOLERANCE: u32 = 90;

/// A pixel, and the color that it must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The column and the row, in pixels from the top left.
    pub at: [u32; 2],
    /// Red, green and blue.
    pub color: [u8; 3],
}

/// Reads spots: one in each line, as the numbers x, y, red, green, blue.
///
/// # Errors
/// Returns the first line that is not a spot.
pub fn read(text: &str) -> Result<Vec<Spot>, String> {
    let spot = |line: &str| {
        let numbers: Vec<u32> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let &[x, y, r, g, b] = &numbers[..] else { return None };
        let color = [r, g, b].map(u8::try_from);
        let [Ok(r), Ok(g), Ok(b)] = color else { return None };
        Some(Spot { at: [x, y], color: [r, g, b] })
    };
    text.lines().map(|line| spot(line).ok_or_else(|| format!("{line:?}: expected x y red green blue"))).collect()
}

/// Checks that nine of ten spots of each color have their color, at the pixel or beside it, since drivers differ.
///
/// # Errors
/// Returns the first color of which too many spots are wrong.
pub fn check(picture: &RgbaImage, spots: &[Spot]) -> Result<(), String> {
    let mut colors: Vec<[u8; 3]> = spots.iter().map(|spot| spot.color).collect();
    colors.sort_unstable();
    colors.dedup();
    if colors.len() < 2 {
        return Err(format!("a screenshot must have spots of several colors, got {colors:?}"));
    }
    for color in colors {
        let all: Vec<&Spot> = spots.iter().filter(|spot| spot.color == color).collect();
        let right = all.iter().filter(|spot| is_right(picture, spot)).count();
        if 10 * right < 9 * all.len() {
            return Err(format!("{right} of {} spots have the color {color:?}", all.len()));
        }
    }
    Ok(())
}

fn is_right(picture: &RgbaImage, spot: &Spot) -> bool {
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    let pixels = around.filter_map(|(dx, dy)| {
        picture.get_pixel_checked(spot.at[0].checked_add_signed(dx)?, spot.at[1].checked_add_signed(dy)?)
    });
    let off =
        |pixel: &image::Rgba<u8>| pixel.0.iter().zip(spot.color).map(|(&a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
    pixels.map(off).min().is_some_and(|off| off <= TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn right_picture_passes_and_each_wrong_color_is_named() {
        let mut picture = RgbaImage::from_pixel(40, 10, Rgba([8, 8, 20, 255]));
        let mut text = String::from("1 8 10 10 20\n");
        for x in (0..40).step_by(4) {
            picture.put_pixel(x, 3, Rgba([250, 250, 240, 255]));
            text += &format!("{x} 3 255 255 255\n");
        }
        let spots = read(&text).unwrap();
        check(&picture, &spots).unwrap();
        for x in [0, 4] {
            picture.put_pixel(x, 3, Rgba([8, 8, 20, 255]));
        }
        assert_eq!(check(&picture, &spots).unwrap_err(), "8 of 10 spots have the color [255, 255, 255]");
        picture.put_pixel(4, 2, Rgba([255; 4])); // beside its place
        check(&picture, &spots).unwrap();
        let white = RgbaImage::from_pixel(40, 10, Rgba([255; 4]));
        assert_eq!(check(&white, &spots).unwrap_err(), "0 of 1 spots have the color [10, 10, 20]");
        assert!(check(&white, &spots[1..]).unwrap_err().contains("several colors"), "a white screen proves nothing");
    }

    #[test]
    fn lines_that_are_no_spots_are_errors() {
        for line in ["", "1 2 3 4", "1 2 3 4 256", "1 2 3 4 5 6", "1 2 x 4 5", "-1 2 3 4 5"] {
            assert!(read(&format!("1 2 3 4 5\n{line}\n")).unwrap_err().starts_with(&format!("{line:?}")), "{line}");
        }
    }
}
