//! The world of masks, and the colliders that stand in it.

use super::bulk::Bulk;
use super::chain::{Chain, Moving, REST};
use super::masks::SharedMasks;
use super::pose::{self, Drawn};
use crate::collider::{Moves, PixelCollider2D, Settings, Source};
use crate::convert::Fault;
use crate::pixel_query::Query;
use godot::classes::CanvasItem;
use godot::prelude::*;
use std::cell::RefCell;
use world::{MaskId, Pair, Pose, Sprite, SpriteId, View, World};

/// What a `PixelWorld` and its colliders share, on the main thread.
pub(crate) struct Shared {
    pub(crate) state: RefCell<State>,
    /// What has changed since the colliders were last read, with their numbers. It is a list of its own, so that a collider can
    /// always note a change.
    pub(crate) changed: RefCell<Vec<(u32, Change)>>,
    /// The node, for signals of textures.
    node: InstanceId,
}

/// What has changed of a collider.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    /// Its transform: from now on, each step looks where it stands, until it rests.
    Moved,
    /// Perhaps its transform.
    Place,
    /// Perhaps all that it shows, but for the cells of a layer of tiles.
    Picture,
    /// Perhaps all that it shows.
    Cells,
}

/// The world of masks, and the colliders that stand in it.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) masks: SharedMasks,
    /// The colliders by number.
    pub(crate) colliders: Vec<Option<Collider>>,
    free: Vec<u32>,
    /// The number of the collider of each sprite, by slot.
    by_slot: Vec<Option<u32>>,
    /// The colliders whose pictures Godot does not redraw, because they are hidden. They are read in every step.
    pub(crate) unseen: Vec<u32>,
    /// The colliders of layers of tiles.
    tiled: Vec<u32>,
    /// The colliders that have moved in the last steps.
    moving: Vec<u32>,
    /// The moves of nodes that platforms carry or push.
    pub(super) moves: Moves,
    pub(super) bulk: Bulk,
    /// The pairs that began and ended in the last step.
    pub(crate) began: Vec<Pair>,
    pub(crate) ended: Vec<Pair>,
    /// Whether the last step has failed.
    pub(crate) has_failed: bool,
}

/// A collider in a world.
pub(crate) struct Collider {
    pub(crate) node: Gd<PixelCollider2D>,
    pub(crate) source: Source,
    pub(crate) sprite: Option<SpriteId>,
    /// The mask that it shows.
    mask: Option<MaskId>,
    pub(crate) drawn: Option<Drawn>,
    pub(super) continuous: bool,
    /// Whether what stands on it moves with it.
    carries: bool,
    chain: Option<Chain>,
    moving: Option<Moving>,
    /// The transform that was last seen.
    seen: Transform2D,
    /// The origin of the transform for which it was last moved.
    pub(crate) placed: Vector2,
    /// The axes of the transform for which the pose was made.
    axes: [Vector2; 2],
    /// The offset from the origin of the transform to the position.
    offset: [f64; 2],
    /// The numbers of the colliders that it has entered.
    pub(crate) partners: Vec<u32>,
    /// Whether its body was looked at before its first move.
    knows_body: bool,
    /// What the log was last told, until the collider is well.
    complaint: Option<Complaint>,
    /// Why it was left out of the world, if it was.
    fault: String,
}

/// What a collider shows.
pub(crate) struct Shown {
    pub(crate) sprite: Sprite,
    mask: MaskId,
    drawn: Drawn,
    pose: Pose,
}

/// What is wrong with a collider. The log gets one error for it, although its numbers may differ in each frame.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Complaint {
    Sheared,
    LeftOut,
}

/// What nodes are to be told while nothing is borrowed.
#[must_use]
#[derive(Default)]
pub(crate) struct News {
    /// The moves of nodes that platforms carry or push.
    pub(crate) moves: Moves,
    pub(crate) events: Vec<Event>,
}

