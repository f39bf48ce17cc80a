//! [`hitmask_fuzz::aseprite`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::aseprite::check(data));
