//! The masks of a world: shared by sprites, each in the ways in which some sprite has shown it.

use crate::memory;
use crate::orient::Orientation;
use crate::packed::Corners;
use crate::sprite::Shown;
use crate::{Angle, WorldError};
use mask::{Affine, Mask, Turntable};
use slotmap::{Key, SlotMap};
use std::sync::{Arc, OnceLock};

slotmap::new_key_type! {
    /// Names a mask of a world, and never another one after its removal.
    pub struct MaskId;
}

/// A mask as a sprite shows it.
struct Look {
    mask: Arc<Mask>,
    /// The tight box of its solid pixels, in its own frame.
    tight: Corners,
}

impl Look {
    fn new(mask: Arc<Mask>) -> Look {
        let tight = mask.bounds().map_or(Corners::NONE, |rect| Corners::of(&rect));
        Look { mask, tight }
    }
}

/// A look turned by an angle, and its top-left pixel as seen from the middle of the mask before.
struct TurnedLook {
    look: Look,
    at: [i32; 2],
}

/// Where a sprite stands and what it shows there.
#[derive(Clone, Copy)]
pub(crate) struct Stand<'a> {
    look: &'a Look,
    /// The top-left pixel of the mask.
    pub(crate) at: [i32; 2],
}

impl<'a> Stand<'a> {
    pub(crate) fn mask(self) -> &'a Mask {
        &self.look.mask
    }

    /// The tight box of the solid pixels, in world pixels.
    #[inline(always)]
    pub(crate) fn corners(self) -> Corners {
        self.look.tight.moved(self.at)
    }
}

/// A mask, its flipped and turned copies, and how many sprites show it.
pub(crate) struct Shape {
    /// By [`Orientation::index`], made when first shown. The first is the mask itself.
    looks: [OnceLock<Look>; Orientation::COUNT],
    /// Each of those at each angle, made when first shown: at `orientation * angles + angle`.
    turned: OnceLock<Box<[OnceLock<TurnedLook>]>>,
    /// Into how many a circle is divided.
    angles: u32,
    /// Whether what sprites show may have changed since the last refresh.
    edited: bool,
    pub(crate) sprites: usize,
}

impl Shape {
    fn new(mask: Arc<Mask>) -> Shape {
        let looks: [OnceLock<Look>; Orientation::COUNT] = Default::default();
        looks[0].get_or_init(|| Look::new(mask));
        Shape { looks, turned: OnceLock::new(), angles: Shapes::DEFAULT_ANGLES, edited: false, sprites: 0 }
    }

    /// The mask, neither flipped nor turned.
    pub(crate) fn mask(&self) -> &Arc<Mask> {
        &self.looks[0].get().expect("filled when the shape was made").mask
    }

    /// The mask flipped, and turned by quarters.
    #[inline(always)]
    fn look(&self, way: Orientation) -> Result<&Look, WorldError> {
        match self.looks[way.index()].get() {
            Some(look) => Ok(look),
            None => self.first_look(way),
        }
    }

    #[cold]
    fn first_look(&self, way: Orientation) -> Result<&Look, WorldError> {
        let mask = way.apply(self.mask())?;
        Ok(self.looks[way.index()].get_or_init(|| Look::new(Arc::new(mask))))
    }

    /// That turned by a part of a circle.
    fn turned(&self, way: Orientation, index: u32) -> Result<&TurnedLook, WorldError> {
        let all = match self.turned.get() {
            Some(all) => all,
            None => {
                let places = Orientation::COUNT * self.angles as usize;
                let all = memory::list((0..places).map(|_| OnceLock::new()))?.into_boxed_slice();
                self.turned.get_or_init(|| all)
            }
        };
        let place = &all[way.index() * self.angles as usize + index as usize];
        if let Some(turned) = place.get() {
            return Ok(turned);
        }
        let mask = &self.look(way)?.mask;
        let middle = middle(mask).map(f64::from);
        // Kept here, where it is found without a lock: the table itself need not keep it too.
        let table = Turntable::new(Arc::clone(mask), self.angles, middle)?.with_limit(0);
        let (mask, at) = table.turned(index)?;
        Ok(place.get_or_init(|| TurnedLook { look: Look::new(mask), at }))
    }

