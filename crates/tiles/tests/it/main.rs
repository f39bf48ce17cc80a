//! Tests of the public API.

mod balance;
mod checkpoints;
mod cuts;
mod disk_join;
mod hosts;
mod one_world;
mod proxy;
mod rounds;
mod script;
mod strangers;
mod tokens;
mod wires;
