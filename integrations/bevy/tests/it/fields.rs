//! The one list of the fields of a sprite, and what Bevy has of it.

use bevy_reflect::structs::Struct;
use hitmask_bevy::PixelCollider;
use hitmask_bevy::world::bindings::FIELDS;

/// The fields that the picture, the transform and the id of an entity give.
const OF_OTHER_COMPONENTS: [&str; 11] =
    ["mask", "position", "fraction", "flip_x", "flip_y", "turn", "angle", "scale", "origin", "transform", "data"];

#[test]
fn a_collider_has_the_other_fields_of_a_sprite_with_their_defaults() {
    let collider = PixelCollider::default();
    let reference = include_str!("../../docs/reference.md");
    for field in FIELDS.iter().filter(|field| !OF_OTHER_COMPONENTS.contains(&field.name)) {
        let value = collider.field(field.name).unwrap_or_else(|| panic!("PixelCollider lacks {}", field.name));
        let value = match value.try_downcast_ref::<u32>() {
            Some(&u32::MAX) => format!("{:#X}", u32::MAX),
            Some(bits) => bits.to_string(),
            None => format!("{value:?}").to_lowercase(),
        };
        assert_eq!(value, field.default(), "{}", field.name);
        assert!(reference.contains(&format!("`{}: ", field.name)), "docs/reference.md lacks {}", field.name);
    }
}
