//! The error type of the crate.

use crate::limits::{MAX_RADIUS, MAX_WORDS};
use crate::real::Real;
use alloc::format;
use alloc::string::String;

/// The reason why a function of this crate failed.
///
/// A function that returns an error leaves the mask it was called on unchanged.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MaskError {
    /// The mask needs more than [`Mask::MAX_WORDS`](crate::Mask::MAX_WORDS) words, as given or rotated by 90 degrees.
    #[error(
        "mask of {width} x {height} pixels is too large: as given and rotated by 90 degrees it may have at most {} words \
         of 64 pixels, and each row takes whole words",
        MAX_WORDS
    )]
    TooLarge {
        /// The requested width in pixels.
        width: u32,
        /// The requested height in pixels.
        height: u32,
    },
    /// The system refused the memory for a mask.
    #[error("no memory for a mask of {width} x {height} pixels")]
    OutOfMemory {
        /// The requested width in pixels.
        width: u32,
        /// The requested height in pixels.
        height: u32,
    },
    /// The system refused the memory for a list, such as the corners of a contour or the bytes of a saved mask.
    #[error("no memory for {count} {unit}")]
    NoMemory {
        /// The number of items that the list was to hold.
        count: u64,
        /// The name of the items in the plural, such as points, bytes or corners.
        unit: &'static str,
    },
    /// The length of the pixel or bit data does not match the size of the mask.
    #[error("{width} x {height} pixels need {expected} {unit}, got {got}")]
    WrongLength {
        /// The requested width in pixels.
        width: u32,
        /// The requested height in pixels.
        height: u32,
        /// The unit of `expected` and `got`: bytes, bits or words.
        unit: &'static str,
        /// The length that the size requires.
        expected: u64,
        /// The length of the given data.
        got: u64,
    },
    /// The stride is smaller than a row: rows would overlap.
    #[error("stride must be at least {expected} {unit}, the length of a row of {width} pixels, got {got}")]
    WrongStride {
        /// The requested width in pixels.
        width: u32,
        /// The unit of `expected` and `got`: bytes or bits.
        unit: &'static str,
        /// The length of a row without gaps.
        expected: u64,
        /// The given stride.
        got: u64,
    },
    /// The bytes are not counts in COCO's compressed form.
    #[error("byte {at} of the counts is not COCO's compressed form: expected characters from '0' to 'o'")]
    NotCoco {
        /// The index of the byte.
        at: u64,
    },
    /// The text of a mask contains a character other than `#` and `.`.
    #[error("line {line}, column {column}: expected '#' or '.', found {found:?}")]
    UnknownCharacter {
        /// The line number, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The unknown character.
        found: char,
    },
    /// A line in the text of a mask is longer or shorter than the first line.
    #[error("{}", ragged(*line, *expected, *got))]
    Ragged {
        /// The line number, from 1.
        line: usize,
        /// The number of characters in the first line.
        expected: usize,
        /// The number of characters in this line.
        got: usize,
    },
    /// The frame does not lie inside its picture.
    #[error("frame must lie inside the picture of {width} x {height} pixels, got {frame}")]
    FrameOutside {
        /// The requested frame in pixels of the picture.
        frame: crate::Rect,
        /// The width of the picture in pixels.
        width: u32,
        /// The height of the picture in pixels.
        height: u32,
    },
    /// The hot map and its picture differ in size.
    #[error("hot map must be as large as its picture, {width} x {height} pixels, got {hot_width} x {hot_height}")]
    HotMapSize {
        /// The width of the picture in pixels.
        width: u32,
        /// The height of the picture in pixels.
        height: u32,
        /// The width of the hot map in pixels.
        hot_width: u32,
        /// The height of the hot map in pixels.
        hot_height: u32,
    },
    /// A coordinate of a shape is NaN or farther than 2^30 pixels from 0.
    #[error("coordinate must be from -2^30 to 2^30, got {}", Real(*value))]
    Coordinate {
        /// The given coordinate in pixels.
        value: f64,
    },
    /// The radius of a circle is NaN, negative or over 2^30 pixels.
    #[error("radius of a circle must be from 0 to 2^30, got {}", Real(*radius))]
    CircleRadius {
        /// The given radius in pixels.
        radius: f64,
    },
    /// The polygon has fewer than three points.
    #[error("polygon must have at least 3 points, got {given}")]
    PolygonPoints {
        /// The number of points given.
        given: usize,
    },
    /// The bytes do not begin with the header of a saved mask.
    #[error("saved mask must begin with \"mask\", a version and a size")]
    NotAMask,
    /// The saved mask has a format version that this crate cannot read.
    #[error("version of a saved mask must be {expected}, got {version}")]
    UnknownVersion {
        /// The version that this crate reads: [`Mask::to_bytes`](crate::Mask::to_bytes) and serde have their own.
        expected: u32,
        /// The version in the header.
        version: u32,
    },
    /// The checksum of a saved mask does not match its bytes.
    #[error("checksum of the saved mask does not match: bytes were changed or are missing; load an intact copy")]
    WrongChecksum,
    /// The saved mask has set bits after its last pixel.
    #[error("bits after the last of {width} x {height} pixels must be zero, got {bits:#010b} in the last byte")]
    SurplusBits {
        /// The width of the mask in pixels.
        width: u32,
        /// The height of the mask in pixels.
        height: u32,
        /// The set bits of the last byte that lie after the last pixel.
        bits: u8,
    },
    /// The pixels of a serialized mask are not hexadecimal digits, two for each byte.
    #[error("pixels of a saved mask must be hexadecimal digits, two for each byte")]
    NotHexadecimal,
    /// The block size is 0 pixels.
    #[error("side of a block must be at least 1 pixel, got 0")]
    NoBlock,
    /// The tolerance is negative, infinite or NaN.
    #[error("tolerance must be finite and at least 0 pixels, got {}", Real(*tolerance))]
    Tolerance {
        /// The given tolerance in pixels.
        tolerance: f64,
    },
    /// The largest number of corners of a convex part is below 3.
    #[error("max_corners must be at least 3, got {max_corners}")]
    MaxCorners {
        /// The given number of corners.
        max_corners: u32,
    },
    /// A number that must be finite is NaN or infinite.
    #[error("{what} must be finite, got {}", Real(*value))]
    NotFinite {
        /// The name of the number in the message, such as "angle".
        what: &'static str,
        /// The given number.
        value: f64,
    },
    /// The affine map has no inverse, or an inverse that is too inexact.
    ///
    /// Such a map sends the plane to a line or a point, or so nearly that rounding alone would move a point by half a
    /// pixel when it is mapped back.
    #[error("affine map must have an inverse exact to half a pixel, got a map of determinant {}", Real(*determinant))]
    Degenerate {
        /// The determinant of the map: the factor by which it changes areas.
        determinant: f64,
    },
    /// A corner of a mapped mask lies farther than 2^30 pixels from 0, the limit of positions.
    #[error("corners of a mapped mask must lie within 2^30 pixels of 0, got a coordinate of {}", Real(*coordinate))]
    TooFar {
        /// The x or y coordinate of the corner in pixels.
        coordinate: f64,
    },
    /// The radius is negative, NaN or over [`Mask::MAX_RADIUS`](crate::Mask::MAX_RADIUS).
    #[error("radius must be from 0 to {} pixels, got {}", MAX_RADIUS, Real(*radius))]
    RadiusOutOfRange {
        /// The given radius in pixels.
        radius: f64,
    },
    /// The number of angles of a turntable is 0 or over `Turntable::MAX_ANGLES`.
    #[error("number of angles must be from 1 to 65536, got {angles}")]
    AngleCount {
        /// The requested number of angles.
        angles: u32,
    },
}

/// Converts a count for an error message. A larger count becomes `u64::MAX`.
pub(crate) fn clamp(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A text that begins with a line break is the common way to get here.
fn ragged(line: usize, expected: usize, got: usize) -> String {
    match expected {
        0 => "the first line of the text is empty: begin with the first row of pixels".into(),
        _ => format!("line {line} must be as long as the first line, {expected} characters, got {got}"),
    }
}
