//! The first game of the book: a ship flies through a rock.
//!
//!     cargo run --bin start    # in a folder with ship.png and rock.png

// #region game
use hitmask::{Mask, Solid, Sprite, SpriteId, World, place};
use macroquad::prelude::*;

/// Spawns a sprite that collides by the solid pixels of a picture.
async fn spawn(world: &mut World, file: &str, at: [f32; 2]) -> (SpriteId, Texture2D) {
    let picture = load_image(file).await.expect("a picture");
    let (width, height) = (picture.width.into(), picture.height.into());
    let mask = Mask::from_rgba8(width, height, &picture.bytes, Solid::AlphaAbove(127));
    let mask = world.add_mask(mask.expect("a mask")).expect("a world with space");
    let sprite = Sprite::new(mask, place(at).expect("a place"));
    let id = world.spawn(sprite).expect("a sprite");
    (id, Texture2D::from_image(&picture))
}

#[macroquad::main("hitmask")]
async fn main() {
    let mut world = World::new();
    let [mut x, mut y] = [40.0, 200.0];
    let ship = spawn(&mut world, "ship.png", [x, y]).await;
    let rock = spawn(&mut world, "rock.png", [300.0, 190.0]).await;
    loop {
        x += 2.0;
        let [down, up] = [KeyCode::Down, KeyCode::Up].map(is_key_down);
        y += 2.0 * (f32::from(down) - f32::from(up));
        let at = place([x, y]).expect("a place");
        world.move_to(ship.0, at).expect("a sprite");
        // Once a frame, after all moves.
        let step = world.step().expect("a step");
        for pair in step.began() {
            let contact = step.view().contact(pair.a, pair.b).expect("they collide");
            println!("hit at {:?}", contact.first());
        }
        for _pair in step.ended() {
            println!("free");
        }
        clear_background(BLACK);
        for (id, texture) in [&ship, &rock] {
            let [x, y] = world.get(*id).expect("a sprite").position;
            draw_texture(texture, x as f32, y as f32, WHITE);
        }
        next_frame().await;
    }
}
// #endregion game
