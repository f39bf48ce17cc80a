//! Everything that a mask covers in 2^k steps of a straight path, as one mask.
//!
//! A stretch that hits nothing is free in each of its steps, and one test tells. What keeps that cheap
//! is how few stretches a straight line has: the steps of the minor axis depend only on the phase with
//! which the stretch begins, the fraction that the exact line is past the last step, and of n steps there
//! are at most n different courses (the factors of a Sturmian word: Morse and Hedlund, Symbolic dynamics
//! II, 1940). Level and diagonal lines have one. So each course is made once, of two of half its length:
//!
//! ```text
//!   steps     t          t + 4        t + 8
//!   level 3   [ - - - - - - - - - - - )          = the level 2 that begins with the phase of t
//!   level 2   [ - - - - )[ - - - - - )             and the one that begins with that of t + 4
//! ```
//!
//! It is made when it is met for the second time; until then its halves are tested. Many courses of a
//! line that is nearly level are met once, and making one costs as much as ten tests.

use crate::kernel::WORD;
use crate::store::lay;
use crate::{Line, Mask, Rect};
use alloc::vec::Vec;

/// Stretches of a length are worth it where each of their courses may be met so many times. (At 4 a slope
/// of 30 in 10,000 took a sixth longer, at 1 as long.)
const MEETINGS: i64 = 2;
/// Steps of a stretch, for however small a mask. For larger masks, as many as the longer side.
const LONG: i64 = 64;
/// The most words that all courses may take, 8 MiB.
const MOST_WORDS: u64 = 1 << 20;

/// The stretches of one line.
pub(super) struct Stretches<'a> {
    /// What stands still, and what moves: the smaller one, as it is what is copied.
    still: &'a Mask,
    mover: &'a Mask,
    /// Which way the mover moves along the line: -1 where the larger mask was asked to.
    sign: i64,
    line: &'a Line,
    /// The axis that does not move at every step, and the other.
    minor: usize,
    levels: Vec<Level>,
}

/// A step of a line.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) step: i64,
    place: [i64; 2],
    /// Of the minor axis: see [`Line::locate`].
    phase: i64,
}

/// The courses of 2^k steps, level k = 1 first.
struct Level {
    /// The most words that these and all shorter courses can take.
    words: u64,
    /// The phases at which the course changes, sorted.
    breaks: Vec<i64>,
    courses: Vec<Slot>,
}

enum Slot {
    New,
    Met,
    Made(Course),
}

/// What the mover covers in some steps.
struct Course {
    mask: Mask,
    /// Its top-left pixel, from the mover's at the first step.
    at: [i64; 2],
}

