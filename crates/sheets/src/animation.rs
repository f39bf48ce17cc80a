//! Which frame shows at a time.

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

#[cfg(test)]
mod tests {
    use super::*;

    fn animation(direction: Direction, repeat: u32, frames: usize) -> Animation {
        let frames = (0..frames).map(|index| (10 + index, Duration::from_millis(1))).collect();
        Animation::new("a".into(), frames, direction, repeat)
    }

    #[test]
    fn frames_show_in_the_order_of_play() {
        let shown = |direction, repeat, frames| -> Vec<usize> {
            let animation = animation(direction, repeat, frames);
            (0..8).map(|time| animation.frame_at(Duration::from_millis(time)) - 10).collect()
        };
        assert_eq!(shown(Direction::Forward, 0, 3), [0, 1, 2, 0, 1, 2, 0, 1]);
        assert_eq!(shown(Direction::Forward, 2, 3), [0, 1, 2, 0, 1, 2, 2, 2]);
        assert_eq!(shown(Direction::Reverse, 0, 3), [2, 1, 0, 2, 1, 0, 2, 1]);
        assert_eq!(shown(Direction::Reverse, 1, 3), [2, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(shown(Direction::PingPong, 0, 3), [0, 1, 2, 1, 0, 1, 2, 1]);
        assert_eq!(shown(Direction::PingPong, 1, 3), [0, 1, 2, 2, 2, 2, 2, 2]);
        assert_eq!(shown(Direction::PingPong, 2, 3), [0, 1, 2, 1, 0, 0, 0, 0]);
        assert_eq!(shown(Direction::PingPong, 3, 2), [0, 1, 0, 1, 1, 1, 1, 1]);
        assert_eq!(shown(Direction::PingPongReverse, 0, 3), [2, 1, 0, 1, 2, 1, 0, 1]);
        assert_eq!(shown(Direction::PingPongReverse, 2, 4), [3, 2, 1, 0, 1, 2, 3, 3]);
        assert_eq!(shown(Direction::PingPong, 0, 1), [0; 8]);
        assert_eq!(shown(Direction::PingPong, 7, 1), [0; 8]);
    }

    #[test]
    fn extreme_times_and_durations_have_a_frame() {
        let longest = Duration::MAX;
        assert_eq!(animation(Direction::PingPong, 0, 3).frame_at(longest), 11);
        assert_eq!(animation(Direction::Forward, u32::MAX, 3).frame_at(longest), 12);
        let still = |repeat| {
            Animation::new("a".into(), vec![(4, Duration::ZERO), (5, Duration::ZERO)], Direction::Forward, repeat)
        };
        assert_eq!(still(0).frame_at(longest), 4);
        assert_eq!(still(3).frame_at(Duration::ZERO), 5);
        let empty = Animation::new("a".into(), vec![], Direction::PingPong, 2);
        assert_eq!((empty.frame_at(longest), empty.duration()), (0, Duration::ZERO));
        let mixed = vec![(1, Duration::MAX), (2, Duration::ZERO), (3, Duration::from_secs(1))];
        let mixed = Animation::new("a".into(), mixed, Direction::Forward, 1);
        assert_eq!([Duration::ZERO, longest].map(|time| mixed.frame_at(time)), [1, 3]);
        assert_eq!(mixed.duration(), Duration::MAX);
    }
}
