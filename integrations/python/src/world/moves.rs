//! Sweeps and moves of sprites among other sprites.

use super::World;
use super::cell::Work;
use super::errors::world_error;
use super::queries::view;
use super::results::Moved;
use super::slots::{Slot, Slots, slot_of};
use crate::arrays;
use crate::convert::{Count, Point};
use ::world::{Motion, SpriteId, SpriteSweepHit};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The results of many moves or sweeps, as arrays with a row for each sprite.
#[pyclass(frozen, get_all, module = "hitmask")]
pub(crate) struct Moves {
    /// The positions at the end: int32 of shape (N, 2).
    at: Py<PyArray2<i32>>,
    /// The slots of the sprites that the moving sprites overlap at the start, or -1: int64 of shape (N,).
    started_inside: Py<PyArray1<i64>>,
    /// The contacts with sprites in the way, a :class:`SweepHits`.
    hits: Py<SweepHits>,
}

/// The contacts of many moves or sweeps, as arrays with a row for each contact.
#[pyclass(frozen, get_all, module = "hitmask")]
pub(crate) struct SweepHits {
    /// The index of the move: uint32 of shape (M,), sorted. A move without a contact has no row.
    index: Py<PyArray1<u32>>,
    /// The slot of the sprite in the way: uint32 of shape (M,).
    sprite: Py<PyArray1<u32>>,
    /// The number of the first step after which the sprites share a pixel: uint32 of shape (M,).
    step: Py<PyArray1<u32>>,
    /// The last free position of the moving sprite: int32 of shape (M, 2). It is the start if ``step`` is 0.
    before: Py<PyArray2<i32>>,
    /// The topmost, then leftmost pixel that the sprites share in the contact: int32 of shape (M, 2).
    first: Py<PyArray2<i32>>,
    /// The contact normals, unit vectors from the moving sprite to the sprite in its way: float64 of shape (M, 2).
    normal: Py<PyArray2<f64>>,
}

#[pymethods]
impl Moves {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.at.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Moves of {} sprites, {} hits>", self.__len__(py)?, self.hits.get().__len__(py)?))
    }
}

#[pymethods]
impl SweepHits {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.index.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<SweepHits: {} hits>", self.__len__(py)?))
    }
}

/// The result of the move of one of many sprites.
struct One {
    at: [i32; 2],
    started_inside: Option<SpriteId>,
    hits: Vec<SpriteSweepHit>,
}

impl Moves {
    fn new(py: Python<'_>, list: &[One]) -> PyResult<Moves> {
        let rows = || (0..).zip(list).flat_map(|(index, one)| one.hits.iter().map(move |hit| (index, one, hit)));
        let hits = SweepHits {
            index: arrays::column(py, rows().map(|(index, ..)| index))?,
            sprite: arrays::column(py, rows().map(|(_, _, hit)| slot_of(hit.sprite)))?,
            step: arrays::column(py, rows().map(|(_, _, hit)| hit.step))?,
            before: arrays::table(py, rows().map(|(_, one, hit)| hit.before.unwrap_or(one.at)))?,
            first: arrays::table(py, rows().map(|(_, _, hit)| hit.first))?,
            normal: arrays::table(py, rows().map(|(_, _, hit)| hit.normal))?,
        };
        let inside = |one: &One| one.started_inside.map_or(-1, |id| i64::from(slot_of(id)));
        Ok(Moves {
            at: arrays::table(py, list.iter().map(|one| one.at))?,
            started_inside: arrays::column(py, list.iter().map(inside))?,
            hits: Py::new(py, hits)?,
        })
    }
}

/// Reads the name of a motion.
fn motion(name: &str, step_up: Option<Count<u32>>, step_down: Option<Count<u32>>) -> PyResult<Motion> {
    let motion = match name {
        "stop" => Motion::Stop,
        "stop_from_inside" => Motion::StopFromInside,
        "slide" => Motion::Slide,
        "walk" => {
            return Ok(Motion::Walk {
                step_up: step_up.map_or(0, |step| step.0),
                step_down: step_down.map_or(0, |step| step.0),
            });
        }
        _ => {
            return Err(PyValueError::new_err(format!(
                "motion must be \"stop\", \"stop_from_inside\", \"slide\" or \"walk\", got {name:?}"
            )));
        }
    };
    match (step_up, step_down) {
        (None, None) => Ok(motion),
        _ => Err(PyValueError::new_err(format!(
            "step_up and step_down are for the motion \"walk\", got {name:?}; leave them out"
        ))),
    }
}

/// Returns sprites and as many positions.
fn with_targets(sprites: Slots, to: &Bound<'_, PyAny>) -> PyResult<Vec<(Slot, [i32; 2])>> {
    let to = arrays::integer_rows::<i32, 2>(to, "to")?;
    if to.len() != sprites.0.len() {
        let (sprites, to) = (sprites.0.len(), to.len());
        return Err(PyValueError::new_err(format!("to must have a position for each of {sprites} sprites, got {to}")));
    }
    arrays::list(sprites.0.into_iter().map(Slot).zip(to))
}

