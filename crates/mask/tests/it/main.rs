//! Tests of the public API of `mask` against the per-pixel oracle.

mod affine;
mod colliding_offsets;
mod components;
mod contours;
#[cfg(feature = "convex")]
mod convex;
mod edits;
mod extremes;
mod free_places;
mod grown;
mod levels;
mod limits;
mod measure;
mod nearest;
mod placements;
mod properties;
mod pygame;
mod rays;
mod rect;
mod run_lengths;
mod shapes;
mod surfaces;
mod sweep;
mod words;

/// Asserts at compile time that every public type is [`Send`] and [`Sync`].
const _: () = {
    use mask::*;
    const fn shared<T: Send + Sync>() {}
    shared::<(Affine, Circle, Component, Connectivity, Contour<'_>, Contours, ContoursIter<'_>, SimdLevel, Line)>();
    shared::<(Mask, MaskError, Pixels<'_>, Moments, Polygon, RayHit, Rect, Run, Runs<'_>, Solid, Span)>();
    shared::<(Sweep, SweepHit, TransformedMask<'_>, Turntable)>();
};
