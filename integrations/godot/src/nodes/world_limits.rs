//! The limits of a world, by name.

use super::world::PixelWorld;
use crate::convert::{Fault, expected, optional, record};
use godot::prelude::*;
use world::WorldLimits;

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns the limits of the world, which protect the memory: [code]pairs[/code] (of one list; a step with more is
    /// an error), [code]parallel_from[/code] (the number of sprites from which a step uses several threads, or
    /// [code]null[/code]: the world measures), [code]offset_table_bytes[/code] and [code]variant_bytes[/code] (the
    /// memory of tables, and of scaled and rotated masks).
    #[func(gd_self)]
    fn limits(this: Gd<Self>) -> VarDictionary {
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        PixelWorld::look(&this, "PixelWorld.limits", |state| {
            let WorldLimits { pairs, parallel_from, offset_table_bytes, variant_bytes, .. } = state.world.limits();
            record! {
                "pairs" => number(pairs),
                "parallel_from" => optional(parallel_from.map(number)),
                "offset_table_bytes" => number(offset_table_bytes),
                "variant_bytes" => number(variant_bytes),
            }
        })
    }

    /// Sets some of the [method limits] by name: [code]set_limits({pairs = 100_000})[/code]. The others stay. Nothing
    /// changes after an error.
    #[func(gd_self)]
    fn set_limits(this: Gd<Self>, limits: VarDictionary) {
        PixelWorld::change(&this, "PixelWorld.set_limits", |state| {
            let mut changed = state.world.limits();
            set(&mut changed, &limits)?;
            state.world.set_limits(changed);
            Ok(())
        });
    }
}

fn set(limits: &mut WorldLimits, named: &VarDictionary) -> Result<(), Fault> {
    for (key, value) in named.iter_shared() {
        let name = key.to_string();
        let number = || {
            let number = value.try_to::<i64>().ok().and_then(|number| usize::try_from(number).ok());
            number.ok_or_else(|| expected("a limit must be an int from 0", format!("{name} = {value}")))
        };
        match name.as_str() {
            "pairs" => limits.pairs = number()?,
            "parallel_from" => limits.parallel_from = if value.is_nil() { None } else { Some(number()?) },
            "offset_table_bytes" => limits.offset_table_bytes = number()?,
            "variant_bytes" => limits.variant_bytes = number()?,
            _ => {
                let names = "pairs, parallel_from, offset_table_bytes, variant_bytes";
                return Err(Fault::Text(format!("there is no limit '{name}'; the limits are: {names}")));
            }
        }
    }
    Ok(())
}