    /// Where a sprite that shows this shape stands.
    #[inline(always)]
    fn stand(&self, shown: Shown, at: [i32; 2], pivot: Option<[i32; 2]>) -> Result<Stand<'_>, WorldError> {
        if pivot.is_some() || shown.angle != Angle::ZERO {
            return self.stand_turned(shown, at, pivot);
        }
        Ok(Stand { look: self.look(shown.way)?, at })
    }

    /// The same for a sprite with a pivot or an angle.
    #[cold]
    fn stand_turned(&self, shown: Shown, at: [i32; 2], pivot: Option<[i32; 2]>) -> Result<Stand<'_>, WorldError> {
        let mask = self.mask();
        let size = [i64::from(mask.width()), i64::from(mask.height())];
        let pivot = pivot.map(|pivot| shown.way.carry(pivot.map(i64::from), size));
        let upright = self.look(shown.way)?;
        let index = shown.angle.nearest_of(self.angles);
        // From the position to the top-left pixel.
        let (look, off) = if index == 0 {
            (upright, pivot.map_or([0, 0], |pivot| pivot.map(|c| -c)))
        } else {
            let middle = middle(&upright.mask);
            let TurnedLook { look, at } = self.turned(shown.way, index)?;
            let off = match pivot {
                None => [0, 1].map(|axis| i64::from(middle[axis]) + i64::from(at[axis])),
                Some(pivot) => {
                    let degrees = 360.0 * f64::from(index) / f64::from(self.angles);
                    let centre = [0, 1].map(|axis| (pivot[axis] - i64::from(middle[axis])) as f64 + 0.5);
                    let turned = Affine::rotation(degrees).apply(centre);
                    [0, 1].map(|axis| i64::from(at[axis]) - turned[axis].floor() as i64)
                }
            };
            (look, off)
        };
        let at = [0, 1].map(|axis| (i64::from(at[axis]) + off[axis]) as i32);
        Ok(Stand { look, at })
    }
}

/// The number of a shape's slot.
#[inline(always)]
fn slot(id: MaskId) -> usize {
    id.data().as_ffi() as u32 as usize
}

/// Takes over which tight boxes of a shape are known.
fn learn(tights: &mut [Option<Corners>], id: MaskId, shape: &Shape) {
    for (tight, look) in tights[slot(id) * Orientation::COUNT..].iter_mut().zip(&shape.looks) {
        *tight = look.get().map(|look| look.tight);
    }
}

/// The corner of pixels nearest to the middle of a mask.
fn middle(mask: &Mask) -> [u32; 2] {
    [mask.width() / 2, mask.height() / 2]
}

/// The masks of a world.
#[derive(Default)]
pub(crate) struct Shapes {
    shapes: SlotMap<MaskId, Shape>,
    /// Whether any is edited.
    edited: bool,
    /// The tight box of each shape in each orientation, at `slot * 8 + orientation`, or none where it is not
    /// known: what a refresh asks a million times, close together.
    tights: Vec<Option<Corners>>,
}

impl Shapes {
    /// Angles of a circle unless the user says otherwise.
    pub(crate) const DEFAULT_ANGLES: u32 = 64;

    pub(crate) fn add(&mut self, mask: Arc<Mask>) -> Result<MaskId, WorldError> {
        self.shapes.try_reserve(1)?;
        // A slot that was never used comes after all others.
        let tights = (self.shapes.capacity() + 1) * Orientation::COUNT;
        memory::resize(&mut self.tights, tights, None)?;
        let id = self.shapes.insert(Shape::new(mask));
        learn(&mut self.tights, id, &self.shapes[id]);
        Ok(id)
    }

    /// The tight box of a sprite without a pivot, if it is known.
    #[inline(always)]
    pub(crate) fn known_corners(&self, shown: Shown, at: [i32; 2]) -> Option<Corners> {
        let &tight = self.tights.get(slot(shown.mask) * Orientation::COUNT + shown.way.index())?;
        if shown.angle == Angle::ZERO { Some(tight?.moved(at)) } else { None }
    }

