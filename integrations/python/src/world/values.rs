//! All values of many sprites as arrays, and changes of them.

use super::World;
use super::cell::{ALL, Work};
use super::errors::world_error;
use super::options::{Options, quarters};
use super::slots::{Slot, Slots, slot_of};
use crate::arrays;
use crate::mask::Mask;
use ::world::{Sprite, SpriteId};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The values of N sprites, as arrays with a row for each sprite. :meth:`World.spawn` describes the values.
#[pyclass(frozen, get_all, module = "hitmask")]
pub(crate) struct Sprites {
    /// The slots: uint32 of shape (N,).
    sprites: Py<PyArray1<u32>>,
    /// The numbers of the masks: uint32 of shape (N,).
    mask: Py<PyArray1<u32>>,
    /// The positions in pixels: int32 of shape (N, 2).
    position: Py<PyArray2<i32>>,
    /// Whether the mask is mirrored left to right: bool of shape (N,).
    flip_x: Py<PyArray1<bool>>,
    /// Whether the mask is mirrored top to bottom: bool of shape (N,).
    flip_y: Py<PyArray1<bool>>,
    /// The quarter turns clockwise, 0 to 3: uint8 of shape (N,).
    turn: Py<PyArray1<u8>>,
    /// The angles in degrees clockwise, from 0 to less than 360: float64 of shape (N,).
    angle: Py<PyArray1<f64>>,
    /// The factors along x and y: float64 of shape (N, 2).
    scale: Py<PyArray2<f64>>,
    /// The pivots in pixels of the masks: int32 of shape (N, 2). A sprite without a pivot has (0, 0).
    pivot: Py<PyArray2<i32>>,
    /// Whether the sprites have a pivot: bool of shape (N,).
    has_pivot: Py<PyArray1<bool>>,
    /// The bits of the layers that the sprites are in: uint32 of shape (N,).
    layers: Py<PyArray1<u32>>,
    /// The bits of the layers that the sprites collide with: uint32 of shape (N,).
    collides_with: Py<PyArray1<u32>>,
    /// Whether the sprites are fixed: bool of shape (N,).
    fixed: Py<PyArray1<bool>>,
    /// Whether the sprites show scale and angle without rounding: bool of shape (N,).
    exact: Py<PyArray1<bool>>,
    /// The data of the user: uint64 of shape (N,).
    data: Py<PyArray1<u64>>,
}

impl Sprites {
    fn new(py: Python<'_>, list: &[(SpriteId, Sprite)]) -> PyResult<Sprites> {
        fn column<T: numpy::Element>(
            py: Python<'_>,
            list: &[(SpriteId, Sprite)],
            value: impl Fn(&Sprite) -> T,
        ) -> PyResult<Py<PyArray1<T>>> {
            arrays::column(py, list.iter().map(|(_, sprite)| value(sprite)))
        }
        fn pairs<T: numpy::Element>(
            py: Python<'_>,
            list: &[(SpriteId, Sprite)],
            value: impl Fn(&Sprite) -> [T; 2],
        ) -> PyResult<Py<PyArray2<T>>> {
            arrays::table(py, list.iter().map(|(_, sprite)| value(sprite)))
        }
        Ok(Sprites {
            sprites: arrays::column(py, list.iter().map(|(id, _)| slot_of(*id)))?,
            mask: column(py, list, |sprite| sprite.mask().index() as u32)?,
            position: pairs(py, list, Sprite::position)?,
            flip_x: column(py, list, |sprite| sprite.flips()[0])?,
            flip_y: column(py, list, |sprite| sprite.flips()[1])?,
            turn: column(py, list, |sprite| quarters(sprite.turn()))?,
            angle: column(py, list, |sprite| sprite.angle().to_degrees())?,
            scale: pairs(py, list, Sprite::scale)?,
            pivot: pairs(py, list, |sprite| sprite.pivot_pixel().unwrap_or_default())?,
            has_pivot: column(py, list, |sprite| sprite.pivot_pixel().is_some())?,
            layers: column(py, list, Sprite::layer_bits)?,
            collides_with: column(py, list, Sprite::collision_bits)?,
            fixed: column(py, list, Sprite::is_fixed)?,
            exact: column(py, list, Sprite::is_exact)?,
            data: column(py, list, Sprite::user_data)?,
        })
    }
}

#[pymethods]
impl Sprites {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.sprites.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Sprites: the values of {} sprites>", self.__len__(py)?))
    }
}

#[pymethods]
impl World {
    /// Returns the values of sprites as a :class:`Sprites`, which has an array for each value. ``sprites`` are integers of
    /// shape (N,); without it, the result has all sprites, sorted by slot.
    ///
    /// :raises IndexError: if a slot is empty.
    #[pyo3(signature = (sprites=None))]
    fn get(&self, py: Python<'_>, sprites: Option<Slots>) -> PyResult<Sprites> {
        let many = sprites.as_ref().map_or(ALL, |sprites| sprites.0.len());
        let list = self.cell.call(py, Work::ReadMany(many), |world| {
            let Some(sprites) = sprites else { return arrays::list(world.sprites()) };
            let ids = sprites.ids(world)?;
            arrays::list(ids.into_iter().filter_map(|id| Some((id, world.get(id)?))))
        })?;
        Sprites::new(py, &list)
    }

