//! [`hitmask_fuzz::pair`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::pair::check(data));
