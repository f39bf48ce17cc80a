//! The families of all suites.

use super::{
    bullets, churn, contacts, copies, few, frames, games, inside, kinds, nearest, queries, rays, simulation, tables,
    tiles, turning,
};
use crate::peers;
use suites::suite::{Extent, Family};

/// Every family.
#[must_use]
pub fn all(extent: Extent) -> Vec<Family> {
    let mut families = suites::suite::mask();
    families.extend(suites::suite::world(extent, peers::ALL));
    if extent == Extent::Full {
        families.extend(tables::families());
        families.extend(turning::families());
        families.extend(churn::families());
        families.extend(queries::families());
        families.extend(nearest::families());
        families.extend(bullets::families());
        families.extend(few::families());
        families.extend(copies::families());
        families.extend(frames::families());
        families.extend(games::families());
        families.extend(contacts::families());
        families.extend(rays::families());
        families.extend(tiles::families());
        families.extend(simulation::families());
        families.extend(kinds::families());
        families.extend(inside::families());
    }
    families
}
