//! Queries of a world, against every pixel of every sprite: probes, rays, moves, nearest sprites, overlaps. Bytes choose
//! the queries, and the changes between them, which may be of any kind.

use crate::bytes::Bytes;
use testkit::Choice;
use testkit::model::{CENTERS, Life};

/// Changes of a world, each followed by a step and a query.
const STEPS: usize = 24;

/// Runs the target.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let center = bytes.one_of(&CENTERS);
    let mut life = Life::new(bytes, center);
    for _ in 0..STEPS {
        life.operate();
        life.twin.step();
        life.ask();
        if life.choices.is_over() {
            break;
        }
    }
    let _ = life.end();
}
