//! The mask functions of `pygame.sprite`: the position and the mask of each sprite are read once.

use super::class::{PygameMask, cell};
use super::host;
use super::surface_in::from_surface;
use super::theirs::from_pygame;
use crate::masks::{Mask, each_word};
use crate::worlds::on_pool;
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use std::collections::HashMap;
use std::sync::Arc;
use world::PlacedMask;

/// The coordinates within which the broad phase works.
const REACH: f64 = (1 << 29) as f64;

/// A sprite as the functions of this file see it.
struct Seen {
    /// The items 0 and 1 of its rectangle.
    at: [f64; 2],
    mask: Arc<mask::Mask>,
}

impl Seen {
    /// Returns the offset of another sprite as pygame's `overlap` takes it: truncated.
    fn offset(&self, other: &Seen) -> [i32; 2] {
        [0, 1].map(|axis| {
            let float = other.at[axis] - self.at[axis];
            let fits = float > f64::from(i32::MIN) - 1.0 && float < f64::from(i32::MAX) + 1.0;
            if fits { float as i32 } else { i32::MIN }
        })
    }

    fn hits(&self, other: &Seen) -> bool {
        self.mask.overlaps(&other.mask, self.offset(other))
    }
}

/// Reads sprites. Reads the method `overlap` of each class of masks once, and converts each mask of pygame once.
struct Reader<'py> {
    host: &'static host::Host,
    py: Python<'py>,
    checked: Option<Bound<'py, PyType>>,
    /// By address. The object is kept, so that no other mask gets its address.
    converted: HashMap<usize, (Bound<'py, PyAny>, Arc<mask::Mask>)>,
}