/// A signal.
pub(crate) struct Event {
    pub(crate) who: Gd<PixelCollider2D>,
    pub(crate) other: Gd<PixelCollider2D>,
    /// The global point of `pixel_entered`; `None` for `pixel_exited`.
    pub(crate) entered: Option<Vector2>,
}

impl Shared {
    pub(super) fn new(node: InstanceId) -> Shared {
        Shared { state: RefCell::default(), changed: RefCell::default(), node }
    }

    /// Notes that a collider has changed.
    #[inline]
    pub(crate) fn note(&self, number: u32, change: Change) {
        self.changed.borrow_mut().push((number, change));
    }

    /// Notes a change of all colliders.
    pub(crate) fn note_all(&self, state: &State, change: Change) {
        self.changed.borrow_mut().extend((0..state.colliders.len() as u32).map(|number| (number, change)));
    }

    /// Notes the layers of tiles whose cells have changed.
    pub(crate) fn note_cells(&self, in_step: bool) {
        let changed = self.state.borrow().changed_cells(in_step);
        self.changed.borrow_mut().extend(changed);
    }

    /// Reads the colliders that have changed, and the masks that were edited. Returns what is to be told to nodes.
    pub(crate) fn read(&self) -> News {
        let mut events = Vec::new();
        let state = &mut *self.state.borrow_mut();
        let mut changed = std::mem::take(&mut *self.changed.borrow_mut());
        let resized = state.masks.follow_edits(&mut state.world);
        if !resized.is_empty() {
            let shows = |collider: &Collider| collider.mask.is_some_and(|mask| resized.contains(&mask));
            let numbers = (0..).zip(&state.colliders).filter(|(_, collider)| collider.as_ref().is_some_and(shows));
            changed.extend(numbers.map(|(number, _)| (number, Change::Picture)));
        }
        changed.extend(state.unseen.iter().map(|&number| (number, Change::Picture)));
        for &(number, change) in &changed {
            state.read(number, change, &mut events);
        }
        self.watch_textures(state);
        changed.clear();
        let mut later = self.changed.borrow_mut();
        changed.append(&mut later);
        *later = changed; // keeps the memory
        News { moves: std::mem::take(&mut state.moves), events }
    }

    /// Listens to changes of the pixels of textures that were read for the first time.
    fn watch_textures(&self, state: &mut State) {
        for mut texture in state.masks.take_new_textures() {
            if let Ok(node) = Gd::<Node>::try_from_instance_id(self.node) {
                let id = texture.instance_id().to_i64();
                let forget =
                    Callable::from_object_method(&node, "_forget_texture_id").bindv(&varray![id].upcast_any_array());
                if !texture.is_connected("changed", &forget) {
                    texture.connect("changed", &forget);
                }
            }
        }
    }
}

impl State {
    /// Adds a collider. It enters the world when it is read.
    pub(crate) fn join(&mut self, node: Gd<PixelCollider2D>, source: Source) -> u32 {
        let is_tiled = matches!(source, Source::Tiles(_));
        let collider = Collider {
            node,
            source,
            sprite: None,
            mask: None,
            drawn: None,
            continuous: false,
            carries: false,
            chain: None,
            moving: None,
            seen: Transform2D::IDENTITY,
            placed: Vector2::ZERO,
            axes: [Vector2::ZERO; 2],
            offset: [0.0; 2],
            partners: Vec::new(),
            knows_body: false,
            complaint: None,
            fault: String::new(),
        };
        let number = self.free.pop().unwrap_or_else(|| {
            self.colliders.push(None);
            self.colliders.len() as u32 - 1
        });
        self.colliders[number as usize] = Some(collider);
        if is_tiled {
            self.tiled.push(number);
        }
        number
    }

