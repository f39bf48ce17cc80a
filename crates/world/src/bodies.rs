//! Sprites as the phases see them: where the mask as it stands lies, and with what it may collide.

use crate::orient::Orientation;
use crate::shapes::Shapes;
use crate::sprite::{Sprite, SpriteId};
use crate::{MaskId, Placed};
use slotmap::{Key, SlotMap};

/// A sprite, as it was at the last refresh.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) id: SpriteId,
    mask: MaskId,
    way: Orientation,
    at: [i32; 2],
    layers: u32,
    collides_with: u32,
    pub(crate) fixed: bool,
}

/// The bodies, by the slot of their sprite: in the order of their ids.
#[derive(Default)]
pub(crate) struct Bodies(Vec<Option<Body>>);

/// Which bodies a refresh found changed.
#[derive(Default)]
pub(crate) struct Changes {
    pub(crate) movers: bool,
    pub(crate) fixed: bool,
}

impl Changes {
    fn note(&mut self, body: Option<&Body>) {
        match body {
            Some(body) if body.fixed => self.fixed = true,
            Some(_) => self.movers = true,
            None => {}
        }
    }
}

/// The slot of a sprite in the list of bodies.
fn slot(id: SpriteId) -> usize {
    id.data().as_ffi() as u32 as usize
}

impl Bodies {
    /// Brings the list up to date with the sprites, and says what changed.
    pub(crate) fn update(&mut self, sprites: &SlotMap<SpriteId, Sprite>, shapes: &Shapes) -> Changes {
        let mut changes = Changes::default();
        let mut put = |old: &mut Option<Body>, new: Option<Body>| {
            if *old != new {
                changes.note(old.as_ref());
                changes.note(new.as_ref());
                *old = new;
            }
        };
        let mut next = 0;
        self.0.resize(self.0.len().max(sprites.capacity() + 1), None);
        for (id, sprite) in sprites {
            let Ok(shape) = shapes.get(sprite.mask) else { continue };
            let body = Body {
                id,
                mask: sprite.mask,
                way: sprite.way,
                at: sprite.top_left(shape.mask()),
                layers: sprite.layers,
                collides_with: sprite.collides_with,
                fixed: sprite.fixed,
            };
            self.0[next..slot(id)].iter_mut().for_each(|empty| put(empty, None));
            put(&mut self.0[slot(id)], Some(body));
            next = slot(id) + 1;
        }
        self.0[next..].iter_mut().for_each(|empty| put(empty, None));
        changes
    }

    /// The bodies with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Body, u32)> {
        self.0.iter().zip(0..).filter_map(|(body, number)| Some((body.as_ref()?, number)))
    }

    /// A body by its number, which the trees know.
    pub(crate) fn get(&self, number: u32) -> &Body {
        self.0[number as usize].as_ref().expect("the trees hold only bodies that are there")
    }

    /// The body of a sprite, unless it is stale.
    pub(crate) fn of(&self, id: SpriteId) -> Option<&Body> {
        self.0.get(slot(id))?.as_ref().filter(|body| body.id == id)
    }
}

impl Body {
    /// The mask as it stands.
    pub(crate) fn placed<'a>(&self, shapes: &'a Shapes) -> Placed<'a> {
        let shape = shapes.get(self.mask).expect("a mask that is shown is not removed");
        Placed { mask: shape.look(self.way), at: self.at }
    }

    /// Whether each is in a layer that the other collides with.
    pub(crate) fn may_meet(&self, other: &Body) -> bool {
        self.layers & other.collides_with != 0 && other.layers & self.collides_with != 0
    }
}
