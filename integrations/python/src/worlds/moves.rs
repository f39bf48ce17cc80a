//! Sweeps and moves of sprites among other sprites.

use super::World;
use super::errors::world_error;
use super::fields::NO_PIXEL;
use super::pace::Work;
use super::query::Query;
use super::results::{Moved, Swept};
use super::slots::{NO_ID, Slot, Slots, slot_of};
use super::who::Asked;
use crate::arrays;
use crate::arrays::{Late1, Late2};
use crate::convert::{Count, Layers, place};
use crate::fractions::Rule;
use crate::records::columns;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use world::{Motion, SpriteId, SpriteSweepHit};

columns! {
    /// How far many sprites can move, as arrays with a row for each sprite.
    Sweeps of "sweeps" {
        /// The positions at the end: int32 of shape (N, 2).
        at: Late2<i32>,
        /// The ids of the sprites that the moving sprites overlap at the start, or 2**32 - 1: uint32 of shape (N,).
        started_inside: Late1<u32>,
        /// The contacts with the sprites in the way, a :class:`SweepHits`.
        hits: Py<SweepHits>,
    }
}

columns! {
    /// How far many sprites moved, as arrays with a row for each sprite.
    Moves of "moves" {
        /// The positions at the end: int32 of shape (N, 2).
        at: Late2<i32>,
        /// The smallest ids of the sprites that the moving sprites overlap at the start, or 2**32 - 1: uint32 of shape (N,).
        started_inside: Late1<u32>,
        /// The contacts with the sprites in the way, a :class:`SweepHits`.
        hits: Py<SweepHits>,
        /// The sides on which the sprites are blocked, as :class:`Blocked` says: bool of shape (N, 4) with the columns left,
        /// right, up and down.
        blocked: Late2<bool>,
    }
}

columns! {
    /// The contacts of many sweeps or moves, as arrays with a row for each contact.
    SweepHits of "hits" {
        /// The index of the sweep or the move: uint32 of shape (M,), sorted. A way without a contact has no row.
        index: Late1<u32>,
        /// The id of the sprite in the way: uint32 of shape (M,).
        id: Late1<u32>,
        /// The number of the first step after which the sprites share a pixel: uint32 of shape (M,).
        step: Late1<u32>,
        /// The last free position of the moving sprite: int32 of shape (M, 2). Both coordinates are -2**31 if ``step`` is 0.
        before: Late2<i32>,
        /// The topmost, then leftmost pixel that the sprites share in the contact: int32 of shape (M, 2).
        first: Late2<i32>,
        /// The contact normals, unit vectors that point out of the sprite in the way: float64 of shape (M, 2).
        normal: Late2<f64>,
    }
}

/// The result of the way of one of many sprites.
struct One {
    at: [i32; 2],
    started_inside: Option<SpriteId>,
    hits: Vec<SpriteSweepHit>,
}

/// The positions at the end, the sprites overlapped at the start, and the contacts.
type Ways = (Late2<i32>, Late1<u32>, Py<SweepHits>);

/// Returns the columns of ways.
fn ways(py: Python<'_>, list: &[One]) -> PyResult<Ways> {
    let rows = || (0..).zip(list).flat_map(|(index, one)| one.hits.iter().map(move |hit| (index, hit)));
    let hits = SweepHits {
        index: arrays::column(py, rows().map(|(index, _)| index))?,
        id: arrays::column(py, rows().map(|(_, hit)| slot_of(hit.id)))?,
        step: arrays::column(py, rows().map(|(_, hit)| hit.step))?,
        before: arrays::table(py, rows().map(|(_, hit)| hit.before.unwrap_or(NO_PIXEL)))?,
        first: arrays::table(py, rows().map(|(_, hit)| hit.first))?,
        normal: arrays::table(py, rows().map(|(_, hit)| hit.normal))?,
    };
    let inside = |one: &One| one.started_inside.map_or(NO_ID, slot_of);
    let at = arrays::table(py, list.iter().map(|one| one.at))?;
    Ok((at, arrays::column(py, list.iter().map(inside))?, Py::new(py, hits)?))
}

