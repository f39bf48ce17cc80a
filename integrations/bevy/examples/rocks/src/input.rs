//! The keys of a tick.

use bevy::prelude::*;
use rocks::keys::Keys;

/// The keys that are down in this tick.
#[derive(Resource, Default)]
pub(crate) struct Pressed(pub(crate) Keys);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pressed>().add_systems(PreUpdate, read.run_if(not(resource_exists::<crate::Script>)));
}

fn read(input: Res<ButtonInput<KeyCode>>, mut pressed: ResMut<Pressed>) {
    let down = |keys: [KeyCode; 2]| input.any_pressed(keys);
    pressed.0 = Keys {
        left: down([KeyCode::ArrowLeft, KeyCode::KeyA]),
        right: down([KeyCode::ArrowRight, KeyCode::KeyD]),
        thrust: down([KeyCode::ArrowUp, KeyCode::KeyW]),
        fire: input.pressed(KeyCode::Space),
    };
}