    /// Removes a collider.
    pub(crate) fn leave(&mut self, number: u32, events: &mut Vec<Event>) {
        self.take_out(number, events);
        self.rest(number);
        self.colliders[number as usize] = None;
        self.unseen.retain(|&unseen| unseen != number);
        self.tiled.retain(|&tiled| tiled != number);
        self.free.push(number);
    }

    /// Takes a collider out of the world of masks. Those that it has entered are told.
    fn take_out(&mut self, number: u32, events: &mut Vec<Event>) {
        let Some(collider) = self.colliders[number as usize].as_mut() else { return };
        let (node, partners) = (collider.node.clone(), std::mem::take(&mut collider.partners));
        collider.mask = None;
        if let Some(sprite) = collider.sprite.take() {
            self.by_slot[sprite.index()] = None;
            self.bulk.forget();
            _ = self.world.despawn(sprite); // it is in the world
        }
        for partner in partners {
            if let Some(other) = self.colliders[partner as usize].as_mut() {
                other.partners.retain(|&partner| partner != number);
                let other = other.node.clone();
                events.push(Event { who: node.clone(), other: other.clone(), entered: None });
                events.push(Event { who: other, other: node.clone(), entered: None });
            }
        }
    }

    /// Reads what has changed of a collider.
    fn read(&mut self, number: u32, change: Change, events: &mut Vec<Event>) {
        let Some(Some(collider)) = self.colliders.get_mut(number as usize) else { return };
        if matches!(change, Change::Picture | Change::Cells) {
            // (A platform is asked for its transform, so that Godot tells of each of its moves.)
            collider.chain = if collider.carries { None } else { Chain::of(&collider.node) };
        }
        // A question to the node is slow if the node has moved, but Godot tells of the next move only after it was asked.
        let chain = collider.chain.as_ref().filter(|_| collider.moving.is_some() || matches!(change, Change::Moved));
        collider.seen = match chain {
            Some(chain) => chain.transform(),
            None => collider.node.upcast_ref::<CanvasItem>().get_global_transform(),
        };
        if collider.moving.is_none() && collider.chain.is_some() && matches!(change, Change::Moved) {
            collider.moving = Some(Moving { index: self.moving.len(), idle: 0 });
            self.moving.push(number);
        }
        self.place(number, change, events);
    }

    /// The colliders of layers of tiles whose cells have changed.
    fn changed_cells(&self, in_step: bool) -> Vec<(u32, Change)> {
        let has_changed = |number: u32| {
            let collider = self.colliders.get(number as usize).and_then(Option::as_ref);
            collider.is_some_and(|Collider { node, source, .. }| match source {
                Source::Tiles(layer) => PixelCollider2D::has_other_cells(node, layer, in_step),
                _ => false,
            })
        };
        self.tiled.iter().filter(|&&number| has_changed(number)).map(|&number| (number, Change::Cells)).collect()
    }

    /// Looks where the moving colliders stand.
    pub(super) fn follow_moving(&mut self, events: &mut Vec<Event>) {
        let mut index = 0;
        while let Some(&number) = self.moving.get(index) {
            let Some(collider) = &mut self.colliders[number as usize] else { return };
            let (Some(chain), Some(moving)) = (&collider.chain, &mut collider.moving) else {
                self.rest(number); // it has become a top-level node
                continue;
            };
            let transform = chain.transform();
            if transform != std::mem::replace(&mut collider.seen, transform) {
                moving.idle = 0;
                self.place(number, Change::Moved, events);
            } else if moving.idle < REST {
                moving.idle += 1;
            } else {
                // Asked for its transform, it tells of the next move.
                collider.node.upcast_ref::<CanvasItem>().get_global_transform();
                self.rest(number);
                continue; // another one took its place in the list
            }
            index += 1;
        }
    }

    /// Takes a collider out of the list of those that move.
    fn rest(&mut self, number: u32) {
        let Some(moving) = self.colliders[number as usize].as_mut().and_then(|collider| collider.moving.take()) else {
            return;
        };
        self.moving.swap_remove(moving.index);
        if let Some(&other) = self.moving.get(moving.index)
            && let Some(other) = self.colliders[other as usize].as_mut().and_then(|other| other.moving.as_mut())
        {
            other.index = moving.index;
        }
    }

