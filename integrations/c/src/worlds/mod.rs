//! Worlds of sprites.

// The header has the functions in this order, which rustfmt would change without the empty lines.
mod masks;

mod options;

mod sprite;
mod sprites;

mod slots;

mod step;

mod find;

mod paths;

mod free;

mod motion;

mod terrain;

mod saved;

pub use find::*;
pub use free::*;
pub use masks::*;
pub use motion::*;
pub use paths::*;
pub use saved::*;
pub use slots::*;
pub use sprite::*;
pub use sprites::*;
pub use step::*;
pub use terrain::*;

use crate::ffi::{Object, borrow, call, free, object, object_mut, option, out, out_list, out_object};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_limits, hitmask_pair, hitmask_sweep_hit};
use world::{View, World, WorldError, WorldLimits};

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

    /// Returns the world as it is since the last refresh.
    fn view(&self) -> Result<View<'_>, Failure> {
        self.world.view().ok_or_else(Failure::not_refreshed)
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
        borrow!(world: out_object);
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
        borrow!(copy: out_object, world: object);
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

/// Sets `limits` to the limits of a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_limits(
    world: *const hitmask_world,
    limits: *mut hitmask_limits,
) -> hitmask_status {
    call(|| {
        borrow!(limits: out, world: object);
        limits.put(world.world.limits().into());
        Ok(())
    })
}

/// Sets the limits of a world. Begin with `hitmask_world_limits`, and change what differs. NULL sets the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_limits(
    world: *mut hitmask_world,
    limits: *const hitmask_limits,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, limits: option);
        world.world.set_limits(limits.map_or(Ok(WorldLimits::DEFAULT), hitmask_limits::limits)?);
        Ok(())
    })
}

/// Writes examples of sprites that never meet because only one of the two, `a`, collides with a layer of the other: at most `capacity`, and
/// sets `count` to how many there are. It is for debugging: a hero falls through the ground if the `collides_with` of the ground lacks the layer
/// of the hero. Each two kinds of sprites are named once. One side is often what you want: coins may look for the hero only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_one_sided_layers(
    world: *const hitmask_world,
    pairs: *mut hitmask_pair,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(pairs: out_list(capacity, count), world: object);
        let found = world.world.one_sided_layers().into_iter();
        pairs.write(found.map(|(a, b)| hitmask_pair { a: a.to_bits(), b: b.to_bits() }));
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
        borrow!(tables: out, variants: out, world: object);
        tables.put(world.world.offset_table_bytes());
        variants.put(world.world.variant_bytes());
        Ok(())
    })
}
