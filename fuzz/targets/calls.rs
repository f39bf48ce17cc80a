//! Calls over the C interface, which the bytes choose: what `integrations/c/tests/c/random.c` calls, with the fuzzer in place of
//! random numbers. It has no seeds: without the fuzzer, the C library's own tests run these calls.

#![no_main]

use border as _; // the library that the calls are linked with
use libfuzzer_sys::fuzz_target;

#[link(name = "calls", kind = "static")]
unsafe extern "C" {
    fn fuzz_calls(bytes: *const u8, length: usize);
}

fuzz_target!(|bytes: &[u8]| {
    // SAFETY: the pointer points to as many bytes as it says.
    unsafe { fuzz_calls(bytes.as_ptr(), bytes.len()) }
});
