//! [`hitmask_fuzz::saved_world`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::saved_world::check(data));
