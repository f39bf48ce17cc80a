//! An animated GIF of the swarm, written while it is made: of any length, in the memory of a frame.

use crate::output::Output;
use crate::picture::{Canvas, GROUND, HIT_BOX, NEAR_BOX, PALETTE, Rgb, SHARED, Window, rim};
use anyhow::{Context, Result, bail};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::collections::HashMap;
use std::io::Write;

/// Hundredths of a second that a frame stands.
const DELAY: u16 = 5;
/// The index of a pixel that stays as it was. Runs of it are what keeps the file small.
const SAME: u8 = 0;

/// A movie that is being made. All frames share one palette: the drawing has few colours, none mixed.
pub(crate) struct Movie {
    encoder: Encoder<Output>,
    size: [u16; 2],
    indexes: HashMap<Rgb, u8>,
    last: Vec<u8>,
}

impl Movie {
    pub(crate) fn new(window: Window, out: Output) -> Result<Movie> {
        let [Ok(width), Ok(height)] = window.size().map(u16::try_from) else {
            bail!("a GIF has at most 65535 pixels a side");
        };
        let marks = [GROUND, NEAR_BOX, HIT_BOX, SHARED];
        let colors: Vec<Rgb> = marks.into_iter().chain(PALETTE).chain(PALETTE.map(rim)).collect();
        let palette: Vec<u8> = [[0; 3]].iter().chain(&colors).flatten().copied().collect();
        let mut encoder = Encoder::new(out, width, height, &palette)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let indexes = colors.into_iter().zip(SAME + 1..).collect();
        Ok(Movie { encoder, size: [width, height], indexes, last: Vec::new() })
    }

    /// Adds a frame: of what changed only.
    pub(crate) fn add(&mut self, canvas: &Canvas) -> Result<()> {
        let index = |pixel: &image::Rgb<u8>| self.indexes.get(&pixel.0).copied().context("a colour of no palette");
        let indexes = canvas.image().pixels().map(index).collect::<Result<Vec<_>>>()?;
        let mut buffer = indexes.clone();
        for (pixel, last) in buffer.iter_mut().zip(&self.last) {
            if pixel == last {
                *pixel = SAME;
            }
        }
        self.last = indexes;
        let [width, height] = self.size;
        self.encoder.write_frame(&Frame {
            width,
            height,
            buffer: buffer.into(),
            transparent: Some(SAME),
            delay: DELAY,
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        })?;
        Ok(())
    }

    /// The file, complete, but not yet in its place.
    pub(crate) fn finish(self) -> Result<Output> {
        let mut out = self.encoder.into_inner()?;
        out.flush()?;
        Ok(out)
    }
}
