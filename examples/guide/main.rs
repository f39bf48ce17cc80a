//! The programs of the book's guide: each module is one page, and prints what the same program prints in the other languages.
//!
//!     cargo run -p show --features guide --example guide               # all of them
//!     cargo run -p show --features guide --example guide -- bullets    # one

mod bullets;
mod characters;
mod events;
mod free_places;
mod huge_worlds;
mod many;
mod masks;
mod pair;
mod physics;
mod rays;
mod saving;
mod terrain;
mod way_out;

type Program = fn() -> Result<(), Box<dyn std::error::Error>>;

const PROGRAMS: [(&str, Program); 13] = [
    ("bullets", bullets::run),
    ("characters", characters::run),
    ("events", events::run),
    ("free_places", free_places::run),
    ("huge_worlds", huge_worlds::run),
    ("many", many::run),
    ("masks", masks::run),
    ("pair", pair::run),
    ("physics", physics::run),
    ("rays", rays::run),
    ("saving", saving::run),
    ("terrain", terrain::run),
    ("way_out", way_out::run),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The folder of the pictures.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/public/art"))?;
    let wanted = std::env::args().nth(1);
    for (name, run) in PROGRAMS {
        if wanted.as_deref().is_none_or(|wanted| wanted == name) {
            run()?;
        }
    }
    Ok(())
}
