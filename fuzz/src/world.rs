//! Random changes of a world, each repeated on a plain list of grids: sprites are spawned, moved, changed and removed,
//! masks are edited; then every pair is tested with every other, pixel by pixel. Runs with either index, on one thread
//! and on three. A refused call changes nothing.

use crate::input::{ENDS, Subject, grid, solid, subject};
use crate::naive::{Grid, share};
use crate::shape;
use arbitrary::{Result, Unstructured};
use mask::{Mask, MaskError, Rect};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use world::{Index, MAX_POSITION, MaskId, Pair, Sprite, SpriteId, SpriteMut, Turn, World, WorldError};

/// Steps of a run.
const STEPS: usize = 48;

/// The largest coordinate of a sprite, in either direction, unless a test uses the ends of the range.
const NEAR: i32 = 60;

/// The threads of parallel runs.
static POOL: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().num_threads(3).build().expect("three threads"));

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = Life::default().lead(&mut Unstructured::new(data));
}

/// The world, and the list that it must equal.
#[derive(Default)]
struct Life {
    world: World,
    masks: Vec<(MaskId, Subject)>,
    sprites: Vec<(SpriteId, Model)>,
    gone: Vec<SpriteId>,
    gone_masks: Vec<MaskId>,
}

/// A sprite as requested.
#[derive(Clone, Copy)]
struct Model {
    mask: MaskId,
    at: [i32; 2],
    flips: [bool; 2],
    turn: Turn,
    pivot: Option<[i32; 2]>,
    layers: [u32; 2],
    fixed: bool,
}

impl Life {
    fn lead(&mut self, u: &mut Unstructured) -> Result<()> {
        self.world.force_index(if u.arbitrary()? { Index::RStar } else { Index::Packed });
        self.world.set_parallel_from(if u.arbitrary()? { 0 } else { usize::MAX });
        for _ in 0..STEPS {
            match u.int_in_range(0..=11)? {
                0 => self.add_mask(u)?,
                1..=3 => self.spawn(u)?,
                4 | 5 => self.relocate(u)?,
                6 => self.despawn(u)?,
                7 => match u.int_in_range(0..=2)? {
                    0 => self.change(u)?,
                    1 => self.change_all(u)?,
                    _ => self.sync(u)?,
                },
                8 => self.edit_mask(u)?,
                9 => self.remove_mask(u)?,
                10 => self.stale(u)?,
                _ => self.compare(u)?,
            }
            if u.is_empty() {
                break;
            }
        }
        self.compare(u)
    }

    fn add_mask(&mut self, u: &mut Unstructured) -> Result<()> {
        let wide = if u.ratio(1, 4)? { 130 } else { 12 };
        let subject = subject(u, [wide, 12])?;
        let id = self.world.add_mask(subject.mask.clone()).unwrap();
        self.masks.push((id, subject));
        Ok(())
    }

    fn spawn(&mut self, u: &mut Unstructured) -> Result<()> {
        if self.masks.is_empty() {
            self.add_mask(u)?;
        }
        let mask = u.choose(&self.masks)?.0;
        let layers = if u.ratio(1, 2)? { [1, u32::MAX] } else { [u.int_in_range(0..=3)?, u.int_in_range(0..=3)?] };
        let pivot = if u.ratio(1, 4)? { Some([u.int_in_range(-9..=20)?, u.int_in_range(-9..=20)?]) } else { None };
        let turn = turn(u)?;
        let model = Model { mask, at: place(u)?, flips: u.arbitrary()?, turn, pivot, layers, fixed: u.ratio(1, 4)? };
        match self.world.spawn(model.sprite()) {
            Ok(id) => {
                assert!(within(model.at.map(i64::from)) && !self.gone.contains(&id), "an id was used again");
                self.sprites.push((id, model));
            }
            Err(_) => assert!(!within(model.at.map(i64::from))),
        }
        Ok(())
    }

    fn relocate(&mut self, u: &mut Unstructured) -> Result<()> {
        if self.sprites.is_empty() {
            return Ok(());
        }
        let index = u.choose_index(self.sprites.len())?;
        let (id, model) = &mut self.sprites[index];
        let by = place(u)?;
        let (moved, to) = if u.arbitrary()? {
            (self.world.move_to(*id, by), by.map(i64::from))
        } else {
            let to = [0, 1].map(|axis| i64::from(model.at[axis]) + i64::from(by[axis]));
            (self.world.move_by(*id, by), to)
        };
        assert_eq!(moved.is_ok(), within(to));
        if moved.is_ok() {
            model.at = to.map(|c| c as i32);
        }
        assert_eq!(self.world.get(*id).expect("the id is valid").position(), model.at);
        Ok(())
    }

