//! Aseprite files with random layers, compared pixel by pixel with the topmost visible color.
//!
//! All pixels are opaque or empty, so the color of a frame at a pixel is the color of the topmost cel that has one.

use crate::common::ase::{Ase, Layer, Show, cel, palette, tileset};
use crate::common::assert_shows;
use fastrand::Rng;
use sheets::image::{Rgba, RgbaImage};
use sheets::mask::Solid;
use sheets::{Options, Sheet};
use std::collections::HashMap;
use std::sync::Arc;

/// Bits of a pixel, and the color of its bytes.
#[derive(Clone, Copy)]
struct Format {
    depth: u16,
    transparent: u8,
    colors: [[u8; 4]; 5],
}

impl Format {
    fn random(rng: &mut Rng) -> Format {
        let depth = *rng.choice(&[8, 16, 32]).unwrap();
        let mut colors = [[0; 4]; 5].map(|_| [rng.u8(..), rng.u8(..), rng.u8(..), if rng.bool() { 255 } else { 0 }]);
        if depth == 16 {
            colors = colors.map(|[value, _, _, alpha]| [value, value, value, alpha]);
        }
        Format { depth, transparent: rng.u8(0..5), colors }
    }

    /// The bytes of a pixel of one of the colors.
    fn bytes(&self, color: usize) -> Vec<u8> {
        let [r, g, b, a] = self.colors[color];
        match self.depth {
            8 => vec![color as u8],
            16 => vec![r, a],
            _ => vec![r, g, b, a],
        }
    }

    fn color(&self, color: usize, is_background: bool) -> [u8; 4] {
        let is_hidden = self.depth == 8 && color == usize::from(self.transparent) && !is_background;
        if is_hidden { [0; 4] } else { self.colors[color] }
    }
}

/// A picture of color indices. `None` is empty in every format.
#[derive(Clone)]
struct Drawing {
    size: [u16; 2],
    colors: Vec<Option<usize>>,
}

impl Drawing {
    fn random(rng: &mut Rng, size: [u16; 2]) -> Drawing {
        let colors = (0..size[0] * size[1]).map(|_| Some(rng.usize(0..5))).collect();
        Drawing { size, colors }
    }

    fn bytes(&self, format: &Format) -> Vec<u8> {
        self.colors.iter().flat_map(|color| format.bytes(color.unwrap())).collect()
    }

    fn get(&self, [x, y]: [i32; 2]) -> Option<usize> {
        let [width, height] = self.size.map(i32::from);
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside.then(|| self.colors[(y * width + x) as usize]).flatten()
    }
}

/// A cel as it is shown: its place, its z-index, and its pixels.
#[derive(Clone)]
struct Shown {
    at: [i16; 2],
    z: i16,
    drawing: Drawing,
}

/// Builds a tile map, and the drawing that it shows.
fn tile_map(rng: &mut Rng, tiles: &[Drawing], side: u16) -> (Vec<u32>, [u16; 2], Drawing) {
    let size = [rng.u16(0..4), rng.u16(0..4)];
    let pixels = size.map(|count| count * side);
    let mut shown = Drawing { size: pixels, colors: vec![None; usize::from(pixels[0] * pixels[1])] };
    let mut map = Vec::new();
    for row in 0..size[1] {
        for column in 0..size[0] {
            let index = rng.usize(0..tiles.len());
            let flips = rng.u32(0..8);
            map.push(index as u32 | flips << 29);
            for y in 0..side {
                for x in 0..side {
                    // The pixel of the tile that lands on x, y: mirror, then swap.
                    let from_x = if flips & 4 != 0 { side - 1 - x } else { x };
                    let from_y = if flips & 2 != 0 { side - 1 - y } else { y };
                    let (from_x, from_y) = if flips & 1 != 0 { (from_y, from_x) } else { (from_x, from_y) };
                    let at = (row * side + y) * pixels[0] + column * side + x;
                    let color = tiles[index].get([from_x.into(), from_y.into()]);
                    shown.colors[usize::from(at)] = color.filter(|_| index > 0);
                }
            }
        }
    }
    (map, size, shown)
}

