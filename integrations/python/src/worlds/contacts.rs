//! Contacts: where pairs of sprites overlap, and how they separate.

use super::World;
use super::errors::{no_sprite, world_error};
use super::fields::NO_PIXEL;
use super::pace::Work;
use super::query::Query;
use super::slots::{Slot, slot_of, slots_of};
use crate::arrays;
use crate::arrays::{Late1, Late2};
use crate::background::Stop;
use crate::convert::{Layers, RectTuple, rect_tuple, tuple};
use crate::records::{columns, record};
use numpy::PyArray1;
use pyo3::prelude::*;
use world::{Pair, SpriteId};

record! {
    /// The first touch of two sprites in a step, ``a`` and ``b`` as they were asked for: the result of :meth:`Step.impact`.
    Impact {
        /// The id of the first sprite.
        a: u32,
        /// The id of the second sprite.
        b: u32,
        /// The fraction of the path of the step that lies before the touch: 0.0 if the two touch where the path begins, or if neither
        /// has a path, and 1.0 if they touch only where they stand now.
        fraction: f64,
        /// The positions of the first and of the second sprite at the touch.
        places: ((i32, i32), (i32, i32)),
        /// The positions of the two one step of the path before the touch, at which they share no pixel, or ``None`` if they touch where the
        /// path begins.
        before: Option<((i32, i32), (i32, i32))>,
        /// The contact of the two sprites at these places.
        contact: Contact,
    }
}

record! {
    /// The contact of two sprites, in world pixels. ``a`` and ``b`` are in the order in which they were asked for.
    Contact {
        /// The id of the first sprite.
        a: u32,
        /// The id of the second sprite.
        b: u32,
        /// The topmost, then leftmost shared pixel, ``(x, y)``.
        first: (i32, i32),
        /// The number of shared pixels.
        area: u64,
        /// The rectangle around the shared pixels, ``(left, top, width, height)``.
        bounds: RectTuple,
        /// The unit vector ``(x, y)`` along which the first sprite leaves the second.
        normal: (f64, f64),
        /// The shortest move ``(dx, dy)`` of the first sprite, in pixels, after which the sprites share no pixel.
        penetration: (i32, i32),
        /// The unit vector along which the second sprite leaves the first.
        normal_of_b: (f64, f64),
        /// The shortest move of the second sprite.
        penetration_of_b: (i32, i32),
    }
}

#[pymethods]
impl Contact {
    /// Returns the id of the other sprite.
    ///
    /// :raises IndexError: if the sprite is not one of the two.
    fn other(&self, id: Slot) -> PyResult<u32> {
        self.of(id, self.b, self.a)
    }

    /// Returns the unit vector along which one of the two sprites leaves the other.
    ///
    /// :raises IndexError: if the sprite is not one of the two.
    fn normal_of(&self, id: Slot) -> PyResult<(f64, f64)> {
        self.of(id, self.normal, self.normal_of_b)
    }

    /// Returns the shortest move of one of the two sprites after which the sprites share no pixel. Of several shortest moves,
    /// it is the topmost, then the leftmost, so the moves of both need not be opposite.
    ///
    /// :raises IndexError: if the sprite is not one of the two.
    fn penetration_of(&self, id: Slot) -> PyResult<(i32, i32)> {
        self.of(id, self.penetration, self.penetration_of_b)
    }
}

#[pymethods]
impl Impact {
    /// Returns the id of the other sprite.
    ///
    /// :raises IndexError: if the sprite is not one of the two.
    fn other(&self, id: Slot) -> PyResult<u32> {
        self.contact.other(id)
    }

    /// Returns the position of one of the two sprites at the touch.
    ///
    /// :raises IndexError: if the sprite is not one of the two.
    fn place_of(&self, id: Slot) -> PyResult<(i32, i32)> {
        self.contact.of(id, self.places.0, self.places.1)
    }

    /// Returns the position of one of the two sprites one step of the path before the touch, or ``None`` as :attr:`before` is.
    ///
    /// :raises IndexError: if the sprite is not one of the two.
    fn before_of(&self, id: Slot) -> PyResult<Option<(i32, i32)>> {
        self.contact.of(id, self.before.map(|before| before.0), self.before.map(|before| before.1))
    }
}

impl From<world::Contact<'_>> for Contact {
    fn from(contact: world::Contact) -> Contact {
        Contact {
            a: slot_of(contact.a),
            b: slot_of(contact.b),
            first: tuple(contact.first()),
            area: contact.area(),
            bounds: rect_tuple(contact.bounds()),
            normal: tuple(contact.normal()),
            penetration: tuple(contact.penetration()),
            normal_of_b: tuple(contact.normal_of(contact.b).expect("the sprite is one of the two")),
            penetration_of_b: tuple(contact.penetration_of(contact.b).expect("the sprite is one of the two")),
        }
    }
}