impl<'py> Reader<'py> {
    fn new(py: Python<'py>) -> PyResult<Reader<'py>> {
        Ok(Reader { host: host::get(py)?, py, checked: None, converted: HashMap::new() })
    }

    /// Returns the position and the mask of a sprite, or `None` if only pygame's own function may ask it.
    fn read(&mut self, sprite: &Bound<'py, PyAny>) -> PyResult<Option<Seen>> {
        let py = self.py;
        let Some(at) = self.position(&sprite.getattr(intern!(py, "rect"))?)? else { return Ok(None) };
        let mask = match sprite.getattr_opt(intern!(py, "mask"))? {
            Some(mask) => mask,
            None => from_surface(&sprite.getattr(intern!(py, "image"))?, super::args::Int(127))?.into_any(),
        };
        Ok(self.mask(&mask)?.map(|mask| Seen { at, mask }))
    }

    /// Returns the items 0 and 1 of a rectangle, or `None` if they are not numbers.
    fn position(&self, rect: &Bound<'py, PyAny>) -> PyResult<Option<[f64; 2]>> {
        let py = self.py;
        if rect.get_type().is(&self.host.rect_type)
            && let Ok(corner) = rect.getattr(intern!(py, "topleft"))?.cast::<PyTuple>()
        {
            let place = |i: usize| corner.get_borrowed_item(i)?.extract::<i32>();
            return Ok(Some([place(0)?.into(), place(1)?.into()]));
        }
        let place = |i: usize| rect.get_item(i)?.extract::<f64>();
        Ok(place(0).ok().zip(place(1).ok()).map(|(x, y)| [x, y]))
    }

    /// Returns the pixels of a mask whose `overlap` is pygame's or ours, or of a `hitmask.Mask`.
    fn mask(&mut self, mask: &Bound<'py, PyAny>) -> PyResult<Option<Arc<mask::Mask>>> {
        let py = self.py;
        if let Ok(ours) = mask.cast::<PygameMask>() {
            if !mask.is_exact_instance_of::<PygameMask>() {
                let class = mask.get_type();
                if !self.checked.as_ref().is_some_and(|checked| checked.is(&class)) {
                    let name = intern!(py, "overlap");
                    if !class.getattr(name)?.is(py.get_type::<PygameMask>().getattr(name)?) {
                        return Ok(None);
                    }
                    self.checked = Some(class);
                }
            }
            return Ok(Some(ours.as_super().get().cell.snapshot(py)));
        }
        if let Ok(plain) = mask.cast_exact::<Mask>() {
            return Ok(Some(plain.get().cell.snapshot(py)));
        }
        let (theirs, overlap) = (self.host.mask_type.bind(py), intern!(py, "overlap"));
        if !mask.is_instance(theirs)? || !mask.get_type().getattr(overlap)?.is(&theirs.getattr(overlap)?) {
            return Ok(None);
        }
        let key = mask.as_ptr() as usize;
        if let Some((_, known)) = self.converted.get(&key) {
            return Ok(Some(known.clone()));
        }
        let converted = Arc::new(from_pygame(mask)?);
        self.converted.insert(key, (mask.clone(), converted.clone()));
        Ok(Some(converted))
    }

    fn read_all(&mut self, sprites: &Bound<'py, PyList>) -> PyResult<Option<Vec<Seen>>> {
        let mut seen = Vec::with_capacity(sprites.len());
        for sprite in sprites {
            match self.read(&sprite)? {
                Some(one) => seen.push(one),
                None => return Ok(None),
            }
        }
        Ok(Some(seen))
    }

    /// Returns the sprites of a group, or `None` if only pygame's own function may iterate over it.
    fn members(&self, group: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
        let py = self.py;
        if group.get_type().is(&self.host.group_type)
            && let Ok(sprites) = group.getattr(intern!(py, "spritedict"))?.cast::<PyDict>()
        {
            // The list that `Group.sprites` makes.
            return Ok(Some(sprites.keys()));
        }
        let is_list = group.is_instance_of::<PyList>() || group.is_instance_of::<PyTuple>();
        if !is_list && !group.is_instance(self.host.any_group_type.bind(py))? {
            return Ok(None);
        }
        Ok(Some(py.get_type::<PyList>().call1((group,))?.cast_into()?))
    }
}

/// Turns a failure to read a sprite into `None`: pygame's own function then raises its error at the right moment.
///
/// # Errors
/// Returns what is no error of the sprite, such as `KeyboardInterrupt`.
fn or_theirs<T>(py: Python<'_>, read: PyResult<Option<T>>) -> PyResult<Option<T>> {
    read.or_else(|error| if error.is_instance_of::<PyException>(py) { Ok(None) } else { Err(error) })
}

/// Returns the pixel that two sprites share, if their masks are of exactly the class of this package and their rectangles are
/// plain. Otherwise, returns `None`.
fn plain_hit<'py>(left: &Bound<'py, PyAny>, right: &Bound<'py, PyAny>) -> PyResult<Option<Option<[i32; 2]>>> {
    let py = left.py();
    let name = intern!(py, "mask");
    let (Some(a), Some(b)) = (left.getattr_opt(name)?, right.getattr_opt(name)?) else { return Ok(None) };
    let (Ok(a), Ok(b)) = (a.cast_exact::<PygameMask>(), b.cast_exact::<PygameMask>()) else { return Ok(None) };
    let host = host::get(py)?;
    let corner = |sprite: &Bound<'py, PyAny>| -> PyResult<Option<[i32; 2]>> {
        let rect = sprite.getattr(intern!(py, "rect"))?;
        if !rect.get_type().is(&host.rect_type) {
            return Ok(None);
        }
        let corner = rect.getattr(intern!(py, "topleft"))?;
        let corner = corner.cast::<PyTuple>()?;
        Ok(Some([corner.get_borrowed_item(0)?.extract()?, corner.get_borrowed_item(1)?.extract()?]))
    };
    let (Some(from), Some(to)) = (corner(left)?, corner(right)?) else { return Ok(None) };
    let (Some(x), Some(y)) = (to[0].checked_sub(from[0]), to[1].checked_sub(from[1])) else { return Ok(None) };
    let offset = [x, y];
    let ask = move |a: &mask::Mask, b: &mask::Mask| mask::shared::overlap_first_by_strips(a, b, offset);
    cell(a).scan_pair(cell(b), py, each_word(1), ask).map(Some)
}

/// collide_mask(left, right) -> tuple[int, int] | None
///
/// Returns a pixel that the masks of two sprites share, in the mask of ``left``, or ``None``. A sprite without a
/// ``mask`` gets one of its ``image``.
#[pyfunction]
pub(crate) fn collide_mask<'py>(
    py: Python<'py>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(point) = or_theirs(py, plain_hit(left, right))? {
        return Ok(point.map(|[x, y]| (x, y)).into_pyobject(py)?.into_any());
    }
    let mut reader = Reader::new(py)?;
    if let (Some(a), Some(b)) = (or_theirs(py, reader.read(left))?, or_theirs(py, reader.read(right))?) {
        let point = mask::shared::overlap_first_by_strips(&a.mask, &b.mask, a.offset(&b));
        return Ok(point.map(|[x, y]| (x, y)).into_pyobject(py)?.into_any());
    }
    let corner = |sprite: &Bound<'py, PyAny>, i: usize| sprite.getattr(intern!(py, "rect"))?.get_item(i);
    let offset = (corner(right, 0)?.sub(corner(left, 0)?)?, corner(right, 1)?.sub(corner(left, 1)?)?);
    let mask = |sprite: &Bound<'py, PyAny>| match sprite.getattr_opt(intern!(py, "mask"))? {
        Some(mask) => Ok(mask),
        None => from_surface(&sprite.getattr(intern!(py, "image"))?, super::args::Int(127)).map(Bound::into_any),
    };
    mask(left)?.call_method1(intern!(py, "overlap"), (mask(right)?, offset))
}

