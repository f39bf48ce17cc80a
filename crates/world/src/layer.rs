//! Sprites and the tree over them, kept up to date from refresh to refresh.
//!
//! The rows stand in the order of the curve, so that a leaf of the tree is eight rows that follow each other,
//! and whatever walks the tree walks memory in order. As sprites move, the order decays: it is made anew as
//! they go, one step of the work in each refresh in which most have moved, so that no refresh stands out.
//!
//! ```text
//!   rows     [ in the order of the last sort ................ ][ new, sorted among themselves ][ newer ]
//!                                                              ^ sorted                        ^ tail
//! ```

use crate::memory;
use crate::packed::{Cells, Packed, Search, Sort};
use crate::rows::Rows;
use crate::rstar::RStar;
use crate::shapes::Shapes;
use crate::{Index, SpriteId, WorldError};
use mask::Rect;
use slotmap::{Key, SlotMap};
use std::ops::ControlFlow;

/// Steps from one order to the next: those of the sort, one that arranges the rows, and some of rest. Each is made
/// when as many sprites have moved as there are. (Refitting alone goes from 2.4 to 4.0 ms in 20 steps of clustered
/// sprites; a new order every 5, 8 or 12 steps, all moving 1 to 4 px, is within some 5 %.)
const PERIOD: u32 = 8;

/// New rows are sorted among themselves until they are one in so many; then all are sorted.
const TAIL: usize = 4;

/// Fewer rows than this, or than one in so many, are taken over one by one.
const FEW: usize = 64;
const FEW_OF: usize = 8;

/// What a refresh found.
pub(crate) enum Change {
    /// That these have changed: rows of a layer, or slots of a world.
    Some(Vec<u32>),
    /// That many have, or their order.
    All,
}

/// Sprites and the tree over them.
#[derive(Default)]
pub(crate) struct Layer {
    pub(crate) rows: Rows,
    /// The boxes of the rows in its leaves, and a tree over them where no other is asked for.
    pub(crate) packed: Packed,
    /// The tree, where the user wants this one.
    pub(crate) rstar: Option<RStar>,
    sort: Sort,
    sorted: usize,
    tail: usize,
    /// Rows that moved since the last step.
    heat: usize,
    step: u32,
    /// Whether the last refresh was refused half-way: then the boxes are no guide to what the trees hold.
    torn: bool,
}

impl Layer {
    /// Brings boxes, tree and order up to date. `base` is the number of the first row's body.
    ///
    /// # Errors
    /// [`WorldError::Turned`] where a mask cannot be turned as a sprite wants it; [`WorldError::NoMemory`]. What was
    /// done stands; the rest is done by the next refresh.
    pub(crate) fn refresh(
        &mut self,
        shapes: &Shapes,
        slots: &mut SlotMap<SpriteId, u32>,
        base: u32,
        parallel: bool,
    ) -> Result<Change, WorldError> {
        let change = self.update(shapes, slots, base, parallel);
        // What was left half-way is done all over.
        self.torn = change.is_err();
        if self.torn {
            self.step = Sort::STEPS;
        }
        self.rows.touched.fill(self.torn);
        self.rows.settle();
        change
    }

    fn update(
        &mut self,
        shapes: &Shapes,
        slots: &mut SlotMap<SpriteId, u32>,
        base: u32,
        parallel: bool,
    ) -> Result<Change, WorldError> {
        if shapes.any_edited() {
            self.rows.touch_edited(shapes);
        }
        self.packed.settle();
        let touched = self.rows.touched();
        if touched == 0 {
            return Ok(Change::Some(Vec::new()));
        }
        let rows = self.rows.len();
        self.packed.resize(rows)?;
        let arranged = if TAIL * (rows - self.sorted) > rows || 2 * self.rows.holes() > rows {
            self.fill(shapes, parallel)?;
            self.sort.all(self.packed.leaves(), rows, self.packed.hull())?;
            self.arrange(slots, base)?;
            self.step = Sort::STEPS;
            true
        } else {
            if rows > self.tail {
                self.sort_tail(shapes, slots, base)?;
            }
            self.heat += touched;
            self.heat >= rows && self.cool(slots, base)?
        };
        if !arranged && !self.torn && self.rows.touched() < FEW.max(self.rows.len() / FEW_OF) {
            return self.fill_some(shapes);
        }
        self.fill(shapes, parallel)?;
        if let Some(rstar) = &mut self.rstar {
            *rstar = RStar::load(&self.packed, self.rows.len());
        }
        Ok(Change::All)
    }

    /// Makes the next step to a new order. Whether the rows are in it now.
    fn cool(&mut self, slots: &mut SlotMap<SpriteId, u32>, base: u32) -> Result<bool, WorldError> {
        self.heat = 0;
        self.step = (self.step + 1) % PERIOD;
        if self.step < Sort::STEPS {
            self.sort.step(self.step, self.packed.leaves(), self.rows.len(), self.packed.hull())?;
        } else if self.step == Sort::STEPS {
            self.arrange(slots, base)?;
        }
        Ok(self.step == Sort::STEPS)
    }