    /// Changes values of sprites. Values that are not given, or are ``None``, stay as they are. After an error, no sprite
    /// is changed.
    ///
    /// ``sprites`` is a slot or integers of shape (N,). The keywords are ``mask``, ``position`` and those of :meth:`spawn`.
    /// Each is one value for all sprites, or an array of shape (N,) with a value for each. An array of positions, scales or
    /// pivots has the shape (N, 2). ``pivot=False`` removes the pivot.
    ///
    /// :raises IndexError: if a slot is empty, or if the world has no such mask.
    /// :raises ValueError: if a shape is wrong, a value is out of range, or a scaled mask would be too large.
    #[pyo3(signature = (sprites, **options))]
    fn set(&self, py: Python<'_>, sprites: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let sprites = match sprites.extract::<Slot>() {
            Ok(slot) => Slots(vec![slot.0]),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => sprites.extract()?,
            Err(error) => return Err(error),
        };
        let options = Options::new("set", options, true)?;
        options.check(sprites.0.len())?;
        self.cell.call(py, Work::WriteMany(sprites.0.len()), |world| {
            let ids = sprites.ids(world)?;
            let mut before = Vec::new();
            before.try_reserve_exact(ids.len()).map_err(arrays::no_memory)?;
            for (index, &id) in ids.iter().enumerate() {
                let old = world.get(id).expect("the id is the id of a sprite");
                let set = options
                    .apply(world, index, old)
                    .and_then(|sprite| world.set_sprite(id, sprite).map_err(world_error));
                if let Err(error) = set {
                    // Each sprite showed its old values a moment ago, so it can show them again.
                    for (id, old) in before.into_iter().rev() {
                        world.set_sprite(id, old).map_err(world_error)?;
                    }
                    return Err(error);
                }
                before.push((id, old));
            }
            Ok(())
        })
    }

    /// Returns the data of sprites: uint64 of shape (N,). ``sprites`` are integers of shape (N,). A despawned sprite keeps
    /// its data until its slot is free for a new sprite, so the sprites of ``step().ended`` have theirs.
    ///
    /// :raises IndexError: if a slot is free.
    fn data<'py>(&self, py: Python<'py>, sprites: Slots) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let data = self.cell.call(py, Work::ReadMany(sprites.0.len()), |world| {
            let data = |&slot: &u32| world.data_at(slot as usize).ok_or_else(|| super::errors::no_sprite(slot.into()));
            arrays::try_list(sprites.0.iter().map(data))
        })?;
        Ok(PyArray1::from_vec(py, data))
    }

    /// Returns the smallest rectangles around the solid pixels of sprites, in world pixels: int32 of shape (N, 4) with the
    /// columns left, top, width and height. A sprite without solid pixels has (0, 0, 0, 0). ``sprites`` are integers of
    /// shape (N,); without it, the rows are those of :attr:`sprites`.
    ///
    /// :raises IndexError: if a slot is empty.
    #[pyo3(signature = (sprites=None))]
    fn bounds<'py>(&self, py: Python<'py>, sprites: Option<Slots>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let work = sprites.as_ref().map_or(Work::Step(0), |sprites| Work::Rows(sprites.0.len()));
        let bounds = self.cell.call(py, work, |world| {
            let ids = match sprites {
                Some(sprites) => sprites.ids(world)?,
                None => arrays::list(world.sprites().map(|(id, _)| id))?,
            };
            let view = world.refresh().map_err(world_error)?;
            let row = |rect: ::mask::Rect| [rect.left, rect.top, rect.width as i32, rect.height as i32];
            arrays::list(ids.into_iter().map(|id| view.bounds(id).map_or([0; 4], row)))
        })?;
        Ok(arrays::owned_rows(py, bounds))
    }

    /// Returns the mask that a sprite shows, flipped, turned, scaled and rotated, and the position ``(x, y)`` of its
    /// top-left pixel in the world.
    ///
    /// :raises IndexError: if the slot is empty.
    fn shape(&self, py: Python<'_>, sprite: Slot) -> PyResult<(Mask, (i32, i32))> {
        let (mask, at) = self.cell.call(py, Work::Query, |world| {
            let id = sprite.id(world)?;
            let view = world.refresh().map_err(world_error)?;
            let shape = view.shape(id).expect("the id is the id of a sprite");
            Ok((shape.mask.try_clone().map_err(crate::errors::mask_error)?, shape.at))
        })?;
        Ok((Mask::from_rust(mask), at.into()))
    }
}
