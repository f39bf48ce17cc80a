//! What can go wrong when a mask is made.

/// Why a mask could not be made. Whatever was asked is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MaskError {
    /// More than [`Mask::MAX_WORDS`](crate::Mask::MAX_WORDS) words, upright or turned by a quarter.
    #[error(
        "mask of {width} x {height} pixels is too large: as given and turned by a quarter it may have at most {} words \
         of 64 pixels, and each row takes whole words",
        crate::Mask::MAX_WORDS
    )]
    TooLarge {
        /// Asked width in pixels.
        width: u32,
        /// Asked height in pixels.
        height: u32,
    },
    /// The system refused the memory.
    #[error("no memory for a mask of {width} x {height} pixels")]
    OutOfMemory {
        /// Asked width in pixels.
        width: u32,
        /// Asked height in pixels.
        height: u32,
    },
    /// The system refused the memory for a list that is no mask.
    #[error("no memory for {count} {unit}")]
    NoMemory {
        /// How many there were to be.
        count: u64,
        /// What they are: points, bytes or corners.
        unit: &'static str,
    },
    /// Pixel or bit data that does not match the size.
    #[error("{width} x {height} pixels need {expected} {unit}, got {got}")]
    WrongLength {
        /// Asked width in pixels.
        width: u32,
        /// Asked height in pixels.
        height: u32,
        /// What the numbers count: bytes or bits.
        unit: &'static str,
        /// How many the size needs.
        expected: u64,
        /// How many were given.
        got: u64,
    },
    /// A character in the text of a mask that is neither `#` nor `.`.
    #[error("line {line}, column {column}: expected '#' or '.', found {found:?}")]
    UnknownCharacter {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A line in the text of a mask that is longer or shorter than the first.
    #[error("line {line} must be as long as the first line, {expected} characters, got {got}")]
    Ragged {
        /// Line, from 1.
        line: usize,
        /// Characters in the first line.
        expected: usize,
        /// Characters in this line.
        got: usize,
    },
    /// A frame that does not lie in its picture.
    #[error("frame must lie inside the picture of {width} x {height} pixels, got {frame}")]
    FrameOutside {
        /// The frame asked for.
        frame: crate::Rect,
        /// The picture's width.
        width: u32,
        /// The picture's height.
        height: u32,
    },
    /// A hot map whose size is not its picture's.
    #[error("hot map must be as large as its picture, {width} x {height} pixels, got {hot_width} x {hot_height}")]
    HotMapSize {
        /// The picture's width.
        width: u32,
        /// The picture's height.
        height: u32,
        /// The hot map's width.
        hot_width: u32,
        /// The hot map's height.
        hot_height: u32,
    },
    /// A coordinate of a shape that is no number or too far out.
    #[error("coordinate must be from -2^30 to 2^30, got {value}")]
    Coordinate {
        /// The coordinate.
        value: f64,
    },
    /// A radius of a circle that is no number, negative or too large.
    #[error("radius of a circle must be from 0 to 2^30, got {radius}")]
    CircleRadius {
        /// The radius.
        radius: f64,
    },
    /// A polygon of fewer than three points.
    #[error("polygon must have at least 3 points, got {given}")]
    PolygonPoints {
        /// Points given.
        given: usize,
    },
    /// Bytes that do not begin as a saved mask does.
    #[error("saved mask must begin with \"mask\", a version and a size")]
    NotAMask,
    /// A saved mask of a layout that is not known here.
    #[error("version of a saved mask must be 1, got {version}")]
    UnknownVersion {
        /// The layout.
        version: u32,
    },
    /// A saved mask with bits set after its last pixel.
    #[error("bits after the last of {width} x {height} pixels must be zero, got {bits:#010b} in the last byte")]
    SurplusBits {
        /// The mask's width.
        width: u32,
        /// The mask's height.
        height: u32,
        /// The bits of the last byte that stand for no pixel and are set.
        bits: u8,
    },
    /// Serialized pixels that are no hexadecimal digits, two for each byte.
    #[error("pixels of a saved mask must be hexadecimal digits, two for each byte")]
    NotHexadecimal,
    /// Blocks of no pixels.
    #[error("side of a block must be at least 1 pixel, got 0")]
    NoBlock,
    /// A tolerance that is negative, infinite or no number.
    #[error("tolerance must be finite and at least 0 pixels, got {tolerance}")]
    Tolerance {
        /// The tolerance asked for.
        tolerance: f64,
    },
    /// A number that must be finite: NaN, or infinite.
    #[error("{what} must be finite, got {value}")]
    NotFinite {
        /// What the number was given as.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// An affine map that squeezes the plane to a line or a point, or so nearly that what is mapped
    /// back would be off by half a pixel for rounding alone.
    #[error("affine map must have an inverse exact to half a pixel, got a map of determinant {determinant}")]
    Degenerate {
        /// The map's determinant: the factor by which it changes areas.
        determinant: f64,
    },
    /// A corner of a mapped picture beyond the limit of positions, 2^30 pixels from 0.
    #[error("corners of a mapped mask must lie within 2^30 pixels of 0, got a coordinate of {coordinate}")]
    TooFar {
        /// The corner's x or y.
        coordinate: f64,
    },
    /// A radius that is negative, not a number, or over [`Mask::MAX_RADIUS`](crate::Mask::MAX_RADIUS).
    #[error("radius must be from 0 to {} pixels, got {radius}", crate::Mask::MAX_RADIUS)]
    RadiusOutOfRange {
        /// The radius asked for.
        radius: f64,
    },
    /// A turntable without angles, or with more than
    /// `Turntable::MAX_ANGLES`.
    #[error("number of angles must be from 1 to 65536, got {angles}")]
    AngleCount {
        /// The number asked for.
        angles: u32,
    },
}

/// A count for an error message: the largest there is where it does not fit.
pub(crate) fn clamp(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
