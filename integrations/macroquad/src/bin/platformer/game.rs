//! The rules of the game, without a window.

use crate::level::{SIZE, Thing, sword};
use arcade::Any;
use hitmask::{Mask, MaskId, Motion, Moved, PlacedMask, Remainder, Side, Sprite, SpriteId, World, WorldError};

/// The layers.
const SOLID: u32 = 1;
const PLATFORM: u32 = 1 << 1;
const HERO: u32 = 1 << 2;
const COIN: u32 = 1 << 3;
const ENEMY: u32 = 1 << 4;

const GRAVITY: f64 = 0.25;
const JUMP: f64 = -5.2;
const RUN: f64 = 1.6;
/// How many pixels hero and walkers climb or go down for each pixel of x.
const STEPS: Motion = Motion::walk(3, 3);
/// The ticks that a blow of the sword takes.
pub(crate) const BLOW: u32 = 14;
/// How far a lift goes to each side of its middle, and how many ticks it takes there and back.
const LIFT_REACH: f64 = 60.0;
const LIFT_TICKS: f64 = 360.0;

/// The keys that are down.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Keys {
    pub(crate) left: bool,
    pub(crate) right: bool,
    pub(crate) jump: bool,
    pub(crate) down: bool,
    pub(crate) strike: bool,
}

/// A body that falls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body {
    pub(crate) id: SpriteId,
    velocity: [f64; 2],
    rest: Remainder,
}

#[derive(Debug, Clone)]
pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) hero: Body,
    pub(crate) looks_left: bool,
    /// The ticks that are left of a blow.
    pub(crate) blow: u32,
    pub(crate) sword: Mask,
    crates: Vec<Body>,
    walkers: Vec<(SpriteId, i32)>,
    lifts: Vec<(SpriteId, [i32; 2], usize)>,
    pub(crate) coins: u32,
    pub(crate) hurts: u32,
    pub(crate) tick: u32,
}

impl Body {
    fn new(id: SpriteId) -> Body {
        Body { id, velocity: [0.0; 2], rest: Remainder::default() }
    }

    /// Moves by the velocity, and stops the axes that are blocked.
    fn fly(&mut self, world: &mut World) -> Result<Moved, WorldError> {
        let [dx, dy] = self.rest.take(self.velocity)?;
        let [x, y] = position(world, self.id);
        let moved = world.move_until(self.id, [x + dx, y + dy], Motion::SLIDE)?;
        for (axis, stops) in
            [moved.blocked.left || moved.blocked.right, moved.blocked.up || moved.blocked.down].into_iter().enumerate()
        {
            if stops {
                (self.velocity[axis], self.rest.rest[axis]) = (0.0, 0.0);
            }
        }
        Ok(moved)
    }
}

fn position(world: &World, id: SpriteId) -> [i32; 2] {
    world.get(id).map_or([0, 0], |sprite| sprite.position)
}

impl Game {
    pub(crate) fn new() -> Any<Game> {
        let mut world = World::new();
        let mut masks = Vec::new();
        for thing in Thing::ALL {
            masks.push(world.add_mask(thing.mask()?)?);
        }
        let mask = |thing: Thing| -> MaskId { masks[thing as usize] };
        let ground = Sprite::new(mask(Thing::Ground), [0, 0]).fixed(true).layers(SOLID);
        world.spawn(ground)?;
        let plank = Sprite::new(mask(Thing::Plank), [0, 0]).fixed(true).layers(PLATFORM).one_way(Side::Top);
        for position in [[150, 225], [60, 160]] {
            world.spawn(plank.position(position))?;
        }
        let mut lifts = Vec::new();
        for (middle, axis) in [([290, 240], 0), ([440, 190], 1)] {
            lifts.push((world.spawn(plank.position(middle))?, middle, axis));
        }
        let hero = Sprite::new(mask(Thing::Hero), [30, 240]).layers(HERO).collides_with(!HERO);
        let hero = Body::new(world.spawn(hero)?);
        let crate_ = Sprite::new(mask(Thing::Crate), [0, 0]).layers(SOLID);
        let crates = [[110, 240], [185, 190], [380, 250]].map(|position| world.spawn(crate_.position(position)));
        let coin = Sprite::new(mask(Thing::Coin), [0, 0]).layers(COIN).collides_with(HERO).sensor(true);
        for position in [[90, 146], [180, 210], [300, 326], [476, 130], [545, 136], [570, 136], [90, 262]] {
            world.spawn(coin.position(position))?;
        }
        // Enemies hurt, and stand in nobody's way.
        let walker = Sprite::new(mask(Thing::Walker), [0, 0]).layers(ENEMY).collides_with(SOLID | HERO);
        let walkers =
            [[200, 250], [450, 250], [560, 140]].map(|position| world.spawn(walker.position(position).sensor(true)));
        Ok(Game {
            world,
            hero,
            looks_left: false,
            blow: 0,
            sword: sword()?,
            crates: crates.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().map(Body::new).collect(),
            walkers: walkers.into_iter().map(|id| Ok((id?, 1))).collect::<Result<_, WorldError>>()?,
            lifts,
            coins: 0,
            hurts: 0,
            tick: 0,
        })
    }

