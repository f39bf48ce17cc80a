//! The pixels of the resources that were asked for last.
//!
//! To reach the fields of an object that a call brings, Godot's crate asks Godot several times, which takes longer than a test
//! of two masks. The id of an object is known without a question, and no later object gets it.

use super::{PixelMask, Pixels};
use godot::prelude::*;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

const SIZE: usize = 256;

struct Known {
    id: i64,
    pixels: Weak<Pixels>,
}

thread_local! {
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The pixels of a resource, made from its texture if need be.
pub(super) fn pixels_of(resource: &Gd<PixelMask>) -> Rc<Pixels> {
    let id = resource.instance_id_unchecked().to_i64();
    // Godot counts in the low bits of an id.
    let index = id as usize % SIZE;
    let known = KNOWN.with_borrow(|known| {
        let known = known.get(index).filter(|known| known.id == id)?;
        known.pixels.upgrade().filter(|pixels| !pixels.is_stale.get())
    });
    known.unwrap_or_else(|| read(resource, id, index))
}

#[cold]
fn read(resource: &Gd<PixelMask>, id: i64, index: usize) -> Rc<Pixels> {
    let resource = resource.bind();
    resource.make();
    KNOWN.with_borrow_mut(|known| {
        if known.is_empty() {
            known.resize_with(SIZE, || Known { id: 0, pixels: Weak::new() });
        }
        known[index] = Known { id, pixels: Rc::downgrade(&resource.pixels) };
    });
    Rc::clone(&resource.pixels)
}
