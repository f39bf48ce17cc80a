//! The classes of results of `Mask` that are more than a tuple.

use super::Mask;
use crate::convert::tuple;
use crate::records::record;
use pyo3::prelude::*;

record! {
    /// The first solid pixel that a ray meets.
    RayHit {
        /// The solid pixel, ``(x, y)``.
        at: (i32, i32),
        /// The pixel before it on the ray, ``(x, y)``, or ``None`` if the ray starts in a solid pixel.
        before: Option<(i32, i32)>,
        /// The number of steps from the start of the ray.
        step: u32,
        /// The surface normal, a unit vector ``(x, y)`` that points out of the mask, or ``None`` if the ray starts in
        /// a solid pixel.
        normal: Option<(f64, f64)>,
    }
}

impl From<mask::RayHit> for RayHit {
    fn from(hit: mask::RayHit) -> RayHit {
        RayHit { at: tuple(hit.at), before: hit.before.map(tuple), step: hit.step, normal: hit.normal.map(tuple) }
    }
}

record! {
    /// The first offset of a sweep at which the masks share a pixel.
    SweepHit {
        /// The first offset at which the masks overlap, ``(x, y)``.
        at: (i32, i32),
        /// The offset one step before, ``(x, y)``, or ``None`` if the masks overlap at the start.
        before: Option<(i32, i32)>,
        /// The number of steps from the start.
        step: u32,
        /// The contact normal at ``at``: a unit vector ``(x, y)`` that points out of the mask at rest.
        normal: (f64, f64),
    }
}

impl From<mask::SweepHit> for SweepHit {
    fn from(hit: mask::SweepHit) -> SweepHit {
        SweepHit { at: tuple(hit.at), before: hit.before.map(tuple), step: hit.step, normal: tuple(hit.normal) }
    }
}

record! {
    /// The result of a sweep of a mask.
    Sweep {
        /// The :class:`SweepHit`, or ``None`` if the way is free.
        hit: Option<SweepHit>,
        /// Whether the masks overlap at the start.
        started_inside: bool,
    }
}

impl From<mask::Sweep> for Sweep {
    fn from(sweep: mask::Sweep) -> Sweep {
        Sweep { hit: sweep.hit.map(SweepHit::from), started_inside: sweep.started_inside }
    }
}

/// A set of connected solid pixels, cut out of its mask.
#[pyclass(frozen, get_all, module = "hitmask")]
pub(crate) struct Component {
    /// The pixels of the component, a :class:`Mask` without empty borders.
    mask: Py<Mask>,
    /// The position of the component in the mask, ``(x, y)``.
    at: (i32, i32),
    /// The number of pixels.
    count: u64,
}

impl Component {
    pub(super) fn of(py: Python<'_>, component: mask::Component) -> PyResult<Component> {
        let mask = Py::new(py, Mask::from_rust(component.mask))?;
        Ok(Component { mask, at: tuple(component.at), count: component.count })
    }
}

#[pymethods]
impl Component {
    #[new]
    fn new(mask: Py<Mask>, at: (i32, i32), count: u64) -> Component {
        Component { mask, at, count }
    }

    fn __getnewargs__(&self, py: Python<'_>) -> (Py<Mask>, (i32, i32), u64) {
        (self.mask.clone_ref(py), self.at, self.count)
    }

    fn __eq__(&self, py: Python<'_>, other: &Component) -> bool {
        let [mask, of_other] = [self, other].map(|component| component.mask.get().cell.snapshot(py));
        self.at == other.at && mask == of_other
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (width, height) = self.mask.get().cell.read(py, |mask| (mask.width(), mask.height()));
        format!("Component(mask=<{width} x {height}>, at={:?}, count={})", self.at, self.count)
    }
}
