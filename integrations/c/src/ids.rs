//! Ids as callers have them.

use world::{MaskId, SpriteId};

/// Set in the id of a mask, and in no id of a sprite: slots are smaller. So each is told from the other.
pub(crate) const OF_MASK: u64 = 1 << 31;

/// Returns the id of a mask as callers have it.
pub(crate) fn mask_bits(id: MaskId) -> u64 {
    id.to_bits() ^ OF_MASK
}

/// Returns the mask with an id of a caller. The id of a sprite names no mask.
pub(crate) fn mask_id(bits: u64) -> MaskId {
    MaskId::from_bits(bits ^ OF_MASK)
}

/// What an id can name.
struct Kind {
    name: &'static str,
    tag: u64,
    /// What has happened to one that is no longer there.
    gone: &'static str,
    /// The call that gives the ids.
    call: &'static str,
}

const SPRITE: Kind = Kind { name: "sprite", tag: 0, gone: "despawned", call: "hitmask_world_spawn" };
const MASK: Kind = Kind { name: "mask", tag: OF_MASK, gone: "removed", call: "hitmask_world_add_mask" };

/// Says why the id of a sprite names nothing.
pub(crate) fn stale_sprite(id: SpriteId) -> String {
    stale(id.to_bits(), &SPRITE, &MASK)
}

/// Says why the id of a mask names nothing.
pub(crate) fn stale_mask(id: MaskId) -> String {
    stale(mask_bits(id), &MASK, &SPRITE)
}

fn stale(id: u64, of: &Kind, other: &Kind) -> String {
    let (slot, generation) = (id as u32 & !(OF_MASK as u32), id >> 32);
    if id == 0 {
        return format!("this {} id is empty (0); {} gives one", of.name, of.call);
    }
    if generation % 2 == 0 {
        return format!("{id} is not an id: ids have 64 bits and are not slots; {} gives them", of.call);
    }
    if id & OF_MASK == other.tag {
        return format!("{id} is the id of a {}, expected that of a {}, which {} sets", other.name, of.name, of.call);
    }
    format!(
        "the world has no {} with the id {id} (slot {slot}, generation {generation}): it was {}, or the id comes from another world",
        of.name, of.gone
    )
}
