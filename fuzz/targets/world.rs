//! [`hitmask_fuzz::world`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::world::check(data));
