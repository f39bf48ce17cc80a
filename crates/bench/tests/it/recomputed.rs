//! The peer for edits, and rows with a forced level or recorded answers.

use mask::SimdLevel;
use std::time::Duration;
use suites::case::{Case, Effort};
use suites::columns::Columns;
use suites::recomputed::Recomputed;
use testkit::{Rng, shape};

#[test]
fn recomputed_summaries_equal_those_of_mask() {
    let mut rng = Rng::new(3);
    for side in [1, 20, 64, 65, 130] {
        let mut kept = shape::mask(&shape::noise(side, 3, rng.bits()));
        let mut recomputed = Recomputed::from(&kept);
        let hole = shape::mask(&shape::disc(1 + side / 2));
        let cut = Columns::from(&hole);
        let all = shape::mask(&shape::solid(side));
        for _ in 0..60 {
            let at = [0; 2].map(|_| rng.below(side));
            kept.erase(&hole, at.map(|place| place as i32));
            recomputed.erase(&cut, at);
            assert_eq!(recomputed.bounds(), kept.bounds(), "{side} {at:?}");
            assert_eq!(recomputed.columns().area(&Columns::from(&all), [0, 0]), kept.count(), "{side} {at:?}");
        }
    }
}

#[test]
fn a_level_is_forced_for_its_row_only() {
    let before = SimdLevel::current();
    let now = |_: &u8| SimdLevel::current() == SimdLevel::Portable;
    let mut case = Case::asking(vec![0_u8]).row("held", now).held_at(SimdLevel::Portable).row("right", |_| true).done();
    assert!(case.check().is_ok());
    assert_eq!(SimdLevel::current(), before);
}

#[test]
fn a_recorded_time_is_the_time_of_its_row() {
    let mut case = Case::asking(vec![1_u64, 2]).row("ours", |&n| n).recorded("theirs", &[1_u64, 2], 5e6, 70.0).done();
    assert!(case.check().is_ok());
    let effort = Effort { rounds: 3, turn: Duration::from_micros(10), patience: Duration::ZERO, least: 3 };
    assert_eq!(case.time(&effort)[1], 5e6);
    assert_eq!(case.rows[1].call, Some(70.0));
    let mut short = Case::asking(vec![1_u64, 2]).row("ours", |&n| n).recorded("theirs", &[1_u64], 5e6, 70.0).done();
    assert!(short.check().is_err());
}
