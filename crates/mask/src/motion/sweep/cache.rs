//! Swept masks: all pixels that a mask covers in 2^k steps of a straight path, as one mask.
//!
//! If a swept mask does not overlap the target, each of its steps is free, and one test shows it. The method is
//! cheap because a straight line has few different swept masks. The steps of the minor axis depend only on the
//! phase at which a stretch of the line begins: the fraction by which the exact line is past the last step.
//! Stretches of n steps have at most n different courses (the factors of a Sturmian word: Morse and Hedlund,
//! Symbolic dynamics II, 1940). Horizontal, vertical and diagonal lines have one course. So each swept mask is
//! built once, from two swept masks of half its length:
//!
//! ```text
//!   steps     t          t + 4        t + 8
//!   level 3   [ - - - - - - - - - - - )          = the level 2 mask that begins with the phase of t
//!   level 2   [ - - - - )[ - - - - - )             and the level 2 mask that begins with the phase of t + 4
//! ```
//!
//! A swept mask is built when the path needs it for the second time. Until then, its halves are tested. Many swept
//! masks of a nearly horizontal line are needed only once, and building one costs as much as ten tests.

use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError};
use crate::store::blit_or;
use crate::{Line, Mask, Rect};
use alloc::vec::Vec;

/// Swept masks of one length pay off if the path may need each of them at least this many times. At 4, a slope of
/// 30 in 10,000 took a sixth longer; at 1, it took as long as at 2.
const MIN_REUSE: i64 = 2;
/// The most steps of a swept mask for a small mover. For a larger mover, its longer side is the limit.
const MIN_LENGTH_CAP: i64 = 64;
/// The most words that all swept masks may take: 8 MiB.
const MAX_CACHE_WORDS: u64 = 1 << 20;

/// The swept masks of one line.
pub(super) struct SweptMaskCache<'a> {
    /// The mask at rest and the mask that moves. The mover is the smaller one, because it is copied.
    target: &'a Mask,
    mover: &'a Mask,
    /// -1 if the two masks have changed roles, so that the mover moves against the direction of the line; 1
    /// otherwise.
    sign: i64,
    line: &'a Line,
    /// The axis that does not advance at every step. The other axis is `1 - minor`.
    minor: usize,
    levels: Vec<SweepLevel>,
}

/// A step of a line.
#[derive(Clone, Copy)]
pub(super) struct LinePosition {
    pub(super) step: i64,
    place: [i64; 2],
    /// The phase of the minor axis; see [`Line::locate`].
    phase: i64,
}

/// The swept masks of 2^k steps. The first level is k = 1.
struct SweepLevel {
    /// The most words that these and all shorter swept masks can take.
    words: u64,
    /// The phases at which the course changes, in ascending order.
    breaks: Vec<i64>,
    entries: Vec<CacheEntry>,
}

enum CacheEntry {
    Unseen,
    SeenOnce,
    Built(SweptMask),
}

/// All pixels that the mover covers in a stretch of steps.
struct SweptMask {
    mask: Mask,
    /// The top-left pixel of `mask`, relative to the mover's top-left pixel at the first step.
    at: [i64; 2],
}

