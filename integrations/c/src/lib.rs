//! hitmask for C and every language that calls C: the library behind `include/hitmask.h`.
//!
//! This crate converts and calls. What masks and worlds do is in `hitmask-mask` and `hitmask-world`, and what is unsafe
//! is in [`ffi`]. The comments of this crate are the manual of C programs: the header is made from them.

#![allow(non_camel_case_types, reason = "the names are those of C")]
#![allow(missing_docs, reason = "fields whose names say all")]
#![allow(clippy::missing_safety_doc, reason = "the beginning of the header says what holds for all functions")]

mod convert;
mod ffi;
mod ids;
mod mask_handle;
mod masks;
mod status;
mod types;
mod worlds;

pub use ffi::hitmask_last_error;
pub use mask_handle::hitmask_mask;
pub use masks::*;
pub use status::hitmask_status;
pub use types::*;
pub use worlds::*;

use std::ffi::c_char;

/// Returns the version of the interface. It changes if a struct or a function of the header changes. A program whose
/// `HITMASK_ABI_VERSION` differs must not call anything else.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_abi_version() -> u32 {
    hitmask_abi::HITMASK_ABI_VERSION as u32
}

/// Returns the version of the library, such as "0.1.0". It must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_version() -> *const c_char {
    const VERSION: &std::ffi::CStr =
        match std::ffi::CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no NUL"),
        };
    VERSION.as_ptr()
}
