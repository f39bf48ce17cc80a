//! Worlds of sprites.

mod masks;
mod motion;
mod queries;
mod saved;
mod sprites;
mod step;

pub use masks::*;
pub use motion::*;
pub use queries::*;
pub use saved::*;
pub use sprites::*;
pub use step::*;

use crate::border::{Object, call, free, give, list_mut, object, object_mut, put};
use crate::status::{Failure, hitmask_status};
use crate::types::hitmask_pair;
use world::{View, World};

/// Masks, and sprites that show them. It finds the sprites that share solid pixels.
pub struct hitmask_world {
    world: World,
    /// The lists of the last step.
    pairs: Vec<hitmask_pair>,
    began: Vec<hitmask_pair>,
    ended: Vec<hitmask_pair>,
    is_broken: bool,
}

impl Object for hitmask_world {
    const NAME: &str = "world";

    #[inline]
    fn is_broken(&self) -> bool {
        self.is_broken
    }
}

impl From<World> for hitmask_world {
    fn from(world: World) -> hitmask_world {
        hitmask_world { world, pairs: Vec::new(), began: Vec::new(), ended: Vec::new(), is_broken: false }
    }
}

impl hitmask_world {
    /// Changes the world.
    #[inline]
    fn change<T>(&mut self, change: impl FnOnce(&mut hitmask_world) -> Result<T, Failure>) -> Result<T, Failure> {
        self.is_broken = true;
        let result = change(self);
        self.is_broken = false;
        result
    }

    /// Returns the world as it is since the last refresh, with the sprites in some layers.
    fn view(&self, layers: u32, with_sensors: bool) -> Result<View<'_>, Failure> {
        let view = self.world.view().ok_or_else(Failure::not_refreshed)?;
        let view = if layers == u32::MAX { view } else { view.on_layers(layers) };
        Ok(if with_sensors { view.with_sensors() } else { view })
    }
}

/// Writes the first values of a list, as many as there is room for, and how many there are.
///
/// # Safety
/// As for `list_mut` and `put`.
unsafe fn write_list<T, U: From<T>>(
    values: impl ExactSizeIterator<Item = T>,
    to: *mut U,
    capacity: usize,
    count: *mut usize,
    name: &str,
) -> Result<(), Failure> {
    // SAFETY: the caller keeps the rules of `put`.
    unsafe { put(count, values.len(), "count") }?;
    // SAFETY: the caller keeps the rules of `list_mut`.
    let to = unsafe { list_mut(to, capacity, name) }?;
    to.iter_mut().zip(values).for_each(|(to, value)| *to = value.into());
    Ok(())
}

/// Makes a world without masks and sprites. Free it with `hitmask_world_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_new(world: *mut *mut hitmask_world) -> hitmask_status {
    // SAFETY: the caller keeps the rules of the header.
    call(|| unsafe { give(world, hitmask_world::from(World::new()), "world") })
}

/// Copies a world: masks, sprites, and the pairs of the last step. The ids of both name the same sprites. Free it with
/// `hitmask_world_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_copy(world: *const hitmask_world, copy: *mut *mut hitmask_world) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object(world, "world") }?;
        let copied = hitmask_world::from(world.world.try_clone()?);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { give(copy, copied, "copy") }
    })
}

/// Frees a world. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_free(world: *mut hitmask_world) {
    // SAFETY: the caller keeps the rules of the header.
    unsafe { free(world) }
}

/// Sets the maximum number of pairs in a list. The default is 33,554,432. A step with more pairs fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_pair_limit(world: *mut hitmask_world, pairs: usize) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.world.set_pair_limit(pairs);
        Ok(())
    })
}

/// Sets the number of sprites from which a world uses several threads. By default it measures what is faster. 0 forces threads, and
/// `SIZE_MAX` forbids them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_parallel_from(world: *mut hitmask_world, sprites: usize) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.world.set_parallel_from(sprites);
        Ok(())
    })
}
