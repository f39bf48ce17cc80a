//! The rules of the game. All that collides is a sprite of a [`World`].

use crate::body::{Body, Kind};
use crate::frames::Frames;
use arcade::Any;
use hitmask::{Angle, Mask, MaskId, PlacedMask, Rect, Sprite, SpriteId, SpriteSweepHit, World};
use rocks::field::{self, Rock};
use rocks::keys::Keys;
use rocks::report::Report;
use std::time::{Duration, Instant};

/// Layers.
const SHIP: u32 = 1;
const ROCK: u32 = 2;
const GROUND: u32 = 4;
const BULLET: u32 = 8;

/// The ticks for which the place of a hit is shown.
pub(crate) const FLASH: u32 = 12;

pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) frames: Frames,
    /// By slot ([`SpriteId::index`]). The ground has none.
    bodies: Vec<Option<(SpriteId, Body)>>,
    ship: SpriteId,
    ground: MaskId,
    pebbles: Vec<SpriteId>,
    pub(crate) tick: u32,
    /// The tick in which the ship can fire again.
    loaded: u32,
    pub(crate) is_thrusting: bool,
    /// The rocks that bullets have hit.
    pub(crate) hits: u32,
    /// The centers of all holes in the ground.
    pub(crate) holes: Vec<[i32; 2]>,
    /// The places of the last hits, and their ticks.
    pub(crate) flashes: Vec<([i32; 2], u32)>,
    /// The number of colliding pairs after the last tick, and how long the world took for the tick.
    pub(crate) pairs: usize,
    pub(crate) world_time: Duration,
}

impl Game {
    /// Starts a game above ground of this shape.
    pub(crate) fn new(ground: Mask) -> Any<Game> {
        let mut world = World::new();
        let frames = Frames::load(&mut world)?;
        let top = field::SIZE[1] as i32 - ground.height() as i32;
        let ground = world.add_mask(ground)?;
        world.spawn(Sprite::new(ground, [0, top]).layers(GROUND).fixed(true))?;
        let mut game = Game {
            world,
            frames,
            bodies: Vec::new(),
            ship: SpriteId::default(),
            ground,
            pebbles: Vec::new(),
            tick: 0,
            loaded: 0,
            is_thrusting: false,
            hits: 0,
            holes: Vec::new(),
            flashes: Vec::new(),
            pairs: 0,
            world_time: Duration::ZERO,
        };
        let start = Rock { frame: 0, at: field::SHIP, velocity: [0.0; 2], angle: 0.0, spin: 0.0, scale: 1.0 };
        game.ship = game.spawn(Kind::Ship, "ship".into(), start)?;
        for rock in field::rocks() {
            game.spawn(Kind::Rock, format!("rock {}", rock.frame), rock)?;
        }
        for pebble in field::pebbles() {
            game.spawn(Kind::Pebble, format!("pebble {}", pebble.frame), pebble)?;
        }
        Ok(game)
    }

    /// Adds a body to the game, and its sprite to the world.
    fn spawn(&mut self, kind: Kind, frame: String, from: Rock) -> Any<SpriteId> {
        let Rock { at: center, velocity, angle, spin, scale, .. } = from;
        let shown = self.frames.get(&frame);
        let body = Body { kind, size: shown.size, frame, center, velocity, angle, spin, scale, age: 0 };
        let (layers, collides_with) = match kind {
            Kind::Ship => (SHIP, ROCK | GROUND),
            Kind::Rock | Kind::Pebble => (ROCK, SHIP | ROCK | GROUND | BULLET),
            Kind::Bullet => (BULLET, ROCK | GROUND),
        };
        let sprite = Sprite::new(shown.mask, body.position()?).layers(layers).collides_with(collides_with);
        let sprite = sprite.angle(Angle::degrees(angle)?).scale([scale; 2]);
        let id = self.world.spawn(sprite)?;
        if self.bodies.len() <= id.index() {
            self.bodies.resize(id.index() + 1, None);
        }
        self.bodies[id.index()] = Some((id, body));
        Ok(id)
    }

    fn despawn(&mut self, id: SpriteId) -> Any<()> {
        self.world.despawn(id)?;
        self.bodies[id.index()] = None;
        Ok(())
    }

