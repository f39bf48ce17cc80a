//! The options of sprites without nodes, by name: the fields of a sprite in the list that all packages share.

use super::world_state::State;
use crate::convert::{
    Fault, axes, bits, corner, expected, optional, place, real, real_vector, side, side_number, transform,
};
use crate::pixel_mask::PixelMask;
use godot::prelude::*;
use mask::Affine;
use world::bindings::sprite_at;
use world::{Angle, MaskId, QuarterTurn, Side, Sprite};

/// A type of a field: how it comes from Godot, and how Godot gets it.
trait Field: Sized {
    /// # Errors
    /// Returns an error that names the option, the value, and what was expected.
    fn read(state: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault>;
    /// Returns what a record shows.
    fn show(self) -> Variant;
}

macro_rules! options {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, [$set:ident];)*) => {
        /// The names of the options, in the order of the fields.
        const NAMES: &[&str] = &[$(in_godot(stringify!($name))),*];

        /// Sets one option. Returns whether there is an option of this name.
        fn set_one(state: &mut State, sprite: &mut Sprite, name: &str, value: &Variant) -> Result<bool, Fault> {
            $(if name == in_godot(stringify!($name)) {
                sprite.$name = <$type as Field>::read(state, in_godot(stringify!($name)), value)?;
                return Ok(true);
            })*
            Ok(false)
        }

        /// Adds the fields of a sprite to a record, but for its mask, which may come from a texture.
        pub(super) fn show(sprite: &Sprite, record: &mut VarDictionary) {
            $(if stringify!($name) != "mask" {
                record.set(in_godot(stringify!($name)), &sprite.$name.show());
            })*
        }
    };
}
world::bindings::sprite_fields!(options);

/// The name of a field in Godot, whose own nodes have other names for layers.
const fn in_godot(field: &'static str) -> &'static str {
    match field.as_bytes() {
        b"layers" => "collision_layer",
        b"collides_with" => "collision_mask",
        _ => field,
    }
}

/// Sets what a dictionary names. `given` are names that the call has taken from the dictionary or from its arguments.
/// The keys that only a record of [`State::sprite_record`] has are skipped.
///
/// # Errors
/// Returns an error that names the key, the value, and what was expected.
pub(super) fn set(
    state: &mut State,
    sprite: &mut Sprite,
    options: &VarDictionary,
    given: &[&str],
) -> Result<(), Fault> {
    let is_record = options.contains_key("id") && options.contains_key("collider");
    for (key, value) in options.iter_shared() {
        let name = key.to_string();
        let is_given = given.contains(&name.as_str());
        if is_given && (is_record || name == "id") || is_record && ["id", "collider"].contains(&name.as_str()) {
            continue;
        }
        if is_given || !set_one(state, sprite, &name, &value)? {
            let names = given.contains(&"id").then_some("id");
            let names = names.into_iter().chain(NAMES.iter().copied().filter(|name| !given.contains(name)));
            let names: Vec<_> = names.collect();
            let hint = if is_given { "; it is an argument of the call" } else { "" };
            let names = names.join(", ");
            return Err(Fault::Text(format!("there is no option '{name}'{hint}; the options are: {names}")));
        }
    }
    if let Some(at) = options.get("position").filter(|_| !given.contains(&"position")) {
        let at = at.try_to_relaxed().map_err(|_| wrong("position", &at, "Vector2"))?;
        *sprite = set_place(*sprite, "position", at, options)?;
    }
    Ok(())
}

/// Returns a sprite at a place, an argument with a name. Its other options are set before: they say whether the place keeps its
/// fraction, and may have a fraction of their own.
pub(super) fn set_place(sprite: Sprite, name: &str, at: Vector2, options: &VarDictionary) -> Result<Sprite, Fault> {
    let position = place(name, at)?;
    if options.contains_key("fraction") {
        return Ok(sprite.position(position));
    }
    Ok(sprite_at(sprite, real(at))?)
}

/// Returns the error of a value of a wrong type.
fn wrong(name: &str, value: &Variant, kind: &str) -> Fault {
    let article = if kind.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    expected("an option has the wrong type", format!("{name} = {value} instead of {article} {kind}")).into()
}

/// Returns a whole number, which may be a `float` without a fraction, as files of JSON have it. A `bool` is no number.
fn int(name: &str, value: &Variant, kind: &str) -> Result<i64, Fault> {
    let float = || value.try_to::<f64>().ok().filter(|float| float.fract() == 0.0 && float.abs() < 2f64.powi(63));
    let int = value.try_to::<i64>().ok().or_else(|| float().map(|float| float as i64));
    int.ok_or_else(|| wrong(name, value, kind))
}

fn float(name: &str, value: &Variant, kind: &str) -> Result<f64, Fault> {
    let int = || value.try_to::<i64>().ok().map(|int| int as f64);
    value.try_to::<f64>().ok().or_else(int).ok_or_else(|| wrong(name, value, kind))
}

impl Field for MaskId {
    fn read(state: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        let mask = value.try_to::<Gd<PixelMask>>();
        let mask = mask.map_err(|_| Fault::Text(format!("the option {name} must be a PixelMask, got {value}")))?;
        Ok(state.masks.resource(&mut state.world, &mask, None)?.0)
    }

    fn show(self) -> Variant {
        Variant::nil()
    }
}

impl Field for [i32; 2] {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        place(name, value.try_to_relaxed().map_err(|_| wrong(name, value, "Vector2"))?)
    }

    fn show(self) -> Variant {
        corner(self).to_variant()
    }
}

