//! How a collider joins a world, follows its parent, and leaves.

use super::tiles::TileMasks;
use super::{PixelCollider2D, Settings, Source};
use crate::convert::Fault;
use crate::log;
use crate::pixel_mask::PixelMask;
use crate::pixel_world::{Change, Link, emit, world_for};
use godot::classes::notify::CanvasItemNotification;
use godot::classes::{CanvasItem, Engine, RenderingServer};
use godot::prelude::*;

#[godot_api]
impl INode2D for PixelCollider2D {
    fn on_notification(&mut self, what: CanvasItemNotification) {
        match what {
            CanvasItemNotification::TRANSFORM_CHANGED => {
                if let Some((link, number)) = &*self.link.borrow() {
                    link.note(*number, Change::Moved);
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
        let parent = this.get_parent();
        if let Some(mut parent) = parent.clone() {
            // A sprite that is drawn anew may have another frame or other flips. A layer of tiles tells of changed cells.
            let note = this.callable("_note_picture");
            let signal = if parent.is_class("TileMapLayer") { "changed" } else { "draw" };
            let tells =
                matches!(Source::of(Some(parent.clone())), Source::Sprite(_) | Source::Animated(_) | Source::Tiles(_));
            if tells && !parent.is_connected(signal, &note) {
                parent.connect(signal, &note);
            }
        }
        if Engine::singleton().is_editor_hint() {
            this.bind().refresh_preview();
            return;
        }
        this.set_notify_transform(true);
        this.set_notify_local_transform(true);
        let Some(world) = log::ok("PixelCollider2D", world_for(&this.clone().upcast())) else { return };
        let link = Link::clone(&world.bind().link);
        let number = link.state.borrow_mut().join(this.clone(), Source::of(parent));
        link.note(number, Change::Picture);
        *this.bind().link.borrow_mut() = Some((link, number));
        let shows = this.get_tree_or_null().is_some_and(|tree| tree.is_debugging_collisions_hint());
        this.bind().preview.borrow_mut().is_shown = shows;
        this.bind().note_visibility();
    }

    #[func(gd_self)]
    fn exit_tree(this: Gd<Self>) {
        if let Some(mut parent) = this.get_parent() {
            let note = this.callable("_note_picture");
            let signal = if parent.is_class("TileMapLayer") { "changed" } else { "draw" };
            if parent.has_signal(signal) && parent.is_connected(signal, &note) {
                parent.disconnect(signal, &note);
            }
        }
        let link = this.bind().link.borrow_mut().take();
        let tiles = this.bind().tiles.borrow_mut().take();
        if tiles.is_some() {
            this.bind().own.borrow_mut().take();
        }
        let mut events = Vec::new();
        if let Some((link, number)) = link {
            link.state.borrow_mut().leave(number, &mut events);
        }
        emit(events);
    }

    #[func(gd_self)]
    fn get_configuration_warnings(this: Gd<Self>) -> PackedStringArray {
        super::warnings::of(&this)
    }
}

impl PixelCollider2D {
    /// Godot does not redraw hidden sprites, so a step looks at each of them.
    fn note_visibility(&self) {
        let Some((link, number)) = &*self.link.borrow() else { return };
        let item = self.base();
        let item = item.upcast_ref::<CanvasItem>();
        let is_seen = item.is_visible_in_tree();
        if !self.preview.borrow().is_shown {
            // It draws nothing, so the renderer need not visit it in every frame.
            RenderingServer::singleton().canvas_item_set_visible(item.get_canvas_item(), false);
        }
        // A step may be reading, and then it sees the collider itself.
        if let Ok(mut state) = link.state.try_borrow_mut() {
            state.unseen.retain(|unseen| unseen != number);
            if !is_seen {
                state.unseen.push(*number);
            }
        }
        link.note(*number, Change::Picture);
    }

    /// Whether the process mode of the node switches it off.
    pub(super) fn is_switched_off(&self) -> bool {
        let node = self.base();
        let Some(tree) = node.get_tree_or_null() else { return false };
        // A pause stops the whole world, not its colliders.
        !tree.is_paused() && !node.can_process()
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
    /// Nothing of the collider may be bound mutably.
    pub(crate) fn fresh(this: &Gd<PixelCollider2D>) -> Option<(Link, u32)> {
        let link = this.bind().link.borrow().clone();
        if link.is_none() {
            let name = this.get_name();
            godot_error!("PixelCollider2D '{name}' is not in the tree: add it before you ask it");
        }
        let (link, number) = link?;
        link.note(number, Change::Picture);
        emit(link.read());
        Some((link, number))
    }
}

impl PixelCollider2D {
    /// Returns the settings of a collider, with the pixels of the tiles if it is below a layer of them.
    pub(crate) fn read_settings(this: &Gd<PixelCollider2D>, source: &Source) -> Result<Settings, Fault> {
        let this = this.bind();
        let mut settings = this.settings();
        if let Source::Tiles(layer) = source
            && this.mask.is_none()
        {
            let mut tiles = this.tiles.borrow_mut();
            let tiles = tiles.get_or_insert_with(TileMasks::default);
            let mut own = this.own.borrow().clone();
            let read = tiles.read(layer, settings.alpha_above, &mut own)?;
            *this.own.borrow_mut() = own;
            (settings.mask, settings.corner) = read.unzip();
        }
        Ok(settings)
    }
}
