//! The second game of the book: a hero walks over hills.
//!
//!     cargo run --bin walls    # in a folder with hero.png and ground.png

// #region game
use hitmask::{Mask, MaskId, Motion, Remainder, Solid, Sprite, World};
use macroquad::prelude::*;

/// Adds the solid pixels of a picture to the world.
async fn load(world: &mut World, file: &str) -> (MaskId, Texture2D) {
    let picture = load_image(file).await.expect("a picture");
    let (width, height) = (picture.width.into(), picture.height.into());
    let mask = Mask::from_rgba8(width, height, &picture.bytes, Solid::AlphaAbove(127));
    let mask = world.add_mask(mask.expect("a mask")).expect("a world with space");
    (mask, Texture2D::from_image(&picture))
}

#[macroquad::main("hitmask")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let (ground_mask, ground_texture) = load(&mut world, "ground.png").await;
    let (hero_mask, hero_texture) = load(&mut world, "hero.png").await;
    // Scenery: it seldom moves.
    world.spawn(Sprite::new(ground_mask, [0, 300]).fixed(true))?;
    let hero = world.spawn(Sprite::new(hero_mask, [40, 200]))?;
    let mut remainder = Remainder::default(); // keeps fractions of pixels
    let (mut fall, mut stands) = (0.0, true);
    loop {
        let [right, left] = [KeyCode::Right, KeyCode::Left].map(is_key_down);
        let run = 2.5 * (f32::from(right) - f32::from(left));
        let [x, y] = world.get(hero).expect("a sprite").position;
        let stood = stands; // a frame ago
        stands = fall >= 0.0 && !world.refresh()?.touching(hero, [0, 1])?.is_empty();
        if stands && !stood {
            println!("landed at {x}, {y}");
        }
        if stands && !is_key_down(KeyCode::Space) {
            // Over slopes, up to 3 pixels high for each pixel.
            let [dx, _] = remainder.take([run, 0.0])?;
            world.move_until(hero, [x + dx, y], Motion::walk(3, 3))?;
            fall = 0.0;
        } else {
            fall = if stands { -5.0 } else { fall + 0.3 }; // jump, or fall
            let [dx, dy] = remainder.take([run, fall])?;
            let moved = world.move_until(hero, [x + dx, y + dy], Motion::SLIDE)?;
            if moved.blocked.down || moved.blocked.up {
                fall = 0.0;
            }
        }
        clear_background(SKYBLUE);
        draw_texture(&ground_texture, 0.0, 300.0, WHITE);
        let [x, y] = world.get(hero).expect("a sprite").position;
        draw_texture(&hero_texture, x as f32, y as f32, WHITE);
        next_frame().await;
    }
}
// #endregion game
