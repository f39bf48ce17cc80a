//! [`hitmask_fuzz::turned`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::turned::check(data));