impl From<world::Impact<'_>> for Impact {
    fn from(impact: world::Impact) -> Impact {
        let both = |[a, b]: [[i32; 2]; 2]| (tuple(a), tuple(b));
        let (a, b) = (slot_of(impact.a), slot_of(impact.b));
        let (places, before) = (both(impact.places), impact.before.map(both));
        Impact { a, b, fraction: impact.fraction, places, before, contact: impact.contact.into() }
    }
}

impl Contact {
    fn of<T>(&self, Slot(id): Slot, of_a: T, of_b: T) -> PyResult<T> {
        match id {
            id if id == self.a => Ok(of_a),
            id if id == self.b => Ok(of_b),
            id => Err(no_sprite(id.into())),
        }
    }
}

columns! {
    /// The contacts of M pairs of sprites, as arrays with a row for each pair. A pair that does not collide has the area 0,
    /// -2**31 as the coordinates of places, NaN as its normal and 0 as its penetration.
    Contacts of "pairs" {
        /// The pairs: uint32 of shape (M, 2).
        pairs: Late2<u32>,
        /// The topmost, then leftmost shared pixels in the world: int32 of shape (M, 2).
        first: Late2<i32>,
        /// The numbers of shared pixels: uint64 of shape (M,). It is 0 if the sprites do not collide.
        area: Late1<u64>,
        /// The rectangles around the shared pixels in the world: int32 of shape (M, 4) with the columns left, top, width and
        /// height.
        bounds: Late2<i32>,
        /// The unit vectors along which the first sprite of each pair leaves the second: float64 of shape (M, 2). With
        /// ``ways_out=False``, all are NaN.
        normal: Late2<f64>,
        /// The shortest moves of the first sprite of each pair, in pixels, after which the pair does not overlap: int32 of shape
        /// (M, 2). With ``ways_out=False``, all are 0. The opposite move of the second sprite has this effect too.
        penetration: Late2<i32>,
    }
}

#[pymethods]
impl World {
    /// Returns where pairs of sprites overlap, and how they separate, as a :class:`Contacts`. Layers are ignored.
    ///
    /// ``pairs`` are integers of shape (M, 2), in any order. Without it, the pairs are those of :meth:`collisions`.
    /// ``ways_out=False`` leaves out the normals and the penetrations, which take most of the time.
    ///
    /// :raises IndexError: if the world has no such sprite.
    #[pyo3(name = "contacts", signature = (pairs=None, *, ways_out=true))]
    fn contacts_of_pairs(
        &self,
        py: Python<'_>,
        pairs: Option<&Bound<'_, PyAny>>,
        ways_out: bool,
    ) -> PyResult<Contacts> {
        let pairs = match pairs {
            Some(pairs) => Asked::Pairs(arrays::integer_rows::<u32, 2>(pairs, "pairs")?),
            None => Asked::Collisions,
        };
        contacts(self, py, pairs, ways_out)
    }

    /// Returns the contact of two sprites as a :class:`Contact`, or ``None`` if they share no pixel. Layers are ignored.
    ///
    /// :raises IndexError: if the world has no such sprite.
    fn contact(&self, py: Python<'_>, a: Slot, b: Slot) -> PyResult<Option<Contact>> {
        self.cell.call(py, Work::Query, move |world| {
            let [one, other] = [a.id(world)?, b.id(world)?];
            let contact = world.refresh().map_err(world_error)?.contact(one, other);
            Ok(contact.map(Contact::from))
        })
    }

    /// Returns the sprites that share a pixel with a sprite now, and that may collide with it by their layers: uint32 of shape
    /// (N,), sorted. The keywords are those of :meth:`find`.
    ///
    /// :raises IndexError: if the world has no such sprite.
    #[pyo3(signature = (id, *, layers=None, without=None))]
    fn overlapping<'py>(
        &self,
        py: Python<'py>,
        id: Slot,
        layers: Option<Layers>,
        without: Option<Slot>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let query = Query { layers, without, ..Query::default() };
        let ids = self.cell.call(py, Work::Query, move |world| {
            let id = id.id(world)?;
            slots_of(query.view(world)?.overlapping(id))
        })?;
        Ok(arrays::owned(py, ids))
    }
}

