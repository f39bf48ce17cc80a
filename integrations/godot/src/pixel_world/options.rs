//! The options of sprites without nodes, by name.

use crate::collider::side;
use crate::convert::{Fault, bits, expected, real, whole};
use godot::prelude::*;
use world::{Angle, Sprite, Turn};

const NAMES: &str = "flip_x, flip_y, turn, angle, scale, pivot, collision_layer, collision_mask, fixed, sensor, one_way, \
                     continuous, exact, data";

/// Sets what a dictionary names. Each key is checked.
///
/// # Errors
/// Returns an error that names the key, the value, and what was expected.
pub(crate) fn set(sprite: &mut Sprite, options: &VarDictionary) -> Result<(), Fault> {
    for (key, value) in options.iter_shared() {
        let name = key.to_string();
        match name.as_str() {
            "flip_x" => sprite.flip_x = get(&name, &value)?,
            "flip_y" => sprite.flip_y = get(&name, &value)?,
            "turn" => {
                let quarters: i64 = get(&name, &value)?;
                let turns = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters];
                sprite.turn = turns[quarters.rem_euclid(4) as usize];
            }
            "angle" => sprite.angle = Angle::degrees(get(&name, &value)?)?,
            "scale" => {
                let both = value.try_to::<Vector2>().map(real);
                sprite.scale = both.or_else(|_| get::<f64>(&name, &value).map(|factor| [factor; 2]))?;
            }
            "pivot" if value.is_nil() => sprite.pivot = None,
            "pivot" => sprite.pivot = Some(whole(get(&name, &value)?)),
            "collision_layer" => sprite.layers = bits("collision_layer", get(&name, &value)?)?,
            "collision_mask" => sprite.collides_with = bits("collision_mask", get(&name, &value)?)?,
            "fixed" => sprite.fixed = get(&name, &value)?,
            "sensor" => sprite.sensor = get(&name, &value)?,
            "one_way" => sprite.one_way = side(get(&name, &value)?)?,
            "continuous" => sprite.continuous = get(&name, &value)?,
            "exact" => sprite.exact = get(&name, &value)?,
            "data" => sprite.data = get::<i64>(&name, &value)? as u64,
            _ => return Err(Fault::Text(format!("there is no option '{name}'; the options are: {NAMES}"))),
        }
    }
    Ok(())
}

fn get<T: FromGodot>(name: &str, value: &Variant) -> Result<T, Fault> {
    let kind = match std::any::type_name::<T>().rsplit("::").next().unwrap_or_default() {
        "i64" => "int",
        "f64" => "float",
        kind => kind,
    };
    let error = |_| expected("an option has the wrong type", format!("{name} = {value} instead of a {kind}"));
    Ok(value.try_to_relaxed().map_err(error)?)
}