/// Returns the sprites of a group that hit a sprite, in order: all, or only the first. Returns ``None`` if only
/// pygame's own function can tell.
#[pyfunction]
pub(crate) fn sprite_hits<'py>(
    py: Python<'py>,
    sprite: &Bound<'py, PyAny>,
    group: &Bound<'py, PyAny>,
    only_first: bool,
) -> PyResult<Option<Bound<'py, PyList>>> {
    let mut reader = Reader::new(py)?;
    let Some(sprites) = or_theirs(py, reader.members(group))? else { return Ok(None) };
    let hits = PyList::empty(py);
    if sprites.is_empty() {
        return Ok(Some(hits));
    }
    let Some(seen) = or_theirs(py, reader.read(sprite))? else { return Ok(None) };
    for other in sprites {
        let Some(one) = or_theirs(py, reader.read(&other))? else { return Ok(None) };
        if seen.hits(&one) {
            hits.append(other)?;
            if only_first {
                break;
            }
        }
    }
    Ok(Some(hits))
}

/// Returns a dict from each sprite of group ``a`` that hits a sprite of group ``b`` to the list of these sprites, all
/// in order. Returns ``None`` if only pygame's own function can tell.
#[pyfunction]
pub(crate) fn group_hits<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let mut reader = Reader::new(py)?;
    let Some(sprites_a) = or_theirs(py, reader.members(a))? else { return Ok(None) };
    let is_one = a.is(b);
    let sprites_b = if is_one { Some(sprites_a.clone()) } else { or_theirs(py, reader.members(b))? };
    let Some(sprites_b) = sprites_b else { return Ok(None) };
    let dict = PyDict::new(py);
    if sprites_a.is_empty() || sprites_b.is_empty() {
        return Ok(Some(dict));
    }
    let Some(seen_a) = or_theirs(py, reader.read_all(&sprites_a))? else { return Ok(None) };
    let counts = [sprites_a.len(), sprites_b.len()];
    let pairs = if is_one {
        on_pool(py, counts, move || pairs_within(&seen_a))?
    } else {
        let Some(seen_b) = or_theirs(py, reader.read_all(&sprites_b))? else { return Ok(None) };
        on_pool(py, counts, move || pairs_between(&seen_a, &seen_b))?
    };
    for hits in pairs.chunk_by(|(a, _), (b, _)| a == b) {
        let others = hits.iter().map(|&(_, other)| sprites_b.get_item(other as usize));
        let others = others.collect::<PyResult<Vec<_>>>()?;
        dict.set_item(sprites_a.get_item(hits[0].0 as usize)?, PyList::new(py, others)?)?;
    }
    Ok(Some(dict))
}

/// Returns the sprites as the broad phase takes them, or `None` if a position is no whole number or too far away.
fn placed(seen: &[Seen]) -> Option<Vec<PlacedMask<'_>>> {
    let place = |place: f64| (place.trunc() == place && place.abs() <= REACH).then_some(place as i32);
    let one = |seen: &'_ Seen| Some([place(seen.at[0])?, place(seen.at[1])?]);
    seen.iter().map(|seen| Some(PlacedMask { mask: &seen.mask, at: one(seen)? })).collect()
}

/// Returns the pairs of a sprite and a sprite that it hits, sorted. A sprite hits itself.
fn pairs_within(seen: &[Seen]) -> Vec<(u32, u32)> {
    let Some(Ok(mut pairs)) = placed(seen).map(|placed| world::pairs(&placed)) else { return all_pairs(seen, seen) };
    let (solid, ones) = ((0..).zip(seen).filter(|(_, one)| !one.mask.is_empty()), pairs.len());
    pairs.extend(solid.map(|(i, _)| (i, i)));
    pairs.extend_from_within(..ones);
    pairs[..ones].iter_mut().for_each(|(i, j)| std::mem::swap(i, j));
    pairs.sort_unstable();
    pairs
}

/// Returns the pairs of a sprite of `a` and a sprite of `b` that it hits, sorted.
fn pairs_between(a: &[Seen], b: &[Seen]) -> Vec<(u32, u32)> {
    let pairs = placed(a).zip(placed(b)).map(|(a, b)| world::cross_pairs(&a, &b));
    if let Some(Ok(pairs)) = pairs { pairs } else { all_pairs(a, b) }
}

/// Compares every sprite with every sprite.
fn all_pairs(a: &[Seen], b: &[Seen]) -> Vec<(u32, u32)> {
    let hits =
        |(i, one): (u32, _)| (0..).zip(b).filter(move |(_, other)| Seen::hits(one, other)).map(move |(j, _)| (i, j));
    (0..).zip(a).flat_map(hits).collect()
}