    fn despawn(&mut self, u: &mut Unstructured) -> Result<()> {
        if !self.sprites.is_empty() {
            let (id, _) = self.sprites.swap_remove(u.choose_index(self.sprites.len())?);
            self.world.despawn(id).unwrap();
            self.gone.push(id);
        }
        Ok(())
    }

    /// Changes one sprite, through the world or a handle.
    fn change(&mut self, u: &mut Unstructured) -> Result<()> {
        if self.sprites.is_empty() {
            return Ok(());
        }
        let (index, mask) = (u.choose_index(self.sprites.len())?, u.choose(&self.masks)?.0);
        let (id, model) = &mut self.sprites[index];
        if u.arbitrary()? {
            *model = model.changed(u, mask)?;
            model.show(&mut self.world.get_mut(*id).unwrap());
            return Ok(());
        }
        let (id, world) = (*id, &mut self.world);
        match u.int_in_range(0..=4)? {
            0 => {
                model.mask = mask;
                world.set_mask(id, mask).unwrap();
            }
            1 => {
                model.flips = u.arbitrary()?;
                world.set_flips(id, model.flips[0], model.flips[1]).unwrap();
            }
            2 => {
                model.turn = turn(u)?;
                world.set_turn(id, model.turn).unwrap();
            }
            3 => {
                model.layers = [u.int_in_range(0..=3)?, u.int_in_range(0..=3)?];
                world.set_layers(id, model.layers[0], model.layers[1]).unwrap();
            }
            _ => {
                model.fixed = u.arbitrary()?;
                world.set_fixed(id, model.fixed).unwrap();
            }
        }
        Ok(())
    }

    /// Changes all sprites in one pass, on one thread or on three.
    fn change_all(&mut self, u: &mut Unstructured) -> Result<()> {
        let masks: Vec<MaskId> = self.masks.iter().map(|&(id, _)| id).collect();
        for (_, model) in &mut self.sprites {
            let mask = *u.choose(&masks)?;
            *model = model.changed(u, mask)?;
        }
        let models: BTreeMap<SpriteId, Model> = self.sprites.iter().copied().collect();
        let show = |mut sprite: SpriteMut| models[&sprite.id()].show(&mut sprite);
        if u.arbitrary()? {
            self.world.sprites_mut().for_each(show);
        } else {
            POOL.install(|| self.world.par_sprites_mut().for_each(show));
        }
        Ok(())
    }

    /// Moves some sprites in one call. If one move is not possible, no sprite moves.
    fn sync(&mut self, u: &mut Unstructured) -> Result<()> {
        let mut moves = Vec::new();
        for _ in 0..u.int_in_range(0..=6)? {
            if !self.sprites.is_empty() {
                moves.push((u.choose(&self.sprites)?.0, place(u)?));
            }
        }
        if !self.gone.is_empty() && u.ratio(1, 6)? {
            moves.push((*u.choose(&self.gone)?, [0, 0]));
        }
        let lives = |id: SpriteId| self.sprites.iter().any(|&(one, _)| one == id);
        let possible = moves.iter().all(|&(id, at)| lives(id) && within(at.map(i64::from)));
        assert_eq!(self.world.sync(moves.iter().copied()).is_ok(), possible);
        for (id, model) in self.sprites.iter_mut().filter(|_| possible) {
            model.at = moves.iter().rfind(|(one, _)| one == id).map_or(model.at, |&(_, at)| at);
        }
        Ok(())
    }

    fn edit_mask(&mut self, u: &mut Unstructured) -> Result<()> {
        if self.masks.is_empty() {
            return Ok(());
        }
        let index = u.choose_index(self.masks.len())?;
        let (id, subject) = &mut self.masks[index];
        let [width, height] = [subject.grid.width, subject.grid.height];
        let other = Subject::new(grid(u, width, height)?);
        if u.arbitrary()? {
            self.world.edit_mask(*id, |mask| *mask = other.mask.clone()).unwrap();
        } else {
            let edit = |mask: &mut Mask| -> std::result::Result<(), MaskError> {
                *mask = other.mask.clone();
                mask.fill_circle([0.0, 0.0], -1.0, true)
            };
            let error = WorldError::Mask(MaskError::CircleRadius { radius: -1.0 });
            assert_eq!(self.world.try_edit_mask(*id, edit), Err(error));
        }
        *subject = other;
        Ok(())
    }

