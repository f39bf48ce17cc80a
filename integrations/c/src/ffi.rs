//! The foreign function interface: all that is unsafe in this library, in a few functions, and what a call does when it fails.
//!
//! A C program must keep what no library can check: pointers point to memory that is as long as it says, objects are
//! not used after they are freed, and an object that a call changes is used by no other thread. The rest is checked
//! here.

use crate::status::{Failure, hitmask_status};
use std::cell::Cell;
use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// The length of the longest sentence, with its final 0.
const LONGEST: usize = 512;

thread_local! {
    /// The sentence of the last call of this thread that failed. It never moves, so its address is good for the life of
    /// the thread.
    static LAST_ERROR: Cell<[u8; LONGEST]> = const { Cell::new([0; LONGEST]) };
}

/// Returns why the last call of this thread that failed has failed: a sentence in UTF-8 of at most 511 bytes, or an empty string if none has
/// failed.
///
/// The pointer is the same for the life of the thread, and must not be freed. The next call of the thread that fails writes another sentence
/// there.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_last_error() -> *const c_char {
    LAST_ERROR.with(|last| last.as_ptr().cast_const().cast())
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
#[inline(never)]
fn fail(failure: Failure) -> hitmask_status {
    let (status, message) = failure.into_parts();
    let mut sentence = [0; LONGEST];
    let mut length = message.len().min(LONGEST - 1);
    while !message.is_char_boundary(length) {
        length -= 1;
    }
    for (to, &byte) in sentence.iter_mut().zip(&message.as_bytes()[..length]) {
        *to = if byte == 0 { b'?' } else { byte };
    }
    LAST_ERROR.with(|last| last.set(sentence));
    status
}

/// Borrows what pointers of the caller point to, each by a function of this file or one like it, under the name of the
/// argument: `borrow!(mask: object, points: list(count))`. It ends the call if a pointer cannot be used.
///
/// It stands only in functions of the header, which are `unsafe`, so that their bodies need no `unsafe` of their own.
macro_rules! borrow {
    ($($pointer:ident: $kind:ident $(($($more:expr),*))?),*) => {
        $(
            // SAFETY: the beginning of the header says what callers keep. It is what the functions ask for.
            let $pointer = unsafe { $kind($pointer, $($($more,)*)? $crate::ffi::argument(stringify!($pointer))) }?;
        )*
    };
}
pub(crate) use borrow;

/// The name of an argument, as the header has it.
#[inline(always)]
pub(crate) fn argument(name: &'static str) -> &'static str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// An object that C programs hold.
pub(crate) trait Object {
    /// Its name in messages.
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
        return Err(Failure::misaligned(name, align_of::<T>()));
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
/// The pointer must be NULL, or point to `count` values that nobody changes meanwhile.
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

/// Returns a value.
///
/// # Safety
/// The pointer must be NULL, or point to a value that nobody changes meanwhile.
#[inline]
pub(crate) unsafe fn value<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller keeps the rules of `list`.
    Ok(&unsafe { list(pointer, 1, name) }?[0])
}

/// Returns a value that may be missing: NULL is none.
///
/// # Safety
/// As for [`value`].
#[inline]
pub(crate) unsafe fn option<'a, T>(pointer: *const T, name: &str) -> Result<Option<&'a T>, Failure> {
    // SAFETY: the caller keeps the rules of `list`.
    Ok(unsafe { list(pointer, usize::from(!pointer.is_null()), name) }?.first())
}

/// Returns memory for a list. NULL is an empty list if `count` is 0.
///
/// # Safety
/// The pointer must be NULL, or point to memory for `count` values that nobody else uses meanwhile.
#[inline]
pub(crate) unsafe fn memory<'a, T: Copy>(
    pointer: *mut T,
    count: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(pointer, name)?;
    fits::<T>(count, name)?;
    // SAFETY: it is not NULL, it is aligned, it is not longer than memory can be, nothing is read, and the caller keeps
    // the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), count) })
}

fn fits<T>(count: usize, name: &str) -> Result<(), Failure> {
    let is_longer = count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize);
    if is_longer { Err(Failure::invalid(format!("{name} cannot have {count} values"))) } else { Ok(()) }
}