    /// Moves the sprite of a collider to where it was last seen, or shows it anew.
    fn place(&mut self, number: u32, change: Change, events: &mut Vec<Event>) {
        self.carry_riders(number);
        let Some(Some(collider)) = self.colliders.get_mut(number as usize) else { return };
        let transform = collider.seen;
        collider.placed = transform.origin;
        if matches!(change, Change::Moved | Change::Place) {
            match collider.sprite {
                Some(sprite)
                    if collider.axes == [transform.a, transform.b]
                        && let Ok(position) = pose::position(collider.offset, transform.origin)
                        && self.world.move_to(sprite, position).is_ok() =>
                {
                    return;
                }
                // It is disabled or shows nothing, wherever it stands.
                None if collider.complaint.is_none() => return,
                _ => {}
            }
        }
        let settings =
            PixelCollider2D::read_settings(&collider.node, &collider.source, matches!(change, Change::Cells));
        match settings.and_then(|settings| self.show(number, &settings, &transform)) {
            Ok(true) => {}
            Ok(false) => self.take_out(number, events),
            Err(error) => {
                self.take_out(number, events);
                if let Some(Some(collider)) = self.colliders.get_mut(number as usize) {
                    collider.complain(Complaint::LeftOut, &error.to_string());
                }
            }
        }
    }

    /// Moves a platform to where it was last seen, with what stands on it.
    fn carry_riders(&mut self, number: u32) {
        let Some(Some(collider)) = self.colliders.get(number as usize) else { return };
        let (way, axes) = ([collider.placed, collider.seen.origin], [collider.seen.a, collider.seen.b]);
        if !collider.carries || way[0] == way[1] || axes != collider.axes {
            return;
        }
        if let (Some(sprite), Ok(to)) = (collider.sprite, collider.position_at(way[1]))
            && let Ok((_, mut moves)) = self.carry(sprite, to, None, Some(way))
        {
            moves.retain(|(node, _)| self.colliders[number as usize].as_ref().is_some_and(|it| it.node != *node));
            self.moves.append(&mut moves);
        }
    }

    /// Warns before the first move of a collider if it is unclear which node is to move.
    pub(crate) fn check_body(&mut self, number: u32) {
        let Some(Some(collider)) = self.colliders.get_mut(number as usize) else { return };
        if !std::mem::replace(&mut collider.knows_body, true)
            && let Some(doubt) = PixelCollider2D::doubt_of_body(&collider.node)
        {
            godot_warn!("PixelCollider2D '{}' {doubt}", collider.node.get_path());
        }
    }

    /// The next move of a platform carries nobody.
    pub(crate) fn let_riders_go(&mut self, number: u32) {
        if let Some(Some(collider)) = self.colliders.get_mut(number as usize) {
            collider.carries = false;
        }
    }

    /// Shows a collider in the world. Returns whether it has a picture.
    fn show(&mut self, number: u32, settings: &Settings, transform: &Transform2D) -> Result<bool, Fault> {
        if settings.disabled {
            return Ok(false);
        }
        let Some(Shown { sprite, mask, drawn, pose }) = self.shown(number, settings, transform)? else {
            return Ok(false);
        };
        let State { world, colliders, by_slot, bulk, .. } = self;
        let Some(Some(collider)) = colliders.get_mut(number as usize) else { return Ok(false) };
        let id = match collider.sprite {
            Some(id) => {
                world.set_sprite(id, sprite)?;
                id
            }
            None => {
                bulk.forget();
                world.spawn(sprite)?
            }
        };
        if by_slot.len() <= id.index() {
            by_slot.resize(id.index() + 1, None);
        }
        by_slot[id.index()] = Some(number);
        (collider.sprite, collider.mask, collider.drawn) = (Some(id), Some(mask), Some(drawn));
        (collider.continuous, collider.carries) = (settings.continuous, settings.carries);
        if collider.carries {
            collider.chain = None;
        }
        (collider.axes, collider.offset) = ([transform.a, transform.b], pose.corner);
        if pose.sheared {
            collider.complain(
                Complaint::Sheared,
                "is sheared by its transforms, and collides as if it were not: remove the skew, or do not rotate below a parent \
                 with a scale that is not uniform",
            );
        } else {
            collider.complaint = None;
        }
        Ok(true)
    }

