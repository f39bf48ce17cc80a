//! [`hitmask_fuzz::maps`] under libFuzzer, with the seeds of `ldtk`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::maps::check(data));
