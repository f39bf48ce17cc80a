//! Queries of a world, against every pixel of every sprite: steps and their events, probes, rays, moves, nearest
//! sprites, overlaps. Between queries every kind of change is made; sprites are rotated by any angle, some are at the
//! ends of the world.

mod answers;

use crate::input::{grid, near, side, solid};
use crate::model::{Actor, Model, Pose, Shape, brute_force, within};
use crate::shape;
use arbitrary::{Result, Unstructured};
use mask::Rect;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use world::{Index, MAX_POSITION, MaskId, Pair, SpriteId, World};

/// Changes of a world, each followed by queries.
const STEPS: usize = 12;

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = Life::default().lead(&mut Unstructured::new(data));
}

/// The world and its model.
#[derive(Default)]
struct Life {
    world: World,
    model: Model,
}

impl Life {
    fn lead(&mut self, u: &mut Unstructured) -> Result<()> {
        self.force_index(u)?;
        self.world.set_parallel_from(if u.arbitrary()? { 0 } else { usize::MAX });
        for _ in 0..u.int_in_range(1..=3)? {
            let [width, height] = [side(u, 40)?, side(u, 20)?];
            let shape = Shape::new(grid(u, width, height)?);
            let id = self.world.add_mask(shape.mask.clone()).unwrap();
            self.model.shapes.insert(id, shape);
        }
        for _ in 0..u.int_in_range(0..=12)? {
            self.spawn(u)?;
        }
        for _ in 0..STEPS {
            self.change(u)?;
            self.ask(u)?;
            if u.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn force_index(&mut self, u: &mut Unstructured) -> Result<()> {
        self.world.force_index(if u.arbitrary()? { Index::RStar } else { Index::Packed });
        Ok(())
    }

    fn any_mask(&self, u: &mut Unstructured) -> Result<MaskId> {
        let ids: Vec<MaskId> = self.model.shapes.keys().copied().collect();
        u.choose(&ids).copied()
    }

    fn any_sprite(&self, u: &mut Unstructured) -> Result<Option<SpriteId>> {
        let ids: Vec<SpriteId> = self.model.actors.keys().copied().collect();
        Ok(if ids.is_empty() { None } else { Some(*u.choose(&ids)?) })
    }

    fn spawn(&mut self, u: &mut Unstructured) -> Result<()> {
        let mask = self.any_mask(u)?;
        let actor = Actor {
            flips: u.arbitrary()?,
            quarters: u.int_in_range(0..=3)?,
            angle: if u.arbitrary()? { u.arbitrary()? } else { 0 },
            pivot: if u.ratio(1, 4)? { Some([near(u, -9, 20)?, near(u, -9, 20)?]) } else { None },
            layers: if u.arbitrary()? { [1, u32::MAX] } else { [u.int_in_range(0..=3)?, u.int_in_range(0..=3)?] },
            fixed: u.ratio(1, 4)?,
            ..Actor::new(mask, place(u)?)
        };
        let fits = actor.pivot.is_none_or(|pivot| pivot.iter().all(|c| c.unsigned_abs() <= world::MAX_PIVOT as u32));
        let spawned = self.world.spawn(actor.sprite());
        assert_eq!(spawned.is_ok(), fits && within(actor.at.map(i64::from)), "{spawned:?} of {actor:?}");
        if let Ok(id) = spawned {
            assert!(self.model.actors.insert(id, actor).is_none(), "an id was used again");
        }
        Ok(())
    }

    fn change(&mut self, u: &mut Unstructured) -> Result<()> {
        match u.int_in_range(0..=8)? {
            0 => self.spawn(u)?,
            1 => self.move_all(u)?,
            2 => self.edit(u)?,
            3 => {
                let (mask, angles) = (self.any_mask(u)?, *u.choose(&[1, 2, 3, 7, 64, 360, 65_536])?);
                self.world.set_angles(mask, angles).unwrap();
                self.model.shapes.get_mut(&mask).expect("the id is valid").set_angles(angles);
            }
            4 => self.force_index(u)?,
            _ => {
                if let Some(id) = self.any_sprite(u)? {
                    self.change_one(u, id)?;
                }
            }
        }
        Ok(())
    }

    fn move_all(&mut self, u: &mut Unstructured) -> Result<()> {
        let by = place(u)?;
        for mut sprite in self.world.sprites_mut() {
            let actor = self.model.actors.get_mut(&sprite.id()).expect("the id is valid");
            let to = [0, 1].map(|axis| i64::from(actor.at[axis]) + i64::from(by[axis]));
            assert_eq!(sprite.move_by(by).is_ok(), within(to));
            actor.at = if within(to) { to.map(|c| c as i32) } else { actor.at };
        }
        Ok(())
    }

    /// Edits a mask in place; some edits panic half-way, and their changes remain.
    fn edit(&mut self, u: &mut Unstructured) -> Result<()> {
        let (mask, on, panics) = (self.any_mask(u)?, u.arbitrary()?, u.ratio(1, 4)?);
        let rect = Rect { left: near(u, -9, 40)?, top: near(u, -9, 20)?, width: side(u, 40)?, height: side(u, 20)? };
        let edited = catch_unwind(AssertUnwindSafe(|| {
            self.world.edit_mask(mask, |mask| {
                mask.fill_rect(rect, on);
                if panics {
                    // Not `panic!`, which would end a fuzzer's run before it can be caught.
                    resume_unwind(Box::new(()));
                }
            })
        }));
        assert_eq!(edited.is_err(), panics);
        self.model.shapes.get_mut(&mask).expect("the id is valid").edit(|grid| {
            let drawn = |x: u32, y: u32| rect.contains([x as i32, y as i32]);
            *grid =
                shape::grid(
                    grid.width,
                    grid.height,
                    |x, y| {
                        if drawn(x, y) { on } else { solid(grid, [x.into(), y.into()]) }
                    },
                );
        });
        Ok(())
    }

    fn change_one(&mut self, u: &mut Unstructured, id: SpriteId) -> Result<()> {
        let mask = self.any_mask(u)?;
        let Life { world, model } = self;
        let actor = model.actors.get_mut(&id).expect("the id is valid");
        match u.int_in_range(0..=5)? {
            0 => {
                actor.angle = u.arbitrary()?;
                world.set_angle(id, actor.angle()).unwrap();
            }
            1 => {
                (actor.flips, actor.quarters, actor.angle) = (u.arbitrary()?, u.int_in_range(0..=3)?, u.arbitrary()?);
                let mut sprite = world.get_mut(id).unwrap();
                sprite.set_flips(actor.flips[0], actor.flips[1]).unwrap();
                sprite.set_turn(actor.turn()).unwrap();
                sprite.set_angle(actor.angle()).unwrap();
            }
            4 => {
                actor.fixed = u.arbitrary()?;
                world.set_fixed(id, actor.fixed).unwrap();
            }
            2 => {
                actor.layers = [u.int_in_range(0..=3)?, u.int_in_range(0..=3)?];
                world.set_layers(id, actor.layers[0], actor.layers[1]).unwrap();
            }
            3 => {
                actor.mask = mask;
                world.set_mask(id, mask).unwrap();
            }
            _ => {
                assert_eq!(world.despawn(id).unwrap(), actor.sprite());
                model.actors.remove(&id);
            }
        }
        Ok(())
    }

    fn ask(&mut self, u: &mut Unstructured) -> Result<()> {
        let poses = self.model.poses().expect("small masks can be turned");
        self.step(&poses);
        let layers = if u.arbitrary()? { None } else { Some(u.int_in_range(0..=3)?) };
        let at = place(u)?;
        let (one, other) = (self.any_sprite(u)?, self.any_sprite(u)?);
        let seen: Vec<&Pose> = poses.iter().filter(|one| sees(&self.model, layers, one)).collect();
        let view = self.world.refresh().unwrap();
        let view = layers.map_or(view, |layers| view.on_layers(layers));
        match u.int_in_range(0..=4)? {
            0 => answers::probes(u, view, &seen, at)?,
            1 => answers::rays(u, view, &seen, at)?,
            2 => answers::nearest(view, &seen, at, u.int_in_range(0..=5)?),
            3 => {
                if let Some((a, b)) = one.zip(other) {
                    answers::shared(view, &poses, a, b);
                }
            }
            _ => {
                if let Some(id) = one {
                    answers::moved(u, &mut self.world, &mut self.model, &poses, (id, layers))?;
                }
            }
        }
        Ok(())
    }

    /// Checks the pairs of a step, and the contacts that began and ended since the last.
    fn step(&mut self, poses: &[Pose]) {
        let Life { world, model } = self;
        let [candidates, collisions] = brute_force(poses);
        let step = world.step().unwrap();
        assert_eq!(step.pairs(), collisions);
        let now: BTreeSet<Pair> = collisions.into_iter().collect();
        assert!(step.began().iter().eq(now.difference(&model.contacts)));
        assert!(step.ended().iter().eq(model.contacts.difference(&now)));
        let mut found = step.view().candidates().unwrap();
        found.sort();
        assert_eq!(found, candidates);
        model.contacts = now;
        world.validate().unwrap();
    }
}

/// Whether queries on `layers` see a sprite.
fn sees(model: &Model, layers: Option<u32>, one: &Pose) -> bool {
    layers.is_none_or(|layers| model.actors[&one.id].layers[0] & layers != 0)
}

/// A position or a move: near 0, or at an end of the range.
fn place(u: &mut Unstructured) -> Result<[i32; 2]> {
    let mut axis = || match u.int_in_range(0..=15)? {
        0 => near(u, -60, 60),
        1 => u.choose(&[MAX_POSITION, -MAX_POSITION, MAX_POSITION - 9, 9 - MAX_POSITION]).copied(),
        _ => u.int_in_range(-60..=60),
    };
    Ok([axis()?, axis()?])
}