    /// What a collider shows with some settings, and where. `None` if it has no picture.
    pub(crate) fn shown(
        &mut self,
        number: u32,
        settings: &Settings,
        transform: &Transform2D,
    ) -> Result<Option<Shown>, Fault> {
        let State { world, masks, colliders, .. } = self;
        let Some(Some(collider)) = colliders.get(number as usize) else { return Ok(None) };
        let Some((mask, drawn)) = collider.source.picture(world, masks, settings)? else { return Ok(None) };
        let pose = pose::pose_of(transform, &drawn, settings.exact)?;
        let mut sprite = pose.sprite(mask)?;
        sprite.position = pose::position(pose.corner, transform.origin)?;
        (sprite.layers, sprite.collides_with) = (settings.layers, settings.collides_with);
        (sprite.fixed, sprite.sensor, sprite.one_way) = (settings.fixed, settings.sensor, settings.one_way);
        (sprite.continuous, sprite.data) = (settings.continuous, collider.node.instance_id().to_i64() as u64);
        Ok(Some(Shown { sprite, mask, drawn, pose }))
    }

    /// The number of the collider of a sprite, if the sprite is a collider's.
    pub(crate) fn number(&self, id: SpriteId) -> Option<u32> {
        let number = self.by_slot.get(id.index()).copied().flatten()?;
        let collider = self.colliders.get(number as usize)?.as_ref()?;
        (collider.sprite == Some(id)).then_some(number)
    }

    pub(crate) fn collider(&self, id: SpriteId) -> Option<&Collider> {
        self.colliders.get(self.number(id)? as usize)?.as_ref()
    }

    /// The node of a sprite.
    pub(crate) fn node(&self, id: SpriteId) -> Option<Gd<PixelCollider2D>> {
        Some(self.collider(id)?.node.clone())
    }

    /// The world as it stands now.
    pub(crate) fn view(&mut self, query: &Query) -> Result<View<'_>, Fault> {
        query.view(self.world.refresh()?)
    }
}

impl Collider {
    /// Writes an error that names the node to Godot's log, once.
    fn complain(&mut self, complaint: Complaint, text: &str) {
        let is_out = complaint == Complaint::LeftOut;
        self.fault = if is_out { text.to_owned() } else { String::new() };
        if self.complaint.replace(complaint) != Some(complaint) {
            let outcome = if is_out { "does not collide: " } else { "" };
            godot_error!("PixelCollider2D '{}' {outcome}{text}", self.node.get_path());
        }
    }

    /// Returns what keeps it out of the world: a fault that the log knows.
    pub(crate) fn why_left_out(&self) -> Option<&str> {
        (self.complaint == Some(Complaint::LeftOut)).then_some(self.fault.as_str())
    }

    /// Returns the corner of the sprite, with fractions, if the origin of the transform is at a place.
    pub(crate) fn corner_at(&self, origin: Vector2) -> [f64; 2] {
        [f64::from(origin.x) + self.offset[0], f64::from(origin.y) + self.offset[1]]
    }

    /// Returns the position of the sprite if the origin of the transform is at a place.
    pub(crate) fn position_at(&self, origin: Vector2) -> Result<[i32; 2], Fault> {
        pose::position(self.offset, origin)
    }
}
