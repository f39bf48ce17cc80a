//! How a collider tells its world of changes.

use super::PixelCollider2D;
use super::kept::Joined;
use crate::pixel_world::{Change, emit};
use crate::thread;
use godot::prelude::*;

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
