//! Sprites that jump, die and are born, while the others move or stay.

use anyhow::Result;
use std::rc::Rc;
use std::sync::Arc;
use suites::movers::{Frame, sorted};
use testkit::scene::Scene;
use testkit::{Grid, Rng};
use world::{MaskId, Pair, Sprite, SpriteId, World, WorldError};

/// The fate of the sprites that are hit in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Churn {
    /// They jump to random places.
    Jump,
    /// They die, and are born again at random places.
    Respawn,
    /// They die if they live, and are born at random places if they do not.
    Toggle,
    /// Nothing, but sprites that leave at one side of the scene come back at the other.
    Wrap,
}

/// The motion of the other sprites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// They move by their velocity.
    Move,
    /// They stay.
    Stay,
}

/// The changes of one step. A place stands for one sprite at a time.
#[derive(Debug, Default)]
struct Turn {
    /// The places whose sprites die.
    died: Vec<u32>,
    /// The places at which sprites are born, and their positions.
    born: Vec<(u32, [i32; 2])>,
    /// The sprites that move, and their new positions.
    moved: Vec<(u32, [i32; 2])>,
    /// The new positions of all places, if all sprites move.
    all: Option<Frame>,
}

/// A scene whose sprites jump, die and are born.
pub struct Story {
    /// The scene before the first turn.
    scene: Rc<Scene>,
    /// Whether each place has a sprite before the first turn.
    alive: Vec<bool>,
    turns: Vec<Turn>,
}

impl Story {
    /// Makes `steps` turns, followed by as many that lead back, so that the story can be told again. In each turn, one
    /// place in `one_in` is hit by the churn.
    #[must_use]
    pub fn new(scene: &Rc<Scene>, churn: Churn, others: Others, one_in: usize, steps: usize) -> Story {
        let (mut rng, mut now) = (Rng::new(7), Scene::clone(scene));
        let places = scene.len();
        let alive: Vec<bool> = (0..places).map(|place| churn != Churn::Toggle || place % 8 != 0).collect();
        let mut living = alive.clone();
        // The positions before each turn and after the last, and the places that the churn of each turn hits.
        let (mut frames, mut hits) = (vec![now.at.clone()], Vec::new());
        for _ in 0..steps {
            match (others, churn) {
                (Others::Stay, _) => {}
                (Others::Move, Churn::Wrap) => now.wrap(),
                (Others::Move, _) => now.step(),
            }
            let count = if churn == Churn::Wrap { 0 } else { (places / one_in).max(1) };
            let mut hit: Vec<u32> = (0..count).map(|_| rng.below(places as u32)).collect();
            hit.sort_unstable();
            hit.dedup();
            for &place in &hit {
                now.at[place as usize] = [0; 2].map(|_: i32| rng.within(0..now.side));
            }
            frames.push(now.at.clone());
            hits.push(hit);
        }
        let there = (0..steps).map(|step| (&frames[step + 1], &hits[step]));
        let back = (0..steps).rev().map(|step| (&frames[step], &hits[step]));
        let turn = |(frame, hit): (&Frame, &Vec<u32>)| {
            let mut turn = Turn::default();
            let places = hit.iter().map(|&place| (place, frame[place as usize]));
            match churn {
                Churn::Jump | Churn::Wrap => turn.moved.extend(places),
                Churn::Respawn => {
                    turn.died.clone_from(hit);
                    turn.born.extend(places);
                }
                Churn::Toggle => {
                    for (place, at) in places {
                        let lives = &mut living[place as usize];
                        *lives = !*lives;
                        if *lives { turn.born.push((place, at)) } else { turn.died.push(place) }
                    }
                }
            }
            turn.all = (others == Others::Move).then(|| frame.clone());
            turn
        };
        Story { scene: Rc::clone(scene), alive, turns: there.chain(back).map(turn).collect() }
    }

    /// Returns the number of turns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Returns whether the story has no turns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
}

/// A world that goes through the turns of a story.
pub struct Replay {
    story: Rc<Story>,
    world: World,
    masks: Vec<MaskId>,
    /// The sprite of each place.
    ids: Vec<Option<SpriteId>>,
    /// The place of each slot.
    places: Vec<u32>,
    pairs: Vec<Pair>,
}

impl Replay {
    /// The world before the first turn, on one thread.
    ///
    /// # Errors
    /// See [`World::spawn`].
    pub fn new(story: &Rc<Story>) -> Result<Replay> {
        let scene = &story.scene;
        let mut world = World::new();
        world.set_limits(world.limits().parallel_from(usize::MAX));
        let masks = scene.masks.iter().map(|mask| world.add_mask(Arc::clone(mask))).collect::<Result<_, _>>()?;
        let (ids, places) = (vec![None; scene.len()], vec![0; scene.len()]);
        let mut replay = Replay { story: Rc::clone(story), world, masks, ids, places, pairs: Vec::new() };
        for (place, _) in story.alive.iter().enumerate().filter(|&(_, &lives)| lives) {
            replay.spawn(place as u32, scene.at[place])?;
        }
        Ok(replay)
    }

    fn spawn(&mut self, place: u32, at: [i32; 2]) -> Result<(), WorldError> {
        let mask = self.masks[self.story.scene.shape_of[place as usize] as usize];
        let id = self.world.spawn(Sprite::new(mask, at))?;
        self.ids[place as usize] = Some(id);
        let slots = self.places.len().max(id.index() + 1);
        self.places.resize(slots, 0);
        self.places[id.index()] = place;
        Ok(())
    }

    /// Makes the changes of a turn, and the step after them.
    ///
    /// # Errors
    /// See [`World::step`].
    pub fn play(&mut self, turn: usize) -> Result<(), WorldError> {
        let story = Rc::clone(&self.story);
        let turn = &story.turns[turn];
        for &place in &turn.died {
            if let Some(id) = self.ids[place as usize].take() {
                self.world.despawn(id)?;
            }
        }
        for &(place, at) in &turn.born {
            self.spawn(place, at)?;
        }
        for &(place, at) in &turn.moved {
            if let Some(id) = self.ids[place as usize] {
                self.world.move_to(id, at)?;
            }
        }
        if let Some(frame) = &turn.all {
            for mut sprite in self.world.sprites_mut() {
                let place = self.places[sprite.id().index()];
                sprite.move_to(frame[place as usize])?;
            }
        }
        self.pairs.clear();
        self.pairs.extend_from_slice(self.world.step()?.pairs());
        Ok(())
    }

    /// The world after the turns so far.
    #[must_use]
    pub fn into_world(self) -> World {
        self.world
    }

    /// The places that have a sprite, and these sprites as the oracle's input.
    #[must_use]
    pub fn sprites(&self) -> (Vec<u32>, Vec<(&Grid, [i32; 2])>) {
        let living = self.ids.iter().zip(0..).filter_map(|(id, place)| Some((place, self.world.get((*id)?)?)));
        let Scene { grids, shape_of, .. } = &*self.story.scene;
        living.map(|(place, sprite)| (place, (&grids[shape_of[place as usize] as usize], sprite.position))).unzip()
    }

    /// The pairs after a turn, as pairs of places, sorted.
    ///
    /// # Errors
    /// The error of [`Replay::play`].
    pub fn read(&self, played: Result<(), WorldError>) -> Result<Vec<u64>> {
        played?;
        let place = |id: SpriteId| self.places[id.index()];
        Ok(sorted(self.pairs.iter().map(|pair| (place(pair.a), place(pair.b))).map(|(a, b)| (a.min(b), a.max(b)))))
    }
}
