//! [`hitmask_fuzz::saved`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::saved::check(data));
