//! The classes of results of `Mask` that are more than a tuple.

use super::Mask;
use pyo3::prelude::*;

/// The first solid pixel that a ray meets.
#[pyclass(frozen, eq, get_all, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct RayHit {
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

impl From<::mask::RayHit> for RayHit {
    fn from(hit: ::mask::RayHit) -> RayHit {
        RayHit {
            at: hit.at.into(),
            before: hit.before.map(Into::into),
            step: hit.step,
            normal: hit.normal.map(Into::into),
        }
    }
}

#[pymethods]
impl RayHit {
    fn __repr__(&self) -> String {
        let (before, normal) = (shown(&self.before), shown(&self.normal));
        format!("RayHit(at={:?}, before={before}, step={}, normal={normal})", self.at, self.step)
    }
}

/// The first contact of a mask that moves along a line.
#[pyclass(frozen, eq, get_all, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct Contact {
    /// The first offset at which the masks overlap, ``(x, y)``.
    at: (i32, i32),
    /// The offset one step before, ``(x, y)``, or ``None`` if the masks overlap at the start.
    before: Option<(i32, i32)>,
    /// The number of steps from the start.
    step: u32,
    /// The contact normal at ``at``: a unit vector ``(x, y)`` from the moving mask to the mask at rest.
    normal: (f64, f64),
}

impl From<::mask::SweepHit> for Contact {
    fn from(contact: ::mask::SweepHit) -> Contact {
        Contact {
            at: contact.at.into(),
            before: contact.before.map(Into::into),
            step: contact.step,
            // The normals of this package point to the mask at rest.
            normal: contact.normal.map(|c| -c).into(),
        }
    }
}

#[pymethods]
impl Contact {
    fn __repr__(&self) -> String {
        let before = shown(&self.before);
        format!("Contact(at={:?}, before={before}, step={}, normal={:?})", self.at, self.step, self.normal)
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
    pub(super) fn new(py: Python<'_>, component: ::mask::Component) -> PyResult<Component> {
        let mask = Py::new(py, Mask::from_rust(component.mask))?;
        Ok(Component { mask, at: component.at.into(), count: component.count })
    }
}

#[pymethods]
impl Component {
    fn __eq__(&self, py: Python<'_>, other: &Component) -> bool {
        let [mask, of_other] = [self, other].map(|component| component.mask.get().cell.snapshot(py));
        self.at == other.at && mask == of_other
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (width, height) = self.mask.get().cell.read(py, |mask| (mask.width(), mask.height()));
        format!("Component(mask=<{width} x {height}>, at={:?}, count={})", self.at, self.count)
    }
}

/// Returns a value as Python writes it.
pub(crate) fn shown<T: std::fmt::Debug>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(|| "None".to_owned(), |value| format!("{value:?}"))
}
