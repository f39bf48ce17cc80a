//! How a collider joins a world, follows its parent, tells its world of changes, and leaves.

use super::collider::PixelCollider2D;
use super::collider_source::{Settings, Source};
use super::collider_tiles::TileMasks;
use super::world::world_for;
use super::world_state::{Change, Link, News, link_of};
use super::world_step::emit;
use crate::convert::Fault;
use crate::pixel_mask::PixelMask;
use crate::{log, thread};
use godot::classes::node::ProcessMode;
use godot::classes::notify::CanvasItemNotification;
use godot::classes::object::ConnectFlags;
use godot::classes::{CanvasItem, Engine, ImageTexture, RenderingServer, TileMapLayer};
use godot::prelude::*;
use mask::Mask;
use std::sync::Arc;
use world::Blocked;

#[godot_api]
impl INode2D for PixelCollider2D {
    fn on_notification(&mut self, what: CanvasItemNotification) {
        match what {
            CanvasItemNotification::TRANSFORM_CHANGED => {
                self.note(Change::Moved);
                if self.carries && self.kept.joined.is_some() {
                    // Before the frame is drawn, and while nothing is borrowed.
                    self.base_mut().call_deferred("_carry", &[]);
                }
            }
            CanvasItemNotification::LOCAL_TRANSFORM_CHANGED => self.note_picture(),
            CanvasItemNotification::VISIBILITY_CHANGED => self.note_visibility(),
            CanvasItemNotification::ENABLED | CanvasItemNotification::DISABLED => self.note_picture(),
            CanvasItemNotification::DRAW => self.draw_preview(),
            _ => {}
        }
    }

    #[func(gd_self)]
    fn enter_tree(mut this: Gd<Self>) {
        if !thread::on_main("Node.add_child of a PixelCollider2D") {
            return;
        }
        let parent = this.get_parent();
        if let Some(mut parent) = parent.clone() {
            // A sprite that is drawn anew may have another frame or other flips. A layer of tiles tells of its tile set
            // and whether it is enabled, but not of its cells.
            let [signal, note] = told_by(&parent);
            let note = this.callable(note);
            let tells =
                matches!(Source::of(Some(parent.clone())), Source::Sprite(_) | Source::Animated(_) | Source::Tiles(_));
            if tells && !parent.is_connected(signal, &note) {
                parent.connect(signal, &note);
            }
        }
        let shows = this.get_tree_or_null().is_some_and(|tree| tree.is_debugging_collisions_hint());
        PixelCollider2D::with(&this, |node| {
            node.preview.is_shown = shows;
            node.follow_mask(None, node.mask.clone());
            node.refresh_preview();
        });
        if Engine::singleton().is_editor_hint() {
            return;
        }
        this.set_notify_transform(true);
        this.set_notify_local_transform(true);
        let Some(world) = log::ok("PixelCollider2D", world_for(&this.clone().upcast())) else { return };
        let world = world.instance_id();
        let number = link_of(world).state.borrow_mut().join(this.clone(), Source::of(parent));
        PixelCollider2D::with(&this, |node| {
            (node.kept.joined, node.kept.is_waiting) = (Some(Joined { world, number }), false);
            node.note_visibility();
            node.read_before_it_moves();
        });
    }

    #[func(gd_self)]
    fn exit_tree(this: Gd<Self>) {
        if !thread::on_main("Node.remove_child of a PixelCollider2D") {
            return;
        }
        if let Some(mut parent) = this.get_parent() {
            let [signal, note] = told_by(&parent);
            let note = this.callable(note);
            if parent.has_signal(signal) && parent.is_connected(signal, &note) {
                parent.disconnect(signal, &note);
            }
        }
        let joined = PixelCollider2D::with(&this, |node| {
            node.follow_mask(node.mask.clone(), None);
            if node.kept.tiles.take().is_some() {
                let own = node.own.take();
                node.follow_mask(own, None);
            }
            node.kept.joined.take()
        });
        let mut events = Vec::new();
        if let Some((link, number)) = joined.and_then(|joined| Some((joined.link()?, joined.number))) {
            link.state.borrow_mut().leave(number, &mut events);
        }
        emit(News { events, ..News::default() });
    }

    #[func(gd_self)]
    fn get_configuration_warnings(this: Gd<Self>) -> PackedStringArray {
        super::collider_ask::of(&this)
    }
}

