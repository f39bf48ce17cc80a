//! [`hitmask_fuzz::tables`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::tables::check(data));
