//! Impacts of continuous sprites, from a test of every offset of their line, pixel by pixel.

use super::moving::meets;
use super::placed_grid::PlacedGrid;
use mask::Line;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;
use world::bindings::touches;
use world::{Contact, Pair, SpriteId, Step};

/// The impacts of the pairs with a path.
pub(super) type Impacts = BTreeMap<Pair, Impact>;

/// Where two sprites touched first.
#[derive(Clone, Copy)]
pub(super) struct Impact {
    step: u32,
    steps: u32,
    /// Where each sprite came from.
    from: [[i32; 2]; 2],
    /// The offset of the first sprite from the second.
    offset: [i32; 2],
}

/// Returns the impacts of the pairs with a sprite that has a path.
pub(super) fn impacts(placed_grids: &[PlacedGrid], last: &BTreeMap<SpriteId, [i32; 2]>) -> Impacts {
    let from = |one: &PlacedGrid| match last.get(&one.id) {
        Some(&at) if one.actor.continuous => at,
        _ => one.actor.at,
    };
    let mut impacts = Impacts::new();
    for (i, a) in placed_grids.iter().enumerate() {
        for b in &placed_grids[i + 1..] {
            let (from_a, from_b) = (from(a), from(b));
            let has_path = from_a != a.actor.at || from_b != b.actor.at;
            if has_path && a.actor.may_meet(&b.actor) && !(a.actor.fixed && b.actor.fixed) {
                let offset = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| a[axis].saturating_sub(b[axis]));
                let line = Line::new(offset(from_a, from_b), offset(a.actor.at, b.actor.at));
                if let Some(step) = first(a, b, &line) {
                    let impact = Impact { step, steps: line.steps(), from: [from_a, from_b], offset: line.at(step) };
                    impacts.insert(Pair { a: a.id, b: b.id }, impact);
                }
            }
        }
    }
    impacts
}

/// Returns the first step of a line of offsets of `a` from `b` at which the two share a pixel.
fn first(a: &PlacedGrid, b: &PlacedGrid, line: &Line) -> Option<u32> {
    let ([left, top, right, bottom], theirs) = (a.tight?, b.tight?);
    let place = |at: [i32; 2]| [0, 1].map(|axis| i64::from(b.actor.at[axis]) + i64::from(at[axis]));
    // On a long line, only the steps are tested at which the boxes overlap.
    let near = |axis: usize, low: i64, high: i64| {
        let order = |step: u32| {
            let by = place(line.at(step))[axis] - i64::from(a.actor.at[axis]);
            match () {
                () if high + by <= theirs[axis] => Ordering::Less,
                () if low + by >= theirs[axis + 2] => Ordering::Greater,
                () => Ordering::Equal,
            }
        };
        let rises = line.end()[axis] >= line.start()[axis];
        let [before, after] =
            if rises { [Ordering::Less, Ordering::Greater] } else { [Ordering::Greater, Ordering::Less] };
        let start = partition(line.steps(), |step| order(step) == before);
        start..partition(line.steps(), |step| order(step) != after)
    };
    let (x, y) = (near(0, left, right), near(1, top, bottom));
    let steps: Range<u64> = x.start.max(y.start)..x.end.min(y.end);
    let meets = |&step: &u64| meets(a, place(line.at(step as u32)).map(|c| c as i32), b);
    steps.into_iter().find(meets).map(|step| step as u32)
}

/// Returns the first step up to `last` for which `before` is false, or `last + 1`.
fn partition(last: u32, before: impl Fn(u32) -> bool) -> u64 {
    let (mut low, mut high) = (0, u64::from(last) + 1);
    while low < high {
        let middle = low.midpoint(high);
        if before(middle as u32) { low = middle + 1 } else { high = middle }
    }
    low
}

/// Checks the impacts of a step, and the contacts of its pairs.
pub(super) fn check(step: Step, impacts: &Impacts) {
    let view = step.view();
    let numbers = |contact: Contact| (contact.a, contact.b, contact.first(), contact.area(), contact.bounds());
    let contacts = step.contacts(numbers);
    let touches = touches(step, step.pairs(), |contact, fraction| (numbers(contact), fraction));
    for ((&pair, &contact), touch) in step.pairs().iter().zip(&contacts).zip(touches) {
        let impact = step.impact(pair).unwrap();
        assert_eq!(touch, Some((numbers(impact.contact), impact.fraction)));
        assert_eq!((impact.a, impact.b, impact.contact.a, impact.contact.b), (pair.a, pair.b, pair.a, pair.b));
        let [a, b] = [pair.a, pair.b].map(|id| view.get(id).unwrap().position);
        let still = Impact { step: 0, steps: 0, from: [a, b], offset: [a[0] - b[0], a[1] - b[1]] };
        let Impact { step: taken, steps, from, offset } = impacts.get(&pair).copied().unwrap_or(still);
        let fraction = f64::from(taken) / f64::from(steps.max(1));
        assert_eq!(impact.fraction.to_bits(), fraction.to_bits(), "the fraction of {pair:?}");
        let [at_a, at_b] = impact.places;
        assert_eq!([at_a[0] - at_b[0], at_a[1] - at_b[1]], offset, "the places of {pair:?}");
        for ((at, from), to) in impact.places.into_iter().zip(from).zip([a, b]) {
            let exact = |axis: usize| f64::from(from[axis]) + fraction * (f64::from(to[axis]) - f64::from(from[axis]));
            let off = [0, 1].map(|axis| (f64::from(at[axis]) - exact(axis)).abs());
            assert!(
                off.iter().all(|&off| off <= if from == to { 0.0 } else { 1.001 }),
                "{at:?} is on the path of {pair:?}"
            );
        }
        let mirrored = step.impact(Pair { a: pair.b, b: pair.a }).unwrap();
        assert_eq!((mirrored.a, mirrored.places, mirrored.fraction), (pair.b, [at_b, at_a], impact.fraction));
        let now = view.contact(pair.a, pair.b).map(numbers);
        assert_eq!(now.unwrap_or_else(|| numbers(impact.contact)), contact, "the contact of {pair:?}");
        if impact.places == [a, b] {
            assert_eq!(now, Some(numbers(impact.contact)));
        }
    }
}
