//! Steps, and lists of pairs.

use super::World;
use super::contacts::{Asked, Contacts, Impact, collisions, contacts, slots_of_pairs};
use super::errors::world_error;
use super::pace::{ALL, Work};
use super::slots::{Slot, slot_of};
use crate::arrays;
use crate::convert::Layers;
use crate::records::{object, tuple};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use world::Pair;

/// The pairs of a step. All lists are sorted, and the smaller id of a pair comes first. A pickle of a step has the world in
/// it, once for all objects of the pickle.
#[pyclass(frozen, module = "hitmask")]
pub(crate) struct Step {
    /// The pairs of sprites that share a solid pixel, or have shared one on the path of a continuous sprite: uint32 of shape (M, 2).
    #[pyo3(get)]
    pairs: Py<PyArray2<u32>>,
    /// The pairs of this step that are not pairs of the step before: uint32 of shape (M, 2).
    #[pyo3(get)]
    began: Py<PyArray2<u32>>,
    /// The pairs of the step before that are not pairs of this step: uint32 of shape (M, 2). The sprites may be despawned;
    /// no new sprite receives their ids before the next step.
    #[pyo3(get)]
    ended: Py<PyArray2<u32>>,
    world: Py<World>,
}

#[pymethods]
impl World {
    /// Finds all pairs of sprites that share a solid pixel, and compares them with the pairs of the step before.
    ///
    /// A step also frees the ids of despawned sprites for new sprites, except of the sprites in ``ended``.
    ///
    /// :raises ValueError: if there are more pairs than ``limits.pairs``, or if a scaled mask would be too large.
    /// :raises MemoryError: if the system refuses memory.
    fn step(slf: &Bound<'_, World>) -> PyResult<Step> {
        let py = slf.py();
        let [pairs, began, ended] = slf.get().cell.call(py, Work::Step, |world| {
            let step = world.step().map_err(world_error)?;
            Ok([slots_of_pairs(step.pairs())?, slots_of_pairs(step.began())?, slots_of_pairs(step.ended())?])
        })?;
        let array = |pairs| arrays::owned_rows(py, pairs).unbind();
        Ok(Step { pairs: array(pairs), began: array(began), ended: array(ended), world: slf.clone().unbind() })
    }

    /// Returns all pairs of sprites that share a solid pixel now: uint32 of shape (M, 2), sorted. It does not count as a
    /// step.
    ///
    /// :raises ValueError: if there are more pairs than ``limits.pairs``.
    fn collisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let pairs = self.cell.call(py, Work::Step, collisions)?;
        Ok(arrays::owned_rows(py, pairs))
    }

    /// Returns examples of sprites that never meet because only one of the two collides with a layer of the other: uint32 of shape
    /// (M, 2), sorted, the sprite that does first. It is for debugging: it shows a ground that does not name the layer of the hero.
    ///
    /// Of many sprites with equal ``layers``, ``collides_with`` and ``fixed``, it names the one with the smallest id.
    fn one_sided_layers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let pairs = self.cell.call(py, Work::ReadMany(ALL), |world| {
            arrays::list(world.one_sided_layers().into_iter().map(|(a, b)| [slot_of(a), slot_of(b)]))
        })?;
        Ok(arrays::owned_rows(py, pairs))
    }

    /// Returns all pairs of sprites whose tight boxes overlap and that may collide: uint32 of shape (M, 2), not sorted.
    ///
    /// :raises ValueError: if there are more pairs than ``limits.pairs``.
    fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let pairs = self.cell.call(py, Work::Step, |world| {
            let view = world.refresh().map_err(world_error)?;
            slots_of_pairs(&view.candidates().map_err(world_error)?)
        })?;
        Ok(arrays::owned_rows(py, pairs))
    }
}

#[pymethods]
impl Step {
    /// Returns the contacts of :attr:`pairs`, a row for each pair, as :meth:`World.contacts` does. It describes the sprites
    /// as they stand at the call. A pair with a despawned sprite has no contact; an id that was used again names its new sprite.
    /// A pair that has shared pixels only in passing has the contact of its impact (:meth:`impact`), until a sprite changes.
    #[pyo3(signature = (*, ways_out=true))]
    fn contacts(&self, py: Python<'_>, ways_out: bool) -> PyResult<Contacts> {
        let pairs = arrays::integer_rows::<u32, 2>(self.pairs.bind(py), "pairs")?;
        contacts(self.world.get(), py, Asked::Earlier(pairs), ways_out)
    }