impl<'a> SweptMaskCache<'a> {
    pub(super) fn new(mask: &'a Mask, other: &'a Mask, line: &'a Line) -> SweptMaskCache<'a> {
        let swap = mask.bounds().map(area) < other.bounds().map(area);
        let (target, mover) = if swap { (other, mask) } else { (mask, other) };
        let minor = usize::from(line.delta(0).abs() >= line.delta(1).abs());
        SweptMaskCache { target, mover, sign: if swap { -1 } else { 1 }, line, minor, levels: Vec::new() }
    }

    /// Returns the position of a step of the line.
    pub(super) fn position(&self, step: i64) -> LinePosition {
        let (place, phase) = self.line.locate(step);
        LinePosition { step, place, phase: phase[self.minor] }
    }

    /// Returns the position `steps` steps after a position.
    pub(super) fn advance(&self, position: LinePosition, steps: i64) -> LinePosition {
        let (moved, phase) = self.displacement(steps, position.phase);
        LinePosition {
            step: position.step + steps,
            place: [position.place[0] + moved[0], position.place[1] + moved[1]],
            phase,
        }
    }

    /// Returns whether none of the 2^level steps from `position` on collides. Adds the number of tests to `tests`.
    pub(super) fn is_free(&mut self, level: u32, position: LinePosition, tests: &mut u64) -> bool {
        let offset = position.place.map(|c| self.sign * c);
        if level == 0 {
            *tests += 1;
            return !self.target.overlaps(self.mover, offset.map(|c| c as i32));
        }
        let index = level as usize - 1;
        let entry = self.levels[index].entry_index(position.phase);
        if matches!(self.levels[index].entries[entry], CacheEntry::Unseen) {
            self.levels[index].entries[entry] = CacheEntry::SeenOnce;
        } else {
            self.build(index, entry, position.phase);
        }
        let Some(swept) = self.levels[index].built(entry) else {
            let second = self.advance(position, 1 << index);
            return self.is_free(level - 1, position, tests) && self.is_free(level - 1, second, tests);
        };
        *tests += 1;
        let at = [0, 1].map(|axis| (offset[axis] + swept.at[axis]) as i32);
        !self.target.overlaps(&swept.mask, at)
    }

    /// Returns whether swept masks of this level pay off for the steps that remain.
    pub(super) fn pays_off(&mut self, level: u32, left: i64) -> bool {
        let steps = 1 << level;
        let side = self.mover.bounds().map_or(0, |bounds| bounds.width.max(bounds.height));
        // A longer stretch has at least as many different swept masks.
        let shorter = self.levels.last().map_or(1, |level| level.entries.len() as i64);
        if steps > MIN_LENGTH_CAP.max(side.into()) || shorter * MIN_REUSE * steps > left {
            return false;
        }
        // Without memory for the level, shorter stretches are tested.
        if self.levels.len() < level as usize && self.add_level(steps).is_err() {
            return false;
        }
        let level = &self.levels[level as usize - 1];
        level.entries.len() as i64 * MIN_REUSE * steps <= left && level.words <= MAX_CACHE_WORDS
    }

    /// Adds the level of stretches of `steps` steps.
    fn add_level(&mut self, steps: i64) -> Result<(), AllocError> {
        let breaks = self.phase_breaks(steps)?;
        let entries = memory::try_collect((0..=breaks.len()).map(|_| CacheEntry::Unseen))?;
        let words = self.levels.last().map_or(0, |level| level.words) + entries.len() as u64 * self.max_words(steps);
        memory::try_push(&mut self.levels, SweepLevel { words, breaks, entries })
    }

    /// Returns the most words that a swept mask of `steps` steps takes, upright or rotated by 90 degrees.
    fn max_words(&self, steps: i64) -> u64 {
        let Some(bounds) = self.mover.bounds() else { return 0 };
        let mut grown = self.displacement(steps, 0).0.map(i64::unsigned_abs);
        grown[self.minor] += 1;
        let [width, height] = [u64::from(bounds.width) + grown[0], u64::from(bounds.height) + grown[1]];
        let [upright, turned] = [[width, height], [height, width]].map(|[w, h]| w.div_ceil(WORD_BITS.into()) * h);
        upright.max(turned)
    }

    /// Returns the phases at which the course of `steps` steps changes.
    fn phase_breaks(&self, steps: i64) -> Result<Vec<i64>, AllocError> {
        let (delta, denominator) = (2 * self.line.delta(self.minor), 2 * self.line.divisor());
        let mut breaks = memory::try_collect((1..steps).map(|step| (-step * delta).rem_euclid(denominator)))?;
        breaks.sort_unstable();
        breaks.dedup();
        breaks.retain(|&at| at > 0);
        Ok(breaks)
    }

    /// Returns the displacement of the line in `steps` steps that begin with a phase, and the phase after these
    /// steps.
    fn displacement(&self, steps: i64, phase: i64) -> ([i64; 2], i64) {
        let denominator = 2 * self.line.divisor();
        let beyond = phase + 2 * steps * self.line.delta(self.minor);
        let minor = beyond.div_euclid(denominator);
        let mut moved = [steps * self.line.delta(1 - self.minor).signum(); 2];
        moved[self.minor] = minor;
        (moved, beyond - minor * denominator)
    }

    /// Builds the swept mask of an entry whose first phase is `phase`, unless it is already built.
    fn build(&mut self, index: usize, entry: usize, phase: i64) {
        if self.levels[index].built(entry).is_some() {
            return;
        }
        let half = 1 << index;
        let (moved, later) = self.displacement(half, phase);
        let mut halves = [0; 2];
        if index > 0 {
            for (entry, phase) in halves.iter_mut().zip([phase, later]) {
                *entry = self.levels[index - 1].entry_index(phase);
                self.build(index - 1, *entry, phase);
            }
        }
        if let Some(swept) = self.join_halves(index, halves, moved.map(|c| self.sign * c)) {
            self.levels[index].entries[entry] = CacheEntry::Built(swept);
        }
    }

    /// Joins two swept masks of half the length, or two copies of the mover at the first level. The second one is
    /// translated by `moved`.
    fn join_halves(&self, index: usize, halves: [usize; 2], moved: [i64; 2]) -> Option<SweptMask> {
        let halves = halves.map(|entry| match index {
            0 => Some((self.mover, [0, 0])),
            _ => self.levels[index - 1].built(entry).map(|swept| (&swept.mask, swept.at)),
        });
        let [(first, here), (second, there)] = [halves[0]?, halves[1]?];
        let there = [there[0] + moved[0], there[1] + moved[1]];
        let hull = translated(&first.bounds()?, here).union(&translated(&second.bounds()?, there));
        let mut mask = Mask::new(hull.width, hull.height).ok()?;
        let columns = mask.words.chunks_exact_mut(hull.height as usize);
        for (to, x) in columns.zip((i64::from(hull.left)..).step_by(WORD_BITS as usize)) {
            blit_or(to, first, [x - here[0], i64::from(hull.top) - here[1]]);
            blit_or(to, second, [x - there[0], i64::from(hull.top) - there[1]]);
        }
        // The hull of two tight boxes is tight.
        let frame = mask.frame()?;
        mask.update_summary(frame);
        mask.bounds = Some(frame);
        Some(SweptMask { mask, at: [hull.left.into(), hull.top.into()] })
    }
}

impl SweepLevel {
    /// Returns the entry of the course that begins with a phase.
    fn entry_index(&self, phase: i64) -> usize {
        self.breaks.partition_point(|&at| at <= phase)
    }

    fn built(&self, entry: usize) -> Option<&SweptMask> {
        if let CacheEntry::Built(swept) = &self.entries[entry] { Some(swept) } else { None }
    }
}

/// Returns the translated rectangle. No swept mask leaves the range of `i32`.
fn translated(rect: &Rect, [x, y]: [i64; 2]) -> Rect {
    Rect { left: rect.left + x as i32, top: rect.top + y as i32, ..*rect }
}

fn area(rect: Rect) -> u64 {
    u64::from(rect.width) * u64::from(rect.height)
}