/// The place of a result. It is checked before a call begins, so that a call without a place for its result changes
/// nothing.
pub(crate) struct Out<T>(*mut T);

/// Returns the place of a result.
///
/// # Safety
/// The pointer must be NULL, or point to memory for a value that nobody else uses during the call. Two places may be
/// the same.
#[inline]
pub(crate) unsafe fn out<T>(pointer: *mut T, name: &str) -> Result<Out<T>, Failure> {
    check(pointer, name)?;
    Ok(Out(pointer))
}

/// Returns a value and its place, to change it.
///
/// # Safety
/// As for [`value`] and [`out`].
pub(crate) unsafe fn in_out<T: Copy>(pointer: *mut T, name: &str) -> Result<(T, Out<T>), Failure> {
    // SAFETY: the caller keeps the rules of `value` and `out`, and the copy ends the use of the value.
    unsafe { Ok((*value(pointer, name)?, out(pointer, name)?)) }
}

impl<T> Out<T> {
    /// Writes the result.
    #[inline]
    pub(crate) fn put(self, value: T) {
        // SAFETY: `out` has checked the pointer, and its caller keeps the rest.
        unsafe { self.0.write(value) };
    }
}

/// The place of an object that a call makes. It is NULL until the call gives it one, and so it is after a failure.
pub(crate) struct OutObject<T>(Out<*mut T>);

/// Returns the place of an object, and sets it to NULL. A call asks for it before it checks its other arguments.
///
/// # Safety
/// As for [`out`].
#[inline]
pub(crate) unsafe fn out_object<T>(pointer: *mut *mut T, name: &str) -> Result<OutObject<T>, Failure> {
    // SAFETY: the caller keeps the rules of `out`, which allow two places to be the same.
    let (empty, place) = unsafe { (out(pointer, name)?, out(pointer, name)?) };
    empty.put(std::ptr::null_mut());
    Ok(OutObject(place))
}

impl<T> OutObject<T> {
    /// Gives an object to the caller, who frees it.
    pub(crate) fn give(self, object: T) {
        self.0.put(Box::into_raw(Box::new(object)));
    }
}

/// Writes a value if there is one, and whether there is one.
pub(crate) fn put_if<T>(found: Out<bool>, to: Out<T>, value: Option<T>) {
    found.put(value.is_some());
    if let Some(value) = value {
        to.put(value);
    }
}

/// The place of a list whose length the caller cannot know before.
pub(crate) struct OutList<'a, T> {
    list: &'a mut [MaybeUninit<T>],
    count: Out<usize>,
}

/// Returns the place of a list.
///
/// # Safety
/// As for [`memory`] and [`out`].
pub(crate) unsafe fn out_list<'a, T: Copy>(
    list: *mut T,
    capacity: usize,
    count: *mut usize,
    name: &str,
) -> Result<OutList<'a, T>, Failure> {
    // SAFETY: the caller keeps the rules of `memory`.
    let list = unsafe { memory(list, capacity, name) }?;
    // SAFETY: the caller keeps the rules of `out`.
    Ok(OutList { list, count: unsafe { out(count, "count") }? })
}

impl<T> OutList<'_, T> {
    /// Writes as many values as there is room for, and sets the count to the number of all.
    pub(crate) fn write<V: Into<T>>(self, values: impl ExactSizeIterator<Item = V>) {
        self.write_some(values.len() as u64, values);
    }

    /// Writes as many of `count` values as there is room for, and sets the count to `count`.
    pub(crate) fn write_some<V: Into<T>>(self, count: u64, values: impl Iterator<Item = V>) {
        self.count.put(usize::try_from(count).unwrap_or(usize::MAX));
        self.list.iter_mut().zip(values).for_each(|(to, value)| {
            to.write(value.into());
        });
    }

    /// Writes the values if there is room for all, and sets the count to their number.
    pub(crate) fn write_all(self, values: &[T])
    where
        T: Copy,
    {
        self.count.put(values.len());
        if self.list.len() >= values.len() {
            self.list.iter_mut().zip(values).for_each(|(to, &value)| {
                to.write(value);
            });
        }
    }
}

