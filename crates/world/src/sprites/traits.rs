//! How a sprite stands in the way of others, and how it is tested.

use super::Side;

/// How a sprite stands in the way of others, and how it is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Traits {
    /// Whether it blocks nobody.
    pub(crate) sensor: bool,
    /// The only side from which it blocks, if there is one.
    pub(crate) one_way: Option<Side>,
    /// Whether a step tests it along its way.
    pub(crate) continuous: bool,
}

impl Traits {
    /// The traits as a number: bit 0 for a sensor, bit 1 for a continuous sprite, and from bit 2 on the number of the
    /// side, or 0.
    pub(crate) fn to_bits(self) -> u64 {
        let side = self.one_way.map_or(0, |side| 1 + side as u64);
        u64::from(self.sensor) | u64::from(self.continuous) << 1 | side << 2
    }

    /// The traits for which [`Traits::to_bits`] returns this number.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Traits {
        let side = (bits >> 2).checked_sub(1).and_then(|side| Side::ALL.get(side as usize).copied());
        Traits { sensor: bits & 1 != 0, one_way: side, continuous: bits >> 1 & 1 != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_are_read_as_they_were_written() {
        for one_way in Side::ALL.map(Some).into_iter().chain([None]) {
            for (sensor, continuous) in [(false, false), (false, true), (true, false), (true, true)] {
                let traits = Traits { sensor, one_way, continuous };
                assert_eq!(Traits::from_bits(traits.to_bits()), traits);
            }
        }
        assert_eq!(Traits::default().to_bits(), 0);
    }
}
