//! [`hitmask_fuzz::queries`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::queries::check(data));