/// Reads the name of a motion.
fn motion(name: &str, step_up: Option<Count>, step_down: Option<Count>) -> PyResult<Motion> {
    let height = |step: Option<Count>| step.map_or(0, |step| step.0);
    match name {
        "walk" => Ok(Motion::walk(height(step_up), height(step_down))),
        "stop" | "slide" if step_up.or(step_down).is_some() => Err(PyValueError::new_err(format!(
            "step_up and step_down are for the motion \"walk\", got {name:?}; leave them out"
        ))),
        "stop" => Ok(Motion::STOP),
        "slide" => Ok(Motion::SLIDE),
        _ => Err(PyValueError::new_err(format!("motion must be \"stop\", \"slide\" or \"walk\", got {name:?}"))),
    }
}

/// Returns sprites and as many positions.
fn with_targets(ids: Slots, to: &Bound<'_, PyAny>) -> PyResult<Vec<(Slot, [i32; 2])>> {
    let to = arrays::pixel_rows::<2>(to, "to", Rule::Place)?;
    if to.len() != ids.0.len() {
        let (sprites, to) = (ids.0.len(), to.len());
        return Err(PyValueError::new_err(format!("to must have a position for each of {sprites} sprites, got {to}")));
    }
    arrays::list(ids.0.into_iter().map(Slot).zip(to))
}

/// The number of pixels of a way that count as one move: a way takes a step for each pixel.
const PIXELS_OF_A_MOVE: u32 = 1 << 12;

#[pymethods]
impl World {
    /// Returns how far a sprite can move on a straight line towards ``to``, as a :class:`Swept`. Nothing moves.
    ///
    /// ``who`` is the id of a sprite; a :class:`Who`, which is the sprite somewhere else or as something else, or a sprite that is in no
    /// world; or a pair ``(mask, (x, y))`` of a :class:`Mask` and its position, which meets sprites of all layers.
    ///
    /// Every pixel step is tested: a fast sprite never passes through a thin one. A sprite that overlaps others at the start
    /// can leave them, and never gets deeper into them. Another sprite is in the way if the layers of both allow it, and if it
    /// is no sensor. A one-way sprite is in the way only from its side.
    ///
    /// Keywords: with ``layers``, only sprites in one of these layers are in the way. Each bit is a layer. They narrow what the sprite
    /// collides with: if it collides with none of them, there is a ``ValueError``; with 0, nothing is in the way. ``without`` is the id of a
    /// sprite that is not. If ``with_sensors`` is true, sensors are in the way too. If ``hit_from_inside`` is true, sprites that are
    /// overlapped at the start are hit at step 0.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if a value is out of range, or if a scaled mask would be too large.
    #[pyo3(signature = (who, to, *, layers=None, without=None, with_sensors=false, hit_from_inside=false))]
    #[allow(clippy::too_many_arguments)]
    fn sweep(
        &self,
        py: Python<'_>,
        who: Asked,
        to: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
        hit_from_inside: bool,
    ) -> PyResult<Swept> {
        let query = Query { layers, without, with_sensors, hit_from_inside };
        let to = place(to, "to")?;
        self.cell.call(py, who.work(self), move |world| {
            let who = who.to_rust(world)?;
            query.view(world)?.sweep(who, to).map(Swept::from).map_err(world_error)
        })
    }

    /// Sweeps many sprites, each on its own while all others stay, as :meth:`sweep` does. Returns a :class:`Sweeps`.
    ///
    /// ``ids`` are integers of shape (N,), and ``to`` numbers of shape (N, 2). The keywords are those of :meth:`sweep`.
    #[pyo3(signature = (ids, to, *, layers=None, without=None, with_sensors=false, hit_from_inside=false))]
    #[allow(clippy::too_many_arguments)]
    fn sweep_many(
        &self,
        py: Python<'_>,
        ids: Slots,
        to: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
        hit_from_inside: bool,
    ) -> PyResult<Sweeps> {
        let query = Query { layers, without, with_sensors, hit_from_inside };
        let targets = with_targets(ids, to)?;
        let list = self.cell.call_until(py, Work::Rows(targets.len()), move |world, stop| {
            let targets = ids_of(world, targets)?;
            let view = query.view(world)?;
            let sweep = |(id, to)| {
                stop.check()?;
                let swept = view.sweep(id, to).map_err(world_error)?;
                Ok(One { at: swept.at, started_inside: swept.started_inside, hits: swept.hit.into_iter().collect() })
            };
            arrays::try_list(targets.into_iter().map(sweep))
        })?;
        let (at, started_inside, hits) = ways(py, &list)?;
        Ok(Sweeps { at, started_inside, hits })
    }

