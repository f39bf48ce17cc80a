//! [`hitmask_fuzz::levels`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::levels::check(data));