impl<'a> Stretches<'a> {
    pub(super) fn new(mask: &'a Mask, other: &'a Mask, line: &'a Line) -> Stretches<'a> {
        let swap = mask.bounds.map(area) < other.bounds.map(area);
        let (still, mover) = if swap { (other, mask) } else { (mask, other) };
        let minor = usize::from(line.delta(0).abs() >= line.delta(1).abs());
        Stretches { still, mover, sign: if swap { -1 } else { 1 }, line, minor, levels: Vec::new() }
    }

    /// A step of the line.
    pub(super) fn spot(&self, step: i64) -> Spot {
        let (place, phase) = self.line.locate(step);
        Spot { step, place, phase: phase[self.minor] }
    }

    /// The spot so many steps on.
    pub(super) fn onward(&self, spot: Spot, steps: i64) -> Spot {
        let (moved, phase) = self.moved(steps, spot.phase);
        Spot { step: spot.step + steps, place: [spot.place[0] + moved[0], spot.place[1] + moved[1]], phase }
    }

    /// Whether none of the 2^level steps from `spot` on hits. Counts the tests.
    pub(super) fn free(&mut self, level: u32, spot: Spot, tests: &mut u64) -> bool {
        let offset = spot.place.map(|c| self.sign * c);
        if level == 0 {
            *tests += 1;
            return !self.still.overlaps(self.mover, offset.map(|c| c as i32));
        }
        let index = level as usize - 1;
        let number = self.levels[index].number(spot.phase);
        if matches!(self.levels[index].courses[number], Slot::New) {
            self.levels[index].courses[number] = Slot::Met;
        } else {
            self.make(index, number, spot.phase);
        }
        let Some(course) = self.levels[index].made(number) else {
            let second = self.onward(spot, 1 << index);
            return self.free(level - 1, spot, tests) && self.free(level - 1, second, tests);
        };
        *tests += 1;
        let at = [0, 1].map(|axis| (offset[axis] + course.at[axis]) as i32);
        !self.still.overlaps(&course.mask, at)
    }

    /// Whether stretches of this level pay for the steps that are left.
    pub(super) fn worth(&mut self, level: u32, left: i64) -> bool {
        let steps = 1 << level;
        let side = self.mover.bounds.map_or(0, |bounds| bounds.width.max(bounds.height));
        // Longer stretches have at least as many courses.
        let shorter = self.levels.last().map_or(1, |level| level.courses.len() as i64);
        if steps > LONG.max(side.into()) || shorter * MEETINGS * steps > left {
            return false;
        }
        if self.levels.len() < level as usize {
            let breaks = self.breaks(steps);
            let courses: Vec<_> = (0..=breaks.len()).map(|_| Slot::New).collect();
            let words = self.levels.last().map_or(0, |level| level.words) + courses.len() as u64 * self.words_in(steps);
            self.levels.push(Level { words, breaks, courses });
        }
        let level = &self.levels[level as usize - 1];
        level.courses.len() as i64 * MEETINGS * steps <= left && level.words <= MOST_WORDS
    }

    /// The most words that a course of so many steps takes, upright or turned.
    fn words_in(&self, steps: i64) -> u64 {
        let Some(bounds) = self.mover.bounds else { return 0 };
        let mut grown = self.moved(steps, 0).0.map(i64::unsigned_abs);
        grown[self.minor] += 1;
        let [width, height] = [u64::from(bounds.width) + grown[0], u64::from(bounds.height) + grown[1]];
        let [upright, turned] = [[width, height], [height, width]].map(|[w, h]| w.div_ceil(WORD.into()) * h);
        upright.max(turned)
    }

    /// The phases at which the course of so many steps changes.
    fn breaks(&self, steps: i64) -> Vec<i64> {
        let (delta, whole) = (2 * self.line.delta(self.minor), 2 * self.line.divisor());
        let mut breaks: Vec<i64> = (1..steps).map(|step| (-step * delta).rem_euclid(whole)).collect();
        breaks.sort_unstable();
        breaks.dedup();
        breaks.retain(|&at| at > 0);
        breaks
    }

    /// How far the line goes in so many steps that begin with a phase, and the phase after them.
    fn moved(&self, steps: i64, phase: i64) -> ([i64; 2], i64) {
        let whole = 2 * self.line.divisor();
        let beyond = phase + 2 * steps * self.line.delta(self.minor);
        let minor = beyond.div_euclid(whole);
        let mut moved = [steps * self.line.delta(1 - self.minor).signum(); 2];
        moved[self.minor] = minor;
        (moved, beyond - minor * whole)
    }

    /// Makes the course of a number, which begins with a phase, where it is not made yet.
    fn make(&mut self, index: usize, number: usize, phase: i64) {
        if self.levels[index].made(number).is_some() {
            return;
        }
        let half = 1 << index;
        let (moved, later) = self.moved(half, phase);
        let mut halves = [0; 2];
        if index > 0 {
            for (number, phase) in halves.iter_mut().zip([phase, later]) {
                *number = self.levels[index - 1].number(phase);
                self.make(index - 1, *number, phase);
            }
        }
        if let Some(course) = self.joined(index, halves, moved.map(|c| self.sign * c)) {
            self.levels[index].courses[number] = Slot::Made(course);
        }
    }

    /// Two courses of half the length, or at the first level two steps, the second where the line has
    /// moved on to.
    fn joined(&self, index: usize, halves: [usize; 2], moved: [i64; 2]) -> Option<Course> {
        let halves = halves.map(|number| match index {
            0 => Some((self.mover, [0, 0])),
            _ => self.levels[index - 1].made(number).map(|course| (&course.mask, course.at)),
        });
        let [(first, here), (second, there)] = [halves[0]?, halves[1]?];
        let there = [there[0] + moved[0], there[1] + moved[1]];
        let hull = placed(&first.bounds?, here).hull(&placed(&second.bounds?, there));
        let mut mask = Mask::new(hull.width, hull.height).ok()?;
        let columns = mask.words.chunks_exact_mut(hull.height as usize);
        for (to, x) in columns.zip((i64::from(hull.left)..).step_by(WORD as usize)) {
            lay(to, first, [x - here[0], i64::from(hull.top) - here[1]]);
            lay(to, second, [x - there[0], i64::from(hull.top) - there[1]]);
        }
        // The hull of tight boxes is tight.
        let frame = mask.frame()?;
        mask.unite(frame);
        mask.bounds = Some(frame);
        Some(Course { mask, at: [hull.left.into(), hull.top.into()] })
    }
}

impl Level {
    /// The number of the course that begins with a phase.
    fn number(&self, phase: i64) -> usize {
        self.breaks.partition_point(|&at| at <= phase)
    }

    fn made(&self, number: usize) -> Option<&Course> {
        if let Slot::Made(course) = &self.courses[number] { Some(course) } else { None }
    }
}

/// A rectangle that is moved. No course leaves `i32`.
fn placed(rect: &Rect, [x, y]: [i64; 2]) -> Rect {
    Rect { left: rect.left + x as i32, top: rect.top + y as i32, ..*rect }
}

fn area(rect: Rect) -> u64 {
    u64::from(rect.width) * u64::from(rect.height)
}
