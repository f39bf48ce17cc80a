//! Worlds of sprites.

// The header has the functions in this order, which rustfmt would change without the empty lines.
mod masks;

mod drawn;

mod sprites;

mod slots;

mod step;

mod find;

mod ways;

mod free;

mod motion;

mod terrain;

mod saved;

pub use drawn::*;
pub use find::*;
pub use free::*;
pub use masks::*;
pub use motion::*;
pub use saved::*;
pub use slots::*;
pub use sprites::*;
pub use step::*;
pub use terrain::*;
pub use ways::*;

use crate::border::{Object, call, free, object, object_mut, out, out_object};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_pair, hitmask_sweep_hit};
use world::{View, World, WorldError};

/// Masks, and sprites that show them. It finds the sprites that share solid pixels.
pub struct hitmask_world {
    world: World,
    lists: Lists,
    is_broken: bool,
}

/// The lists that a caller borrows, of the last call that made each.
#[derive(Default)]
struct Lists {
    pairs: Vec<hitmask_pair>,
    began: Vec<hitmask_pair>,
    ended: Vec<hitmask_pair>,
    hits: Vec<hitmask_sweep_hit>,
    ids: [Vec<u64>; 3],
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
        hitmask_world { world, lists: Lists::default(), is_broken: false }
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

/// Fills a borrowed list.
fn refill<T, V: Into<T>>(list: &mut Vec<T>, values: impl ExactSizeIterator<Item = V>) -> Result<(), Failure> {
    list.clear();
    list.try_reserve(values.len()).map_err(|_| WorldError::NoMemory)?;
    list.extend(values.map(V::into));
    Ok(())
}

/// Makes a world without masks and sprites. Free it with `hitmask_world_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_new(world: *mut *mut hitmask_world) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { out_object(world, "world") }?;
        world.give(hitmask_world::from(World::new()));
        Ok(())
    })
}

/// Copies a world: masks, sprites, and the pairs of the last step. The ids of both name the same sprites. Free it with
/// `hitmask_world_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_copy(
    world: *const hitmask_world,
    copy: *mut *mut hitmask_world,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (copy, world) = unsafe { (out_object(copy, "copy")?, object(world, "world")?) };
        let copied = hitmask_world::from(world.world.try_clone()?);
        copy.give(copied);
        Ok(())
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

/// Sets how many bytes a world may use for tables of offsets, which make tests of pairs faster. 0 forbids them. The default is 16 MiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_offset_table_budget(
    world: *mut hitmask_world,
    bytes: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.world.set_offset_table_budget(bytes);
        Ok(())
    })
}

/// Sets how many bytes a world may use for scaled and rotated masks, 64 MiB by default. It drops those that no sprite shows first; a mask
/// that a sprite shows is never dropped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_variant_budget(world: *mut hitmask_world, bytes: usize) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.world.set_variant_budget(bytes);
        Ok(())
    })
}

/// Sets `tables` and `variants` to the bytes that a world uses for tables of offsets and for mask variants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_bytes(
    world: *const hitmask_world,
    tables: *mut usize,
    variants: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (tables, variants, world) =
            unsafe { (out(tables, "tables")?, out(variants, "variants")?, object(world, "world")?) };
        tables.put(world.world.offset_table_bytes());
        variants.put(world.world.variant_bytes());
        Ok(())
    })
}
