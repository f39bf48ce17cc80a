//! [`hitmask_fuzz::pictures`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::pictures::check(data));
