//! Sprites that lose pixels.

use super::World;
use super::cell::words_of_masks;
use super::errors::world_error;
use super::pace::Work;
use super::queries::Probe;
use super::slots::{Slot, slots_of};
use crate::arrays;
use crate::convert::Layers;
use numpy::PyArray1;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// Gives a sprite a mask of its own, and returns the number of the mask. Edits of it change no other sprite.
    ///
    /// The mask has the pixels of the old one. It goes with its sprite, which keeps it if this method is called again. To dig,
    /// :meth:`erase` is enough.
    ///
    /// :raises IndexError: if the world has no such sprite.
    fn own_mask(&self, py: Python<'_>, id: Slot) -> PyResult<u32> {
        self.dig(py, Work::WriteMany(1), move |world| {
            let id = id.id(world)?;
            Ok(world.own_mask(id).map_err(world_error)?.index() as u32)
        })
    }

    /// Digs a shape of the world out of all sprites, and returns the sprites that lost pixels: uint32 of shape (N,), sorted.
    ///
    /// ``shape`` is what :meth:`find` takes. If ``layers`` is given, only sprites in one of these layers lose pixels. Each bit is
    /// a layer. Others that show the same masks lose nothing: the sprites get masks of their own first (:meth:`own_mask`). A
    /// sprite without a pixel left stays in the world.
    ///
    /// :raises TypeError: if ``shape`` is of another type.
    #[pyo3(signature = (shape, *, layers=None))]
    fn erase<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'_, PyAny>,
        layers: Option<Layers>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let shape = Probe::new(shape.as_borrowed(), "shape")?;
        let layers = layers.map_or(u32::MAX, |layers| layers.0);
        let ids =
            self.dig(py, Work::Dig, move |world| slots_of(world.erase(shape.to_rust(), layers).map_err(world_error)?))?;
        Ok(arrays::owned(py, ids))
    }

    /// Splits a sprite into its connected parts, and returns the ids of the new sprites: uint32 of shape (N,). The sprite keeps
    /// its largest part. Each other part becomes a sprite at its place, like the sprite in everything else.
    ///
    /// Pixels that share a side or a corner are connected. A sprite of one part or none stays as it is, and the array is
    /// empty. Each new sprite has a mask of its own (:meth:`own_mask`).
    ///
    /// :raises IndexError: if the world has no such sprite.
    fn split<'py>(&self, py: Python<'py>, id: Slot) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let ids = self.dig(py, Work::Dig, move |world| {
            let id = id.id(world)?;
            slots_of(world.split(id).map_err(world_error)?)
        })?;
        Ok(arrays::owned(py, ids))
    }
}

impl World {
    /// Makes a change that may add masks, and notes their sizes.
    fn dig<R: Send + 'static>(
        &self,
        py: Python<'_>,
        work: Work,
        change: impl FnOnce(&mut world::World) -> PyResult<R> + Send + 'static,
    ) -> PyResult<R> {
        let (result, words) = self.cell.call(py, work, move |world| Ok((change(world)?, words_of_masks(world))))?;
        self.cell.note_words(words);
        Ok(result)
    }
}