    fn remove_mask(&mut self, u: &mut Unstructured) -> Result<()> {
        if self.masks.is_empty() {
            return Ok(());
        }
        let index = u.choose_index(self.masks.len())?;
        let id = self.masks[index].0;
        let shown = self.sprites.iter().any(|(_, model)| model.mask == id);
        assert_eq!(self.world.remove_mask(id).is_ok(), !shown);
        if !shown {
            self.masks.swap_remove(index);
            self.gone_masks.push(id);
        }
        Ok(())
    }

    /// Ids of removed sprites and masks are refused.
    fn stale(&mut self, u: &mut Unstructured) -> Result<()> {
        if !self.gone.is_empty() {
            let id = *u.choose(&self.gone)?;
            assert!(self.world.move_to(id, [0, 0]).is_err() && self.world.move_by(id, [1, 1]).is_err());
            assert!(self.world.despawn(id).is_err() && self.world.get(id).is_none());
            if let Some(&(mask, _)) = self.masks.first() {
                assert!(self.world.set_mask(id, mask).is_err());
            }
        }
        if !self.gone_masks.is_empty() {
            let id = *u.choose(&self.gone_masks)?;
            assert!(self.world.spawn(Sprite::new(id, [0, 0])).is_err() && self.world.remove_mask(id).is_err());
            assert!(self.world.edit_mask(id, |_| panic!("a refused edit must not run")).is_err());
            if let Some(&(sprite, _)) = self.sprites.first() {
                assert!(self.world.set_mask(sprite, id).is_err());
            }
        }
        Ok(())
    }

    /// Compares every answer of the world with the list.
    fn compare(&mut self, u: &mut Unstructured) -> Result<()> {
        let Life { world, masks, sprites, .. } = self;
        assert_eq!(world.len(), sprites.len());
        sprites.sort_by_key(|&(id, _)| id);
        assert!(world.sprites().eq(sprites.iter().map(|(id, model)| (*id, model.sprite()))));
        let shown = |model: &Model| {
            let (_, subject) = masks.iter().find(|(id, _)| *id == model.mask).expect("a sprite's mask is in the list");
            model.pose(&subject.grid)
        };
        let poses: Vec<(SpriteId, Grid, [i32; 2], Model)> = sprites
            .iter()
            .map(|(id, model)| {
                let (grid, at) = shown(model);
                (*id, grid, at, *model)
            })
            .collect();
        world.validate().unwrap();
        let view = POOL.install(|| world.refresh()).unwrap();
        let mut pairs = Vec::new();
        for (index, (a, mine, at, one)) in poses.iter().enumerate() {
            for (b, theirs, there, other) in &poses[index + 1..] {
                if one.may_meet(other) && share((mine, *at), (theirs, *there)) {
                    pairs.push(Pair { a: *a, b: *b });
                }
            }
        }
        assert_eq!(POOL.install(|| view.collisions().unwrap()), pairs);

        let point = place(u)?;
        let relative = |at: &[i32; 2]| [0, 1].map(|axis| i64::from(point[axis]) - i64::from(at[axis]));
        let at_point = poses.iter().filter(|(_, grid, at, _)| solid(grid, relative(at)));
        assert_eq!(view.find(point), at_point.map(|(id, ..)| *id).collect::<Vec<_>>());

        let (width, height) = (u.int_in_range(0..=90)?, u.int_in_range(0..=90)?);
        let full = shape::grid(width, height, |_, _| true);
        let in_rect = poses.iter().filter(|(_, grid, at, _)| share((grid, *at), (&full, point)));
        let rect = Rect { left: point[0], top: point[1], width, height };
        assert_eq!(view.find(rect), in_rect.map(|(id, ..)| *id).collect::<Vec<_>>());

        let mut near: Vec<(i128, SpriteId)> = poses
            .iter()
            .filter_map(|(id, grid, at, _)| {
                let tight = grid.bounds(grid, [0, 0])?;
                let axis = |place: i32, from: i64, side: u32| {
                    let place = i128::from(place);
                    let (first, last) = (i128::from(from), i128::from(from) + i128::from(side) - 1);
                    (first - place).max(place - last).max(0).pow(2)
                };
                let x = axis(point[0], i64::from(at[0]) + i64::from(tight.left), tight.width);
                Some((x + axis(point[1], i64::from(at[1]) + i64::from(tight.top), tight.height), *id))
            })
            .collect();
        near.sort_unstable();
        let count = u.int_in_range(0..=5)?;
        assert_eq!(view.nearest(point, count), near.iter().take(count).map(|&(_, id)| id).collect::<Vec<_>>());
        Ok(())
    }
}

