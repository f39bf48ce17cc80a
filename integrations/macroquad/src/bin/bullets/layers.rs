//! The layers. Bullets collide with no bullets, so thousands of them cost little.

pub(crate) const SHIP: u32 = 1;
pub(crate) const SHIELD: u32 = 1 << 1;
pub(crate) const ENEMY: u32 = 1 << 2;
pub(crate) const ARMOR: u32 = 1 << 3;
pub(crate) const ROOF: u32 = 1 << 4;
/// The bullets of the ship, and of the enemies.
pub(crate) const MINE: u32 = 1 << 5;
pub(crate) const THEIRS: u32 = 1 << 6;
/// What stops the bullets of the ship, and of the enemies.
pub(crate) const STOPS_MINE: u32 = ENEMY | ARMOR | ROOF;
pub(crate) const STOPS_THEIRS: u32 = SHIP | SHIELD | ROOF;
