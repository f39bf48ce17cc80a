//! Numbers as pages show them: with two significant digits.

use crate::report::{digits, grouped};

/// A time with two significant digits.
pub(crate) fn time(ns: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "us")];
    let (unit, name) = units.into_iter().find(|&(unit, _)| ns >= 0.995 * unit).unwrap_or((1.0, "ns"));
    format!("{} {name}", short(ns / unit))
}

/// A number with two significant digits.
pub(crate) fn short(number: f64) -> String {
    let number = significant(number);
    match number {
        n if n >= 10.0 => grouped(n.round() as u64),
        n if n >= 0.995 => format!("{n:.1}"),
        n => digits(n),
    }
}

fn significant(number: f64) -> f64 {
    if number <= 0.0 {
        return number;
    }
    let unit = 10f64.powi(number.log10().floor() as i32 - 1);
    (number / unit).round() * unit
}
