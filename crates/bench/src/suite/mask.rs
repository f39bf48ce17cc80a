//! One pair of masks: what is asked, and who answers.

use super::pairs::{self, Columns, Pair};
use super::{Family, Spec};
use crate::articles::{cells_against_cells, copy_then_compare, rectangle_loop};
use crate::case::{Case, Questions};

/// Sides of the masks that are made to be hard.
const SIDES: &[u32] = &[8, 16, 32, 64, 128, 256, 1024, 4096];
/// Sides of discs.
const DISCS: &[u32] = &[16, 64, 256, 1024, 4096];
/// Sides of sprites.
const SPRITES: &[u32] = &[16, 32, 64, 128, 256];
/// Sides of masks that are measured.
const MEASURED: &[u32] = &[64, 256, 1024];
/// The largest masks that also stand as pictures: beyond, one takes 64 MiB.
const PICTURE_SIDE: u32 = 1024;
/// The largest masks that are compared point by point: beyond, a test takes many milliseconds.
const POINTS_SIDE: u32 = 32;
/// The largest masks that are compared by render maps, for the same reason.
const CELLS_SIDE: u32 = 128;

/// Every family of this suite.
#[must_use]
pub fn families() -> Vec<Family> {
    let mut families = Vec::new();
    for (columns, name, also) in [(Columns::Aligned, "aligned", ", aligned"), (Columns::Unaligned, "unaligned", "")] {
        let mut boards = |case: &str, what: &str, pairs: fn(u32, Columns) -> Vec<Pair>| {
            let title = format!("hit? Checkerboards that {what}{also}");
            families.push(family(&format!("{case}-{name}"), &title, "hits", SIDES, move |n| hit(n, pairs(n, columns))));
        };
        boards("miss", "miss", pairs::misses);
        boards("hit-at-once", "match", pairs::hits);
        boards("hit-late", "share the last pixel", pairs::late_hits);
    }
    let random = "Sprites at random offsets, boxes overlapping";
    families.extend([
        family("discs", "hit? Discs, centres 0.98 to 1.04 diameters apart", "hits", DISCS, |n| {
            near(n, pairs::discs(n))
        }),
        family("sprites", &format!("hit? {random}"), "hits", SPRITES, |n| near(n, pairs::sprites(n))),
        family("area", &format!("how many pixels? {random}"), "pixels", MEASURED, |n| area(pairs::sprites(n))),
        family("bounds", &format!("which box? {random}"), "hits", MEASURED, |n| bounds(pairs::sprites(n))),
        family("first", &format!("which pixel first? {random}"), "hits", MEASURED, |n| first(pairs::sprites(n))),
    ]);
    families
}

/// A family with a case for each side.
fn family(
    name: &str,
    title: &str,
    answer: &'static str,
    sides: &[u32],
    build: impl Fn(u32) -> Case + Copy + 'static,
) -> Family {
    let spec = |&side: &u32| Spec {
        name: format!("{name}-{side}"),
        n: side as usize,
        plain: "naive",
        build: Box::new(move || Ok(build(side))),
    };
    let specs = sides.iter().map(spec).collect();
    Family { suite: "mask", name: name.into(), title: title.into(), unit: "px", answer, specs }
}

/// Whether a pixel is shared: the question that everyone answers.
fn hit(side: u32, pairs: Vec<Pair>) -> Case {
    everyone(side, pairs).done()
}

/// The same at random offsets, where it also makes sense to say how often a render map is wrong.
fn near(side: u32, pairs: Vec<Pair>) -> Case {
    let case = everyone(side, pairs);
    if side > CELLS_SIDE {
        return case.done();
    }
    case.approximate("render-map", |pair| cells_against_cells(pair.a.cells(), pair.b.cells(), pair.at)).done()
}

/// Everyone who answers whether a pixel is shared, and is always right.
fn everyone(side: u32, pairs: Vec<Pair>) -> Questions<Pair> {
    let mut case = Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlaps(&pair.b.mask, pair.at))
        .row("naive", |pair| pair.a.grid.hit(&pair.b.grid, pair.at));
    if side <= PICTURE_SIDE {
        case = case
            .row("rectangle-loop", |pair| rectangle_loop(pair.a.picture(), pair.b.picture(), pair.at))
            .row("copy-compare", |pair| copy_then_compare(pair.a.picture(), pair.b.picture(), pair.at));
    }
    if side <= POINTS_SIDE {
        case = case.row("point-lists", |pair| cells_against_cells(pair.a.points(), pair.b.points(), pair.at));
    }
    case
}

/// How many pixels are shared.
fn area(pairs: Vec<Pair>) -> Case {
    Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlap_area(&pair.b.mask, pair.at))
        .row("naive", |pair| pair.a.grid.area(&pair.b.grid, pair.at))
        .done()
}

/// The box around what is shared.
fn bounds(pairs: Vec<Pair>) -> Case {
    Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlap_bounds(&pair.b.mask, pair.at))
        .row("naive", |pair| pair.a.grid.bounds(&pair.b.grid, pair.at))
        .done()
}

/// The first pixel that is shared.
fn first(pairs: Vec<Pair>) -> Case {
    Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlap_first(&pair.b.mask, pair.at))
        .row("naive", |pair| pair.a.grid.first(&pair.b.grid, pair.at))
        .done()
}
