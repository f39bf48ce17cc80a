//! The rules of the game, without a window. No line is about pixels: the world says what touches, where, and which way is out.

use crate::bullets::{Bullets, Hit, hits};
use crate::layers::{ARMOR, ENEMY, MINE, ROOF, SHIELD, SHIP, THEIRS};
use crate::patterns::{self, Shot, polar};
use crate::things::{Masks, SIZE, Thing};
use hitmask::{Angle, Circle, Sprite, SpriteId, World, WorldError, place};
use std::time::{Duration, Instant};

/// The speed of the ship's shots, in pixels a tick: more than the length of a shot.
const SHOT_SPEED: f64 = 34.0;
const MAX_BOUNCES: u32 = 3;
/// How long the ship is safe after a hit, and an enemy is away after its last, in ticks.
const SAFE: u32 = 90;
const AWAY: u32 = 240;
/// How far a blast reaches that removes bullets, in pixels.
const BLAST: f64 = 130.0;
/// How long a spark glows, in ticks.
pub(crate) const GLOW: u32 = 14;

/// The keys that are down.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Keys {
    /// -1, 0 or 1 for each axis.
    pub(crate) toward: [f64; 2],
    pub(crate) fire: bool,
    pub(crate) shield: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Enemy {
    thing: Thing,
    /// Its sprite, or the tick in which it comes back.
    body: Result<SpriteId, u32>,
    home: [f64; 2],
    health: u32,
}

/// The light where two things touched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spark {
    pub(crate) at: [i32; 2],
    pub(crate) since: u32,
    pub(crate) thing: Thing,
}

pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) masks: Masks,
    pub(crate) bullets: Bullets,
    pub(crate) ship: SpriteId,
    pub(crate) ship_at: [f64; 2],
    shield: Option<SpriteId>,
    /// The rings around the boss, and the degrees that they turn in a tick.
    rings: [(SpriteId, f64); 2],
    pub(crate) enemies: Vec<Enemy>,
    pub(crate) sparks: Vec<Spark>,
    /// How many times as many bullets the boss shoots.
    pub(crate) more: u32,
    pub(crate) hits: u32,
    pub(crate) bounces: u32,
    pub(crate) hurts: u32,
    safe_until: u32,
    pub(crate) tick: u32,
    /// The time that hitmask took in the last tick to move all bullets, to step and to answer.
    pub(crate) world_time: Duration,
}

impl Enemy {
    fn new(thing: Thing, home: [f64; 2]) -> Enemy {
        Enemy { thing, body: Err(0), home, health: Enemy::full_health(thing) }
    }

    fn full_health(thing: Thing) -> u32 {
        if thing == Thing::Boss { 300 } else { 12 }
    }

    /// From 0 to 1.
    pub(crate) fn health(&self) -> f64 {
        f64::from(self.health) / f64::from(Enemy::full_health(self.thing))
    }

    /// Where its middle is in a tick.
    fn at(&self, tick: u32) -> [f64; 2] {
        let sway = if self.thing == Thing::Boss { 0.0 } else { 40.0 };
        let phase = f64::from(tick) / 70.0 + self.home[0];
        [self.home[0] + sway * phase.sin(), self.home[1] + 0.5 * sway * (1.7 * phase).cos()]
    }
}

impl Game {
    pub(crate) fn new() -> Result<Game, WorldError> {
        let mut world = World::new();
        let masks = Masks::add(&mut world)?;
        let (ship_at, boss_at) = ([SIZE[0] / 2.0, 620.0], [SIZE[0] / 2.0, 200.0]);
        let ship = masks.sprite(Thing::Ship, ship_at)?.layers(SHIP).collides_with(THEIRS | ENEMY | ARMOR);
        let ship = world.spawn(ship)?;
        for x in [215.0, 745.0] {
            let roof = masks.sprite(Thing::Roof, [x, 500.0])?.layers(ROOF).collides_with(MINE | THEIRS);
            world.spawn(roof.fixed(true))?;
        }
        let mut ring = |thing, speed| {
            let ring = masks.sprite(thing, boss_at)?.layers(ARMOR).collides_with(MINE | SHIP);
            Ok::<_, WorldError>((world.spawn(ring)?, speed))
        };
        let rings = [ring(Thing::InnerRing, 0.8)?, ring(Thing::OuterRing, -0.5)?];
        let mut enemies = vec![Enemy::new(Thing::Boss, boss_at)];
        for home in [[150.0, 130.0], [810.0, 130.0], [210.0, 330.0], [750.0, 330.0]] {
            enemies.push(Enemy::new(Thing::Drone, home));
        }
        Ok(Game {
            world,
            bullets: Bullets::new(masks.clone()),
            masks,
            ship,
            ship_at,
            shield: None,
            rings,
            enemies,
            sparks: Vec::new(),
            more: 1,
            hits: 0,
            bounces: 0,
            hurts: 0,
            safe_until: 0,
            tick: 0,
            world_time: Duration::ZERO,
        })
    }

    /// Whether the ship cannot be hurt at present.
    pub(crate) fn is_safe(&self) -> bool {
        self.tick < self.safe_until
    }

    /// Plays one sixtieth of a second.
    pub(crate) fn tick(&mut self, keys: Keys) -> Result<(), WorldError> {
        self.tick += 1;
        self.move_ship(keys)?;
        self.move_enemies()?;
        let start = Instant::now();
        self.bullets.fly(&mut self.world)?;
        self.collide()?;
        self.world_time = start.elapsed();
        let tick = self.tick;
        self.sparks.retain(|spark| tick - spark.since < GLOW);
        Ok(())
    }

