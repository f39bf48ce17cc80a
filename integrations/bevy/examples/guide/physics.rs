use crate::{app, play};

// #region parts
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Ship;

// In `FixedUpdate`.
fn polygons(
    pixels: PixelQuery,
    world: Res<PixelWorld>, // has the masks
    ship: Single<Entity, With<Ship>>,
) -> Result {
    let Some(sprite) = pixels.view().get(*ship) else {
        return Ok(()); // not in the world before its first step
    };
    let mask = world.with_world(|world| world.mask(sprite.mask).cloned());
    let mask = mask.expect("a sprite has a mask");
    // Polygons with holes, at most 1 pixel off. In a mask, y points down.
    for contour in &mask.simplified_contours(1.0)? {
        if !contour.is_hole() {
            println!("a polygon of {} corners", contour.points().len());
        }
    }
    Ok(())
}
// #endregion parts

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn((Ship, Sprite::from_image(assets.load("ship.png")), PixelCollider::default()));
}

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, setup).add_systems(FixedUpdate, polygons);
    play(&mut app, 2, &["a polygon of 4 corners"]); // every pixel of the picture is solid here
}
