//! The choices of a random life, from bytes.

use arbitrary::Unstructured;
use testkit::Choice;

/// Bytes of which each choice takes as many as it needs.
pub(crate) struct Bytes<'a>(Unstructured<'a>);

impl<'a> Bytes<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes(Unstructured::new(data))
    }
}

impl Choice for Bytes<'_> {
    fn below(&mut self, n: u32) -> u32 {
        // Without bytes left, the choice is the start of the range.
        self.0.int_in_range(0..=n.saturating_sub(1)).unwrap_or(0)
    }

    fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}
