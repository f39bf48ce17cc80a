//! The border: all that is unsafe in this library, in a few functions, and what a call does when it fails.
//!
//! A C program must keep what no library can check: pointers lead to memory that is as long as it says, objects are not used after
//! they are freed, and an object that a call changes is used by no other thread. The rest is checked here.

use crate::status::{Failure, hitmask_status};
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

thread_local! {
    /// The sentence of the last call of this thread that failed.
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Returns why the last call of this thread that failed has failed: a sentence in UTF-8, or an empty string if none has failed. It is
/// valid until the next call of this thread that fails, and must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_last_error() -> *const c_char {
    LAST_ERROR.with(|last| last.try_borrow().map_or(c"".as_ptr(), |last| last.as_ptr()))
}

/// Runs a call. A panic ends here: no other language can go on after it.
#[inline]
pub(crate) fn call(work: impl FnOnce() -> Result<(), Failure>) -> hitmask_status {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => hitmask_status::HITMASK_OK,
        Ok(Err(failure)) => fail(failure),
        Err(panic) => fail(Failure::panic(&*panic)),
    }
}

#[cold]
fn fail(Failure { status, message }: Failure) -> hitmask_status {
    let message = CString::new(message.replace('\0', "?")).unwrap_or_default();
    LAST_ERROR.with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            *last = message;
        }
    });
    status
}

/// An object that C programs hold.
pub(crate) trait Object {
    /// What a message calls it.
    const NAME: &str;

    /// Whether a call that changed it has panicked.
    fn is_broken(&self) -> bool;
}

/// Checks a pointer. `name` is that of the argument.
#[inline]
fn check<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    if !pointer.is_aligned() {
        return Err(Failure::invalid(format!("{name} must be aligned to {} bytes", align_of::<T>())));
    }
    Ok(())
}

#[inline]
fn unbroken<T: Object>(object: &T) -> Result<(), Failure> {
    if object.is_broken() { Err(Failure::broken(T::NAME)) } else { Ok(()) }
}

/// Returns an object.
///
/// # Safety
/// The pointer must be NULL, or an object of this library that no thread changes or frees meanwhile.
#[inline]
pub(crate) unsafe fn object<'a, T: Object>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    check(pointer, name)?;
    // SAFETY: it is not NULL, it is aligned, and the caller keeps the rest.
    let object = unsafe { &*pointer };
    unbroken(object)?;
    Ok(object)
}

/// Returns an object to change.
///
/// # Safety
/// The pointer must be NULL, or an object of this library that no other thread uses meanwhile.
#[inline]
pub(crate) unsafe fn object_mut<'a, T: Object>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    check(pointer, name)?;
    // SAFETY: it is not NULL, it is aligned, and the caller keeps the rest.
    let object = unsafe { &mut *pointer };
    unbroken(object)?;
    Ok(object)
}

/// Returns a list. NULL is an empty list if `count` is 0.
///
/// # Safety
/// The pointer must be NULL, or lead to `count` values that nobody changes meanwhile.
#[inline]
pub(crate) unsafe fn list<'a, T>(pointer: *const T, count: usize, name: &str) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer, name)?;
    fits::<T>(count, name)?;
    // SAFETY: it is not NULL, it is aligned, it is not longer than memory can be, and the caller keeps the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Returns a list to write to. NULL is an empty list if `count` is 0.
///
/// # Safety
/// The pointer must be NULL, or lead to `count` values that nobody else uses meanwhile.
#[inline]
pub(crate) unsafe fn list_mut<'a, T>(pointer: *mut T, count: usize, name: &str) -> Result<&'a mut [T], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(pointer, name)?;
    fits::<T>(count, name)?;
    // SAFETY: it is not NULL, it is aligned, it is not longer than memory can be, and the caller keeps the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

fn fits<T>(count: usize, name: &str) -> Result<(), Failure> {
    let is_longer = count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize);
    if is_longer { Err(Failure::invalid(format!("{name} cannot have {count} values"))) } else { Ok(()) }
}

/// Writes a result.
///
/// # Safety
/// The pointer must be NULL, or lead to memory for a value that nobody else uses meanwhile.
#[inline]
pub(crate) unsafe fn put<T>(pointer: *mut T, value: T, name: &str) -> Result<(), Failure> {
    check(pointer, name)?;
    // SAFETY: it is not NULL, it is aligned, and the caller keeps the rest.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Gives an object to the caller, who frees it.
///
/// # Safety
/// As for [`put`].
pub(crate) unsafe fn give<T>(pointer: *mut *mut T, object: T, name: &str) -> Result<(), Failure> {
    check(pointer, name)?;
    // SAFETY: the caller keeps the rules of `put`.
    unsafe { put(pointer, Box::into_raw(Box::new(object)), name) }
}

/// Frees an object. NULL is none.
///
/// # Safety
/// The pointer must be NULL, or an object of this library that nobody uses from now on.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() && pointer.is_aligned() {
        // SAFETY: `give` has made it from a box, and the caller gives it up.
        let object = unsafe { Box::from_raw(pointer) };
        // A panic must not leave a call.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
    }
}
