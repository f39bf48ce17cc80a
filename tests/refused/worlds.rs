//! Calls of `world` under refused memory: the same world answers correctly as soon as there is enough.

use crate::{Answer, Refused, digest, of, or_panic};
use hitmask::{
    Angle, Mask, MaskId, Neighbor, Pair, PlacedMask, Rect, Sprite, SpriteId, World, WorldError, WorldLimits, world,
};
use std::cell::RefCell;
use std::sync::Arc;
use testkit::Rng;

/// Sprites of a world: enough for every list to be large.
const MANY: usize = if cfg!(debug_assertions) { 10_000 } else { 30_000 };
/// The side of the square of their positions, in pixels.
const SIDE: i32 = if cfg!(debug_assertions) { 1450 } else { 2500 };

fn square(side: u32) -> Mask {
    Mask::filled(side, side).unwrap()
}

fn place(rng: &mut Rng) -> [i32; 2] {
    [0; 2].map(|_: i32| rng.within(0..SIDE))
}

/// Spawns sprites of all kinds until the world has [`MANY`].
fn fill(world: &mut World, mask: MaskId, ids: &mut Vec<SpriteId>) -> Result<(), WorldError> {
    for number in world.len()..MANY {
        let mut sprite = Sprite::new(mask, place(&mut Rng::new(number as u64)));
        if number % 16 == 3 {
            sprite = sprite.fixed(true);
        }
        if number > MANY / 2 {
            sprite = sprite.origin([2.5, 3.5]).layers(1 + number as u32 % 3);
        }
        ids.push(world.spawn(sprite)?);
    }
    Ok(())
}

/// A world of [`MANY`] sprites.
fn crowd() -> World {
    let mut world = World::new();
    world.set_limits(world.limits().parallel_from(usize::MAX));
    let mask = world.add_mask(square(12)).unwrap();
    fill(&mut world, mask, &mut Vec::new()).unwrap();
    world
}

/// Moves all sprites to random positions.
fn scatter(world: &mut World) {
    for mut sprite in world.sprites_mut() {
        let to = place(&mut Rng::new(1 << 32 | sprite.id().index() as u64));
        sprite.move_to(to).unwrap();
    }
}

/// A world that goes through its stages, and which may stop half-way and continue.
struct Life {
    world: World,
    ids: Vec<SpriteId>,
    full: bool,
}

impl Life {
    fn new() -> Life {
        let mut life = Life { world: World::new(), ids: Vec::with_capacity(MANY), full: false };
        life.restart();
        life
    }

    /// Takes no memory.
    fn restart(&mut self) {
        self.world = World::new();
        self.world.set_limits(self.world.limits().parallel_from(usize::MAX));
        self.ids.clear();
        self.full = false;
    }

    /// Spawns, steps, despawns a third, and moves all sprites until they are sorted again. Returns the number of pairs
    /// in the last step.
    fn live(&mut self) -> Result<usize, WorldError> {
        let Life { world, ids, full } = self;
        if !*full {
            let mask = match ids.first() {
                Some(&id) => world.get(id).unwrap().mask,
                None => world.add_mask(square(12))?,
            };
            fill(world, mask, ids)?;
            world.step()?;
            *full = true;
        }
        while ids.len() > MANY / 3 * 2 {
            world.despawn(ids.pop().unwrap())?;
        }
        // All sprites jump, and then move little until every step of a sort has run.
        scatter(world);
        for round in 0..10 {
            world.step()?;
            world.sprites_mut().try_for_each(|mut sprite| sprite.move_by([1 - round % 2 * 2, 0]))?;
        }
        Ok(world.step()?.pairs().len())
    }
}