impl Field for bool {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        value.try_to_relaxed().map_err(|_| wrong(name, value, "bool"))
    }

    fn show(self) -> Variant {
        self.to_variant()
    }
}

impl Field for QuarterTurn {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        Ok(QuarterTurn::ALL[int(name, value, "int, a number of quarter turns")?.rem_euclid(4) as usize])
    }

    fn show(self) -> Variant {
        i64::from(self.quarters()).to_variant()
    }
}

impl Field for Angle {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        Ok(Angle::degrees(float(name, value, "float")?)?)
    }

    fn show(self) -> Variant {
        self.to_degrees().to_variant()
    }
}

impl Field for [f64; 2] {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        let both = value.try_to::<Vector2>().map(real);
        both.or_else(|_| float(name, value, "float or a Vector2").map(|factor| [factor; 2]))
    }

    fn show(self) -> Variant {
        real_vector(self).to_variant()
    }
}

impl Field for Option<[f64; 2]> {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        if value.is_nil() {
            return Ok(None);
        }
        let point: Vector2 = value.try_to_relaxed().map_err(|_| wrong(name, value, "Vector2"))?;
        Ok(Some(real(point)))
    }

    fn show(self) -> Variant {
        optional(self.map(real_vector))
    }
}

impl Field for Option<Affine> {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        if value.is_nil() {
            return Ok(None);
        }
        let by = value.try_to::<Transform2D>().map_err(|_| wrong(name, value, "Transform2D"))?;
        match by.origin == Vector2::ZERO {
            true => Ok(Some(axes(&by))),
            false => Err(Fault::Text(format!(
                "the origin of the option {name} must be (0, 0), got {}: give it as the position",
                by.origin
            ))),
        }
    }

    fn show(self) -> Variant {
        optional(self.map(transform))
    }
}

impl Field for u32 {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        bits(name, int(name, value, "int; join layers with |")?)
    }

    fn show(self) -> Variant {
        i64::from(self).to_variant()
    }
}

impl Field for Option<Side> {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        side(int(name, value, "int; use PixelCollider2D.TOP, or another side")?)
    }

    fn show(self) -> Variant {
        side_number(self).to_variant()
    }
}

impl Field for u64 {
    fn read(_: &mut State, name: &'static str, value: &Variant) -> Result<Self, Fault> {
        Ok(int(name, value, "int")? as u64)
    }

    fn show(self) -> Variant {
        (self as i64).to_variant()
    }
}
