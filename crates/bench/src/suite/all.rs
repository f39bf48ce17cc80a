//! The families of all suites.

use super::{
    Extent, Family, bullets, churn, contacts, copies, few, frames, games, mask, nearest, queries, rays, tables, tiles,
    world,
};

/// Every family.
#[must_use]
pub fn all(extent: Extent) -> Vec<Family> {
    let mut families = mask::families();
    families.extend(world::families(extent));
    if extent == Extent::Full {
        families.extend(tables::families());
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
    }
    families
}
