//! [`hitmask_fuzz::reshape`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::reshape::check(data));
