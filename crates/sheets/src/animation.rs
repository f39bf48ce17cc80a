//! Animations, and which frame shows at a time. Tags, the named ranges of frames in Aseprite's files, become names and
//! animations.

use crate::Reason;
use crate::limits::{Budget, Limits};
use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

/// The order in which an animation plays its frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Direction {
    /// From the first frame to the last.
    #[default]
    Forward,
    /// From the last frame to the first.
    Reverse,
    /// From the first frame to the last and back. The frames at the ends show once in each round.
    PingPong,
    /// From the last frame to the first and back. The frames at the ends show once in each round.
    PingPongReverse,
}

/// An animation: frames with durations, in the order of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Animation {
    name: String,
    frames: Vec<(usize, Duration)>,
    direction: Direction,
    repeat: Option<u32>,
}

impl Animation {
    /// Creates an animation of frames in the order of the file. `repeat` is the number of passes over the frames; a
    /// ping-pong's way back is a pass of its own. 0 passes play without end.
    pub(crate) fn new(
        name: String,
        mut frames: Vec<(usize, Duration)>,
        direction: Direction,
        repeat: u32,
    ) -> Animation {
        if matches!(direction, Direction::Reverse | Direction::PingPongReverse) {
            frames.reverse();
        }
        if matches!(direction, Direction::PingPong | Direction::PingPongReverse) {
            // The way back leaves out both ends.
            let way = frames.len();
            frames.extend_from_within(1.min(way)..way.saturating_sub(1).max(1.min(way)));
            frames[way..].reverse();
        }
        Animation { name, frames, direction, repeat: (repeat > 0).then_some(repeat) }
    }

    /// Returns the name of the animation.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the frames of one round in the order of play: the index in the list of all frames, and the duration.
    ///
    /// One round of a ping-pong is the way there and back. A reverse animation begins with its last frame.
    #[must_use]
    pub fn frames(&self) -> &[(usize, Duration)] {
        &self.frames
    }

    /// Returns the direction that the file gives. [`Animation::frames`] follows it already.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns how many times the animation passes over its frames, or `None` if it never ends.
    ///
    /// The way back of a ping-pong is a pass of its own, so a ping-pong with one pass plays its frames once.
    #[must_use]
    pub fn repeat(&self) -> Option<u32> {
        self.repeat
    }

    /// Returns the duration of one round.
    #[must_use]
    pub fn duration(&self) -> Duration {
        self.frames.iter().map(|(_, duration)| *duration).fold(Duration::ZERO, Duration::saturating_add)
    }

    /// Returns the index of the frame that shows at `time` after the start, in the list of all frames.
    ///
    /// A frame shows from its start up to but not including its end. After its last pass, an animation stays at its
    /// last frame. A frame of no duration never shows, unless all frames have none.
    ///
    /// Cost: one pass over the frames of a round.
    #[must_use]
    pub fn frame_at(&self, time: Duration) -> usize {
        let length =
            |frames: &[(usize, Duration)]| frames.iter().map(|(_, duration)| duration.as_nanos()).sum::<u128>();
        let (round, time) = (length(&self.frames), time.as_nanos());
        let count = self.frames.len() as u64;
        if let Some(steps) = self.steps().filter(|&steps| count > 0 && steps > 0) {
            let begun = &self.frames[..(steps % count) as usize];
            if time >= u128::from(steps / count) * round + length(begun) {
                return self.frames[((steps - 1) % count) as usize].0;
            }
        }
        let rest = time.checked_rem(round).unwrap_or(0);
        let mut end = 0;
        let shown = self.frames.iter().find(|(_, duration)| {
            end += duration.as_nanos();
            rest < end
        });
        shown.or(self.frames.first()).map_or(0, |(index, _)| *index)
    }

    /// Returns the number of frames shown until the end.
    fn steps(&self) -> Option<u64> {
        let passes = u64::from(self.repeat?);
        let round = self.frames.len() as u64;
        Some(match self.direction {
            // A round of n frames is the way there, n / 2 + 1 frames, and back without both ends.
            Direction::PingPong | Direction::PingPongReverse if round > 1 => 1 + passes * (round / 2),
            Direction::PingPong | Direction::PingPongReverse => 1,
            _ => passes * round,
        })
    }
}

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