    /// Returns the contacts of a sprite: those of the pairs that contain it, in the order of the pairs. The sprite is the
    /// first of each row of ``contacts.pairs``, so the normal and the penetration are those of this sprite. It describes
    /// the sprites as they stand at the call. A pair with a despawned sprite has no contact.
    ///
    /// :raises IndexError: if the world has no such sprite.
    #[pyo3(signature = (id, *, ways_out=true))]
    fn contacts_of(&self, py: Python<'_>, id: Slot, ways_out: bool) -> PyResult<Contacts> {
        self.world.get().cell.read(py, move |world| id.id(world).map(drop))?;
        let pairs = self.pairs.bind(py).try_readonly()?;
        let with_sprite = |&[a, b]: &[u32; 2]| match id.0 {
            slot if slot == a => Some([a, b]),
            slot if slot == b => Some([b, a]),
            _ => None,
        };
        let pairs = arrays::list(pairs.as_slice()?.as_chunks::<2>().0.iter().filter_map(with_sprite))?;
        contacts(self.world.get(), py, Asked::Earlier(pairs), ways_out)
    }

    /// Returns where two sprites of :attr:`pairs` touched first in the step, as an :class:`Impact`: at the first offset of their path
    /// at which they share a pixel (the option ``continuous`` of :meth:`World.spawn`). If neither has a path, it is where they stand.
    /// Returns ``None`` if they are not a pair of the step.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if sprites have changed since the last step of the world. Ask before they do.
    fn impact(&self, py: Python<'_>, a: Slot, b: Slot) -> PyResult<Option<Impact>> {
        self.world.get().cell.call(py, Work::Query, move |world| {
            let pair = Pair { a: a.id(world)?, b: b.id(world)? };
            Ok(last_step(world)?.impact(pair).map(Impact::from))
        })
    }

    /// Returns the impact of a sprite that comes first, as an :class:`Impact` whose ``a`` is the sprite: of :attr:`pairs` with it, the one with
    /// the smallest ``fraction`` of the path, of several the one with the smallest id. Returns ``None`` if the sprite is in no pair. It is for
    /// bullets that several sprites are in the way of.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if sprites have changed since the last step of the world. Ask before they do.
    fn first_impact(&self, py: Python<'_>, id: Slot) -> PyResult<Option<Impact>> {
        self.world.get().cell.call(py, Work::Query, move |world| {
            let id = id.id(world)?;
            Ok(last_step(world)?.first_impact(id).map(Impact::from))
        })
    }

    /// Returns the pairs of :attr:`began` between two sets of layers: uint32 of shape (M, 2). The first sprite of a row is
    /// in a layer of ``layers_a``, and the second in a layer of ``layers_b``. Each bit is a layer.
    ///
    /// Each pair comes once. If both sprites fit both sets, the smaller id comes first. The layers are those at the call,
    /// and a despawned sprite is in no layer.
    fn began_between<'py>(
        &self,
        py: Python<'py>,
        layers_a: Layers,
        layers_b: Layers,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        self.between(py, &self.began, [layers_a.0, layers_b.0])
    }

    /// Returns the pairs of :attr:`pairs` between two sets of layers, as :meth:`began_between` does with those that began.
    fn pairs_between<'py>(
        &self,
        py: Python<'py>,
        layers_a: Layers,
        layers_b: Layers,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        self.between(py, &self.pairs, [layers_a.0, layers_b.0])
    }

    #[new]
    fn new(pairs: Py<PyArray2<u32>>, began: Py<PyArray2<u32>>, ended: Py<PyArray2<u32>>, world: Py<World>) -> Step {
        Step { pairs, began, ended, world }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let values =
            [object(py, &self.pairs), object(py, &self.began), object(py, &self.ended), object(py, &self.world)];
        tuple(py, values)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let [pairs, began, ended] = [&self.pairs, &self.began, &self.ended].map(|array| array.bind(py).len());
        Ok(format!("<Step: {} pairs, {} began, {} ended>", pairs?, began?, ended?))
    }
}

impl Step {
    /// Returns the pairs of a list between two sets of layers.
    fn between<'py>(
        &self,
        py: Python<'py>,
        list: &Py<PyArray2<u32>>,
        [layers_a, layers_b]: [u32; 2],
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let list = arrays::integer_rows::<u32, 2>(list.bind(py), "pairs")?;
        let pairs = self.world.get().cell.call(py, Work::ReadMany(list.len()), move |world| {
            let pair = |[a, b]: [u32; 2]| Some(Pair { a: world.id_at(a as usize)?, b: world.id_at(b as usize)? });
            let pairs = arrays::list(list.into_iter().filter_map(pair))?;
            arrays::list(world.pairs_between(&pairs, layers_a, layers_b).map(|pair| pair.map(slot_of)))
        })?;
        Ok(arrays::owned_rows(py, pairs))
    }
}

/// Returns the last step, if nothing has changed since.
fn last_step(world: &world::World) -> PyResult<world::Step<'_>> {
    let changed = "sprites have changed since the last step: ask for all impacts before a sprite moves or goes";
    world.last_step().ok_or_else(|| PyValueError::new_err(changed))
}
