//! The level, and the masks of all things in it.

use hitmask::{Mask, MaskError};

/// The size of the level, in pixels.
pub(crate) const SIZE: [u32; 2] = [640, 360];

/// The masks, in the order in which a game adds them to its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Thing {
    Ground,
    Plank,
    Hero,
    Crate,
    Coin,
    Walker,
}

impl Thing {
    pub(crate) const ALL: [Thing; 6] =
        [Thing::Ground, Thing::Plank, Thing::Hero, Thing::Crate, Thing::Coin, Thing::Walker];

    pub(crate) fn mask(self) -> Result<Mask, MaskError> {
        match self {
            Thing::Ground => Mask::from_fn(SIZE[0], SIZE[1], |x, y| is_ground(x.into(), y.into())),
            Thing::Plank => Mask::filled(72, 6),
            Thing::Hero => art("...######...
                 ..########..
                 ..########..
                 ..####.##...
                 ..########..
                 ...######...
                 ....####....
                 ..########..
                 .##########.
                 .##.####.##.
                 .##.####.##.
                 ....####....
                 ...######...
                 ...##..##...
                 ...##..##...
                 ...##..##...
                 ..###..###.."),
            Thing::Crate => Mask::filled(22, 22),
            Thing::Coin => art("..####..\n.######.\n########\n########\n########\n########\n.######.\n..####.."),
            Thing::Walker => art("....########....
                 ..############..
                 .##############.
                 .###..####..###.
                 ################
                 ################
                 ################
                 .##############.
                 ..##..####..##..
                 ..##...##...##.."),
        }
    }
}

/// The sword of the hero, in front of him.
pub(crate) fn sword() -> Result<Mask, MaskError> {
    art("...###....\n.....###..\n......###.\n.......##.\n.......###\n.......##.\n......###.\n.....###..\n...###....")
}

/// A mask from a drawing whose lines are indented.
fn art(text: &str) -> Result<Mask, MaskError> {
    text.split_whitespace().collect::<Vec<_>>().join("\n").parse()
}

/// Hills, a pit with a slope out of it, a wall with a ledge, and walls at both ends.
fn is_ground(x: f64, y: f64) -> bool {
    let hills = 300.0 - 22.0 * ((x - 40.0) / 55.0).sin().max(0.0) - if x > 420.0 { 12.0 } else { 0.0 };
    let pit = (250.0..360.0).contains(&x);
    let floor = if pit { (340.0 - (x - 300.0).max(0.0) * 0.7).max(hills.min(300.0)) } else { hills };
    let ledge = (520.0..600.0).contains(&x) && (150.0..162.0).contains(&y);
    y > floor || ledge || !(6.0..634.0).contains(&x)
}
