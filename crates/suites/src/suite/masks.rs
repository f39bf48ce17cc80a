//! One pair of masks: the cases.

use super::boards::Columns;
use super::contenders::{
    Rows, area, bounds, copies, first, hit, levels, points, pygame_area, pygame_hit, raster, rectangles, render_maps,
};
use super::family::{Family, Spec};
use super::{boards, pairs, terrain};
use crate::case::Case;
use anyhow::Result;

/// Sides of boards that miss.
const SIDES: &[u32] = &[16, 32, 64, 128, 256, 512, 1024, 4096];
/// Sides of boards that complete the suite.
const SOME_SIDES: &[u32] = &[16, 64, 1024];
/// Sides of discs.
const DISCS: &[u32] = &[16, 64, 256, 1024, 4096];
/// Sides of drawn sprites.
const SPRITES: &[u32] = &[16, 32, 64, 128, 256];
/// Sides of drawn sprites in the cases of many pairs.
const MANY: &[u32] = &[16, 32, 64];
/// Sides of masks whose shared pixels are counted.
const COUNTED: &[u32] = &[64, 128, 256, 1024];
/// Sides of masks whose shared pixels are searched.
const FOUND: &[u32] = &[64, 256, 1024];
/// The largest masks that are also made as pictures: a larger picture takes 64 MiB.
const PICTURE_SIDE: u32 = 1024;
/// The largest masks that are compared point by point: for larger ones a test takes many milliseconds.
const POINTS_SIDE: u32 = 32;
/// The largest masks that are compared by render maps: for larger ones a test takes many milliseconds.
const CELLS_SIDE: u32 = 128;

/// Every family of this suite.
#[must_use]
pub fn families() -> Vec<Family> {
    let mut families = hits();
    families.extend(measures());
    families.extend(lands());
    families
}

/// Whether a pixel is shared.
fn hits() -> Vec<Family> {
    use Columns::{Aligned, Unaligned};
    let table = |name, title, sides, build: fn(u32) -> Result<Case>| {
        family(name, title, "hits", sides, &["columns", "naive"], build)
    };
    // Also against the loops of old articles (see `classic`).
    let classic = |name, title, sides, build: fn(u32) -> Result<Case>| {
        family(name, title, "hits", sides, &["columns", "naive", "rectangle-loop", "copy-compare"], build)
    };
    vec![
        table("call", "hit? Two 8 x 8 checkerboards that miss: what a call costs", &[8], |n| {
            Ok(pygame_hit(hit(boards::misses(n, Unaligned)))?.done())
        }),
        table("miss-unaligned", "hit? Checkerboards that miss, in all directions", SIDES, |n| {
            let rows = levels(hit(boards::misses(n, Unaligned)));
            Ok(pygame_hit(up_to(n, PICTURE_SIDE, rectangles, rows))?.done())
        }),
        table("miss-aligned", "hit? Checkerboards that miss, whole words apart", SOME_SIDES, |n| {
            Ok(hit(boards::misses(n, Aligned)).done())
        }),
        classic("hit-at-once", "hit? Checkerboards that match", SOME_SIDES, |n| {
            Ok(copies(rectangles(hit(boards::hits(n, Unaligned)))).done())
        }),
        classic("hit-late", "hit? Checkerboards that share the last pixel", SOME_SIDES, |n| {
            Ok(copies(rectangles(hit(boards::late_hits(n, Unaligned)))).done())
        }),
        table("discs", "hit? Discs, centers 0.98 to 1.04 diameters apart", DISCS, |n| {
            Ok(pygame_hit(up_to(n, PICTURE_SIDE, rectangles, hit(pairs::discs(n))))?.done())
        }),
        classic("sprites", "hit? Drawn sprites at random offsets, tight boxes overlapping", SPRITES, |n| {
            let rows = copies(rectangles(levels(hit(pairs::sprites(n)))));
            Ok(up_to(n, CELLS_SIDE, render_maps, up_to(n, POINTS_SIDE, points, rows)).done())
        }),
        table(
            "sprites-unlearnt",
            "hit? Drawn sprites as above, more pairs than a processor learns by heart",
            MANY,
            |n| Ok(hit(pairs::many_sprites(n)).done()),
        ),
        Family {
            unit: "sprites",
            ..classic("real", "hit? Real sprites of 8 to 128 px at random offsets, pictures overlapping", &[24], |_| {
                let rows = render_maps(copies(rectangles(levels(hit(pairs::real()?)))));
                Ok(pygame_hit(rows)?.done())
            })
        },
        table("right-down-miss", "hit? Checkerboards that miss, down to the right", FOUND, |n| {
            Ok(raster(hit(pairs::right_and_down(boards::misses(n, Unaligned)))).done())
        }),
        table("right-down", "hit? Drawn sprites, tight boxes overlapping, down to the right", SPRITES, |n| {
            Ok(raster(hit(pairs::right_and_down(pairs::sprites(n)))).done())
        }),
    ]
}