    /// Puts the rows into the order of the sort, and drops the holes. Every row is touched by it.
    fn arrange(&mut self, slots: &mut SlotMap<SpriteId, u32>, base: u32) -> Result<(), WorldError> {
        let order = self.sort.order();
        let ids = &self.rows.ids;
        let mut sorted = order.len();
        memory::extend(order, sorted as u32..ids.len() as u32)?;
        if self.rows.holes() > 0 {
            let alive = |row: &u32| !ids[*row as usize].is_null();
            let mut living = memory::room(order.len())?;
            living.extend(order.iter().copied().filter(alive));
            living.extend(order.iter().copied().filter(|row| !alive(row)));
            sorted = order[..sorted].iter().filter(|row| alive(row)).count();
            *order = living;
        }
        (self.sorted, self.tail) = (sorted, sorted);
        self.rows.arrange(0, order);
        self.rows.drop_holes();
        self.number(0, slots, base);
        self.packed.resize(self.rows.len())
    }

    /// Sorts the new rows among themselves, so that their leaves are small.
    fn sort_tail(&mut self, shapes: &Shapes, slots: &mut SlotMap<SpriteId, u32>, base: u32) -> Result<(), WorldError> {
        let cells = Cells::of(self.packed.hull());
        let key = |row: usize| self.rows.corners(row, shapes).map(|corners| cells.number(corners));
        let mut keys = memory::room(self.rows.len() - self.sorted)?;
        for row in self.sorted..self.rows.len() {
            keys.push(key(row)?);
        }
        let mut order = memory::list(0..keys.len() as u32)?;
        order.sort_unstable_by_key(|&row| (keys[row as usize], row));
        self.rows.arrange(self.sorted, &mut order);
        self.tail = self.rows.len();
        self.number(self.sorted, slots, base);
        Ok(())
    }

    /// Tells the slots in which rows their sprites are, from one row on.
    fn number(&self, from: usize, slots: &mut SlotMap<SpriteId, u32>, base: u32) {
        for (row, &id) in self.rows.ids.iter().enumerate().skip(from) {
            if let Some(body) = slots.get_mut(id) {
                *body = base | row as u32;
            }
        }
    }

    /// Sets the boxes of all rows, and those above.
    fn fill(&mut self, shapes: &Shapes, parallel: bool) -> Result<(), WorldError> {
        let Layer { rows, packed, .. } = self;
        packed.refit(parallel, |leaf, boxes| rows.fill_leaf(shapes, leaf, boxes))
    }

    /// Sets the boxes of the leaves with rows that were touched, and those above.
    fn fill_some(&mut self, shapes: &Shapes) -> Result<Change, WorldError> {
        let Layer { rows, packed, rstar, .. } = self;
        let touched = rows.touched.iter().enumerate().filter(|&(_, &touched)| touched);
        let touched = memory::list(touched.map(|(row, _)| row as u32))?;
        packed.refit_some(&touched, |leaf, boxes| {
            let old = *boxes;
            rows.fill_leaf(shapes, leaf, boxes)?;
            if let Some(rstar) = rstar {
                let changed = (0..8).filter(|&lane| old.lane(lane) != boxes.lane(lane));
                changed.for_each(|lane| rstar.replace((8 * leaf + lane) as u32, old.lane(lane), boxes.lane(lane)));
            }
            Ok(())
        })?;
        Ok(Change::Some(touched))
    }

    /// Chooses the tree.
    pub(crate) fn set_index(&mut self, index: Index) {
        let boxed = self.rows.len().min(8 * self.packed.leaves().len());
        self.rstar = (index == Index::RStar).then(|| RStar::load(&self.packed, boxed));
    }

    /// Checks rows, boxes and tree against each other, as they are after a refresh.
    ///
    /// # Panics
    /// Where they do not agree.
    pub(crate) fn validate(&self, shapes: &Shapes, slots: &SlotMap<SpriteId, u32>, base: u32) {
        self.rows.validate();
        self.packed.validate(self.rows.len());
        if let Some(rstar) = &self.rstar {
            rstar.validate(&self.packed, self.rows.len());
        }
        for row in 0..self.rows.len() {
            assert_eq!(self.rows.corners(row, shapes), Ok(self.packed.row(row)), "the box of row {row}");
            let id = self.rows.ids[row];
            assert!(id.is_null() || slots.get(id) == Some(&(base | row as u32)), "the slot of row {row}");
        }
    }

    /// Gives `visit` the rows whose boxes share a pixel with `rect`, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match &self.rstar {
            Some(rstar) => rstar.in_rect(rect, visit),
            None => self.packed.in_rect(rect, visit),
        }
    }

    /// Offers a search the rows that it asks for, as bodies from `base` on, until it stops.
    pub(crate) fn search<S: Search>(&self, base: u32, search: &mut S) -> ControlFlow<S::Stop> {
        match &self.rstar {
            Some(rstar) => rstar.search(base, search),
            None => self.packed.search(base, search),
        }
    }
}
