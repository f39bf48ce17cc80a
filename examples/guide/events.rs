pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region events
    use hitmask::{Mask, Sprite, World};

    const HERO: u32 = 1;
    const COIN: u32 = 2;
    const ROCK: u32 = 4;
    let mut world = World::new();
    let block = world.add_mask(Mask::filled(16, 16)?)?;
    let hero = world.spawn(Sprite::new(block, [0, 0]).layers(HERO))?;
    world.spawn(Sprite::new(block, [40, 0]).layers(COIN).collides_with(HERO))?;
    world.spawn(Sprite::new(block, [40, 8]).layers(ROCK).collides_with(HERO))?;

    for frame in 0..30 {
        world.move_by(hero, [2, 0])?;
        let step = world.step()?; // once a frame, after all moves
        for [hero, rock] in step.began_between(HERO, ROCK) {
            let contact = step.view().contact(hero, rock).expect("they collide");
            println!("rock hit at {:?}", contact.first());
        }
        for _pair in step.ended() {
            println!("free again in frame {frame}");
        }
        let coins: Vec<_> = step.began_between(HERO, COIN).collect();
        for [_, coin] in coins {
            println!("coin taken in frame {frame}");
            world.despawn(coin)?;
        }
    }
    // #endregion events
    Ok(())
}
