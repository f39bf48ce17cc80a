//! Queries of a world, against every pixel of every sprite.

mod carries;
mod carrying;
mod contacts;
mod crowd;
mod find;
mod layers;
mod places;
mod rays;
mod sweeps;
mod walks;