#[test]
fn frames_show_the_topmost_visible_color() {
    let mut rng = Rng::with_seed(23);
    for round in 0..150 {
        let format = Format::random(&mut rng);
        let size = [rng.u16(1..20), rng.u16(1..20)];
        let side = rng.u16(1..4);
        let tiles: Vec<_> = (0..4).map(|_| Drawing::random(&mut rng, [side; 2])).collect();
        let tile_bytes: Vec<_> = tiles.iter().flat_map(|tile| tile.bytes(&format)).collect();

        // Layers: the lowest may be a background; groups hide what is in them.
        let mut chunks = vec![palette(0, &format.colors), tileset(7, [side; 2], 4, &tile_bytes)];
        let mut layers = Vec::new();
        let mut open = Vec::new(); // the visibility of the groups around the next layer
        for index in 0..rng.usize(1..8) {
            open.truncate(rng.usize(0..=open.len()));
            let flags = if rng.u8(0..4) == 0 { 0 } else { 1 } | if rng.u8(0..9) == 0 { 64 } else { 0 };
            let is_background = index == 0 && rng.bool();
            let kind = if is_background { 0 } else { rng.u16(0..3) };
            let flags = flags | if is_background { 8 } else { 0 };
            let level = open.len() as u16;
            chunks.push(Layer { flags, kind, level, mode: 0, opacity: 255, tileset: 7 }.chunk());
            let is_visible = flags & 1 != 0 && flags & 64 == 0;
            layers.push((kind, is_visible && open.iter().all(|&shown| shown), is_background));
            if kind == 1 {
                open.push(is_visible);
            }
        }

        let mut frames = Vec::new();
        let mut shown: HashMap<(usize, usize), Shown> = HashMap::new();
        let mut expected = Vec::new();
        for frame in 0..rng.usize(1..5) {
            for (index, &(kind, ..)) in layers.iter().enumerate() {
                let at = [rng.i16(-9..15), rng.i16(-9..15)];
                let z = if rng.bool() { 0 } else { rng.i16(-3..4) };
                let layer = index as u16;
                let earlier = rng.usize(0..=frame);
                if kind == 1 || rng.u8(0..4) == 0 {
                    continue;
                } else if let Some(linked) = shown.get(&(earlier, index)).cloned() {
                    chunks.push(cel(layer, at, 255, z, &Show::Link(earlier as u16)));
                    shown.insert((frame, index), Shown { z, ..linked });
                } else if kind == 2 {
                    let (map, count, drawing) = tile_map(&mut rng, &tiles, side);
                    chunks.push(cel(layer, at, 255, z, &Show::Tiles(count, &map)));
                    shown.insert((frame, index), Shown { at, z, drawing });
                } else {
                    let cel_size = [rng.u16(0..16), rng.u16(0..16)];
                    let drawing = Drawing::random(&mut rng, cel_size);
                    let bytes = drawing.bytes(&format);
                    let show = if rng.bool() { Show::Plain } else { Show::Packed };
                    chunks.push(cel(layer, at, 255, z, &show(cel_size, &bytes)));
                    shown.insert((frame, index), Shown { at, z, drawing });
                }
            }
            frames.push((100, std::mem::take(&mut chunks)));
            expected.push(RgbaImage::from_fn(size[0].into(), size[1].into(), |x, y| {
                let mut best = (i32::MIN, i16::MIN, [0; 4]);
                for (index, &(_, is_visible, is_background)) in layers.iter().enumerate() {
                    let Some(Shown { at, z, drawing }) = shown.get(&(frame, index)).filter(|_| is_visible) else {
                        continue;
                    };
                    let pixel = [x as i32 - i32::from(at[0]), y as i32 - i32::from(at[1])];
                    let color = drawing.get(pixel).map_or([0; 4], |color| format.color(color, is_background));
                    let order = index as i32 + i32::from(*z);
                    if color[3] == 255 && (order, *z) >= (best.0, best.1) {
                        best = (order, *z, color);
                    }
                }
                Rgba(best.2)
            }));
        }

        let file = Ase { size, depth: format.depth, flags: 1, transparent: format.transparent, frames };
        let files = HashMap::from([("a.ase".to_owned(), file.bytes())]);
        let sheet = Sheet::read(&files, "a.ase", &Options::default().pictures(true)).unwrap();
        assert_eq!(sheet.frames().len(), expected.len(), "round {round}");
        for (frame, expected) in sheet.frames().iter().zip(&expected) {
            assert_shows(frame, expected, Solid::default());
        }
        // If nothing moves between two frames, they share their mask.
        for pair in sheet.frames().windows(2).filter(|pair| Arc::ptr_eq(pair[0].mask(), pair[1].mask())) {
            assert_eq!(pair[0].mask(), pair[1].mask());
        }
    }
}
