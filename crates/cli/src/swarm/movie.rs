//! An animated GIF of the swarm, and the part of the swarm that it shows. Each frame is written at once, so the memory
//! does not grow with the length.

use crate::output::Output;
use crate::picture::{
    BACKGROUND, CANDIDATE_BOX, COLLISION_BOX, Canvas, PALETTE, Rgb, SHARED_PIXEL, Viewport, edge_color,
};
use anyhow::{Context, Result, bail};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use mask::Rect;
use rayon::prelude::*;
use std::collections::HashMap;
use std::io::Write;
use world::{Pair, SpriteId, View};

/// The display time of a frame, in hundredths of a second.
const DELAY: u16 = 5;
/// The index of a pixel that equals the previous frame. Runs of this index keep the file small.
const UNCHANGED: u8 = 0;

/// An open movie. All frames share one palette, since the drawing has few colors and does not blend them.
pub(crate) struct Movie {
    encoder: Encoder<Output>,
    size: [u16; 2],
    indexes: HashMap<Rgb, u8>,
    previous: Vec<u8>,
}

impl Movie {
    pub(crate) fn new(viewport: Viewport, out: Output) -> Result<Movie> {
        let size = viewport.size();
        let [Ok(width), Ok(height)] = size.map(u16::try_from) else {
            bail!("movie of {} x {} pixels is too large, GIF allows at most 65535 a side", size[0], size[1]);
        };
        let marks = [BACKGROUND, CANDIDATE_BOX, COLLISION_BOX, SHARED_PIXEL];
        let colors: Vec<Rgb> = marks.into_iter().chain(PALETTE).chain(PALETTE.map(edge_color)).collect();
        let palette: Vec<u8> = [[0; 3]].iter().chain(&colors).flatten().copied().collect();
        let mut encoder = Encoder::new(out, width, height, &palette)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let indexes = colors.into_iter().zip(UNCHANGED + 1..).collect();
        Ok(Movie { encoder, size: [width, height], indexes, previous: Vec::new() })
    }

    /// Appends a frame that stores only the changed pixels.
    pub(crate) fn add(&mut self, canvas: &Canvas) -> Result<()> {
        let index = |pixel: &image::Rgb<u8>| {
            let unknown = || format!("color {:?} is not in the palette of the movie", pixel.0);
            self.indexes.get(&pixel.0).copied().with_context(unknown)
        };
        let indexes = canvas.image().pixels().map(index).collect::<Result<Vec<_>>>()?;
        let mut buffer = indexes.clone();
        for (pixel, previous) in buffer.iter_mut().zip(&self.previous) {
            if pixel == previous {
                *pixel = UNCHANGED;
            }
        }
        self.previous = indexes;
        let [width, height] = self.size;
        self.encoder.write_frame(&Frame {
            width,
            height,
            buffer: buffer.into(),
            transparent: Some(UNCHANGED),
            delay: DELAY,
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        })?;
        Ok(())
    }

    /// Completes the GIF. The caller moves the output to its target.
    pub(crate) fn finish(self) -> Result<Output> {
        let mut out = self.encoder.into_inner()?;
        out.flush()?;
        Ok(out)
    }
}

/// The visible sprites and pairs in a rectangle of the world.
pub(crate) struct Visible<'s> {
    pub(crate) view: View<'s>,
    pub(crate) sprites: Vec<(SpriteId, Rgb)>,
    /// The candidate pairs with at least one visible sprite.
    pub(crate) candidates: Vec<Pair>,
    /// The colliding pairs of two visible sprites.
    pub(crate) collisions: Vec<Pair>,
}

impl<'s> Visible<'s> {
    /// Finds the visible sprites and their pairs.
    pub(super) fn new(
        view: View<'s>,
        rect: Rect,
        color: impl Fn(SpriteId) -> Rgb,
        candidates: &[Pair],
        collisions: &[Pair],
    ) -> Visible<'s> {
        let ids = view.find(rect);
        let is_visible = |id: SpriteId| ids.binary_search(&id).is_ok();
        let filter = |pairs: &[Pair], keep: &(dyn Fn(&Pair) -> bool + Sync)| {
            pairs.par_iter().filter(|pair| keep(pair)).copied().collect()
        };
        Visible {
            view,
            sprites: ids.iter().map(|&id| (id, color(id))).collect(),
            candidates: filter(candidates, &|pair| is_visible(pair.a) || is_visible(pair.b)),
            collisions: filter(collisions, &|pair| is_visible(pair.a) && is_visible(pair.b)),
        }
    }
}
