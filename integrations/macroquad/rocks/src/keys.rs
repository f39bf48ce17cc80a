//! The keys of the game, and a script that presses them.

/// The keys that are down in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keys {
    /// Left arrow or A: turns the ship counterclockwise.
    pub left: bool,
    /// Right arrow or D: turns the ship clockwise.
    pub right: bool,
    /// Up arrow or W: accelerates the ship.
    pub thrust: bool,
    /// Space: fires.
    pub fire: bool,
}

/// The steps of the script: the first tick, the number of ticks, the keys that are down.
const SCRIPT: [(u32, u32, Keys); 6] = {
    let none = Keys { left: false, right: false, thrust: false, fire: false };
    [
        (10, 40, Keys { right: true, ..none }),  // to the right, and down to the ground
        (52, 60, Keys { fire: true, ..none }),   // digs
        (115, 12, Keys { left: true, ..none }),  // a little up
        (130, 50, Keys { fire: true, ..none }),  // digs at a second place
        (182, 30, Keys { left: true, ..none }),  // up to the rocks
        (212, 100, Keys { fire: true, ..none }), // shoots at the rocks
    ]
};

/// The tick after which the script stops the game for a screenshot.
pub const LAST_TICK: u32 = 300;

/// Returns the keys that the script holds down in a tick.
#[must_use]
pub fn scripted(tick: u32) -> Keys {
    let step = SCRIPT.iter().find(|&&(from, ticks, _)| (from..from + ticks).contains(&tick));
    step.map_or(Keys::default(), |&(.., keys)| keys)
}
