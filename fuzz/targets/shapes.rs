//! [`hitmask_fuzz::shapes`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::shapes::check(data));
