//! Lists that are written from iterators, and read with fallible allocation.

use crate::WorldError;
use crate::memory;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// The entries of a list to write, and their number.
pub(super) struct Entries<I> {
    pub(super) len: usize,
    pub(super) iter: I,
}

impl<I: Iterator<Item: Serialize> + Clone> Serialize for Entries<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len))?;
        self.iter.clone().try_for_each(|entry| list.serialize_element(&entry))?;
        list.end()
    }
}

/// A list that has been read, or the error if the system refused the memory for it. (The error is a value, because some
/// formats drop the text of an error that a visitor returns.)
pub(super) struct List<T>(pub(super) Result<Vec<T>, WorldError>);

impl<T> List<T> {
    /// The list of what `convert` makes of the entries, or its first error.
    #[cfg(feature = "bytes")]
    pub(super) fn map<R>(self, convert: impl FnMut(T) -> Result<R, WorldError>) -> List<R> {
        List(self.0.and_then(|entries| {
            let mut list = memory::try_with_capacity(entries.len())?;
            entries.into_iter().map(convert).try_for_each(|entry| {
                list.push(entry?);
                Ok::<_, WorldError>(())
            })?;
            Ok(list)
        }))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<List<T>, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    /// Reads a list. The length that the input claims is ignored, because a wrong length could exhaust memory.
    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<List<T>, A::Error> {
        let mut list = Ok(Vec::new());
        while let Some(entry) = entries.next_element()? {
            if let Ok(entries) = &mut list
                && let Err(error) = memory::try_push(entries, entry)
            {
                list = Err(error.into());
            }
        }
        Ok(List(list))
    }
}
