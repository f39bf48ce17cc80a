//! A random life of a world. Bytes choose the operations; each is repeated on a plain model: sprites are spawned, moved,
//! changed and removed, masks are edited; then everything is compared, pixel by pixel. Runs with either index, on one
//! thread and on three. A refused call changes nothing.

use crate::bytes::Bytes;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::LazyLock;
use testkit::Choice;
use testkit::model::{CENTERS, Life};

/// Operations of a life.
const OPERATIONS: usize = 48;

/// The threads of parallel runs.
static POOL: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().num_threads(3).build().expect("three threads"));

/// Runs the target.
pub fn check(data: &[u8]) {
    POOL.install(|| {
        let mut bytes = Bytes::new(data);
        let (center, close) = (bytes.one_of(&CENTERS), bytes.flip());
        let mut life = Life::new(bytes, center);
        life.operations(OPERATIONS, close);
        let _ = life.end();
    });
}