    /// The thing that a sprite shows.
    pub(crate) fn thing(&self, sprite: &Sprite) -> Thing {
        Thing::ALL[sprite.mask.index()]
    }

    /// Where the sword is during a blow.
    pub(crate) fn sword_at(&self) -> Option<[i32; 2]> {
        let [x, y] = position(&self.world, self.hero.id);
        (self.blow > 0).then_some([if self.looks_left { x - 9 } else { x + 11 }, y + 3])
    }

    /// Plays one sixtieth of a second.
    pub(crate) fn tick(&mut self, keys: Keys) -> Any<()> {
        self.tick += 1;
        self.move_lifts()?;
        self.move_hero(keys)?;
        for body in &mut self.crates {
            body.velocity[1] += GRAVITY;
            body.fly(&mut self.world)?;
        }
        self.move_walkers()?;
        self.strike(keys)?;
        self.collide()
    }

    fn move_lifts(&mut self) -> Result<(), WorldError> {
        let phase = f64::from(self.tick) / LIFT_TICKS * std::f64::consts::TAU;
        for &(lift, mut at, axis) in &self.lifts {
            at[axis] += (LIFT_REACH * phase.sin()).round() as i32;
            let carried = self.world.carry(lift, at, None)?;
            if carried.crushed.contains(&self.hero.id) {
                self.hurts += 1;
                self.world.move_to(self.hero.id, [30, 240])?;
            }
        }
        Ok(())
    }

    fn move_hero(&mut self, keys: Keys) -> Result<(), WorldError> {
        let Game { world, hero, .. } = self;
        let ground = world.refresh()?.touching(hero.id, [0, 1])?;
        let toward = i32::from(keys.right) - i32::from(keys.left);
        if toward != 0 {
            self.looks_left = toward < 0;
        }
        hero.velocity[0] = RUN * f64::from(toward);
        let [x, y] = position(world, hero.id);
        if !ground.is_empty() && keys.down {
            // Through the platform, which is on a layer of its own.
            world.move_until(hero.id, [x, y + 1], Motion::STOP.on_layers(!PLATFORM))?;
        }
        let moved = if !ground.is_empty() && !keys.jump {
            hero.velocity[1] = 0.0;
            let [dx, _] = hero.rest.take([hero.velocity[0], 0.0])?;
            world.move_until(hero.id, [x + dx, y], STEPS)?
        } else {
            hero.velocity[1] = if ground.is_empty() { hero.velocity[1] + GRAVITY } else { JUMP };
            hero.fly(world)?
        };
        // He pushes crates.
        for hit in &moved.hits {
            if let Some(pushed) = self.crates.iter().find(|body| body.id == hit.id) {
                let [x, y] = position(world, pushed.id);
                world.move_until(pushed.id, [x + toward, y], STEPS)?;
            }
        }
        Ok(())
    }

