//! Builds the examples of the folder `examples`: `cargo run -p show --example hit`. Here is what those after articles
//! share.

/// Random numbers, equal on every platform (`SplitMix64`).
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator. Equal seeds give equal numbers.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number of a range, whose end does not belong to it.
    pub fn within(&mut self, range: std::ops::Range<i32>) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        range.start + ((mixed >> 33) % (range.end - range.start) as u64) as i32
    }
}

/// The number of random tests: the first argument of the program, or 20,000.
#[must_use]
pub fn tests() -> u32 {
    std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(20_000)
}
