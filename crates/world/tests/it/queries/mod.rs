//! Queries of a world, against every pixel of every sprite.

mod contacts;
mod crowd;
mod find;
mod rays;
mod sweeps;
mod walks;
