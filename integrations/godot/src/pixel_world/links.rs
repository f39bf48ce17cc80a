//! Where the states of the worlds are: on the main thread. Nodes have only ids of them, so that any thread may free a
//! node.

use super::state::Shared;
use crate::collider::Joined;
use godot::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::rc::Rc;

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
pub(crate) fn forget(world: InstanceId) {
    let gone = LINKS.with(|links| links.borrow_mut().remove(&world));
    drop(gone);
}
