//! One mask at many angles, made when asked for.

use crate::{Affine, Mask, MaskError};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A mask turned about a pivot by N equal steps of a circle. Each angle is made when it is first asked
/// for, kept, and shared; where they take too much memory, those that were not asked for longest are
/// forgotten, and made again if they are asked for again.
///
/// It can be asked from several threads at once. They wait for each other only to look up, never while
/// one is made; so two that ask for the same new angle may both make it, and get the same one.
///
/// ```
/// use mask::{Mask, Turntable};
/// use std::sync::Arc;
///
/// let ship: Mask = "..#..\n.###.\n#####".parse()?;
/// let table = Turntable::new(ship.clone(), 16, [2.5, 1.5])?; // 22.5 degrees a step, about the middle
/// let (turned, at) = table.turned(4)?;
/// assert_eq!(*turned, ship.rotated_90());
/// assert_eq!(at, [-1, -3]); // from the pivot to the top-left pixel
/// assert!(Arc::ptr_eq(&turned, &table.turned(20)?.0)); // once around, and the same one
/// assert_eq!(table.index_of(100.0)?, 4);
/// # Ok::<(), mask::MaskError>(())
/// ```
#[derive(Debug)]
pub struct Turntable {
    mask: Arc<Mask>,
    angles: u32,
    pivot: [f64; 2],
    limit: u64,
    cache: Mutex<AngleCache>,
}

/// The angles that are made.
#[derive(Debug, Default)]
struct AngleCache {
    angles: BTreeMap<u32, CachedAngle>,
    bytes: u64,
    /// Counts the questions, to tell which angle was not asked for longest.
    requests: u64,
}

/// An angle that is made.
#[derive(Debug)]
struct CachedAngle {
    mask: Arc<Mask>,
    at: [i32; 2],
    last_request: u64,
}

impl Turntable {
    /// The most angles that a table may have.
    pub const MAX_ANGLES: u32 = 1 << 16;

    /// The bytes that the angles kept may take unless [`with_limit`](Turntable::with_limit) says
    /// otherwise: 64 MiB, room for 360 angles of a mask of 768 x 768 pixels.
    pub const DEFAULT_LIMIT: u64 = 64 << 20;

    /// A table of `angles` equal steps of a circle about `pivot`, a point of the mask in pixels from its
    /// top-left corner; its middle is `[width / 2, height / 2]`, halves included. Makes nothing yet.
    ///
    /// # Errors
    /// [`MaskError::AngleCount`] unless there are 1 to [`Turntable::MAX_ANGLES`];
    /// [`MaskError::NotFinite`] where the pivot is not.
    pub fn new(mask: impl Into<Arc<Mask>>, angles: u32, pivot: impl Into<[f64; 2]>) -> Result<Turntable, MaskError> {
        let pivot = pivot.into();
        if !(1..=Turntable::MAX_ANGLES).contains(&angles) {
            return Err(MaskError::AngleCount { angles });
        }
        if let Some(value) = pivot.into_iter().find(|value| !value.is_finite()) {
            return Err(MaskError::NotFinite { what: "coordinate of the pivot", value });
        }
        Ok(Turntable { mask: mask.into(), angles, pivot, limit: Self::DEFAULT_LIMIT, cache: Mutex::default() })
    }

    /// The same table with another limit to the bytes that the pixels of the angles kept may take. An
    /// angle larger than the limit is made for each question; 0 keeps nothing. What a caller holds
    /// counts for as long as the table keeps it too.
    #[must_use]
    pub fn with_limit(mut self, bytes: u64) -> Turntable {
        self.limit = bytes;
        self.cache().evict_to(bytes);
        self
    }

    /// The mask turned clockwise by `index` steps of 360 / N degrees, and where its top-left pixel
    /// stands, seen from the pivot. Indexes go on around the circle.
    ///
    /// The same as [`Mask::transformed`] by `Affine::translation(-pivot)` then `Affine::rotation(index *
    /// 360 / N)`.
    ///
    /// # Errors
    /// As [`Mask::transformed`]. The table stays as it is.
    pub fn turned(&self, index: u32) -> Result<(Arc<Mask>, [i32; 2]), MaskError> {
        let index = index % self.angles;
        if let Some(angle) = self.cache().find(index) {
            return Ok(angle);
        }
        let degrees = 360.0 * f64::from(index) / f64::from(self.angles);
        let centered = Affine::translation(self.pivot.map(|coordinate| -coordinate));
        let (mask, at) = self.mask.transformed(&centered.then(&Affine::rotation(degrees)))?;
        Ok(self.cache().insert(index, Arc::new(mask), at, self.limit))
    }

    /// The index of the angle nearest to some degrees clockwise, of two the larger.
    ///
    /// # Errors
    /// [`MaskError::NotFinite`] where the angle is not.
    pub fn index_of(&self, degrees: f64) -> Result<u32, MaskError> {
        if !degrees.is_finite() {
            return Err(MaskError::NotFinite { what: "angle", value: degrees });
        }
        let steps = (degrees % 360.0) / 360.0 * f64::from(self.angles);
        Ok((steps + 0.5).floor().rem_euclid(self.angles.into()) as u32)
    }

    /// How many angles the table has.
    #[must_use]
    pub fn angles(&self) -> u32 {
        self.angles
    }

    /// How many bytes the pixels of the angles kept take; never more than the limit.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.cache().bytes
    }

    /// What is kept. It is whole between any two steps, so a thread that panicked left it usable.
    fn cache(&self) -> MutexGuard<'_, AngleCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AngleCache {
    /// An angle, if it is kept, now the one asked for last.
    fn find(&mut self, index: u32) -> Option<(Arc<Mask>, [i32; 2])> {
        self.requests += 1;
        let angle = self.angles.get_mut(&index)?;
        angle.last_request = self.requests;
        Some((Arc::clone(&angle.mask), angle.at))
    }

    /// Keeps an angle, unless another thread did, and gives the one that is kept.
    fn insert(&mut self, index: u32, mask: Arc<Mask>, at: [i32; 2], limit: u64) -> (Arc<Mask>, [i32; 2]) {
        if let Some(angle) = self.find(index) {
            return angle;
        }
        let size = bytes_of(&mask);
        if let Some(rest) = limit.checked_sub(size) {
            self.evict_to(rest);
            self.bytes += size;
            self.angles.insert(index, CachedAngle { mask: Arc::clone(&mask), at, last_request: self.requests });
        }
        (mask, at)
    }

    /// Forgets the angles that were not asked for longest, until no more than `limit` bytes are kept.
    fn evict_to(&mut self, limit: u64) {
        while self.bytes > limit {
            let oldest = self.angles.iter().min_by_key(|(_, angle)| angle.last_request).map(|(&index, _)| index);
            let Some(angle) = oldest.and_then(|index| self.angles.remove(&index)) else { return };
            self.bytes -= bytes_of(&angle.mask);
        }
    }
}

/// The bytes of a mask's pixels.
fn bytes_of(mask: &Mask) -> u64 {
    mask.words.len() as u64 * 8
}
