//! Sprites as the phases see them: where the mask as it stands lies, and with what it may collide.

use crate::orient::Orientation;
use crate::shapes::Shapes;
use crate::sprite::{Sprite, SpriteId};
use crate::{MaskId, Placed};
use mask::Rect;
use slotmap::{Key, SlotMap};

/// A sprite, as it was at the last refresh.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    pub(crate) id: SpriteId,
    mask: MaskId,
    way: Orientation,
    /// Its top-left pixel.
    at: [i32; 2],
    pub(crate) layers: u32,
    collides_with: u32,
    fixed: bool,
    /// The tight box of its solid pixels, from its top-left pixel.
    tight: Option<Rect>,
}

/// The bodies, by the slot of their sprite: in the order of their ids.
#[derive(Default)]
pub(crate) struct Bodies {
    list: Vec<Option<Body>>,
    pub(crate) movers: Boxes,
    pub(crate) fixed: Boxes,
}

/// The boxes of bodies that have a solid pixel, in the order of their numbers.
#[derive(Default)]
pub(crate) struct Boxes {
    pub(crate) list: Vec<(Rect, u32)>,
    /// What the last refresh changed.
    pub(crate) moved: bool,
    pub(crate) same_bodies: bool,
    len: usize,
}

impl Boxes {
    fn begin(&mut self) {
        (self.moved, self.same_bodies, self.len) = (false, true, 0);
    }

    fn push(&mut self, boxed: (Rect, u32)) {
        match self.list.get_mut(self.len) {
            Some(old) => {
                self.moved |= *old != boxed;
                self.same_bodies &= old.1 == boxed.1;
                *old = boxed;
            }
            None => {
                (self.moved, self.same_bodies) = (true, false);
                self.list.push(boxed);
            }
        }
        self.len += 1;
    }

    fn end(&mut self) {
        if self.len < self.list.len() {
            (self.moved, self.same_bodies) = (true, false);
            self.list.truncate(self.len);
        }
    }
}

/// The slot of a sprite in the list of bodies.
fn slot(id: SpriteId) -> usize {
    id.data().as_ffi() as u32 as usize
}

impl Bodies {
    /// Brings the list and the boxes up to date with the sprites. `edited` says that masks changed, and with
    /// them boxes of sprites that did not.
    pub(crate) fn update(&mut self, sprites: &SlotMap<SpriteId, Sprite>, shapes: &Shapes, edited: bool) {
        self.movers.begin();
        self.fixed.begin();
        let mut next = 0;
        self.list.resize(self.list.len().max(sprites.capacity() + 1), None);
        for (id, sprite) in sprites {
            let number = slot(id);
            self.list[next..number].fill(None);
            next = number + 1;
            let old = self.list[number].filter(|old| !edited && old.shows(sprite));
            let body = old.map_or_else(|| Body::new(id, sprite, shapes), |old| old.moved(id, sprite, shapes));
            if let Some(tight) = body.tight {
                let rect = Rect { left: body.at[0] + tight.left, top: body.at[1] + tight.top, ..tight };
                let boxes = if body.fixed { &mut self.fixed } else { &mut self.movers };
                boxes.push((rect, number as u32));
            }
            self.list[number] = Some(body);
        }
        self.list[next..].fill(None);
        self.movers.end();
        self.fixed.end();
    }

    /// A body by its number, which the trees know.
    pub(crate) fn get(&self, number: u32) -> &Body {
        self.list[number as usize].as_ref().expect("the trees hold only bodies that are there")
    }

    /// The number of a sprite's body, unless it is stale.
    pub(crate) fn number(&self, id: SpriteId) -> Option<u32> {
        let body = self.list.get(slot(id))?.as_ref();
        body.filter(|body| body.id == id).map(|_| slot(id) as u32)
    }
}

impl Body {
    fn new(id: SpriteId, sprite: &Sprite, shapes: &Shapes) -> Body {
        let &Sprite { mask, way, layers, collides_with, fixed, .. } = sprite;
        let look = shapes.get(mask).expect("a mask that is shown is not removed").look(way);
        let at = sprite.top_left(shapes);
        Body { id, mask, way, at, layers, collides_with, fixed, tight: look.bounds() }
    }

    /// Whether the sprite shows what this body does.
    fn shows(&self, sprite: &Sprite) -> bool {
        self.mask == sprite.mask && self.way == sprite.way
    }

    /// The body of a sprite that shows the same.
    fn moved(self, id: SpriteId, sprite: &Sprite, shapes: &Shapes) -> Body {
        let &Sprite { layers, collides_with, fixed, .. } = sprite;
        Body { id, at: sprite.top_left(shapes), layers, collides_with, fixed, ..self }
    }

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
