//! The world of masks, the colliders that stand in it, and where the states of the worlds are: on the main thread.
//! Nodes have only ids of them, so that any thread may free a node.

use super::collider::PixelCollider2D;
use super::collider_lifecycle::Joined;
use super::collider_source::Source;
use super::world_colliders::Collider;
use super::world_masks::SharedMasks;
use crate::convert::Fault;
use crate::log;
use crate::pixel_query::Query;
use godot::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use world::{Pair, SpriteId, View, World};

/// What a `PixelWorld` and its colliders share, on the main thread.
pub(crate) struct Shared {
    pub(crate) state: RefCell<State>,
    /// What has changed since the colliders were last read, with their numbers. It is a list of its own, so that a
    /// collider can always note a change.
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
    pub(super) free: Vec<u32>,
    /// The number of the collider of each sprite, by slot.
    pub(super) by_slot: Vec<Option<u32>>,
    /// The colliders whose pictures Godot does not redraw, because they are hidden. They are read in every step.
    pub(crate) unseen: Vec<u32>,
    /// The colliders of layers of tiles.
    pub(super) tiled: Vec<u32>,
    /// The colliders that have moved in the last steps.
    pub(super) moving: Vec<u32>,
    /// The moves of nodes that platforms carry or push.
    pub(super) moves: Moves,
    pub(super) bulk: Bulk,
    /// The pairs that began and ended in the last step.
    pub(crate) began: Vec<Pair>,
    pub(crate) ended: Vec<Pair>,
    /// Whether the last step has failed.
    pub(crate) has_failed: bool,
}

/// The places of all sprites by slot, and the ids that were moved last. Games move the same list in every frame: its
/// ids are checked once, until a sprite comes or goes. (Godot copies an array that is changed while it is kept here.)
#[derive(Default)]
pub(crate) struct Bulk {
    pub(super) ids: PackedInt64Array,
    pub(super) is_checked: bool,
    /// Whether the list names all sprites of the world.
    pub(super) is_whole: bool,
    pub(super) places: Vec<[i32; 2]>,
}

/// The moves of nodes that the world has moved.
pub(crate) type Moves = Vec<(Gd<PixelCollider2D>, Vector2)>;

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

    /// Calls `change` with the state. An error goes to the log, and the result is then empty.
    pub(crate) fn change<R: Default>(&self, call: &str, change: impl FnOnce(&mut State) -> Result<R, Fault>) -> R {
        let changed = change(&mut self.state.borrow_mut());
        log::ok(call, changed).unwrap_or_default()
    }

    /// Forgets the masks of a texture whose pixels have changed.
    pub(super) fn forget_texture(&self, texture: i64) {
        let mut state = self.state.borrow_mut();
        state.masks.forget(texture);
        self.note_all(&state, Change::Picture);
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
        let collider = Collider::new(node, source);
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
    pub(super) fn take_out(&mut self, number: u32, events: &mut Vec<Event>) {
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

pub(crate) type Link = Rc<Shared>;

thread_local! {
    /// The states by the id of their nodes. (The main thread ends after Godot, so a state that is left must not free
    /// resources.)
    static LINKS: ManuallyDrop<RefCell<HashMap<InstanceId, Link>>> = ManuallyDrop::default();
}

impl Joined {
    /// Returns the state of the world. It is `None` if the world is freed, or on another thread.
    pub(crate) fn link(self) -> Option<Link> {
        LINKS.with(|links| links.borrow().get(&self.world).cloned())
    }
}

/// Returns the state of a world. Only the main thread may ask.
pub(crate) fn link_of(world: InstanceId) -> Link {
    let known = LINKS.with(|links| links.borrow().get(&world).cloned());
    known.unwrap_or_else(|| {
        let link = Rc::new(Shared::new(world));
        // Another thread cannot take out the worlds that it frees.
        let gone: Vec<_> = LINKS.with(|links| {
            let mut links = links.borrow_mut();
            let gone = links.extract_if(|id, _| !id.lookup_validity()).collect();
            links.insert(world, Rc::clone(&link));
            gone
        });
        drop(gone); // frees resources, which may ask for links
        link
    })
}

/// Forgets a world that is freed.
pub(crate) fn forget_link(world: InstanceId) {
    let gone = LINKS.with(|links| links.borrow_mut().remove(&world));
    drop(gone);
}
