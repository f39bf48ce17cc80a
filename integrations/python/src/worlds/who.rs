//! What a query asks about: a sprite, a sprite as something else, a description of one, or a mask.

use super::World;
use super::options::{Call, Options};
use super::pace::Work;
use super::queries::{Probe, work};
use super::slots::Slot;
use crate::convert::{place, tuple, type_name};
use crate::masks::Mask;
use crate::records::text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};
use std::sync::Arc;
use world::{PlacedMask, Sprite};

/// A sprite somewhere else or as something else, for :meth:`World.is_free`, :meth:`World.nearest_free`, :meth:`World.sweep`,
/// :meth:`World.touching` and :meth:`World.shape`. Nothing moves or changes.
///
/// ``id`` is a sprite. ``at`` is its position in question, and the other keywords are those of :meth:`World.set`, one value each;
/// what is not given is as it is. The sprite is not in its own way. Without ``id``, it is a sprite that is in no world, with the
/// defaults of :meth:`World.spawn`; it needs ``mask``, a number of :meth:`World.add_mask`, and ``at``.
///
/// ::
///
///     world.is_free(Who(hero, at=(10, 84)))                 # is there room for the hero
///     world.is_free(Who(hero, mask=standing, at=(10, 76)))  # to stand up
///     world.sweep(Who(mask=arrow, at=bow), target)          # an arrow before it flies
///
/// :raises TypeError: if a keyword is unknown, or if ``mask`` or ``at`` is missing.
/// :raises ValueError: if a value is out of range.
#[pyclass(frozen, module = "hitmask")]
pub(crate) struct Who {
    subject: Subject,
    /// The other keywords, for text and pickles.
    options: Option<Py<PyDict>>,
}

#[derive(Clone)]
pub(super) struct Subject {
    id: Option<Slot>,
    at: Option<[i32; 2]>,
    /// `None` if only the place is given.
    changes: Option<Arc<Options>>,
}

#[pymethods]
impl Who {
    #[new]
    #[pyo3(signature = (id=None, *, at=None, **options))]
    fn new(id: Option<Slot>, at: Option<&Bound<'_, PyAny>>, options: Option<Bound<'_, PyDict>>) -> PyResult<Who> {
        let at = at.map(|at| place(at, "at")).transpose()?;
        let changes = options.as_ref().map(|options| Options::new(Call::Who, Some(options))).transpose()?;
        if let Some(changes) = &changes {
            changes.check(1)?;
        }
        let has_mask = changes.as_ref().is_some_and(|changes| changes.mask.get(0).is_some());
        if id.is_none() && !(has_mask && at.is_some()) {
            return Err(PyTypeError::new_err(
                "Who() without an id is a sprite in no world: it needs mask=number and at=(x, y)",
            ));
        }
        let subject = Subject { id, at, changes: changes.map(Arc::new) };
        Ok(Who { subject, options: options.map(Bound::unbind) })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let (keywords, Subject { id, at, .. }) = (PyDict::new(py), &self.subject);
        id.map_or(Ok(()), |id| keywords.set_item("id", id.0))?;
        at.map_or(Ok(()), |at| keywords.set_item("at", tuple(at)))?;
        self.options.as_ref().map_or(Ok(()), |options| keywords.update(options.bind(py).as_mapping()))?;
        Ok((PyTuple::empty(py), keywords))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (names, values): (Vec<_>, Vec<_>) = self.__getnewargs_ex__(py)?.1.iter().unzip();
        let names = names.iter().map(|name| name.extract()).collect::<PyResult<Vec<String>>>()?;
        let names = names.iter().map(String::as_str).collect::<Vec<_>>();
        text("Who", &names, PyTuple::new(py, values)?)
    }
}

/// The first argument of a query.
pub(super) enum Asked {
    Sprite(Slot),
    Who(Subject),
    Mask(Arc<mask::Mask>, [i32; 2]),
}

impl<'py> FromPyObject<'_, 'py> for Asked {
    type Error = PyErr;

    #[inline]
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Asked> {
        if value.is_instance_of::<PyInt>() {
            return value.extract().map(Asked::Sprite);
        }
        if let Ok(who) = value.cast::<Who>() {
            return Ok(Asked::Who(who.get().subject.clone()));
        }
        if value.is_instance_of::<PyTuple>()
            && let Ok((mask, at)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            && let Ok(mask) = mask.cast::<Mask>()
        {
            let at = place(&at, "the position of a mask")?;
            return Ok(Asked::Mask(mask.get().cell.snapshot(value.py()), at));
        }
        value.extract().map(Asked::Sprite).map_err(|error| match error.is_instance_of::<PyTypeError>(value.py()) {
            true => PyTypeError::new_err(format!(
                "who must be the id of a sprite, a Who or a pair (mask, (x, y)), got {}",
                type_name(value)
            )),
            false => error,
        })
    }
}

impl Asked {
    /// Returns the work of a query, and notes what it makes.
    #[inline]
    pub(super) fn work(&self, world: &World) -> Work {
        match self {
            Asked::Sprite(_) => Work::Query,
            Asked::Who(who) => {
                who.changes.iter().for_each(|changes| world.note_scaled(changes));
                Work::Query
            }
            Asked::Mask(mask, at) => work(std::iter::once(&Probe::Mask(mask.clone(), *at))),
        }
    }

    #[inline]
    pub(super) fn to_rust(&self, world: &world::World) -> PyResult<world::Who<'_>> {
        match self {
            Asked::Sprite(slot) => Ok(slot.id(world)?.into()),
            Asked::Who(who) => who.to_rust(world),
            Asked::Mask(mask, at) => Ok(PlacedMask { mask, at: *at }.into()),
        }
    }
}

impl Subject {
    fn to_rust<'a>(&self, world: &world::World) -> PyResult<world::Who<'a>> {
        let id = self.id.map(|slot| slot.id(world)).transpose()?;
        let Some(changes) = &self.changes else {
            let id = id.expect("a description has a mask");
            return Ok(self.at.map_or_else(|| id.into(), |at| id.at(at)));
        };
        let mut sprite = match id {
            Some(id) => world.get(id).expect("the id is the id of a sprite"),
            None => Sprite::new(changes.mask.get(0).expect("a description has a mask").id(world)?, [0, 0]),
        };
        changes.apply(world, 0, &mut sprite)?;
        sprite.position = self.at.unwrap_or(sprite.position);
        Ok(id.map_or_else(|| (&sprite).into(), |id| id.as_if(&sprite)))
    }
}
