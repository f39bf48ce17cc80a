//! Tags, the named ranges of frames in Aseprite's files: they become names and animations.

use crate::limits::{Budget, Limits};
use crate::{Animation, Direction, Reason};
use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

/// A named range of frames. It is not empty and ends inside the list of frames.
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) frames: Range<usize>,
    pub(crate) direction: Direction,
    /// Passes over the frames, 0 for endless.
    pub(crate) repeat: u32,
}

/// Returns the names of all frames: those of the tags, the given name, and else the index.
///
/// `given` has an item for each frame. A given name goes before an equal index of another frame.
pub(crate) fn frame_names(given: &[Option<String>], tags: &[Tag], limits: &Limits) -> Result<Vec<Vec<String>>, Reason> {
    let mut budget = Budget::new("frames in tags", limits.items);
    let mut names = vec![Vec::new(); given.len()];
    for tag in tags {
        budget.take(tag.frames.len() as u64)?;
        for (index, names) in names[tag.frames.clone()].iter_mut().enumerate() {
            names.push(format!("{} {index}", tag.name));
        }
    }
    let taken: HashSet<_> = given.iter().flatten().map(String::as_str).collect();
    for (index, (names, given)) in names.iter_mut().zip(given).enumerate() {
        let number = index.to_string();
        let is_untagged = names.is_empty() && !taken.contains(number.as_str());
        names.extend(given.clone());
        names.extend(is_untagged.then_some(number));
    }
    Ok(names)
}

/// Returns the animations of the tags. `durations` has an item for each frame.
pub(crate) fn animations(tags: Vec<Tag>, durations: &[Duration]) -> Vec<Animation> {
    let animation = |tag: Tag| {
        let frames = tag.frames.map(|index| (index, durations[index])).collect();
        Animation::new(tag.name, frames, tag.direction, tag.repeat)
    };
    tags.into_iter().map(animation).collect()
}
