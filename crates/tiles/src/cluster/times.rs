//! All times of a cluster.

use std::time::Duration;

/// How long a worker waits by default for workers that have not started.
pub(super) const CONNECT: Duration = Duration::from_secs(8);
/// How long a program that connects may take to introduce itself. A worker does so at once.
pub(super) const INTRODUCTION: Duration = Duration::from_secs(2);
/// How long to wait before a refused connection is tried again, and between two looks for new connections.
pub(super) const RETRY: Duration = Duration::from_millis(5);

/// The time between two signs of life of a process, on each idle connection.
pub const HEARTBEAT: Duration = Duration::from_millis(500);
/// How long a process may give no sign of life before it counts as stalled, unless a program sets another limit.
pub const SILENCE: Duration = Duration::from_secs(4);

/// How long a process that gives up waits for its peers to read why. A peer that reads gives up too, and closes its end at
/// once, so only peers that do not read take this long.
pub(super) const LINGER: Duration = Duration::from_secs(2);

/// How long a blocked call on a socket takes before it looks for a fault.
pub(super) const SLICE: Duration = Duration::from_millis(50);
/// How long a worker sleeps while it waits for a round. A fault wakes it, so this limit only bounds the harm if a wake-up is
/// lost.
pub(super) const PARK: Duration = Duration::from_millis(200);