/// The signal by which a parent tells of a change, and the method of the collider that it calls.
fn told_by(parent: &Gd<Node>) -> [&'static str; 2] {
    if parent.is_class("TileMapLayer") { ["changed", "_note_cells"] } else { ["draw", "_note_picture"] }
}

#[godot_api(secondary)]
impl PixelCollider2D {
    /// The sprite was shown or hidden, perhaps on another thread. Godot does not redraw hidden sprites, so a step looks
    /// at each of them.
    #[func(rename = _note_visibility)]
    fn note_visibility(&mut self) {
        let Some(joined) = self.kept.joined else { return };
        if !thread::is_main() {
            self.base_mut().call_deferred("_note_visibility", &[]);
            return;
        }
        let Some(link) = joined.link() else { return };
        let item = self.base();
        let item = item.upcast_ref::<CanvasItem>();
        if !self.preview.is_shown {
            // It draws nothing, so the renderer need not visit it in every frame.
            RenderingServer::singleton().canvas_item_set_visible(item.get_canvas_item(), false);
        }
        // A step may be reading, and then it sees the collider itself.
        if let Ok(mut state) = link.state.try_borrow_mut() {
            state.unseen.retain(|&unseen| unseen != joined.number);
            if !item.is_visible_in_tree() {
                state.unseen.push(joined.number);
            }
        }
        link.note(joined.number, Change::Picture);
    }
}

impl PixelCollider2D {
    /// Has a platform read before it first moves, so that even this move carries: at the next frame of either kind, or
    /// when the calls that wait are made, whichever is first. In the first frame of a game, its world is not in the
    /// tree yet and does not step.
    pub(super) fn read_before_it_moves(&mut self) {
        if !self.carries || self.kept.joined.is_none() || !thread::is_main() {
            return;
        }
        self.base_mut().call_deferred("_carry", &[]);
        let carry = self.to_gd().callable("_carry");
        let Some(mut tree) = self.base().get_tree_or_null() else { return };
        for frame in ["physics_frame", "process_frame"] {
            if !tree.is_connected(frame, &carry) {
                tree.connect_flags(frame, &carry, ConnectFlags::ONE_SHOT);
            }
        }
    }

    /// Whether the process mode of the node switches it off.
    pub(super) fn is_switched_off(&self) -> bool {
        let node = self.base();
        let Some(tree) = node.get_tree_or_null() else { return false };
        // A pause stops the whole world, not its colliders.
        if tree.is_paused() || node.can_process() {
            return false;
        }
        // A node that processes only in a pause still collides, as Godot's own areas do.
        let mut above = Some(node.clone().upcast::<Node>());
        while let Some(node) = above.take_if(|node| node.get_process_mode() == ProcessMode::INHERIT) {
            above = node.get_parent();
        }
        above.is_some_and(|node| node.get_process_mode() == ProcessMode::DISABLED)
    }

    /// Follows the edits of another mask, for the picture in the editor.
    pub(super) fn follow_mask(&self, before: Option<Gd<PixelMask>>, after: Option<Gd<PixelMask>>) {
        let refresh = self.to_gd().callable("_refresh_preview_now");
        for (mask, connect) in [(before, false), (after, true)] {
            if let Some(mut mask) = mask {
                match (connect, mask.is_connected("changed", &refresh)) {
                    (true, false) => _ = mask.connect("changed", &refresh),
                    (false, true) => mask.disconnect("changed", &refresh),
                    _ => {}
                }
            }
        }
    }

    /// Reads the collider now. Returns its world and number.
    ///
    /// Nothing of the collider may be bound.
    pub(crate) fn fresh(this: &Gd<PixelCollider2D>, call: &str) -> Option<(Link, u32)> {
        if !thread::on_main(call) {
            return None;
        }
        let joined = PixelCollider2D::with(this, |node| node.kept.joined);
        let link = joined.and_then(|joined| Some((joined.link()?, joined.number)));
        if link.is_none() {
            let name = this.get_name();
            let why = if joined.is_some() { "lost its world, which was freed" } else { "is not in the tree" };
            godot_error!("{call}: PixelCollider2D '{name}' {why}: add it before you ask it");
        }
        let (link, number) = link?;
        link.note(number, Change::Picture);
        emit(link.read());
        Some((link, number))
    }
}

