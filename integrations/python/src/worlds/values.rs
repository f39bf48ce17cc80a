//! All values of sprites, and changes of them.

use super::World;
use super::errors::world_error;
use super::fields::{NO_PIXEL, Value};
use super::options::{Call, Options};
use super::pace::{ALL, Work};
use super::slots::{OneOrMany, Slot, slot_of};
use super::who::Asked;
use crate::arrays;
use crate::arrays::Late1;
use crate::convert::{RectTuple, finite, rect_tuple, tuple};
use crate::masks::Mask;
use crate::records::{columns, object, record};
use crate::shapes::Affine;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use world::SpriteId;
use world::bindings::sprite_fields;

macro_rules! classes {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, [$set:ident];)*) => {
        record! {
            /// The values of a sprite. A value that the sprite does not have is ``None``.
            Sprite {
                $($(#[doc = $doc])* $name: <$type as Value>::One,)*
            }
        }

        columns! {
            /// The values of N sprites, as arrays with a row for each sprite. If a sprite does not have a value, its row is NaN, or
            /// an empty text.
            Sprites of "sprites" {
                /// The ids: uint32 of shape (N,).
                id: Late1<u32>,
                $($(#[doc = $doc])* $name: <$type as Value>::Many,)*
            }
        }

        impl Sprite {
            fn of(sprite: &world::Sprite) -> Sprite {
                Sprite { $($name: Value::one(sprite.$name),)* }
            }
        }

        impl Sprites {
            fn of(py: Python<'_>, list: &[(SpriteId, world::Sprite)]) -> PyResult<Sprites> {
                Ok(Sprites {
                    id: arrays::column(py, list.iter().map(|(id, _)| slot_of(*id)))?,
                    $($name: <$type>::many(py, list.iter().map(|(_, sprite)| sprite.$name))?,)*
                })
            }
        }
    };
}

sprite_fields!(classes);

#[pymethods]
impl World {
    /// Returns the values of a sprite as a :class:`Sprite`, or of many as a :class:`Sprites`, which has an array for each
    /// value. ``ids`` is an id or integers of shape (N,); without it, the result has all sprites, sorted by id.
    ///
    /// :raises IndexError: if the world has no such sprite.
    #[pyo3(signature = (ids=None))]
    fn get<'py>(&self, py: Python<'py>, ids: Option<OneOrMany>) -> PyResult<Bound<'py, PyAny>> {
        let ids = match ids {
            Some(OneOrMany::One(id)) => {
                let sprite = self.cell.read(py, move |world| Ok(world.get(id.id(world)?)))?;
                return object(py, Sprite::of(&sprite.expect("the id is the id of a sprite")));
            }
            Some(OneOrMany::Many(ids)) => Some(ids),
            None => None,
        };
        let many = ids.as_ref().map_or(ALL, |ids| ids.0.len());
        let list = self.cell.call(py, Work::ReadMany(many), move |world| {
            let Some(ids) = ids else { return arrays::list(world.sprites()) };
            let ids = ids.ids(world)?;
            arrays::list(ids.into_iter().filter_map(|id| Some((id, world.get(id)?))))
        })?;
        object(py, Sprites::of(py, &list)?)
    }

    /// Changes values of sprites. Values that are not given, or are ``None``, stay as they are. After an error, no sprite
    /// is changed.
    ///
    /// ``ids`` is an id or integers of shape (N,). The keywords are ``mask``, ``position`` and those of :meth:`spawn`.
    /// Each is one value for all sprites, or an array of shape (N,) with a value for each. Arrays of positions, origins
    /// and fractions, and of factors along x and y have the shape (N, 2), an array of transforms has the shape (N, 2, 2). The
    /// array of a single factor for each sprite is a NumPy array. ``origin=False`` removes the origin, ``transform=False`` the
    /// transform, and ``one_way=False`` lets the sprite block from all sides again.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if a shape is wrong, a value is out of range, or a scaled mask would be too large.
    #[pyo3(signature = (ids, **options))]
    fn set(&self, py: Python<'_>, ids: OneOrMany, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let ids = ids.into_slots();
        let options = Options::new(Call::Set, options)?;
        options.check(ids.0.len())?;
        self.note_scaled(&options);
        self.cell.call(py, Work::WriteMany(ids.0.len()), move |world| {
            let ids = ids.ids(world)?;
            let mut before = Vec::new();
            before.try_reserve_exact(ids.len()).map_err(arrays::no_memory)?;
            for (index, &id) in ids.iter().enumerate() {
                let old = world.get(id).expect("the id is the id of a sprite");
                let mut new = old;
                let set =
                    options.apply(world, index, &mut new).and_then(|()| world.set_sprite(id, new).map_err(world_error));
                if let Err(error) = set {
                    // Each sprite showed its old values a moment ago, so it can show them again.
                    for (id, old) in before.into_iter().rev() {
                        world.set_sprite(id, old).map_err(world_error)?;
                    }
                    return Err(error);
                }
                before.push((id, old));
            }
            Ok(())
        })
    }

    /// Returns the data of a sprite, or the data of many: uint64 of shape (N,). ``ids`` is an id or integers of shape (N,). A
    /// despawned sprite keeps its data until its id is free for a new sprite, so the sprites of ``step().ended`` have theirs.
    ///
    /// :raises IndexError: if the id is free.
    fn data<'py>(&self, py: Python<'py>, ids: OneOrMany) -> PyResult<Bound<'py, PyAny>> {
        let data = |world: &world::World, slot: u32| {
            world.data_at(slot as usize).ok_or_else(|| super::errors::no_sprite(slot.into()))
        };
        let ids = match ids {
            OneOrMany::One(id) => return object(py, self.cell.read(py, move |world| data(world, id.0))?),
            OneOrMany::Many(ids) => ids,
        };
        let data = self.cell.call(py, Work::ReadMany(ids.0.len()), move |world| {
            arrays::try_list(ids.0.iter().map(|&slot| data(world, slot)))
        })?;
        Ok(arrays::owned(py, data).into_any())
    }

    /// Returns the smallest rectangle around the solid pixels of a sprite, in world pixels, as ``(left, top, width, height)``,
    /// or ``None`` if no pixel is solid. ``ids`` is an id.
    ///
    /// With integers of shape (N,), returns the rectangles of many: int32 of shape (N, 4) with the columns left, top, width
    /// and height. Without ``ids``, the rows are those of :attr:`ids`. A sprite without solid pixels has the width and the
    /// height 0, and -2**31 as left and top.
    ///
    /// :raises IndexError: if the world has no such sprite.
    #[pyo3(signature = (ids=None))]
    fn bounds<'py>(&self, py: Python<'py>, ids: Option<OneOrMany>) -> PyResult<Bound<'py, PyAny>> {
        let ids = match ids {
            Some(OneOrMany::One(id)) => {
                let bounds: Option<RectTuple> = self.cell.call(py, Work::Query, move |world| {
                    let id = id.id(world)?;
                    Ok(world.refresh().map_err(world_error)?.bounds(id).map(rect_tuple))
                })?;
                return object(py, bounds);
            }
            Some(OneOrMany::Many(ids)) => Some(ids),
            None => None,
        };
        let work = ids.as_ref().map_or(Work::Step, |ids| Work::Rows(ids.0.len()));
        let bounds = self.cell.call(py, work, move |world| {
            let ids = match ids {
                Some(ids) => ids.ids(world)?,
                None => arrays::list(world.sprites().map(|(id, _)| id))?,
            };
            let view = world.refresh().map_err(world_error)?;
            let row = |rect: mask::Rect| [rect.left, rect.top, rect.width as i32, rect.height as i32];
            let none = [NO_PIXEL[0], NO_PIXEL[1], 0, 0];
            arrays::list(ids.into_iter().map(|id| view.bounds(id).map_or(none, row)))
        })?;
        Ok(arrays::owned_rows(py, bounds).into_any())
    }

    /// Returns the mask that a sprite shows, flipped, turned, scaled and rotated, and the position ``(x, y)`` of its
    /// top-left pixel in the world. ``who`` is an id, or a :class:`Who` that would show the mask.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if a value is out of range, or if the scaled mask would be too large.
    fn shape(&self, py: Python<'_>, who: Asked) -> PyResult<(Mask, (i32, i32))> {
        let (mask, at) = self.cell.call(py, who.work(self), move |world| {
            let who = who.to_rust(world)?;
            let shape = world.refresh().map_err(world_error)?.shape(who).map_err(world_error)?;
            Ok((shape.mask.try_clone().map_err(crate::errors::mask_error)?, shape.at))
        })?;
        Ok((Mask::from_rust(mask), at.into()))
    }

    /// Returns the map under which to draw the picture of a sprite so that it covers the pixels that collide: from points of the
    /// picture to points of the world, as an :class:`Affine`. For many sprites, the maps are float64 of shape (N, 2, 3):
    /// ``x' = m[0, 0]*x + m[0, 1]*y + m[0, 2]``, and ``y'`` likewise with the second row. ``ids`` is an id or integers of shape
    /// (N,).
    ///
    /// Angles are rounded to the steps of :meth:`set_angle_steps`, and the map of an upright sprite has its top-left pixel as shown.
    ///
    /// :raises IndexError: if the world has no such sprite.
    fn draw_transform<'py>(&self, py: Python<'py>, ids: OneOrMany) -> PyResult<Bound<'py, PyAny>> {
        let is_one = matches!(ids, OneOrMany::One(_));
        let ids = ids.into_slots();
        let maps = self.cell.call(py, Work::Rows(ids.0.len()), move |world| {
            let ids = ids.ids(world)?;
            let view = world.refresh().map_err(world_error)?;
            arrays::list(ids.into_iter().map(|id| view.draw_transform(id).expect("the id is the id of a sprite")))
        })?;
        if is_one {
            return object(py, Affine(maps[0]));
        }
        object(py, &arrays::tables(py, maps.into_iter().map(<[[f64; 3]; 2]>::from))?)
    }

    /// Returns the point of the mask that a sprite shows at a point of the world, as ``(x, y)`` with fractions: a bullet hole, for
    /// example. The result is in pixels of the mask as it was added, and may lie outside the mask.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if a coordinate is NaN or infinite.
    fn mask_point(&self, py: Python<'_>, id: Slot, point: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
        let point = finite(point, "point")?;
        self.cell.call(py, Work::Query, move |world| {
            let id = id.id(world)?;
            let view = world.refresh().map_err(world_error)?;
            Ok(tuple(view.mask_point(id, point).expect("the id is the id of a sprite")))
        })
    }
}
