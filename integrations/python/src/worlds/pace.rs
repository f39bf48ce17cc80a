//! The kinds of calls of a world, and how long they take.

use std::time::Duration;

/// The number of items of a call that handles all sprites.
pub(super) const ALL: usize = usize::MAX;

/// The work of a call, and the number of items that it handles.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Reads values in constant time.
    Read,
    /// Changes a value in constant time.
    Write,
    /// Reads values of items.
    ReadMany(usize),
    /// Changes values of items.
    WriteMany(usize),
    /// Refreshes the world and looks for sprites in the trees.
    Query,
    /// Refreshes the world and moves sprites. A long way counts as several items.
    Move(usize),
    /// Refreshes the world and moves sprites to free places.
    Push(usize),
    /// Moves a sprite with others, which may be any number.
    Carry,
    /// Refreshes the world and changes masks of sprites, which may be any number.
    Dig,
    /// Refreshes the world and looks up items, one after the other.
    Rows(usize),
    /// Refreshes the world and finds pairs of all sprites.
    Step,
    /// Does the work of a step, and looks up all pairs.
    Contacts,
}

/// The times of the last long calls of each kind, in seconds for each item.
#[derive(Default)]
pub(super) struct Pace {
    seconds: [Option<f64>; KINDS],
    sprites: usize,
    words: u64,
}

impl Pace {
    /// Returns the expected time of a call, or `None` if no call of its kind was measured since the world grew.
    pub(super) fn expected(&self, work: Work, sprites: usize, words: u64) -> Option<Duration> {
        let (kind, items) = kind(work, sprites)?;
        let has_grown = sprites > self.sprites.saturating_mul(2) || words > self.words.saturating_mul(2);
        let each = self.seconds[kind].filter(|_| !has_grown)?;
        Some(Duration::try_from_secs_f64(each * items).unwrap_or(Duration::MAX))
    }

    /// Notes the time of a call.
    pub(super) fn note(&mut self, work: Work, sprites: usize, words: u64, time: Duration) {
        let Some((kind, items)) = kind(work, sprites) else { return };
        if sprites > self.sprites.saturating_mul(2) || words > self.words.saturating_mul(2) {
            *self = Pace { seconds: [None; KINDS], sprites, words };
        }
        self.seconds[kind] = Some(time.as_secs_f64() / items);
    }
}

/// The number of kinds of calls that are measured.
const KINDS: usize = 10;

/// Returns the time that a call takes at worst, if the masks are small: all sprites overlap each other.
pub(super) fn at_worst(work: Work, sprites: usize) -> Duration {
    let pairs = sprites as f64 * sprites as f64 / 2.0;
    let items = |items: usize| if items == ALL { sprites } else { items } as f64;
    let nanoseconds = match work {
        Work::Read | Work::Write => 0.0,
        Work::ReadMany(count) | Work::WriteMany(count) => 1e3 * items(count),
        Work::Query => 1e3 * sprites as f64,
        Work::Move(count) | Work::Rows(count) => 1e3 * sprites as f64 + 2e4 * items(count),
        Work::Push(count) => 1e3 * sprites as f64 + 2e5 * items(count),
        Work::Carry => 2e5 * sprites as f64,
        Work::Dig => 2e4 * sprites as f64,
        Work::Step => 20.0 * pairs,
        Work::Contacts => 2e4 * pairs,
    };
    Duration::from_nanos(nanoseconds as u64)
}

/// Returns the number of a kind of calls, and the number of items.
fn kind(work: Work, sprites: usize) -> Option<(usize, f64)> {
    let count = |items: usize| if items == ALL { sprites } else { items }.max(1) as f64;
    match work {
        Work::Read | Work::Write => None,
        Work::Query => Some((0, 1.0)),
        Work::Step => Some((1, 1.0)),
        Work::Contacts => Some((6, 1.0)),
        Work::Move(items) => Some((2, count(items))),
        Work::Push(items) => Some((7, count(items))),
        Work::Carry => Some((8, 1.0)),
        Work::Dig => Some((9, 1.0)),
        Work::Rows(items) => Some((3, count(items))),
        Work::ReadMany(items) => Some((4, count(items))),
        Work::WriteMany(items) => Some((5, count(items))),
    }
}