/// The call of a case; everything that it needs is made beforehand.
pub(crate) fn case(name: &str) -> Box<dyn Fn() -> Answer> {
    let everywhere = Rect { left: 0, top: 0, width: SIDE as u32, height: SIDE as u32 };
    let (world, ids) = (RefCell::new(crowd()), RefCell::new(Vec::with_capacity(MANY)));
    match name {
        "reserve" => Box::new(|| of(World::new().reserve(1 << 20))),
        "add_mask" => {
            let mask = Arc::new(square(9));
            Box::new(move || {
                let mut world = World::new();
                let added = (0..5000).try_for_each(|_| world.add_mask(Arc::clone(&mask)).map(|_| ()));
                assert!(world.is_empty() && world.refresh().is_ok());
                of(added)
            })
        }
        "spawn" => Box::new(move || {
            let mut world = World::new();
            let mask = world.add_mask(square(3))?;
            ids.borrow_mut().clear();
            let filled = fill(&mut world, mask, &mut ids.borrow_mut());
            assert_eq!(filled.is_err(), world.len() < MANY);
            of(filled)
        }),
        "spawn a flipped one" => {
            let mask = Arc::new(square(3000));
            Box::new(move || {
                let mut world = World::new();
                let id = world.add_mask(Arc::clone(&mask))?;
                let sprite = world.spawn(Sprite::new(id, [0, 0]).flip_x(true).turn(world::QuarterTurn::Quarter))?;
                let shown = world.refresh().map(|view| view.bounds(sprite).is_some());
                assert_eq!(world.get(sprite).map(|sprite| sprite.flip_x), Some(true));
                of(shown)
            })
        }
        "spawn_many" => Box::new(move || {
            let mut world = World::new();
            let mask = world.add_mask(square(3))?;
            let first = world.spawn(Sprite::new(mask, [0, 0]))?;
            let spawned = world.spawn_many((0..MANY as i32).map(|x| Sprite::new(mask, [x, 0]).data(7).layers(2)));
            if spawned.is_err() {
                assert_eq!((world.len(), world.slot_count()), (1, 1));
                assert_eq!(world.spawn(Sprite::new(mask, [0, 0]))?.index(), first.index() + 1);
            }
            of(spawned.map(|ids| ids.len()))
        }),
        "split" => {
            let mask = Arc::new(Mask::from_fn(3000, 900, |x, _| x % 1000 < 990).unwrap());
            Box::new(move || {
                let mut world = World::new();
                let id = world.add_mask(Arc::clone(&mask))?;
                let sprite = world.spawn(Sprite::new(id, [0, 0]).flip_x(true))?;
                world.refresh()?;
                // The search for the parts panics if it gets no memory.
                let mut error = None;
                let parts = or_panic(|| match world.split(sprite) {
                    Ok(parts) => parts.len(),
                    Err(refused) => {
                        error = Some(refused);
                        0
                    }
                });
                let answer = error.map_or(parts, |error| Err(error.into()));
                if answer.is_err() {
                    assert_eq!((world.len(), world.slot_count(), world.get(sprite).unwrap().mask), (1, 1, id));
                    assert_eq!(world.add_mask(Arc::clone(&mask))?.index(), id.index() + 1);
                    assert_eq!(world.spawn(Sprite::new(id, [0, 0]).flip_x(true))?.index(), sprite.index() + 1);
                }
                answer
            })
        }
        "turn" => {
            let mask = Arc::new(square(1500));
            Box::new(move || {
                let mut world = World::new();
                let id = world.add_mask(Arc::clone(&mask))?;
                world.set_angle_steps(id, 50_000)?;
                let sprite = world.spawn(Sprite::new(id, [0, 0]))?;
                world.get_mut(sprite).and_then(|mut sprite| sprite.set_angle(Angle::degrees(33.0)?))?;
                of(world.refresh().map(|view| view.bounds(sprite).is_some()))
            })
        }
        "scale" => {
            let mask = Arc::new(square(300));
            Box::new(move || {
                let mut world = World::new();
                let mask = world.add_mask(Arc::clone(&mask))?;
                let id = world.spawn(Sprite::new(mask, [0, 0]))?;
                (1..MANY).try_for_each(|_| world.spawn(Sprite::new(mask, [900, 0])).map(|_| ()))?;
                world.set_limits(world.limits().variant_bytes(0));
                for step in 0..4 {
                    let before = world.get(id);
                    let set = world.get_mut(id).and_then(|mut sprite| sprite.set_scale([2.0 + f64::from(step), 3.0]));
                    assert!(set.is_ok() || world.get(id) == before, "a refused scale changed the sprite");
                    set?;
                    world.refresh()?;
                }
                of(world.refresh().map(|view| view.bounds(id).unwrap().width))
            })
        }
        "edit a mask that is held" => {
            let held = Arc::new(square(3000));
            Box::new(move || {
                let mut world = World::new();
                let id = world.add_mask(Arc::clone(&held))?;
                let edited = world.edit_mask(id, |mask| mask.set([7, 7], false));
                assert_eq!(edited.is_err(), world.mask(id).map(|mask| &**mask) == Some(&*held));
                of(edited)
            })
        }
        "set_layers" => Box::new(move || {
            let mut world = World::new();
            let mask = world.add_mask(square(3))?;
            let mut last = None;
            for _ in 0..MANY {
                last = Some(world.spawn(Sprite::new(mask, [0, 0]))?);
            }
            of(world.get_mut(last.unwrap()).and_then(|mut sprite| sprite.set_layers(2)))
        }),
        "set_sensor" => Box::new(move || {
            let mut world = World::new();
            let mask = world.add_mask(square(3))?;
            let mut last = None;
            for _ in 0..MANY {
                last = Some(world.spawn(Sprite::new(mask, [0, 0]))?);
            }
            of(world.get_mut(last.unwrap()).and_then(|mut sprite| sprite.set_sensor(true)))
        }),
        "a continuous step" => {
            let (mut world, mut rng) = (World::new(), Rng::new(3));
            let mask = world.add_mask(square(12)).unwrap();
            for _ in 0..MANY {
                world.spawn(Sprite::new(mask, place(&mut rng)).continuous(true)).unwrap();
            }
            world.step().unwrap();
            world.sprites_mut().for_each(|mut sprite| sprite.move_by([5, 5]).unwrap());
            // A copy has no lists of an earlier step, so each try asks for memory.
            Box::new(move || {
                let mut copy = world.try_clone()?;
                of(copy.step().map(|step| step.pairs().len()))
            })
        }
        "set_data" => Box::new(move || {
            let mut world = World::new();
            let mask = world.add_mask(square(3))?;
            let first = world.spawn(Sprite::new(mask, [0, 0]))?;
            (1..MANY).try_for_each(|_| world.spawn(Sprite::new(mask, [0, 0])).map(|_| ()))?;
            let set = world.set_data(first, 7);
            assert_eq!(world.data(first), Some(if set.is_ok() { 7 } else { 0 }));
            of(set)
        }),
        "a copy" => Box::new(move || of(world.borrow().try_clone().map(|copy| copy.len()))),
        "a copy as a value" => Box::new(move || or_panic(|| world.borrow().clone().len())),
        "a saved world" => {
            let text = serde_json::to_string(&*world.borrow()).unwrap();
            drop(world);
            Box::new(move || of(serde_json::from_str::<World>(&text).map(|world| world.len())))
        }
        "set_fixed" => Box::new(move || {
            let mut world = World::new();
            let mask = world.add_mask(square(12))?;
            ids.borrow_mut().clear();
            fill(&mut world, mask, &mut ids.borrow_mut())?;
            world.refresh()?;
            // The refresh moves all sprites to the other tree; after a refusal the next one moves the rest.
            world.sprites_mut().for_each(|mut sprite| sprite.set_fixed(!sprite.get().fixed));
            let refused = world.refresh().is_err();
            let collisions = world.refresh()?.collisions()?;
            if refused { Err(Refused) } else { of(Ok::<_, WorldError>(collisions)) }
        }),
        "sync" => {
            let world = crowd();
            let moves: Vec<(SpriteId, [i32; 2])> = world.sprites().map(|(id, _)| (id, [7, 7])).collect();
            let home: Vec<[i32; 2]> = world.sprites().map(|(_, sprite)| sprite.position).collect();
            let world = RefCell::new(world);
            Box::new(move || {
                let mut world = world.borrow_mut();
                let synced = world.sync(moves.iter().copied());
                let stays = world.sprites().zip(&home).all(|((_, sprite), home)| sprite.position == *home);
                assert_eq!(synced.is_err(), stays, "all move or none");
                world.sprites_mut().for_each(|mut sprite| {
                    let number = moves.binary_search_by_key(&sprite.id(), |&(id, _)| id).unwrap();
                    sprite.move_to(home[number]).unwrap();
                });
                of(synced)
            })
        }
        "from nothing" => {
            // A refused call continues where it stopped, in the same world.
            let life = RefCell::new(Life::new());
            Box::new(move || {
                let mut life = life.borrow_mut();
                let result = life.live();
                if result.is_ok() {
                    life.restart();
                }
                of(result)
            })
        }
        "candidates" => Box::new(move || {
            let (mut world, mut pairs) = (world.borrow_mut(), Vec::<Pair>::new());
            let listed = world.refresh()?.candidates_into(&mut pairs);
            assert!(listed.is_ok() || pairs.is_empty());
            of(listed.map(|()| pairs))
        }),
        "collisions" => Box::new(move || {
            let (mut world, mut pairs) = (world.borrow_mut(), Vec::<Pair>::new());
            let listed = world.refresh()?.collisions_into(&mut pairs);
            assert!(listed.is_ok() || pairs.is_empty());
            of(listed.map(|()| pairs))
        }),
        "collisions as a value" => Box::new(move || {
            let mut world = world.borrow_mut();
            let view = world.refresh()?;
            of(view.collisions())
        }),
        "collisions on threads" => {
            world.borrow_mut().set_limits(WorldLimits::DEFAULT.parallel_from(0));
            Box::new(move || {
                let (mut world, mut pairs) = (world.borrow_mut(), Vec::<Pair>::new());
                of(world.refresh()?.collisions_into(&mut pairs).map(|()| pairs))
            })
        }
        "lists that are mended" => Box::new(move || {
            let world = &mut *world.borrow_mut();
            let (id, mut pairs) = (world.sprites().next().unwrap().0, Vec::new());
            of((0..6).try_fold(0, |all, round| {
                world.move_to(id, [100 * round, 50])?;
                let view = world.refresh()?;
                view.candidates_into(&mut pairs)?;
                pairs.sort_unstable();
                let candidates = digest(&pairs);
                view.collisions_into(&mut pairs)?;
                Ok::<_, WorldError>(digest((all, candidates, &pairs)))
            }))
        }),
        "find" => Box::new(move || {
            let mut world = world.borrow_mut();
            let view = world.refresh()?;
            or_panic(|| view.find(everywhere))
        }),
        "nearest" => Box::new(move || {
            let mut world = world.borrow_mut();
            let view = world.refresh()?;
            or_panic(|| {
                let mut near: Vec<Neighbor> = Vec::new();
                view.nearest_into([9, 9], usize::MAX, &mut near);
                near
            })
        }),
        "nearest as a value" => Box::new(move || {
            let mut world = world.borrow_mut();
            let view = world.refresh()?;
            or_panic(|| view.nearest([9, 9], MANY))
        }),
        "cast_ray_all" => {
            let far = world::MAX_POSITION;
            world.borrow_mut().sprites_mut().enumerate().for_each(|(number, mut sprite)| {
                sprite.move_to([20 * number as i32, 0]).unwrap();
            });
            Box::new(move || {
                let mut world = world.borrow_mut();
                let view = world.refresh()?;
                or_panic(|| {
                    let hits = view.cast_ray_all([0, 3], [far, 3]);
                    (hits.len(), hits.last().map(|hit| (hit.step, hit.id)))
                })
            })
        }
        "contacts" => {
            world.borrow_mut().step().unwrap();
            Box::new(move || {
                let mut world = world.borrow_mut();
                let step = world.step()?;
                or_panic(|| step.contacts(|collision| collision.area()))
            })
        }
        "pairs" => {
            let (mask, mut rng): (&Mask, Rng) = (Box::leak(Box::new(square(12))), Rng::new(3));
            let placed: Vec<PlacedMask> = (0..MANY).map(|_| PlacedMask { mask, at: place(&mut rng) }).collect();
            Box::new(move || of(world::pairs(&placed)))
        }
        "areas of pairs" => {
            let (mask, mut rng): (&Mask, Rng) = (Box::leak(Box::new(square(12))), Rng::new(3));
            let placed: Vec<PlacedMask> = (0..MANY).map(|_| PlacedMask { mask, at: place(&mut rng) }).collect();
            Box::new(move || of(world::pair_areas(&placed)))
        }
        "suppress" => {
            let (mask, mut rng): (&Mask, Rng) = (Box::leak(Box::new(square(12))), Rng::new(3));
            let placed: Vec<PlacedMask> = (0..MANY).map(|_| PlacedMask { mask, at: place(&mut rng) }).collect();
            let scores: Vec<f64> = placed.iter().map(|_| rng.unit()).collect();
            Box::new(move || of(world::suppress(&placed, &scores, 0.5, world::Over::Union, |_, _| true)))
        }
        "areas between" => {
            let (mask, mut rng): (&Mask, Rng) = (Box::leak(Box::new(square(12))), Rng::new(3));
            let placed: Vec<PlacedMask> = (0..MANY).map(|_| PlacedMask { mask, at: place(&mut rng) }).collect();
            Box::new(move || of(world::cross_areas(&placed, &placed[..placed.len() / 2])))
        }
        "pairs between" => {
            let (mask, mut rng): (&Mask, Rng) = (Box::leak(Box::new(square(12))), Rng::new(3));
            let placed: Vec<PlacedMask> = (0..MANY).map(|_| PlacedMask { mask, at: place(&mut rng) }).collect();
            Box::new(move || of(world::cross_pairs(&placed, &placed[..placed.len() / 2])))
        }
        _ => panic!("unknown case {name}"),
    }
}

/// All calls that take memory in proportion to sprites, masks or pairs.
pub(crate) const CASES: [&str; 34] = [
    "reserve",
    "add_mask",
    "spawn",
    "spawn a flipped one",
    "spawn_many",
    "split",
    "turn",
    "scale",
    "edit a mask that is held",
    "set_layers",
    "set_sensor",
    "a continuous step",
    "set_data",
    "a copy",
    "a copy as a value",
    "a saved world",
    "set_fixed",
    "sync",
    "from nothing",
    "candidates",
    "collisions",
    "collisions as a value",
    "collisions on threads",
    "lists that are mended",
    "find",
    "nearest",
    "nearest as a value",
    "cast_ray_all",
    "contacts",
    "pairs",
    "pairs between",
    "areas of pairs",
    "suppress",
    "areas between",
];
