//! The broad phase: pairs of sprites whose boxes share a pixel, as jobs that threads can share.

use crate::layer::{Change, Layer};
use crate::memory;
use crate::packed::{Block, Extent, Part, Search, split};
use crate::rows::Rows;
use crate::shapes::{Shapes, Stand};
use crate::sprite::Layers;
use crate::{Index, Sprite, SpriteId, SpriteMut, WorldError};
use mask::Rect;
use slotmap::{Key, SlotMap};
use std::ops::ControlFlow;

/// Parts of work that threads share: enough that a crowded corner of the world holds none of them up.
pub(crate) const JOBS: usize = 64;

/// A world is still where fewer than one sprite in so many changes from refresh to refresh: its pairs are mended, not
/// listed anew.
const STILL: usize = 32;

/// Bodies are numbered by their rows; this tells those of fixed sprites from those that move.
const FIXED: u32 = 1 << 31;

/// The most sprites: as many as there are numbers.
pub(crate) const MAX_SPRITES: usize = FIXED as usize - 1;

/// The sprites that move and those that are fixed, each in a layer of their own.
#[derive(Default)]
pub(crate) struct Broad {
    movers: Layer,
    fixed: Layer,
}

/// A part of the broad phase.
#[derive(Clone, Copy)]
pub(crate) enum Job<'a> {
    /// Sprites that move, with each other.
    Movers(Part<'a>),
    /// Sprites that move with fixed ones.
    Fixed(Part<'a>),
    /// The same where a tree is an R*-tree, for the movers from one row to another: each is looked up. The flag says
    /// whether among movers.
    Single(&'a Broad, usize, usize, bool),
}

impl Broad {
    #[inline(always)]
    fn rows(&self, body: u32) -> (&Rows, usize) {
        let layer = if body & FIXED == 0 { &self.movers } else { &self.fixed };
        (&layer.rows, (body & !FIXED) as usize)
    }

    /// The sprite of a body.
    pub(crate) fn sprite(&self, body: u32) -> Sprite {
        let (rows, row) = self.rows(body);
        Sprite { fixed: body & FIXED != 0, ..rows.sprite(row) }
    }

    /// The layers of a body's sprite.
    #[inline]
    pub(crate) fn layers(&self, body: u32) -> Layers {
        let (rows, row) = self.rows(body);
        rows.layers(row)
    }

    /// Where a body stands, and what it shows there.
    #[inline(always)]
    pub(crate) fn stand<'s>(&self, body: u32, shapes: &'s Shapes) -> Result<Stand<'s>, WorldError> {
        let (rows, row) = self.rows(body);
        rows.stand(row, shapes)
    }

    /// The id of a body's sprite.
    #[inline]
    pub(crate) fn id(&self, body: u32) -> SpriteId {
        let (rows, row) = self.rows(body);
        rows.ids[row]
    }

    /// The ids from a body on.
    #[inline(always)]
    pub(crate) fn ids(&self, body: u32) -> &[SpriteId] {
        let (rows, row) = self.rows(body);
        &rows.ids[row..]
    }

    /// Makes room for so many sprites like this one.
    pub(crate) fn reserve(&mut self, more: usize, like: &Sprite) -> Result<(), WorldError> {
        let layer = if like.fixed { &mut self.fixed } else { &mut self.movers };
        // Rows of sprites that have gone count until the next refresh.
        if more > MAX_SPRITES - layer.rows.len() {
            return Err(WorldError::Full { sprites: layer.rows.len() });
        }
        layer.rows.reserve(more, like)
    }

    /// Puts a sprite in, for which there is room, and says as which body.
    pub(crate) fn push(&mut self, id: SpriteId, sprite: Sprite) -> u32 {
        let (layer, base) = if sprite.fixed { (&mut self.fixed, FIXED) } else { (&mut self.movers, 0) };
        base | layer.rows.push(id, sprite) as u32
    }

    /// Takes a body out.
    pub(crate) fn remove(&mut self, body: u32) -> Sprite {
        let sprite = self.rows_mut(body).remove((body & !FIXED) as usize);
        Sprite { fixed: body & FIXED != 0, ..sprite }
    }

    /// Sets the layers of a body's sprite.
    pub(crate) fn set_layers(&mut self, body: u32, layers: Layers) -> Result<(), WorldError> {
        self.rows_mut(body).set_layers((body & !FIXED) as usize, layers)
    }

    /// The sprite of a body, to change.
    #[inline]
    pub(crate) fn sprite_mut(&mut self, body: u32) -> SpriteMut<'_> {
        self.rows_mut(body).sprite_mut((body & !FIXED) as usize)
    }

    fn rows_mut(&mut self, body: u32) -> &mut Rows {
        if body & FIXED == 0 { &mut self.movers.rows } else { &mut self.fixed.rows }
    }

    /// The rows of all sprites: of those that move, then of the fixed.
    pub(crate) fn all_rows_mut(&mut self) -> [&mut Rows; 2] {
        [&mut self.movers.rows, &mut self.fixed.rows]
    }

    /// Chooses the trees.
    pub(crate) fn set_index(&mut self, index: Index) {
        self.movers.set_index(index);
        self.fixed.set_index(index);
    }

    /// Brings both layers up to date, and says what has changed.
    pub(crate) fn refresh(
        &mut self,
        shapes: &Shapes,
        slots: &mut SlotMap<SpriteId, u32>,
        parallel: bool,
    ) -> Result<Change, WorldError> {
        let movers = self.movers.refresh(shapes, slots, 0, parallel)?;
        let fixed = self.fixed.refresh(shapes, slots, FIXED, parallel)?;
        let (Change::Some(movers), Change::Some(fixed)) = (movers, fixed) else { return Ok(Change::All) };
        // A tree of the other kind does not know where something has changed.
        let knows = self.movers.rstar.is_none() && self.fixed.rstar.is_none();
        if !knows || STILL * (movers.len() + fixed.len()) > slots.len() + STILL {
            return Ok(Change::All);
        }
        let mut changed = memory::room(movers.len() + fixed.len())?;
        for (rows, layer) in [(movers, &self.movers), (fixed, &self.fixed)] {
            let ids = rows.into_iter().map(|row| layer.rows.ids[row as usize]);
            changed.extend(ids.filter(|id| !id.is_null()).map(|id| id.index() as u32));
        }
        Ok(Change::Some(changed))
    }

    /// Checks both layers.
    ///
    /// # Panics
    /// Where something does not agree.
    pub(crate) fn validate(&self, shapes: &Shapes, slots: &SlotMap<SpriteId, u32>) {
        self.movers.validate(shapes, slots, 0);
        self.fixed.validate(shapes, slots, FIXED);
        let holes = self.movers.rows.holes() + self.fixed.rows.holes();
        assert_eq!(self.movers.rows.len() + self.fixed.rows.len(), slots.len() + holes, "a row for each sprite");
    }

    /// Whether layers keep any two sprites apart.
    pub(crate) fn layered(&self) -> bool {
        self.movers.rows.layered() || self.fixed.rows.layered()
    }

    /// The pairs that are wanted, as some work in `enough` parts, where there is so much of it. The order of the pairs
    /// does not depend on how many parts there are.
    pub(crate) fn jobs(&self, extent: Extent, enough: usize) -> Result<Vec<Job<'_>>, WorldError> {
        let (movers, fixed) = (&self.movers, &self.fixed);
        let rows = movers.rows.len();
        let step = rows.div_ceil(enough).max(1);
        let single =
            |among| (0..rows).step_by(step).map(move |row| Job::Single(self, row, rows.min(row + step), among));
        let mut jobs: Vec<Job> = match &movers.rstar {
            None => memory::list(split(Part::within(&movers.packed, extent), enough)?.into_iter().map(Job::Movers))?,
            Some(_) => memory::list(single(true))?,
        };
        match &fixed.rstar {
            None => {
                let parts = split(Part::between(&movers.packed, &fixed.packed, extent), enough)?;
                memory::extend(&mut jobs, parts.into_iter().map(Job::Fixed))?;
            }
            Some(_) => memory::extend(&mut jobs, single(false))?,
        }
        Ok(jobs)
    }

    /// The whole work, on this thread, without a list of jobs: gives `take` every pair of bodies whose boxes share a
    /// pixel, once each, some blocks at a time, until it breaks.
    pub(crate) fn run<B>(&self, take: &mut impl FnMut(&[Block]) -> ControlFlow<B>) -> ControlFlow<B> {
        let (movers, fixed) = (&self.movers, &self.fixed);
        let rows = movers.rows.len();
        match &movers.rstar {
            None => Part::within(&movers.packed, Extent::All).try_for_each(|part| Job::Movers(part).run(take))?,
            Some(_) => Job::Single(self, 0, rows, true).run(take)?,
        }
        match &fixed.rstar {
            None => Part::between(&movers.packed, &fixed.packed, Extent::All)
                .try_for_each(|part| Job::Fixed(part).run(take)),
            Some(_) => Job::Single(self, 0, rows, false).run(take),
        }
    }

    /// Gives `visit` the bodies whose boxes share a pixel with `rect`, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        self.movers.in_rect(rect, &mut visit)?;
        self.fixed.in_rect(rect, &mut |row| visit(FIXED | row))
    }

    /// Offers a search the bodies that it asks for, until it stops.
    pub(crate) fn search<S: Search>(&self, search: &mut S) -> ControlFlow<S::Stop> {
        self.movers.search(0, search)?;
        self.fixed.search(FIXED, search)
    }
}

impl Job<'_> {
    /// Gives `take` every pair of bodies whose boxes share a pixel, once each, some blocks at a time, until it
    /// breaks.
    pub(crate) fn run<B>(self, take: &mut impl FnMut(&[Block]) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Job::Movers(part) => part.run(take),
            Job::Fixed(part) => part
                .run(&mut |blocks| blocks.iter().try_for_each(|&block| take(&[Block { b: FIXED | block.b, ..block }]))),
            Job::Single(broad, from, to, among) => (from..to).try_for_each(|row| {
                let corners = broad.movers.packed.row(row);
                if corners.is_none() {
                    return ControlFlow::Continue(());
                }
                let (rect, a) = (corners.rect(), row as u32);
                if among {
                    broad.movers.in_rect(&rect, &mut |b| match b > a {
                        true => take(&[Block { a, b, bits: 1 }]),
                        false => ControlFlow::Continue(()),
                    })
                } else {
                    broad.fixed.in_rect(&rect, &mut |b| take(&[Block { a, b: FIXED | b, bits: 1 }]))
                }
            }),
        }
    }
}
