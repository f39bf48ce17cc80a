//! The class `World`: its constructor, its size and its settings.

use super::cell::{self, WorldCell};
use super::pace::{ALL, Work};
use crate::convert::Size;
use crate::records::record;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

record! {
    /// The limits of a world (:attr:`World.limits`). Apart from lists that become errors, the results do not depend on them.
    WorldLimits {
        /// The largest number of pairs in a list, 2**25 by default. A call that would list more raises ``ValueError``.
        pairs: usize,
        /// The number of sprites from which calls use several threads, 10,000 by default.
        parallel_from: usize,
        /// The memory in bytes that tables of colliding offsets may take, 16 MiB by default. The tables save time.
        offset_table_bytes: usize,
        /// The memory in bytes that scaled and rotated masks may take, 64 MiB by default. Masks that a sprite shows are never
        /// dropped.
        variant_bytes: usize,
    }
}

impl WorldLimits {
    fn of(world: &world::World) -> WorldLimits {
        let world::WorldLimits { pairs, offset_table_bytes, variant_bytes, .. } = world.limits();
        WorldLimits { pairs, parallel_from: cell::parallel_from(world), offset_table_bytes, variant_bytes }
    }
}

/// Masks and sprites that show them. It finds the sprites that share solid pixels.
///
/// Positions are whole pixels from -2**30 to 2**30, with y down. :meth:`add_mask` adds a :class:`Mask` and returns its
/// number. :meth:`spawn` and :meth:`spawn_many` add sprites. :meth:`step` returns the pairs of sprites that collide, and
/// the pairs that began and ended since the step before.
///
/// ::
///
///     world = World()
///     disc = world.add_mask(Mask.from_array(np.hypot(*np.mgrid[-8:9, -8:9]) < 8))
///     ids = world.spawn_many(disc, rng.integers(0, 4000, (10_000, 2)))
///     world.positions = world.positions + [2, 1]
///     for a, b in world.step().began: ...
///
/// A sprite is named by its id: a small number, from 0, and an index into arrays such as :attr:`positions`. In arrays, a missing
/// id is 2**32 - 1, the coordinates of a missing place are -2**31, and a missing real number is NaN.
///
/// Ids are used again: a new sprite may receive the id of a removed one after the next :meth:`step`, or one step later if ``ended``
/// names it. The world cannot tell the two apart, so forget an id when you remove its sprite. If you keep ids for longer, give each
/// sprite a ``data`` of its own, and compare :meth:`data`. An id that names no sprite is an ``IndexError``, but
/// ``id in world`` is false, and :meth:`despawn_many` skips it.
///
/// Positions may have fractions. A sprite with an angle, a scale, an origin or a transform is shown at its position with the
/// fraction; any other stands at the nearest pixel, and halves go right and down. A point, as of a query or a ray, is the pixel
/// that it lies in. A way, as of :meth:`move_by`, has whole pixels.
///
/// Arrays that calls return are copies. All methods may be called from several threads; each call waits until the world
/// is free. Long calls let other Python threads run. Ctrl-C leaves a long call at once: a question is dropped, and a change goes
/// on to its end in the background. The next call waits for that end, and Ctrl-C leaves it too.
///
/// A class may derive from ``World``. Copies and pickles are of that class and keep its attributes; its ``__init__`` does not run
/// for them.
///
/// Worlds of at least ``limits.parallel_from`` sprites use a pool of threads, one for each processor or as many as the
/// environment variable ``RAYON_NUM_THREADS`` says. The pool starts at the first call that needs it. A process may fork
/// before and after: a child starts a pool of its own. Only a world that another thread of the parent uses at the moment
/// of the fork is lost to the child, where its methods raise ``RuntimeError``.
#[pyclass(frozen, subclass, weakref, module = "hitmask")]
pub(crate) struct World {
    pub(super) cell: WorldCell,
}

impl World {
    pub(super) fn from_rust(world: world::World) -> World {
        World { cell: WorldCell::new(world) }
    }

    /// Returns a new object of a class, which is `World` or a subclass. No `__init__` runs.
    pub(super) fn of_class<'py>(class: &Bound<'py, PyType>, world: world::World) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let base = py.get_type::<World>();
        if class.is(&base) {
            return Ok(Bound::new(py, World::from_rust(world))?.into_any());
        }
        let object = base.call_method1(intern!(py, "__new__"), (class,))?;
        object.cast::<World>()?.get().cell.replace(py, world)?;
        Ok(object)
    }
}

#[pymethods]
impl World {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*args, **keywords))]
    fn new(
        cls: &Bound<'_, PyType>,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<World> {
        // The arguments belong to the `__init__` of a subclass.
        let is_plain = cls.is(cls.py().get_type::<World>());
        if is_plain && !(args.is_empty() && keywords.is_none_or(|keywords| keywords.is_empty())) {
            return Err(PyTypeError::new_err(
                "World() takes no arguments; set the limits of the new world with set_limits",
            ));
        }
        Ok(World::from_rust(world::World::new()))
    }

    /// The number of sprites.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.cell.read(py, |world| Ok(world.len()))
    }

    /// A world is true even without sprites.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.cell.read(py, |world| Ok(format!("<World: {} sprites, {} masks>", world.len(), world.mask_ids().count())))
    }

    /// The number of slots for sprites, including empty ones: the rows of :attr:`positions`. Every id is less than this number.
    #[getter]
    fn slot_count(&self, py: Python<'_>) -> PyResult<usize> {
        self.cell.read(py, |world| Ok(world.slot_count()))
    }

    /// The limits of the world, a :class:`WorldLimits`. :meth:`set_limits` changes them.
    #[getter]
    fn limits(&self, py: Python<'_>) -> PyResult<WorldLimits> {
        self.cell.read(py, |world| Ok(WorldLimits::of(world)))
    }

    /// Changes limits of the world. Limits that are not given, or are ``None``, stay as they are. :class:`WorldLimits` describes them.
    ///
    /// :raises ValueError: if a limit is not from 0 to 2**64 - 1.
    #[pyo3(signature = (*, pairs=None, parallel_from=None, offset_table_bytes=None, variant_bytes=None))]
    fn set_limits(
        &self,
        py: Python<'_>,
        pairs: Option<Size>,
        parallel_from: Option<Size>,
        offset_table_bytes: Option<Size>,
        variant_bytes: Option<Size>,
    ) -> PyResult<()> {
        self.cell.write(py, move |world| {
            let mut limits = world.limits();
            let set = |limit: &mut usize, new: Option<Size>| *limit = new.map_or(*limit, |new| new.0);
            set(&mut limits.pairs, pairs);
            set(&mut limits.offset_table_bytes, offset_table_bytes);
            set(&mut limits.variant_bytes, variant_bytes);
            limits.parallel_from = parallel_from.map(|from| from.0).or(limits.parallel_from);
            world.set_limits(limits);
            Ok(())
        })
    }

    /// The memory in bytes that tables of colliding offsets take at present.
    #[getter]
    fn offset_table_bytes(&self, py: Python<'_>) -> PyResult<usize> {
        self.cell.read(py, |world| Ok(world.offset_table_bytes()))
    }

    /// The memory in bytes that scaled and rotated masks take at present.
    #[getter]
    fn variant_bytes(&self, py: Python<'_>) -> PyResult<usize> {
        self.cell.call(py, Work::ReadMany(ALL), |world| Ok(world.variant_bytes()))
    }
}
