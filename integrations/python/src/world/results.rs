//! The classes of results of queries about one sprite, ray or pair.

use super::slots::slot_of;
use crate::convert::{rect_tuple, tuple};
use crate::mask::shown;
use pyo3::prelude::*;

/// The pixels that two sprites share, in world pixels.
#[pyclass(frozen, eq, get_all, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct Overlap {
    /// The topmost, then leftmost shared pixel, ``(x, y)``.
    first: (i32, i32),
    /// The number of shared pixels.
    area: u64,
    /// The rectangle around the shared pixels, ``(left, top, width, height)``.
    bounds: (i32, i32, u32, u32),
}

impl From<::world::Overlap> for Overlap {
    fn from(overlap: ::world::Overlap) -> Overlap {
        Overlap { first: tuple(overlap.first), area: overlap.area, bounds: rect_tuple(overlap.bounds) }
    }
}

#[pymethods]
impl Overlap {
    fn __repr__(&self) -> String {
        format!("Overlap(first={:?}, area={}, bounds={:?})", self.first, self.area, self.bounds)
    }
}

/// The first pixel of a ray that is solid in a sprite.
#[pyclass(frozen, eq, get_all, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct SpriteHit {
    /// The slot of the sprite.
    sprite: u32,
    /// The solid pixel, ``(x, y)``.
    at: (i32, i32),
    /// The pixel before it on the ray, ``(x, y)``, or ``None`` if the ray starts in a solid pixel of the sprite.
    before: Option<(i32, i32)>,
    /// The number of steps from the start of the ray.
    step: u32,
    /// The surface normal, a unit vector ``(x, y)`` that points out of the sprite, or ``None`` if the ray starts
    /// in a solid pixel of the sprite.
    normal: Option<(f64, f64)>,
}

impl From<::world::SpriteRayHit> for SpriteHit {
    fn from(hit: ::world::SpriteRayHit) -> SpriteHit {
        SpriteHit {
            sprite: slot_of(hit.sprite),
            at: tuple(hit.at),
            before: hit.before.map(tuple),
            step: hit.step,
            normal: hit.normal.map(tuple),
        }
    }
}

#[pymethods]
impl SpriteHit {
    fn __repr__(&self) -> String {
        let (before, normal) = (shown(&self.before), shown(&self.normal));
        let SpriteHit { sprite, at, step, .. } = self;
        format!("SpriteHit(sprite={sprite}, at={at:?}, before={before}, step={step}, normal={normal})")
    }
}

/// The first contact of a moving sprite with a sprite in its way.
#[pyclass(frozen, eq, get_all, module = "hitmask")]
#[derive(Clone, PartialEq)]
pub(crate) struct SweepHit {
    /// The slot of the sprite in the way.
    sprite: u32,
    /// The number of the first step after which the sprites share a pixel. It is 0 if they overlap at the start.
    step: u32,
    /// The last free position of the moving sprite, ``(x, y)``, or ``None`` if ``step`` is 0.
    before: Option<(i32, i32)>,
    /// The topmost, then leftmost pixel that the sprites share in the contact, ``(x, y)`` in the world.
    first: (i32, i32),
    /// The contact normal: a unit vector ``(x, y)`` from the moving sprite to the sprite in its way.
    normal: (f64, f64),
}

impl From<::world::SpriteSweepHit> for SweepHit {
    fn from(hit: ::world::SpriteSweepHit) -> SweepHit {
        SweepHit {
            sprite: slot_of(hit.sprite),
            step: hit.step,
            before: hit.before.map(tuple),
            first: tuple(hit.first),
            normal: tuple(hit.normal),
        }
    }
}

#[pymethods]
impl SweepHit {
    fn __repr__(&self) -> String {
        let SweepHit { sprite, step, before, first, normal } = self;
        let before = shown(before);
        format!("SweepHit(sprite={sprite}, step={step}, before={before}, first={first:?}, normal={normal:?})")
    }
}

/// The result of a move or a sweep.
#[pyclass(frozen, eq, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct Moved {
    /// The position at the end, ``(x, y)``.
    #[pyo3(get)]
    pub(super) at: (i32, i32),
    pub(super) hits: Vec<SweepHit>,
    /// The slot of the sprite that the moving sprite overlaps at the start, or ``None``. Of several such sprites, it is the
    /// one with the smallest slot.
    #[pyo3(get)]
    pub(super) started_inside: Option<u32>,
}

impl From<::world::Swept> for Moved {
    fn from(swept: ::world::Swept) -> Moved {
        let hits = swept.hit.into_iter().map(SweepHit::from).collect();
        Moved { at: tuple(swept.at), hits, started_inside: swept.started_inside.map(slot_of) }
    }
}

impl From<::world::Moved> for Moved {
    fn from(moved: ::world::Moved) -> Moved {
        let hits = moved.hits.into_iter().map(SweepHit::from).collect();
        Moved { at: tuple(moved.at), hits, started_inside: moved.started_inside.map(slot_of) }
    }
}

#[pymethods]
impl Moved {
    /// The contacts with sprites in the way, a list of :class:`SweepHit`, in their order. Each sprite comes once.
    #[getter]
    fn hits(&self) -> Vec<SweepHit> {
        self.hits.clone()
    }

    /// The first of :attr:`hits`, or ``None`` if the way is free.
    #[getter]
    fn hit(&self) -> Option<SweepHit> {
        self.hits.first().cloned()
    }

    fn __repr__(&self) -> String {
        let inside = shown(&self.started_inside);
        format!("Moved(at={:?}, hits=<{}>, started_inside={inside})", self.at, self.hits.len())
    }
}