#[pymethods]
impl World {
    /// Returns how far a sprite can move on a straight line towards ``to``, as a :class:`Moved`. The sprite does not move.
    ///
    /// Every pixel step is tested: a fast sprite never passes through a thin one. Sprites that it overlaps at the start are
    /// not in its way until they have separated, unless ``from_inside`` is true: then they stop it at step 0. Another
    /// sprite is in the way if the layers of both allow it, and if it is in one of ``layers``, if given.
    ///
    /// :raises IndexError: if the slot is empty.
    /// :raises ValueError: if ``to`` is out of range.
    #[pyo3(signature = (sprite, to, *, from_inside=false, layers=None))]
    fn sweep(
        &self,
        py: Python<'_>,
        sprite: Slot,
        to: Point,
        from_inside: bool,
        layers: Option<Count<u32>>,
    ) -> PyResult<Moved> {
        self.cell.call(py, Work::Query, |world| {
            let id = sprite.id(world)?;
            let view = view(world, layers)?;
            let swept = if from_inside { view.sweep_from_inside(id, to) } else { view.sweep(id, to) };
            swept.map(Moved::from).map_err(world_error)
        })
    }

    /// Sweeps many sprites, each on its own while all others stay, as :meth:`sweep` does. Returns a :class:`Moves`.
    ///
    /// ``sprites`` are integers of shape (N,), and ``to`` integers of shape (N, 2).
    #[pyo3(signature = (sprites, to, *, from_inside=false, layers=None))]
    fn sweep_many(
        &self,
        py: Python<'_>,
        sprites: Slots,
        to: &Bound<'_, PyAny>,
        from_inside: bool,
        layers: Option<Count<u32>>,
    ) -> PyResult<Moves> {
        let targets = with_targets(sprites, to)?;
        let list = self.cell.call(py, Work::Rows(targets.len()), |world| {
            let targets = ids_of(world, targets)?;
            let view = view(world, layers)?;
            let sweep = |(id, to)| {
                let swept = if from_inside { view.sweep_from_inside(id, to) } else { view.sweep(id, to) };
                let swept = swept.map_err(world_error)?;
                Ok(One { at: swept.at, started_inside: swept.started_inside, hits: swept.hit.into_iter().collect() })
            };
            arrays::try_list(targets.into_iter().map(sweep))
        })?;
        Moves::new(py, &list)
    }

    /// Returns whether a sprite fits at a position: whether it shares no solid pixel there with another sprite that its
    /// layers let it collide with. The sprite does not move.
    ///
    /// :raises IndexError: if the slot is empty.
    /// :raises ValueError: if the position is out of range.
    #[pyo3(signature = (sprite, at, *, layers=None))]
    fn is_free(&self, py: Python<'_>, sprite: Slot, at: Point, layers: Option<Count<u32>>) -> PyResult<bool> {
        self.cell.call(py, Work::Query, |world| {
            let id = sprite.id(world)?;
            view(world, layers)?.is_free(id, at).map_err(world_error)
        })
    }

    /// Moves a sprite towards ``to`` until other sprites are in its way, and returns a :class:`Moved`.
    ///
    /// ``motion`` is ``"stop"``: stops before the first sprite in the way; ``"stop_from_inside"``: does not move if it
    /// overlaps a sprite at the start; ``"slide"``: slides along sprites in the way; or ``"walk"``: walks along x over slopes
    /// and stairs, up to ``step_up`` pixels up and ``step_down`` pixels down for each pixel of x.
    ///
    /// :raises IndexError: if the slot is empty.
    /// :raises ValueError: if ``to`` is out of range, or if ``motion`` has another name.
    #[pyo3(signature = (sprite, to, motion="stop", *, step_up=None, step_down=None))]
    fn move_until(
        &self,
        py: Python<'_>,
        sprite: Slot,
        to: Point,
        motion: &str,
        step_up: Option<Count<u32>>,
        step_down: Option<Count<u32>>,
    ) -> PyResult<Moved> {
        let motion = self::motion(motion, step_up, step_down)?;
        self.cell.call(py, Work::Move(1), |world| {
            let id = sprite.id(world)?;
            world.move_until(id, to, motion).map(Moved::from).map_err(world_error)
        })
    }

    /// Moves many sprites, one after the other, as :meth:`move_until` does. Returns a :class:`Moves`. After an error, the
    /// sprites before the faulty one have moved.
    ///
    /// ``sprites`` are integers of shape (N,), and ``to`` integers of shape (N, 2).
    #[pyo3(signature = (sprites, to, motion="stop", *, step_up=None, step_down=None))]
    fn move_many_until(
        &self,
        py: Python<'_>,
        sprites: Slots,
        to: &Bound<'_, PyAny>,
        motion: &str,
        step_up: Option<Count<u32>>,
        step_down: Option<Count<u32>>,
    ) -> PyResult<Moves> {
        let motion = self::motion(motion, step_up, step_down)?;
        let targets = with_targets(sprites, to)?;
        let list = self.cell.call(py, Work::Move(targets.len()), |world| {
            let targets = ids_of(world, targets)?;
            let go = |(id, to)| {
                let moved = world.move_until(id, to, motion).map_err(world_error)?;
                Ok(One { at: moved.at, started_inside: moved.started_inside, hits: moved.hits })
            };
            arrays::try_list(targets.into_iter().map(go))
        })?;
        Moves::new(py, &list)
    }
}

/// Returns the ids of sprites with targets.
fn ids_of(world: &::world::World, targets: Vec<(Slot, [i32; 2])>) -> PyResult<Vec<(SpriteId, [i32; 2])>> {
    arrays::try_list(targets.into_iter().map(|(slot, to)| Ok((slot.id(world)?, to))))
}
