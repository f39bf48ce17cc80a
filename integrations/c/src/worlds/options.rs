//! What callers set in structs: the options of queries and moves, what a query asks about, and limits.

use super::hitmask_world;
use crate::ffi::value;
use crate::mask_handle::mask_of;
use crate::status::Failure;
use crate::types::{hitmask_limits, hitmask_motion, hitmask_point, hitmask_query, hitmask_sprite, hitmask_who};
use world::bindings::QueryOptions;
use world::{Motion, PlacedMask, SpriteId, View, Who, WorldLimits};

/// Returns a value of a struct that counts only if its flag is set.
fn flagged<T: Copy + PartialEq + Default>(
    value: T,
    flag: u8,
    name: &str,
    shown: impl Fn(T) -> String,
) -> Result<Option<T>, Failure> {
    if flag != 0 {
        return Ok(Some(value));
    }
    if value == T::default() {
        return Ok(None);
    }
    Err(Failure::invalid(format!(
        "{name} is {}, but has_{name} is not set: set has_{name}, or leave {name} 0",
        shown(value)
    )))
}

fn layers(bits: u32, flag: u8) -> Result<Option<u32>, Failure> {
    flagged(bits, flag, "layers", |bits| format!("{bits:#x}"))
}

fn reserved(bytes: &[u8], name: &str) -> Result<(), Failure> {
    let is_zeroed = bytes.iter().all(|&byte| byte == 0);
    if is_zeroed {
        Ok(())
    } else {
        Err(Failure::invalid(format!("reserved of {name} must be 0: set all bytes of a struct to 0 first")))
    }
}

impl hitmask_world {
    /// Returns the world as it is since the last refresh, with the options of a query.
    pub(super) fn asked(&self, query: Option<&hitmask_query>) -> Result<View<'_>, Failure> {
        let view = self.view()?;
        let Some(query) = query else { return Ok(view) };
        reserved(&query.reserved, "query")?;
        let options = QueryOptions {
            layers: layers(query.layers, query.has_layers)?,
            with_sensors: query.with_sensors != 0,
            hit_from_inside: query.hit_from_inside != 0,
            without: (query.without != 0).then(|| SpriteId::from_bits(query.without)),
        };
        Ok(options.view(view))
    }
}

impl hitmask_motion {
    pub(super) fn motion(&self) -> Result<Motion, Failure> {
        reserved(&self.reserved, "motion")?;
        let motion = match self.reaction {
            0 => Motion::STOP,
            1 => Motion::SLIDE,
            2 => Motion::walk(self.step_up, self.step_down),
            other => {
                return Err(Failure::invalid(format!("reaction must be a hitmask_reaction, from 0 to 2, got {other}")));
            }
        };
        let options = QueryOptions {
            layers: layers(self.layers, self.has_layers)?,
            with_sensors: self.with_sensors != 0,
            hit_from_inside: self.hit_from_inside != 0,
            without: None,
        };
        Ok(options.motion(motion))
    }
}

/// Returns what a query asks about.
///
/// # Safety
/// As for [`value`](crate::ffi::value). Its `mask` must be NULL, or a mask that no thread changes or frees meanwhile.
pub(super) unsafe fn who_of<'a>(pointer: *const hitmask_who, name: &str) -> Result<Who<'a>, Failure> {
    // SAFETY: the caller keeps the rules above.
    unsafe { value(pointer, name)?.who() }
}

impl hitmask_who {
    /// # Safety
    /// As for [`who_of`].
    unsafe fn who(&self) -> Result<Who<'_>, Failure> {
        reserved(&self.reserved, "who")?;
        let shown = |hitmask_point { x, y }| format!("{x}, {y}");
        let at = flagged(self.at, self.has_at, "at", shown)?.map(<[i32; 2]>::from);
        let id = (self.id != 0).then(|| SpriteId::from_bits(self.id));
        if !self.mask.is_null() {
            if id.is_some() || self.sprite != hitmask_sprite::default() {
                let message = "who has a mask beside an id or a sprite: a mask is in no world; to show another mask, set that of sprite";
                return Err(Failure::invalid(message));
            }
            // SAFETY: the caller keeps the rules of `who_of`.
            let mask = unsafe { mask_of(self.mask, "mask of who") }?;
            return Ok(PlacedMask { mask, at: at.unwrap_or_default() }.into());
        }
        if self.sprite.mask != 0 {
            let sprite = self.sprite.sprite()?;
            let sprite = at.map_or(sprite, |at| sprite.position(at));
            return Ok(id.map_or_else(|| Who::from(&sprite), |id| id.as_if(&sprite)));
        }
        if self.sprite != hitmask_sprite::default() {
            let message = "sprite of who has no mask: begin with hitmask_world_get or hitmask_sprite_init";
            return Err(Failure::invalid(message));
        }
        let id = id.ok_or_else(|| Failure::invalid("who must have an id, a sprite or a mask, but all are 0"))?;
        Ok(at.map_or_else(|| Who::from(id), |at| id.at(at)))
    }
}

impl From<WorldLimits> for hitmask_limits {
    fn from(limits: WorldLimits) -> hitmask_limits {
        hitmask_limits {
            pairs: limits.pairs,
            parallel_from: limits.parallel_from.unwrap_or_default(),
            offset_table_bytes: limits.offset_table_bytes,
            variant_bytes: limits.variant_bytes,
            has_parallel_from: limits.parallel_from.is_some().into(),
            reserved: [0; 7],
        }
    }
}

impl hitmask_limits {
    pub(super) fn limits(&self) -> Result<WorldLimits, Failure> {
        reserved(&self.reserved, "limits")?;
        let mut limits = WorldLimits::DEFAULT
            .pairs(self.pairs)
            .offset_table_bytes(self.offset_table_bytes)
            .variant_bytes(self.variant_bytes);
        limits.parallel_from =
            flagged(self.parallel_from, self.has_parallel_from, "parallel_from", |sprites| sprites.to_string())?;
        Ok(limits)
    }
}
