//! Contacts: where pairs of sprites overlap, and how they separate.

use super::World;
use super::cell::Work;
use super::errors::world_error;
use super::results::Overlap;
use super::slots::Slot;
use super::step::collisions;
use crate::arrays;
use ::world::{Collision, Pair, SpriteId};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// The contacts of M pairs of sprites, as arrays with a row for each pair. A pair that does not collide has zeros, and NaN
/// as its normal.
#[pyclass(frozen, get_all, module = "hitmask")]
pub(crate) struct Contacts {
    /// The pairs: uint32 of shape (M, 2).
    pairs: Py<PyArray2<u32>>,
    /// The topmost, then leftmost shared pixels in the world: int32 of shape (M, 2).
    first: Py<PyArray2<i32>>,
    /// The numbers of shared pixels: uint64 of shape (M,). It is 0 if the sprites do not collide.
    area: Py<PyArray1<u64>>,
    /// The rectangles around the shared pixels in the world: int32 of shape (M, 4) with the columns left, top, width and
    /// height.
    bounds: Py<PyArray2<i32>>,
    /// The unit vectors along which the first sprite of each pair leaves the second: float64 of shape (M, 2), or ``None``
    /// with ``ways_out=False``. The second sprite leaves in the opposite direction.
    normal: Option<Py<PyArray2<f64>>>,
    /// The shortest moves of the first sprite of each pair, in pixels, after which the pair does not overlap: int32 of shape
    /// (M, 2), or ``None`` with ``ways_out=False``. The opposite move of the second sprite has this effect too.
    penetration: Option<Py<PyArray2<i32>>>,
}

#[pymethods]
impl Contacts {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.pairs.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Contacts of {} pairs>", self.__len__(py)?))
    }
}

#[pymethods]
impl World {
    /// Returns where pairs of sprites overlap, and how they separate, as a :class:`Contacts`. Layers are ignored.
    ///
    /// ``pairs`` are integers of shape (M, 2), in any order. Without it, the pairs are those of :meth:`collisions`.
    /// ``ways_out=False`` leaves out the normals and the penetrations, which take most of the time.
    ///
    /// :raises IndexError: if a slot is empty.
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

    /// Returns the pixels that two sprites share, or ``None``. Layers are ignored.
    ///
    /// :raises IndexError: if a slot is empty.
    fn overlap(&self, py: Python<'_>, a: Slot, b: Slot) -> PyResult<Option<Overlap>> {
        self.cell.call(py, Work::Query, |world| {
            let (a, b) = (a.id(world)?, b.id(world)?);
            Ok(world.refresh().map_err(world_error)?.overlap(a, b).map(Overlap::from))
        })
    }
}

/// A row of [`Contacts`].
#[derive(Clone, Copy)]
struct Row {
    first: [i32; 2],
    area: u64,
    bounds: [i32; 4],
    /// For the sprite with the smaller id, then for the other.
    ways_out: [WayOut; 2],
}

#[derive(Clone, Copy)]
struct WayOut {
    normal: [f64; 2],
    penetration: [i32; 2],
}

const NO_WAY: WayOut = WayOut { normal: [f64::NAN; 2], penetration: [0; 2] };
const NO_CONTACT: Row = Row { first: [0; 2], area: 0, bounds: [0; 4], ways_out: [NO_WAY; 2] };

/// The pairs whose contacts are asked for.
pub(super) enum Asked {
    /// All pairs that collide at the call.
    Collisions,
    /// Pairs of sprites. An empty slot is an error.
    Pairs(Vec<[u32; 2]>),
    /// Pairs of an earlier step. A sprite that is gone has no contact.
    Earlier(Vec<[u32; 2]>),
}

/// Returns the contacts of pairs.
pub(super) fn contacts(world: &World, py: Python<'_>, asked: Asked, ways_out: bool) -> PyResult<Contacts> {
    let work = match &asked {
        Asked::Collisions => Work::Step(0),
        Asked::Pairs(pairs) | Asked::Earlier(pairs) => Work::Rows(pairs.len()),
    };
    let (slots, reversed, rows) = world.cell.call(py, work, |world| {
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
        let pair = |&[a, b]: &[u32; 2]| Ok(Pair { a: id(a)?, b: id(b)? });
        let pairs = arrays::try_list(slots.iter().map(pair))?;
        let reversed = arrays::list(pairs.iter().map(|pair| pair.a > pair.b))?;
        let sides = [reversed.contains(&false), reversed.contains(&true)].map(|is_used| is_used && ways_out);
        let row = |collision: Collision<'_>| {
            let Pair { a, b } = collision.pair();
            let way_out = |(id, is_used)| match is_used {
                true => WayOut {
                    normal: collision.normal_of(id).unwrap_or(NO_WAY.normal),
                    penetration: collision.penetration_of(id).unwrap_or(NO_WAY.penetration),
                },
                false => NO_WAY,
            };
            let bounds = collision.bounds();
            Row {
                first: collision.first(),
                area: collision.area(),
                bounds: [bounds.left, bounds.top, bounds.width as i32, bounds.height as i32],
                ways_out: [(a, sides[0]), (b, sides[1])].map(way_out),
            }
        };
        let rows = world.refresh().map_err(world_error)?.map_pairs(&pairs, row);
        Ok((slots, reversed, arrays::list(rows.into_iter().map(|row| row.unwrap_or(NO_CONTACT)))?))
    })?;
    let ways = || rows.iter().zip(&reversed).map(|(row, &reversed)| row.ways_out[usize::from(reversed)]);
    Ok(Contacts {
        pairs: arrays::owned_rows(py, slots).unbind(),
        first: arrays::table(py, rows.iter().map(|row| row.first))?,
        area: arrays::column(py, rows.iter().map(|row| row.area))?,
        bounds: arrays::table(py, rows.iter().map(|row| row.bounds))?,
        normal: ways_out.then(|| arrays::table(py, ways().map(|way| way.normal))).transpose()?,
        penetration: ways_out.then(|| arrays::table(py, ways().map(|way| way.penetration))).transpose()?,
    })
}