/// The pairs whose contacts are asked for.
pub(super) enum Asked {
    /// All pairs that collide at the call.
    Collisions,
    /// Pairs of sprites. An id without a sprite is an error.
    Pairs(Vec<[u32; 2]>),
    /// Pairs of an earlier step. A sprite that is gone has no contact.
    Earlier(Vec<[u32; 2]>),
}

/// The columns of [`Contacts`].
#[derive(Default)]
struct Columns {
    first: Vec<[i32; 2]>,
    area: Vec<u64>,
    bounds: Vec<[i32; 4]>,
    normal: Vec<[f64; 2]>,
    penetration: Vec<[i32; 2]>,
}

/// A row of [`Contacts`].
type Row = ([i32; 2], u64, [i32; 4], [f64; 2], [i32; 2]);

const NO_CONTACT: Row = (NO_PIXEL, 0, [NO_PIXEL[0], NO_PIXEL[1], 0, 0], [f64::NAN; 2], [0; 2]);

impl Columns {
    fn new(rows: &[Option<Row>]) -> PyResult<Columns> {
        fn column<T>(rows: &[Option<Row>], value: impl Fn(&Row) -> T) -> PyResult<Vec<T>> {
            arrays::list(rows.iter().map(|row| value(row.as_ref().unwrap_or(&NO_CONTACT))))
        }
        Ok(Columns {
            first: column(rows, |row| row.0)?,
            area: column(rows, |row| row.1)?,
            bounds: column(rows, |row| row.2)?,
            normal: column(rows, |row| row.3)?,
            penetration: column(rows, |row| row.4)?,
        })
    }
}

/// Returns the contacts of pairs.
pub(super) fn contacts(world: &World, py: Python<'_>, asked: Asked, ways_out: bool) -> PyResult<Contacts> {
    let work = match &asked {
        Asked::Collisions => Work::Contacts,
        Asked::Pairs(pairs) | Asked::Earlier(pairs) => Work::Rows(pairs.len()),
    };
    let (pairs, columns) = world.cell.call_until(py, work, move |world, stop| {
        let (slots, may_be_gone) = match asked {
            Asked::Collisions => (collisions(world)?, false),
            Asked::Pairs(pairs) => (pairs, false),
            Asked::Earlier(pairs) => (pairs, true),
        };
        // An id that is gone is one that the world does not have.
        let id = |slot: u32| match world.id_at(slot as usize) {
            None if may_be_gone => Ok(SpriteId::default()),
            _ => Slot(slot).id(world),
        };
        let pairs = arrays::try_list(slots.iter().map(|&[a, b]| Ok(Pair { a: id(a)?, b: id(b)? })))?;
        let rows = rows(world, &pairs, ways_out, may_be_gone, stop)?;
        Ok((slots, Columns::new(&rows)?))
    })?;
    Ok(Contacts {
        pairs: arrays::late_rows(py, pairs),
        first: arrays::late_rows(py, columns.first),
        area: arrays::late(py, columns.area),
        bounds: arrays::late_rows(py, columns.bounds),
        normal: arrays::late_rows(py, columns.normal),
        penetration: arrays::late_rows(py, columns.penetration),
    })
}

fn rows(
    world: &mut world::World,
    pairs: &[Pair],
    ways_out: bool,
    of_step: bool,
    stop: &Stop,
) -> PyResult<Vec<Option<Row>>> {
    let row = |contact: world::Contact<'_>| {
        if stop.is_set() {
            return NO_CONTACT;
        }
        let bounds = contact.bounds();
        let bounds = [bounds.left, bounds.top, bounds.width as i32, bounds.height as i32];
        let (normal, penetration) = match ways_out {
            true => (contact.normal(), contact.penetration()),
            false => (NO_CONTACT.3, NO_CONTACT.4),
        };
        (contact.first(), contact.area(), bounds, normal, penetration)
    };
    let rows = match world.last_step().filter(|_| of_step) {
        // It knows where pairs have touched that share no pixel any more.
        Some(step) => step.map_pairs(pairs, row),
        None => world.refresh().map_err(world_error)?.map_pairs(pairs, row),
    };
    stop.check()?;
    Ok(rows)
}

/// Returns the pairs that collide now.
pub(super) fn collisions(world: &mut world::World) -> PyResult<Vec<[u32; 2]>> {
    let view = world.refresh().map_err(world_error)?;
    slots_of_pairs(&view.collisions().map_err(world_error)?)
}

/// Returns the ids of pairs.
pub(super) fn slots_of_pairs(pairs: &[Pair]) -> PyResult<Vec<[u32; 2]>> {
    arrays::list(pairs.iter().map(|pair| [slot_of(pair.a), slot_of(pair.b)]))
}
