//! Points and places that JavaScript gives as real numbers.

use crate::errors::{JsResult, range_error};
use mask::shared::Real;
use world::WorldError;

/// Returns the place of a sprite, rounded half up.
pub(super) fn place(at: [f64; 2], name: &str) -> JsResult<[i32; 2]> {
    named(world::place(at), at, name)
}

/// Returns the pixels that points lie in. The numbers are x and y in turn. An error names the index.
pub(super) fn pixels(numbers: &[f64], name: &str) -> JsResult<Vec<[i32; 2]>> {
    each(numbers, name, world::pixel)
}

/// Returns the places of sprites, rounded half up. The numbers are x and y in turn. An error names the index.
pub(super) fn places(numbers: &[f64], name: &str) -> JsResult<Vec<[i32; 2]>> {
    each(numbers, name, world::place)
}

fn each(
    numbers: &[f64],
    name: &str,
    round: impl Fn([f64; 2]) -> Result<[i32; 2], WorldError>,
) -> JsResult<Vec<[i32; 2]>> {
    let point =
        |(index, &at): (usize, &[f64; 2])| round(at).or_else(|error| named(Err(error), at, &indexed(name, index)));
    numbers.as_chunks().0.iter().enumerate().map(point).collect()
}

fn named(at: Result<[i32; 2], WorldError>, [x, y]: [f64; 2], name: &str) -> JsResult<[i32; 2]> {
    at.map_err(|_| {
        range_error(&format!("{name} must be finite and from -2^30 to 2^30, got ({}, {})", Real(x), Real(y)))
    })
}

/// Returns the name of a point in a list of coordinates.
pub(super) fn indexed(name: &str, index: usize) -> String {
    format!("({name}[{}], {name}[{}])", 2 * index, 2 * index + 1)
}
