//! Parallel iterators of rayon, which run in the caller's rayon pool. In a build without rayon, iterators with the same
//! names run on the calling thread.

#[cfg(feature = "rayon")]
pub(crate) use rayon::{current_num_threads as count, prelude::*};

#[cfg(not(feature = "rayon"))]
pub(crate) use serial::*;

/// Runs `work` for each item: on the threads of the caller's rayon pool if `parallel`, and otherwise in order on the
/// calling thread.
pub(crate) fn run<I: Send>(parallel: bool, items: Vec<I>, work: impl Fn(I) + Sync + Send) {
    if parallel {
        items.into_par_iter().for_each(work);
    } else {
        items.into_iter().for_each(work);
    }
}

/// Runs `work` for each item, as [`run`] does, until an item fails. Returns the error of a failed item.
pub(crate) fn try_run<I: Send, E: Send>(
    parallel: bool,
    items: Vec<I>,
    work: impl Fn(I) -> Result<(), E> + Sync + Send,
) -> Result<(), E> {
    if parallel { items.into_par_iter().try_for_each(work) } else { items.into_iter().try_for_each(work) }
}

/// Serial replacements for the functions of rayon that this crate uses.
#[cfg(not(feature = "rayon"))]
mod serial {
    use std::slice::{Chunks, ChunksMut, Iter, IterMut};
    use std::vec::IntoIter;

    pub(crate) fn count() -> usize {
        1
    }

    pub(crate) trait SerialSlice<T> {
        fn par_iter(&self) -> Iter<'_, T>;
        fn par_iter_mut(&mut self) -> IterMut<'_, T>;
        fn par_chunks(&self, size: usize) -> Chunks<'_, T>;
        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T>;
    }

    impl<T> SerialSlice<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
            self.chunks(size)
        }

        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T> {
            self.chunks_mut(size)
        }
    }

    pub(crate) trait SerialVec<T> {
        fn into_par_iter(self) -> IntoIter<T>;
    }

    impl<T> SerialVec<T> for Vec<T> {
        fn into_par_iter(self) -> IntoIter<T> {
            self.into_iter()
        }
    }

    pub(crate) trait SerialIterator: Iterator + Sized {
        fn collect_into_vec(self, list: &mut Vec<Self::Item>) {
            list.clear();
            list.extend(self);
        }
    }

    impl<I: Iterator> SerialIterator for I {}
}