    fn move_walkers(&mut self) -> Result<(), WorldError> {
        for (id, toward) in &mut self.walkers {
            let [x, y] = position(&self.world, *id);
            if self.world.refresh()?.touching(*id, [0, 1])?.is_empty() {
                self.world.move_until(*id, [x, y + 3], Motion::STOP)?;
            } else if self.tick.is_multiple_of(2) {
                let moved = self.world.move_until(*id, [x + *toward, y], STEPS)?;
                // It turns at walls and at ledges.
                if !moved.hits.is_empty() || !moved.blocked.down {
                    *toward = -*toward;
                    self.world.move_to(*id, [x, y])?;
                }
            }
        }
        Ok(())
    }

    fn strike(&mut self, keys: Keys) -> Result<(), WorldError> {
        self.blow = match self.blow {
            0 if keys.strike => BLOW,
            blow => blow.saturating_sub(1),
        };
        if let Some(at) = self.sword_at() {
            let sword = PlacedMask { mask: &self.sword, at };
            for id in self.world.refresh()?.on_layers(ENEMY).find(sword) {
                self.world.despawn(id)?;
                self.walkers.retain(|(walker, _)| *walker != id);
            }
        }
        Ok(())
    }

    /// Takes coins, and is hurt by walkers.
    fn collide(&mut self) -> Any<()> {
        let step = self.world.step()?;
        let taken: Vec<SpriteId> = step.began_between(HERO, COIN).map(|[_, coin]| coin).collect();
        self.hurts += step.began_between(HERO, ENEMY).count() as u32;
        for coin in taken {
            self.world.despawn(coin)?;
            self.coins += 1;
        }
        let [x, y] = position(&self.world, self.hero.id);
        if !(0..SIZE[0] as i32).contains(&x) || y > SIZE[1] as i32 {
            self.world.move_to(self.hero.id, [30, 240])?;
        }
        Ok(())
    }

    /// A saved game: the world as bytes. The rest of this small game is copied as it is.
    pub(crate) fn save(&self) -> Result<(Vec<u8>, Game), WorldError> {
        Ok((self.world.to_bytes()?, self.clone()))
    }

    /// Goes back to a saved game.
    pub(crate) fn load(saved: &(Vec<u8>, Game)) -> Result<Game, WorldError> {
        Ok(Game { world: World::from_bytes(&saved.0)?, ..saved.1.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hero(game: &Game) -> [i32; 2] {
        position(&game.world, game.hero.id)
    }

    #[test]
    fn the_hero_rides_a_lift_and_drops_through_it() {
        let mut game = Game::new().unwrap();
        game.world.move_to(game.hero.id, [470, 120]).unwrap();
        let (lift, ..) = game.lifts[1];
        let gap = |game: &Game| position(&game.world, lift)[1] - hero(game)[1];
        for _ in 0..400 {
            game.tick(Keys::default()).unwrap();
        }
        assert_eq!(gap(&game), 17, "he stands on the lift, whatever it does");
        for _ in 0..30 {
            game.tick(Keys { down: true, ..Keys::default() }).unwrap();
        }
        assert!(gap(&game) < 0, "he has dropped through it");
    }

    #[test]
    fn the_hero_pushes_a_crate_takes_coins_and_strikes() {
        let mut game = Game::new().unwrap();
        let coins = game.coins;
        game.world.move_to(game.hero.id, [70, 240]).unwrap();
        let crates: Vec<[i32; 2]> = game.crates.iter().map(|body| position(&game.world, body.id)).collect();
        for _ in 0..90 {
            game.tick(Keys { right: true, ..Keys::default() }).unwrap();
        }
        assert!(position(&game.world, game.crates[0].id)[0] > crates[0][0] + 3, "the crate has moved");
        assert!(game.coins > coins, "he took the coin on the way");
        let walker = game.walkers[0].0;
        let [x, y] = position(&game.world, walker);
        game.world.move_to(game.hero.id, [x - 14, y - 8]).unwrap();
        game.tick(Keys { strike: true, ..Keys::default() }).unwrap();
        assert_eq!(game.walkers.len(), 2);
        let saved = game.save().unwrap();
        let mut loaded = Game::load(&saved).unwrap();
        for tick in 0..200 {
            let keys = Keys { left: true, jump: tick % 50 == 0, ..Keys::default() };
            game.tick(keys).unwrap();
            loaded.tick(keys).unwrap();
            assert!(game.world.sprites().eq(loaded.world.sprites()), "tick {tick}");
        }
    }
}
