//! [`hitmask_fuzz::edits`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::edits::check(data));
