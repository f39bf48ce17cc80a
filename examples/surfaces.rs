//! Masks from surfaces as programs have them: 0xAARRGGBB with a pitch, 565 with a color key, a palette, 1 bit.
//!
//!     cargo run -p show --features bitvec --example surfaces

use hitmask::mask::bitvec::prelude::*;
use hitmask::{Mask, PixelLayout, Solid};
use std::error::Error;

const WIDTH: u32 = 37;
const HEIGHT: u32 = 9;

/// Whether a pixel of the ship is solid: what each surface below shows.
fn ship(x: u32, y: u32) -> bool {
    x.abs_diff(18) <= 2 * y
}

/// Asserts that a mask has the pixels of the ship, one by one.
fn check(mask: &Mask) {
    for (y, x) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
        assert_eq!(mask.contains([x as i32, y as i32]), ship(x, y), "{x}, {y}");
    }
}

/// The pixels of the ship as numbers: one for solid pixels, one for all others.
fn pixels(solid: u32, free: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let rows = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
    rows.map(move |(x, y)| (x, y, if ship(x, y) { solid } else { free }))
}

fn main() -> Result<(), Box<dyn Error>> {
    // A surface of 32-bit numbers 0xAARRGGBB, as Direct3D, GDI+, Cairo and SDL have them. Its rows are 160 bytes apart.
    // On a little-endian processor, the lowest byte comes first: blue, green, red, alpha.
    let pitch = 160;
    let mut surface = vec![0; pitch * HEIGHT as usize];
    for (x, y, number) in pixels(0xff30_80c0, 0x0030_80c0) {
        surface[y as usize * pitch + 4 * x as usize..][..4].copy_from_slice(&number.to_le_bytes());
    }
    let layout = PixelLayout::BGRA.stride(pitch);
    let mask = Mask::from_pixels(WIDTH, HEIGHT, &surface, layout, Solid::default())?;
    check(&mask);
    println!("{mask}");

    // A frame of the surface: 8 x 4 pixels from [10, 5] on.
    let frame = Mask::from_pixels(8, 4, &surface[5 * pitch + 4 * 10..], layout, Solid::default())?;
    assert_eq!(frame, Mask::from_fn(8, 4, |x, y| ship(x + 10, y + 5))?);

    // Numbers of 16 bits, 565, with magenta for what is free. A loop over pixels reads any such format.
    let mut numbers = vec![0_u16; (WIDTH * HEIGHT) as usize];
    for (x, y, number) in pixels(0x07e0, 0xf81f) {
        numbers[(y * WIDTH + x) as usize] = number as u16;
    }
    check(&Mask::from_fn(WIDTH, HEIGHT, |x, y| numbers[(y * WIDTH + x) as usize] != 0xf81f)?);

    // A picture of 8 bits with a palette: the color 3 is transparent.
    let mut indices = vec![0_u8; (WIDTH * HEIGHT) as usize];
    for (x, y, index) in pixels(7, 3) {
        indices[(y * WIDTH + x) as usize] = index as u8;
    }
    check(&Mask::from_fn(WIDTH, HEIGHT, |x, y| indices[(y * WIDTH + x) as usize] != 3)?);

    // A PBM file in 1 bit: after the header, each row takes whole bytes, the highest bit is leftmost, and 1 is black.
    let mut file = format!("P4\n{WIDTH} {HEIGHT}\n").into_bytes();
    let (header, row) = (file.len(), WIDTH.div_ceil(8) as usize);
    file.resize(header + row * HEIGHT as usize, 0);
    for (x, y, bit) in pixels(1, 0) {
        file[header + y as usize * row + x as usize / 8] |= (bit as u8) << (7 - x % 8);
    }
    let bits = file[header..].view_bits::<Msb0>();
    check(&Mask::from_bit_rows(WIDTH, HEIGHT, bits, 8 * row)?);

    // A stride that is too small is an error that names it.
    let error = Mask::from_pixels(WIDTH, HEIGHT, &surface, PixelLayout::BGRA.stride(100), Solid::default());
    println!("{}", error.unwrap_err());
    Ok(())
}