    /// Moves a sprite towards ``to`` until other sprites are in its way, and returns a :class:`Moved`.
    ///
    /// ``motion`` is ``"stop"``: stops before the first sprite in the way; ``"slide"``: slides along sprites in the way; or
    /// ``"walk"``: walks along x over slopes and stairs, up to ``step_up`` pixels up and ``step_down`` pixels down for each pixel
    /// of x. Without the two, it climbs nothing. A walk ignores the y of ``to`` and never falls: slide down.
    ///
    /// The sprite never gets deeper into another: a sprite that overlaps others at the start can leave them, stand and slide.
    /// With ``hit_from_inside=True`` it does not move then. ``layers``, ``with_sensors`` and ``hit_from_inside`` are those of
    /// :meth:`sweep`. For example, a hero drops through a one-way platform by a move on all layers but that of the platforms.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if ``to`` is out of range, or if ``motion`` has another name.
    #[pyo3(signature = (
        id, to, motion="stop", *, step_up=None, step_down=None, layers=None, with_sensors=false, hit_from_inside=false
    ))]
    #[allow(clippy::too_many_arguments)]
    fn move_until(
        &self,
        py: Python<'_>,
        id: Slot,
        to: &Bound<'_, PyAny>,
        motion: &str,
        step_up: Option<Count>,
        step_down: Option<Count>,
        layers: Option<Layers>,
        with_sensors: bool,
        hit_from_inside: bool,
    ) -> PyResult<Moved> {
        let motion = Query { layers, with_sensors, hit_from_inside, ..Query::default() }
            .motion(self::motion(motion, step_up, step_down)?);
        let to = place(to, "to")?;
        let from = self.cell.read(py, move |world| {
            let id = id.id(world)?;
            Ok(world.get(id).map_or(to, |sprite| sprite.position))
        })?;
        let pixels = from[0].abs_diff(to[0]).max(from[1].abs_diff(to[1]));
        self.cell.call(py, Work::Move((pixels / PIXELS_OF_A_MOVE) as usize + 1), move |world| {
            let id = id.id(world)?;
            world.move_until(id, to, motion).map(Moved::from).map_err(world_error)
        })
    }

    /// Moves many sprites, one after the other, as :meth:`move_until` does. Returns a :class:`Moves`. After an error, the
    /// sprites before the faulty one have moved.
    ///
    /// ``ids`` are integers of shape (N,), and ``to`` numbers of shape (N, 2).
    #[pyo3(signature = (
        ids, to, motion="stop", *, step_up=None, step_down=None, layers=None, with_sensors=false, hit_from_inside=false
    ))]
    #[allow(clippy::too_many_arguments)]
    fn move_until_many(
        &self,
        py: Python<'_>,
        ids: Slots,
        to: &Bound<'_, PyAny>,
        motion: &str,
        step_up: Option<Count>,
        step_down: Option<Count>,
        layers: Option<Layers>,
        with_sensors: bool,
        hit_from_inside: bool,
    ) -> PyResult<Moves> {
        let motion = Query { layers, with_sensors, hit_from_inside, ..Query::default() }
            .motion(self::motion(motion, step_up, step_down)?);
        let targets = with_targets(ids, to)?;
        let moves = self.cell.call(py, Work::Move(targets.len()), move |world| {
            let targets = ids_of(world, targets)?;
            let moves = world.move_until_many(targets, motion).map_err(world_error)?;
            arrays::list(moves.into_iter().map(|moved| {
                let one = One { at: moved.at, started_inside: moved.started_inside.first().copied(), hits: moved.hits };
                (one, sides(moved.blocked))
            }))
        })?;
        let blocked = arrays::table(py, moves.iter().map(|(_, blocked)| *blocked))?;
        let (at, started_inside, hits) = ways(py, &arrays::list(moves.into_iter().map(|(one, _)| one))?)?;
        Ok(Moves { at, started_inside, hits, blocked })
    }
}

/// Returns the ids of sprites with targets.
fn ids_of(world: &world::World, targets: Vec<(Slot, [i32; 2])>) -> PyResult<Vec<(SpriteId, [i32; 2])>> {
    arrays::try_list(targets.into_iter().map(|(slot, to)| Ok((slot.id(world)?, to))))
}

/// Returns the blocked sides, in the order of their column.
fn sides(world::Blocked { left, right, up, down, .. }: world::Blocked) -> [bool; 4] {
    [left, right, up, down]
}