/// Returns the place of a list of objects, and sets all of it to NULL. A call asks for it before it checks its other
/// arguments.
///
/// # Safety
/// As for [`out_list`].
pub(crate) unsafe fn out_objects<'a, T>(
    list: *mut *mut T,
    capacity: usize,
    count: *mut usize,
    name: &str,
) -> Result<OutList<'a, *mut T>, Failure> {
    // SAFETY: the caller keeps the rules of `memory`.
    unsafe { memory(list, capacity, name) }?.fill(MaybeUninit::new(std::ptr::null_mut()));
    // SAFETY: the caller keeps the rules of `out_list`.
    unsafe { out_list(list, capacity, count, name) }
}

impl<T> OutList<'_, *mut T> {
    /// Gives the objects to the caller if there is room for all, and sets the count to their number.
    pub(crate) fn give_all(self, objects: impl ExactSizeIterator<Item = T>) {
        self.count.put(objects.len());
        if self.list.len() >= objects.len() {
            self.list.iter_mut().zip(objects).for_each(|(to, object)| {
                to.write(Box::into_raw(Box::new(object)));
            });
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask_handle::hitmask_mask;
    use crate::masks::{hitmask_mask_count, hitmask_mask_free, hitmask_mask_invert};
    use mask::{Mask, MaskError};
    use std::ffi::CStr;
    use world::WorldError;

    fn sentence() -> String {
        // SAFETY: the pointer is that of this thread, and the text ends with 0.
        unsafe { CStr::from_ptr(hitmask_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_panic_is_a_status_and_breaks_the_object_that_was_changing() {
        let mut object: *mut hitmask_mask = std::ptr::null_mut();
        // SAFETY: it is the place of a pointer.
        unsafe { out_object(&raw mut object, "mask") }
            .ok()
            .unwrap()
            .give(hitmask_mask::new(Mask::filled(2, 2).unwrap()));
        let panics = call(|| {
            // SAFETY: the mask was just made.
            let mask = unsafe { object_mut(object, "mask") }?;
            mask.edit(|_| panic!("as a test"))
        });
        assert_eq!(panics, hitmask_status::HITMASK_PANIC);
        assert_eq!(sentence(), "a bug of hitmask, please report it: as a test");
        let mut count = 7;
        // SAFETY: the mask is alive, and so is the count.
        assert_eq!(unsafe { hitmask_mask_count(object, &raw mut count) }, hitmask_status::HITMASK_BROKEN);
        // SAFETY: the mask is alive.
        assert_eq!(unsafe { hitmask_mask_invert(object) }, hitmask_status::HITMASK_BROKEN);
        assert_eq!((count, sentence().starts_with("the mask is broken")), (7, true));
        // SAFETY: nobody uses the mask any more.
        unsafe { hitmask_mask_free(object) };
    }

    #[test]
    fn memory_that_is_refused_in_a_query_is_a_status() {
        let refused = MaskError::NoMemory { count: 7, unit: "runs" };
        let status = call(|| panic!("{refused}"));
        assert_eq!((status, sentence()), (hitmask_status::HITMASK_NO_MEMORY, "no memory for 7 runs".to_owned()));
        assert!(WorldError::NoMemory.to_string().starts_with("no memory"));
    }

    #[test]
    fn a_long_sentence_is_cut_between_characters() {
        for start in ["", "a", "ab"] {
            let status = call(|| Err(Failure::invalid(format!("{start}{}\0", "€".repeat(400)))));
            assert_eq!(status, hitmask_status::HITMASK_INVALID);
            let sentence = sentence();
            assert!(
                sentence.len() < LONGEST && sentence.len() > LONGEST - 4 && sentence.ends_with('€'),
                "{}",
                sentence.len()
            );
        }
        assert_eq!(call(|| Err(Failure::invalid("a\0b"))), hitmask_status::HITMASK_INVALID);
        assert_eq!(sentence(), "a?b");
    }
}