/// The number of shared pixels, their bounds and the first of them.
fn measures() -> Vec<Family> {
    use Columns::Unaligned;
    let areas = |name, title, build: fn(u32) -> Vec<pairs::Pair>| {
        let title = format!("how many pixels? {title}");
        family(name, &title, "pixels", COUNTED, &["columns", "naive"], move |n| Ok(pygame_area(area(build(n)))?.done()))
    };
    let places = |name, title, ask: fn(Vec<pairs::Pair>) -> Rows, build: fn(u32) -> Vec<pairs::Pair>| {
        family(name, title, "hits", FOUND, &["naive"], move |n| Ok(ask(build(n)).done()))
    };
    let (misses, late) = (|n| boards::misses(n, Unaligned), |n| boards::late_hits(n, Unaligned));
    vec![
        areas("area-miss", "Checkerboards that miss", misses),
        areas("area-hit", "Checkerboards that match", |n| boards::hits(n, Unaligned)),
        areas("area", "Drawn sprites, tight boxes overlapping", pairs::sprites),
        places("bounds-miss", "which box? Checkerboards that miss", bounds, misses),
        places("bounds-late", "which box? Checkerboards that share the last pixel", bounds, late),
        places("bounds", "which box? Drawn sprites, tight boxes overlapping", bounds, pairs::sprites),
        places("first-miss", "which pixel first? Checkerboards that miss", first, misses),
        places("first-late", "which pixel first? Checkerboards that share the last pixel", first, late),
        places("first", "which pixel first? Drawn sprites, tight boxes overlapping", first, pairs::sprites),
    ]
}

/// A landscape of 16384 x 2048 pixels.
fn lands() -> Vec<Family> {
    let sides = &[terrain::WIDTH];
    vec![
        family("bullet", "hit? 4 x 4 px anywhere in a land of 16384 x 2048", "hits", sides, &["columns"], |_| {
            Ok(pygame_hit(hit(terrain::bullets()))?.done())
        }),
        family(
            "hole",
            "cut a hole of radius 40 into that land, bounds and row-group summaries updated, or all recomputed",
            "pixels left around it",
            sides,
            &["recompute-all"],
            |_| Ok(terrain::holes()),
        ),
    ]
}

/// Adds a contender, if the masks are not too large for it.
fn up_to(side: u32, most: u32, more: fn(Rows) -> Rows, rows: Rows) -> Rows {
    if side <= most { more(rows) } else { rows }
}

/// A family with a case for each side.
fn family(
    name: &str,
    title: &str,
    answer: &'static str,
    sides: &[u32],
    against: &[&'static str],
    build: impl Fn(u32) -> Result<Case> + Copy + 'static,
) -> Family {
    let spec = |&side: &u32| Spec {
        name: format!("{name}-{side}"),
        n: side as usize,
        against: against.to_vec(),
        build: Box::new(move || build(side)),
    };
    let specs = sides.iter().map(spec).collect();
    Family { suite: "mask", name: name.into(), title: title.into(), unit: "px", answer, specs }
}