    #[inline(always)]
    pub(crate) fn get(&self, id: MaskId) -> Result<&Shape, WorldError> {
        self.shapes.get(id).ok_or(WorldError::StaleMask(id))
    }

    /// Counts a sprite more that shows a mask, which must be there.
    pub(crate) fn show(&mut self, shown: Shown) {
        let shape = &mut self.shapes[shown.mask];
        shape.sprites += 1;
        if self.tights[slot(shown.mask) * Orientation::COUNT + shown.way.index()].is_none() {
            learn(&mut self.tights, shown.mask, shape);
        }
    }

    /// Counts one less.
    pub(crate) fn hide(&mut self, id: MaskId) {
        self.shapes.get_mut(id).expect("a mask that is shown is not removed").sprites -= 1;
    }

    /// Where a sprite stands that shows a mask so, at a position, about a pivot.
    ///
    /// # Errors
    /// [`WorldError::Turned`] where the mask is too large for the angle; [`WorldError::StaleMask`].
    #[inline(always)]
    pub(crate) fn stand(&self, shown: Shown, at: [i32; 2], pivot: Option<[i32; 2]>) -> Result<Stand<'_>, WorldError> {
        self.get(shown.mask)?.stand(shown, at, pivot)
    }

    /// The shape, about to be changed: the turned copies are made afresh when they are next shown.
    fn begin_edit(&mut self, id: MaskId) -> Result<&mut Shape, WorldError> {
        let shape = self.shapes.get_mut(id).ok_or(WorldError::StaleMask(id))?;
        (self.edited, shape.edited) = (true, true);
        shape.looks[1..].iter_mut().for_each(|look| _ = look.take());
        shape.turned.take();
        self.tights[slot(id) * Orientation::COUNT..][..Orientation::COUNT].fill(None);
        Ok(shape)
    }

    /// Lets `edit` change the mask.
    pub(crate) fn edit<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        /// Takes the new bounds over, even where the edit panics half-way.
        struct Follow<'a>(&'a mut Look);
        impl Drop for Follow<'_> {
            fn drop(&mut self) {
                self.0.tight = self.0.mask.bounds().map_or(Corners::NONE, |rect| Corners::of(&rect));
            }
        }
        let look = self.begin_edit(id)?.looks[0].get_mut().expect("filled when the shape was made");
        if Arc::get_mut(&mut look.mask).is_none() {
            look.mask = Arc::new(look.mask.try_clone()?);
        }
        let look = Follow(look);
        Ok(edit(Arc::get_mut(&mut look.0.mask).expect("nobody else holds it")))
    }

    /// Sets into how many angles a circle is divided for sprites that show the mask.
    pub(crate) fn set_angles(&mut self, id: MaskId, angles: u32) -> Result<(), WorldError> {
        // Refused as the table refuses it, before anything is changed.
        Turntable::new(Arc::clone(self.get(id)?.mask()), angles, [0.0; 2])?;
        self.begin_edit(id)?.angles = angles;
        Ok(())
    }

    /// Whether a mask may have changed since the last refresh.
    pub(crate) fn edited(&self, id: MaskId) -> bool {
        self.edited && self.shapes.get(id).is_some_and(|shape| shape.edited)
    }

    /// Whether any mask may have changed since the last refresh.
    pub(crate) fn any_edited(&self) -> bool {
        self.edited
    }

    /// All that was edited has been taken over.
    pub(crate) fn settle(&mut self) {
        if std::mem::take(&mut self.edited) {
            for (id, shape) in &mut self.shapes {
                if std::mem::take(&mut shape.edited) {
                    learn(&mut self.tights, id, shape);
                }
            }
        }
    }

    pub(crate) fn remove(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        match self.get(id)?.sprites {
            0 => Ok(self.shapes.remove(id).map(|shape| shape.mask().clone()).expect("it is there")),
            sprites => Err(WorldError::MaskInUse { mask: id, sprites }),
        }
    }
}
