//! Masks in columns of words, against the oracle.

use suites::columns::Columns;
use testkit::{Rng, shape};

#[test]
fn columns_agree_with_the_oracle() {
    let mut rng = Rng::new(7);
    let (mut hits, mut misses) = (0, 0);
    for side in [1, 2, 31, 63, 64, 65, 100, 127, 128, 129, 200] {
        for percent in [1, 50, 100] {
            let other = [1, 8, 63, 64, 65, 130][rng.below(6) as usize];
            let grids = [shape::noise(side, percent, rng.bits()), shape::noise(other, percent, rng.bits())];
            let [a, b] = [0, 1].map(|i| Columns::from(&shape::mask(&grids[i])));
            for _ in 0..200 {
                let at = [0; 2].map(|_| rng.within(-(other as i32) - 2..side as i32 + 3));
                let area = grids[0].area(&grids[1], at);
                assert_eq!(a.area(&b, at), area, "{side} {other} {at:?}");
                assert_eq!(a.overlaps(&b, at), area > 0, "{side} {other} {at:?}");
                *(if area > 0 { &mut hits } else { &mut misses }) += 1;
            }
        }
    }
    assert!(hits > 1000 && misses > 1000, "{hits} hits, {misses} misses");
    let dot = Columns::from(&shape::mask(&shape::solid(1)));
    assert!(!dot.overlaps(&dot, [i32::MIN; 2]) && !dot.overlaps(&dot, [i32::MAX, i32::MIN]));
}