impl PixelCollider2D {
    /// Returns the settings of a collider, with the pixels of the tiles if it is below a layer of them. The cells of
    /// the layer are compared with the mask only with `looks_at_cells`, because that takes time for each of them.
    pub(crate) fn read_settings(
        this: &Gd<PixelCollider2D>,
        source: &Source,
        looks_at_cells: bool,
    ) -> Result<Settings, Fault> {
        let (mut settings, has_mask) = PixelCollider2D::with(this, |node| (node.settings(), node.mask.is_some()));
        let Source::Tiles(layer) = source else { return Ok(settings) };
        settings.disabled |= !layer.is_enabled();
        if !has_mask {
            let (mut tiles, mut own) = PixelCollider2D::with(this, |node| (node.kept.tiles.take(), node.own.clone()));
            let masks = tiles.get_or_insert_default();
            let known = if looks_at_cells { None } else { masks.known(settings.alpha_above, &own) };
            let read = match known {
                Some(known) => Ok(Some(known)),
                None => masks.read(layer, settings.alpha_above, &mut own),
            };
            PixelCollider2D::with(this, |node| {
                if node.own.is_none() {
                    node.follow_mask(None, own.clone());
                }
                (node.kept.tiles, node.own) = (tiles, own);
            });
            (settings.mask, settings.corner) = read?.unzip();
        }
        Ok(settings)
    }

    /// Returns whether the cells of a layer of tiles are others than those that the collider shows, as
    /// [`TileMasks::differ`] says.
    pub(crate) fn has_other_cells(this: &Gd<PixelCollider2D>, layer: &Gd<TileMapLayer>, in_step: bool) -> bool {
        let mut tiles = PixelCollider2D::with(this, |node| node.kept.tiles.take());
        let differ = tiles.as_mut().is_some_and(|tiles| tiles.differ(layer, in_step));
        PixelCollider2D::with(this, |node| node.kept.tiles = tiles);
        differ
    }
}

#[godot_api(secondary)]
impl PixelCollider2D {
    /// The picture of the parent was drawn anew, or the mask was edited, perhaps on another thread.
    #[func(rename = _note_picture)]
    pub(super) fn note_picture(&mut self) {
        self.note(Change::Picture);
    }

    /// A platform has moved, or is about to.
    #[func(gd_self, rename = _carry)]
    fn carry_now(this: Gd<Self>) {
        if let Some(link) = PixelCollider2D::with(&this, |node| node.kept.joined).and_then(Joined::link) {
            emit(link.read());
        }
    }

    /// The layer of tiles has changed.
    #[func(rename = _note_cells)]
    fn note_cells(&mut self) {
        self.note(Change::Cells);
    }
}

impl PixelCollider2D {
    /// Notes a change. Another thread, as one of a process group, leaves that to the main thread.
    pub(super) fn note(&mut self, change: Change) {
        if thread::is_main() && !matches!(change, Change::Moved) {
            self.refresh_preview();
        }
        let Some(joined) = self.kept.joined else { return };
        let was_waiting = std::mem::replace(&mut self.kept.is_waiting, !thread::is_main());
        if thread::is_main() {
            if let Some(link) = joined.link() {
                link.note(joined.number, change);
            }
        } else if !was_waiting {
            // (All that it shows, as no one knows what else changes meanwhile.)
            self.base_mut().call_deferred("_note_cells", &[]);
        }
    }
}

/// What the node has of its own.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) joined: Option<Joined>,
    /// Whether a change on another thread waits for the main thread. (Godot's queue of calls would overflow.)
    pub(super) is_waiting: bool,
    /// What stopped its last move.
    pub(super) blocked: Blocked,
    pub(super) tiles: Option<TileMasks>,
}

const _: () = thread::is_shared::<(Kept, Read)>();

/// The place of a collider in a world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Joined {
    pub(crate) world: InstanceId,
    pub(crate) number: u32,
}

/// What the preview shows.
#[derive(Default)]
pub(super) struct Preview {
    /// Whether the game shows collision shapes.
    pub(super) is_shown: bool,
    /// Whether the picture of the parent is clipped to the pixels.
    pub(super) clips: bool,
    /// Whether it is clipped anew after this frame.
    pub(super) clip_waits: bool,
    /// The pixels of the texture, and the texture.
    pub(super) texture: Option<(Arc<Mask>, Gd<ImageTexture>)>,
    /// The last picture that was read in the editor.
    pub(super) read: Option<Read>,
}

/// A picture that was read, and its mask.
pub(super) struct Read {
    /// The instance of the texture, and the threshold.
    pub(super) key: [i64; 2],
    pub(super) frame: Option<[u32; 4]>,
    pub(super) mask: Arc<Mask>,
}