    /// Returns the bodies, in the order of their slots.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = &(SpriteId, Body)> {
        self.bodies.iter().flatten()
    }

    fn body_mut(&mut self, id: SpriteId) -> Option<&mut Body> {
        let (of, body) = self.bodies.get_mut(id.index())?.as_mut()?;
        (*of == id).then_some(body)
    }

    pub(crate) fn ship(&self) -> &Body {
        let (_, body) = self.bodies[self.ship.index()].as_ref().expect("the ship is never despawned");
        body
    }

    /// Returns the mask of the ground.
    pub(crate) fn ground(&self) -> Option<&Mask> {
        self.world.mask(self.ground).map(AsRef::as_ref)
    }

    /// Says what a picture of the game shows: the boxes of the sprites, the pixels that two of them share.
    pub(crate) fn report(&mut self) -> Any<Report> {
        let ship = self.ship().center.map(|c| c as i32);
        let view = self.world.refresh()?;
        let boxes = view.sprites().filter_map(|(id, _)| view.bounds(id));
        let boxes = boxes.map(|Rect { left, top, width, height }| [left, top, width as i32, height as i32]).collect();
        let mut shared = Vec::new();
        for pair in view.collisions()? {
            let (Ok(a), Ok(b)) = (view.shape(pair.a), view.shape(pair.b)) else { continue };
            let mask = a.mask.overlap_mask(b.mask, [b.at[0] - a.at[0], b.at[1] - a.at[1]]);
            shared.extend(PlacedMask { mask: &mask, at: a.at }.pixels());
        }
        Ok(Report { ship, holes: self.holes.clone(), boxes, shared })
    }

    /// Adds thousands of pebbles, or removes them.
    pub(crate) fn toggle_pebbles(&mut self) -> Any<()> {
        let before = std::mem::take(&mut self.pebbles);
        if before.is_empty() {
            for rock in field::more_pebbles() {
                let id = self.spawn(Kind::Pebble, format!("pebble {}", rock.frame), rock)?;
                self.pebbles.push(id);
            }
        }
        for id in before {
            if self.body_mut(id).is_some() {
                self.despawn(id)?;
            }
        }
        Ok(())
    }

    /// Plays a tick.
    pub(crate) fn tick(&mut self, keys: Keys) -> Any<()> {
        self.tick += 1;
        let now = self.tick;
        self.flashes.retain(|&(_, since)| now < since + FLASH);
        self.steer(keys)?;
        for (_, body) in self.bodies.iter_mut().flatten() {
            body.age += 1;
            if body.kind != Kind::Bullet {
                body.advance();
            }
        }
        let start = Instant::now();
        self.move_sprites()?;
        self.fly_bullets()?;
        self.bounce()?;
        self.world_time = start.elapsed();
        Ok(())
    }

    fn steer(&mut self, keys: Keys) -> Any<()> {
        self.is_thrusting = keys.thrust;
        let is_firing = keys.fire && self.tick >= self.loaded;
        let Some(ship) = self.body_mut(self.ship) else { return Ok(()) };
        ship.angle += field::SHIP_TURN * (f64::from(u8::from(keys.right)) - f64::from(u8::from(keys.left)));
        let heading = ship.heading();
        let thrust = if keys.thrust { field::SHIP_THRUST } else { 0.0 };
        ship.velocity = [0, 1].map(|axis| (ship.velocity[axis] + thrust * heading[axis]) * field::SHIP_DRAG);
        if is_firing {
            let nose = ship.size[1] / 2.0 + 10.0;
            let bullet = Rock {
                frame: 0,
                at: [0, 1].map(|axis| ship.center[axis] + nose * heading[axis]),
                velocity: [0, 1].map(|axis| ship.velocity[axis] + field::BULLET_SPEED * heading[axis]),
                angle: ship.angle,
                spin: 0.0,
                scale: 1.0,
            };
            self.loaded = self.tick + field::RELOAD;
            self.spawn(Kind::Bullet, "bullet".into(), bullet)?;
        }
        Ok(())
    }

    /// Gives the world the positions and angles of the bodies. Bullets stay where they are.
    fn move_sprites(&mut self) -> Any<()> {
        for mut sprite in self.world.sprites_mut() {
            let Some(Some((_, body))) = self.bodies.get(sprite.id().index()) else { continue };
            if body.kind != Kind::Bullet {
                sprite.move_to(body.position()?)?;
                sprite.set_angle(Angle::degrees(body.angle)?)?;
            }
        }
        Ok(())
    }

    /// Moves the bullets. A sweep tests every pixel of their way, so no bullet flies through what it hits.
    fn fly_bullets(&mut self) -> Any<()> {
        let view = self.world.refresh()?.hit_from_inside();
        let (mut ended, mut struck, mut moved) = (Vec::new(), Vec::new(), Vec::new());
        for (id, body) in self.bodies.iter_mut().flatten().filter(|(_, body)| body.kind == Kind::Bullet) {
            body.center = [0, 1].map(|axis| body.center[axis] + body.velocity[axis]);
            let swept = view.sweep(*id, body.position()?)?;
            match swept.hit {
                Some(hit) => struck.push((hit, body.velocity)),
                None => moved.push((*id, body.position()?)),
            }
            if swept.hit.is_some() || body.age > field::BULLET_LIFE {
                ended.push(*id);
            }
        }
        self.world.sync(moved)?;
        for id in ended {
            self.despawn(id)?;
        }
        struck.into_iter().try_for_each(|(hit, velocity)| self.strike(hit, velocity))
    }

    /// A bullet has hit a sprite: the ground gets a hole, a rock breaks.
    fn strike(&mut self, hit: SpriteSweepHit, velocity: [f64; 2]) -> Any<()> {
        self.flashes.push((hit.first, self.tick));
        let Some(rock) = self.body_mut(hit.id).cloned() else {
            // A rock that another bullet has broken is no sprite anymore.
            let Some(ground) = self.world.get(hit.id) else { return Ok(()) };
            let [left, top] = ground.position;
            let center = [hit.first[0] - left, hit.first[1] - top].map(f64::from);
            self.world.edit_mask(self.ground, |mask| mask.fill_circle(center, field::HOLE, false))?;
            self.holes.push(hit.first);
            return Ok(());
        };
        self.hits += 1;
        self.despawn(hit.id)?;
        let scale = rock.scale * field::SHRINK;
        if rock.kind == Kind::Pebble || scale < field::SMALLEST {
            return Ok(());
        }
        // The halves part at right angles to the bullet.
        for side in [-1.0, 1.0] {
            let away = [-side * velocity[1] / field::BULLET_SPEED, side * velocity[0] / field::BULLET_SPEED];
            let offset = rock.size[0] * scale / 2.0;
            let half = Rock {
                frame: 0,
                at: [0, 1].map(|axis| rock.center[axis] + offset * away[axis]),
                velocity: [0, 1].map(|axis| rock.velocity[axis] + 0.5 * away[axis]),
                angle: rock.angle,
                spin: rock.spin + side,
                scale,
            };
            self.spawn(rock.kind, rock.frame.clone(), half)?;
        }
        Ok(())
    }

    /// Pushes colliding bodies apart along the normal of their contact.
    fn bounce(&mut self) -> Any<()> {
        let step = self.world.step()?;
        self.pairs = step.pairs().len();
        let contacts = step.contacts(|contact| (contact.a, contact.b, contact.normal()));
        for (a, b, normal) in contacts {
            let dot = |v: [f64; 2]| v[0] * normal[0] + v[1] * normal[1];
            // The normal points from b to a. The ground has no body and does not move.
            let bodies = [a, b].map(|id| self.body_mut(id).map(|body| (body.velocity, body.mass())));
            let [(va, ma), (vb, mb)] = bodies.map(|body| body.unwrap_or(([0.0; 2], f64::INFINITY)));
            let approach = dot(vb) - dot(va);
            if approach < 0.0 {
                continue; // They part already.
            }
            let impulse = (2.0 * approach).max(0.3) / (1.0 / ma + 1.0 / mb);
            for (id, sign, mass) in [(a, 1.0, ma), (b, -1.0, mb)] {
                if let Some(body) = self.body_mut(id) {
                    body.velocity = [0, 1].map(|axis| body.velocity[axis] + sign * impulse / mass * normal[axis]);
                }
            }
        }
        Ok(())
    }
}
