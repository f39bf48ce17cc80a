//! The packages of the repository, each with its commands.

mod bevy;
mod book;
mod c;
mod core;
mod godot;
mod macroquad;
mod package;
mod programs;
mod python;
mod web;

pub(crate) use package::Package;

pub(crate) const PACKAGES: [Package; 8] = [
    core::PACKAGE,
    python::PACKAGE,
    web::PACKAGE,
    book::PACKAGE,
    bevy::PACKAGE,
    macroquad::PACKAGE,
    c::PACKAGE,
    godot::PACKAGE,
];