    fn move_ship(&mut self, keys: Keys) -> Result<(), WorldError> {
        let ship_at = self.ship_at;
        self.ship_at = [0, 1].map(|axis| (ship_at[axis] + 5.0 * keys.toward[axis]).clamp(30.0, SIZE[axis] - 50.0));
        self.world.move_to(self.ship, Thing::Ship.corner(self.ship_at)?)?;
        let shield = self.masks.sprite(Thing::Shield, self.ship_at)?.layers(SHIELD).collides_with(THEIRS);
        match self.shield {
            Some(id) if keys.shield => self.world.move_to(id, shield.position)?,
            Some(id) => {
                self.world.despawn(id)?;
                self.shield = None;
            }
            None if keys.shield => self.shield = Some(self.world.spawn(shield)?),
            None => {}
        }
        if keys.fire && self.tick.is_multiple_of(4) {
            for (x, degrees) in [(-12.0, -93.0), (0.0, -90.0), (12.0, -87.0)] {
                let at = [self.ship_at[0] + x, self.ship_at[1] - 22.0];
                self.bullets
                    .shoot(&mut self.world, Shot { thing: Thing::Shot, at, velocity: polar(degrees, SHOT_SPEED) })?;
            }
        }
        Ok(())
    }

    fn move_enemies(&mut self) -> Result<(), WorldError> {
        let time = f64::from(self.tick);
        for enemy in &mut self.enemies {
            let at = enemy.at(self.tick);
            match enemy.body {
                Ok(id) => {
                    let mut sprite = self.world.get_mut(id)?;
                    sprite.move_to(enemy.thing.corner(at)?)?;
                    sprite.set_angle(Angle::degrees(1.2 * time + enemy.home[0])?)?;
                    let shots = match enemy.thing {
                        Thing::Boss => patterns::boss(self.tick, at, self.more),
                        _ => patterns::drone(self.tick, at, self.ship_at),
                    };
                    shots.into_iter().try_for_each(|shot| self.bullets.shoot(&mut self.world, shot))?;
                }
                Err(back) if self.tick >= back => {
                    let sprite = self.masks.sprite(enemy.thing, at)?.layers(ENEMY).collides_with(MINE | SHIP);
                    enemy.body = Ok(self.world.spawn(sprite)?);
                }
                Err(_) => {}
            }
        }
        for (id, speed) in self.rings {
            self.world.get_mut(id)?.set_angle(Angle::degrees(speed * time)?)?;
        }
        Ok(())
    }

    fn collide(&mut self) -> Result<(), WorldError> {
        let step = self.world.step()?;
        let (hits, is_rammed) = (hits(step), step.began_between(SHIP, ENEMY | ARMOR).next().is_some());
        for hit in hits {
            self.answer(&hit)?;
        }
        if is_rammed { self.hurt_ship() } else { Ok(()) }
    }

    fn answer(&mut self, hit: &Hit) -> Result<(), WorldError> {
        let (Some(&bullet), Some(other)) = (self.bullets.get(hit.bullet), self.world.get(hit.other)) else {
            return Ok(()); // an earlier hit of this tick has removed it
        };
        self.hits += 1;
        self.sparks.push(Spark { at: hit.spark, since: self.tick, thing: bullet.thing });
        match other.layers {
            ARMOR | SHIELD if bullet.bounces < MAX_BOUNCES => {
                self.bounces += 1;
                self.bullets.bounce(&mut self.world, hit)?;
                if other.layers == SHIELD {
                    self.bullets.give_to_ship(&mut self.world, hit.bullet)?;
                }
                return Ok(());
            }
            ENEMY => self.hurt_enemy(hit.other)?,
            SHIP => self.hurt_ship()?,
            _ => {}
        }
        self.bullets.remove(&mut self.world, hit.bullet)
    }

    fn hurt_enemy(&mut self, id: SpriteId) -> Result<(), WorldError> {
        let Some(enemy) = self.enemies.iter_mut().find(|enemy| enemy.body == Ok(id)) else { return Ok(()) };
        enemy.health -= 1;
        if enemy.health > 0 {
            return Ok(());
        }
        let at = enemy.thing.middle(self.world.despawn(id)?.position);
        (enemy.body, enemy.health) = (Err(self.tick + AWAY), Enemy::full_health(enemy.thing));
        self.blast(at)
    }

    fn hurt_ship(&mut self) -> Result<(), WorldError> {
        if self.is_safe() {
            return Ok(());
        }
        self.hurts += 1;
        self.safe_until = self.tick + SAFE;
        self.blast(self.ship_at)
    }

    /// Turns the bullets of the enemies around a point into sparks.
    fn blast(&mut self, at: [f64; 2]) -> Result<(), WorldError> {
        let circle = Circle::new(at, BLAST)?;
        for id in self.world.refresh()?.on_layers(THEIRS).find(circle) {
            if let Some(bullet) = self.bullets.get(id) {
                self.sparks.push(Spark { at: place(bullet.at)?, since: self.tick, thing: bullet.thing });
            }
            self.bullets.remove(&mut self.world, id)?;
        }
        Ok(())
    }

    /// The sprites that are no bullets, with their things.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = (Thing, Sprite)> {
        let sprites = self.world.sprites().filter_map(|(_, sprite)| Some((self.masks.thing(&sprite)?, sprite)));
        sprites.filter(|(thing, _)| !thing.is_bullet())
    }
}
