//! One mask at many angles, rendered on demand.

use crate::{Affine, IntoPoint, Mask, MaskError};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A mask rotated about an origin by N equal steps of a circle.
///
/// Each angle is rendered on its first request, then kept and shared. If the kept angles exceed a memory limit, the
/// least recently requested angles are dropped, and rendered again on their next request.
///
/// Several threads can use one table. They wait for each other only during look-ups, never while an angle is
/// rendered. If two threads request the same new angle, both may render it. If the mask fits the limit, the table keeps
/// one of the two, and both threads receive the mask that is kept.
///
/// ```
/// use hitmask::{Mask, Turntable};
/// use std::sync::Arc;
///
/// let ship: Mask = "..#..\n.###.\n#####".parse()?;
/// let table = Turntable::new(ship.clone(), 16, [2.5, 1.5])?; // 22.5 degrees a step, about the middle
/// let (turned, at) = table.turned(4)?;
/// assert_eq!(*turned, ship.rotated_90());
/// assert_eq!(at, [-1, -2]); // from the origin to the top-left pixel
/// assert!(Arc::ptr_eq(&turned, &table.turned(20)?.0)); // once around, and the same one
/// assert_eq!(table.index_of(100.0)?, 4);
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug)]
pub struct Turntable {
    mask: Arc<Mask>,
    angles: u32,
    origin: [f64; 2],
    limit: u64,
    cache: Mutex<AngleCache>,
}

#[derive(Debug, Default)]
struct AngleCache {
    angles: BTreeMap<u32, CachedAngle>,
    bytes: u64,
    /// The number of look-ups so far, as a clock for [`CachedAngle::last_request`].
    requests: u64,
}

#[derive(Debug)]
struct CachedAngle {
    mask: Arc<Mask>,
    at: [i32; 2],
    last_request: u64,
}

impl Turntable {
    /// The largest number of angles of a table.
    pub const MAX_ANGLES: u32 = 1 << 16;

    /// The default limit of the bytes of all kept angles: 64 MiB, enough for 360 angles of a mask of 768 x 768
    /// pixels.
    pub const DEFAULT_LIMIT: u64 = 64 << 20;

    /// Creates a table of `angles` equal steps of a circle about `origin`. No angle is rendered yet.
    ///
    /// The origin is a point of the mask, in pixels from its top-left corner. The middle of the mask is
    /// `[width / 2, height / 2]`, halves included.
    ///
    /// # Errors
    /// Returns [`MaskError::AngleCount`] unless `angles` is from 1 to [`Turntable::MAX_ANGLES`], and
    /// [`MaskError::NotFinite`] if a coordinate of the origin is NaN or infinite.
    pub fn new<N>(mask: impl Into<Arc<Mask>>, angles: u32, origin: impl IntoPoint<N>) -> Result<Turntable, MaskError> {
        let origin = origin.into_point();
        if !(1..=Turntable::MAX_ANGLES).contains(&angles) {
            return Err(MaskError::AngleCount { angles });
        }
        if let Some(value) = origin.into_iter().find(|value| !value.is_finite()) {
            return Err(MaskError::NotFinite { what: "coordinate of the origin", value });
        }
        Ok(Turntable { mask: mask.into(), angles, origin, limit: Self::DEFAULT_LIMIT, cache: Mutex::default() })
    }

    /// Sets the limit of the bytes that the pixels of all kept angles may take.
    ///
    /// An angle larger than the limit is rendered for each request. A limit of 0 keeps no angle that has pixels. A mask
    /// that a caller also holds counts toward the limit as long as the table keeps it.
    #[must_use]
    pub fn with_limit(mut self, bytes: u64) -> Turntable {
        self.limit = bytes;
        self.cache().evict_to(bytes);
        self
    }

    /// Returns the mask rotated clockwise by `index` steps of 360 / N degrees, and the position of its top-left
    /// pixel relative to the origin. An index of N or more wraps around the circle.
    ///
    /// The result equals [`Mask::transformed`] by `Affine::translation(-origin)` followed by
    /// `Affine::rotation(index * 360 / N)`.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::transformed`]. The table is unchanged after an error.
    pub fn turned(&self, index: u32) -> Result<(Arc<Mask>, [i32; 2]), MaskError> {
        let index = index % self.angles;
        if let Some(angle) = self.cache().find(index) {
            return Ok(angle);
        }
        let degrees = 360.0 * f64::from(index) / f64::from(self.angles);
        let centered = Affine::translation(self.origin.map(|coordinate| -coordinate));
        let (mask, at) = self.mask.transformed(&centered.then(&Affine::rotation(degrees)))?;
        Ok(self.cache().insert(index, Arc::new(mask), at, self.limit))
    }

    /// Returns the index of the angle nearest to an angle in degrees clockwise. Of two equally near angles, the
    /// result is the larger one.
    ///
    /// # Errors
    /// Returns [`MaskError::NotFinite`] if `degrees` is NaN or infinite.
    pub fn index_of(&self, degrees: f64) -> Result<u32, MaskError> {
        if !degrees.is_finite() {
            return Err(MaskError::NotFinite { what: "angle", value: degrees });
        }
        let steps = (degrees % 360.0) / 360.0 * f64::from(self.angles);
        Ok((steps + 0.5).floor().rem_euclid(self.angles.into()) as u32)
    }

    /// Returns the number of angles of the table.
    #[must_use]
    pub fn angles(&self) -> u32 {
        self.angles
    }

    /// Returns the number of bytes that the pixels of all kept angles take. It never exceeds the limit.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.cache().bytes
    }

    /// Locks the cache. A panic of another thread does not make the cache unusable, because no operation on it can
    /// panic half-way.
    fn cache(&self) -> MutexGuard<'_, AngleCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AngleCache {
    /// Marks an angle as the most recently requested and returns it, or returns `None` if the angle is not kept.
    fn find(&mut self, index: u32) -> Option<(Arc<Mask>, [i32; 2])> {
        self.requests += 1;
        let angle = self.angles.get_mut(&index)?;
        angle.last_request = self.requests;
        Some((Arc::clone(&angle.mask), angle.at))
    }

    /// Keeps an angle if it fits the limit and returns it. If another thread has stored the angle in the meantime,
    /// returns the stored mask instead.
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

    /// Drops the least recently requested angles until at most `limit` bytes are kept.
    fn evict_to(&mut self, limit: u64) {
        while self.bytes > limit {
            let oldest = self.angles.iter().min_by_key(|(_, angle)| angle.last_request).map(|(&index, _)| index);
            let Some(angle) = oldest.and_then(|index| self.angles.remove(&index)) else { return };
            self.bytes -= bytes_of(&angle.mask);
        }
    }
}

/// The number of bytes of a mask's pixels, without the padding after the last word and the summary.
fn bytes_of(mask: &Mask) -> u64 {
    mask.words.len() as u64 * 8
}
