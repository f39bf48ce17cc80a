//! [`hitmask_fuzz::motion`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::motion::check(data));