impl Model {
    /// Returns the sprite with random values of the properties that a handle can change.
    fn changed(&self, u: &mut Unstructured, mask: MaskId) -> Result<Model> {
        let layers = if u.ratio(1, 2)? { self.layers } else { [u.int_in_range(0..=3)?, u.int_in_range(0..=3)?] };
        let (flips, turn, fixed) = (u.arbitrary()?, turn(u)?, u.arbitrary()?);
        Ok(Model { mask, flips, turn, layers, fixed, ..*self })
    }

    /// Sets the properties of the model through a handle, and checks the handle.
    fn show(&self, sprite: &mut SpriteMut) {
        sprite.set_mask(self.mask).unwrap();
        sprite.set_flips(self.flips[0], self.flips[1]).unwrap();
        sprite.set_turn(self.turn).unwrap();
        sprite.set_layers(self.layers[0], self.layers[1]).unwrap();
        sprite.set_fixed(self.fixed).unwrap();
        assert_eq!((sprite.mask(), sprite.flips(), sprite.turn()), (self.mask, self.flips, self.turn));
        assert_eq!([sprite.layer_bits(), sprite.collision_bits()], self.layers);
        assert_eq!((sprite.is_fixed(), sprite.pivot_pixel()), (self.fixed, self.pivot));
    }

    fn sprite(&self) -> Sprite {
        let mut sprite = Sprite::new(self.mask, self.at).turned(self.turn).layers(self.layers[0]);
        sprite = sprite.collides_with(self.layers[1]);
        if self.flips[0] {
            sprite = sprite.flipped_x();
        }
        if self.flips[1] {
            sprite = sprite.flipped_y();
        }
        if let Some(pivot) = self.pivot {
            sprite = sprite.pivot(pivot);
        }
        if self.fixed { sprite.fixed() } else { sprite }
    }

    fn may_meet(&self, other: &Model) -> bool {
        self.layers[0] & other.layers[1] != 0 && other.layers[0] & self.layers[1] != 0 && !(self.fixed && other.fixed)
    }

    /// The grid flipped, then turned a quarter at a time, and its top-left pixel.
    fn pose(&self, grid: &Grid) -> (Grid, [i32; 2]) {
        let (mut grid, [mut px, mut py]) = (grid.clone(), self.pivot.unwrap_or_default().map(i64::from));
        let rearranged = |width: u32, height: u32, grid: &Grid, from: &dyn Fn(i64, i64) -> [i64; 2]| {
            shape::grid(width, height, |x, y| solid(grid, from(x.into(), y.into())))
        };
        let (w, h) = (i64::from(grid.width), i64::from(grid.height));
        if self.flips[0] {
            grid = rearranged(grid.width, grid.height, &grid, &|x, y| [w - 1 - x, y]);
            px = w - 1 - px;
        }
        if self.flips[1] {
            grid = rearranged(grid.width, grid.height, &grid, &|x, y| [x, h - 1 - y]);
            py = h - 1 - py;
        }
        for _ in 0..self.turn as usize {
            let h = i64::from(grid.height);
            grid = rearranged(grid.height, grid.width, &grid, &|x, y| [y, h - 1 - x]);
            [px, py] = [h - 1 - py, px];
        }
        let at = self.at.map(i64::from);
        let top_left = if self.pivot.is_some() { [at[0] - px, at[1] - py] } else { at };
        (grid, top_left.map(|c| c as i32))
    }
}

/// A turn by quarters.
fn turn(u: &mut Unstructured) -> Result<Turn> {
    u.choose(&[Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters]).copied()
}

/// A position or a move: near 0, or at an end of the range.
fn place(u: &mut Unstructured) -> Result<[i32; 2]> {
    let mut axis = || match u.int_in_range(0..=15)? {
        0 => u.choose(&ENDS).copied(),
        1 => u.choose(&[MAX_POSITION, -MAX_POSITION, MAX_POSITION + 1, -MAX_POSITION - 1]).copied(),
        _ => u.int_in_range(-NEAR..=NEAR),
    };
    Ok([axis()?, axis()?])
}

/// Whether a position is within the limit.
fn within(at: [i64; 2]) -> bool {
    at.iter().all(|c| c.abs() <= i64::from(MAX_POSITION))
}
