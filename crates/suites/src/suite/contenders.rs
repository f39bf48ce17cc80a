//! The contenders of each question about a pair, as rows that cases combine.

use super::pairs::Pair;
use crate::case::{Case, Questions};
use crate::classic::{cells_against_cells, copy_then_compare, rectangle_loop};
use crate::contender::usual_level;
use crate::naive;
use crate::pygame;
use crate::pygame::Method;
use anyhow::Result;
use mask::SimdLevel;

/// The rows of a case.
pub(super) type Rows = Questions<Pair>;

/// Whether a pixel is shared: hitmask, columns of words and the naive loop.
pub(super) fn hit(pairs: Vec<Pair>) -> Rows {
    Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlaps(&pair.b.mask, pair.at))
        .row("columns", |pair| pair.a.columns().overlaps(pair.b.columns(), pair.at))
        .row("naive", |pair| naive::overlaps(&pair.a.grid, &pair.b.grid, pair.at))
}

/// Adds the loop over pictures, the articles' final version.
pub(super) fn rectangles(rows: Rows) -> Rows {
    rows.row("rectangle-loop", |pair| rectangle_loop(pair.a.picture(), pair.b.picture(), pair.at))
}

/// Adds the articles' earlier version, which copies both rectangles first.
pub(super) fn copies(rows: Rows) -> Rows {
    rows.row("copy-compare", |pair| copy_then_compare(pair.a.picture(), pair.b.picture(), pair.at))
}

/// Adds lists of points.
pub(super) fn points(rows: Rows) -> Rows {
    rows.row("point-lists", |pair| cells_against_cells(pair.a.points(), pair.b.points(), pair.at))
}

/// Adds lists of cells, which are sometimes wrong; the report shows how often.
pub(super) fn render_maps(rows: Rows) -> Rows {
    rows.approximate("render-map", |pair| cells_against_cells(pair.a.cells(), pair.b.cells(), pair.at))
}

/// Adds `binary_raster`, which supports only offsets to the right and down: if both components are negative, the masks
/// are swapped.
pub(super) fn raster(rows: Rows) -> Rows {
    rows.row("binary-raster", |pair| {
        let (a, b) = (pair.a.raster(), pair.b.raster());
        match pair.at.map(usize::try_from) {
            [Ok(x), Ok(y)] => a.collision_check_at(b, (x, y)),
            _ => b.collision_check_at(a, pair.at.map(|back| back.unsigned_abs() as usize).into()),
        }
    })
}

/// Adds hitmask with the kernels forced to each level below the usual one.
pub(super) fn levels(mut rows: Rows) -> Rows {
    for level in SimdLevel::available().filter(|&level| level < usual_level()) {
        let who = match level {
            SimdLevel::Avx2 => "hitmask-avx2",
            _ => "hitmask-portable",
        };
        rows = rows.row(who, |pair| pair.a.mask.overlaps(&pair.b.mask, pair.at)).held_at(level);
    }
    rows
}

/// The number of shared pixels.
pub(super) fn area(pairs: Vec<Pair>) -> Rows {
    Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlap_area(&pair.b.mask, pair.at))
        .row("columns", |pair| pair.a.columns().area(pair.b.columns(), pair.at))
        .row("naive", |pair| pair.a.grid.area(&pair.b.grid, pair.at))
}

/// The bounds of the shared pixels.
pub(super) fn bounds(pairs: Vec<Pair>) -> Rows {
    Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlap_bounds(&pair.b.mask, pair.at))
        .row("naive", |pair| pair.a.grid.bounds(&pair.b.grid, pair.at))
}

/// The first shared pixel.
pub(super) fn first(pairs: Vec<Pair>) -> Rows {
    Case::asking(pairs)
        .row("hitmask", |pair| pair.a.mask.overlap_first(&pair.b.mask, pair.at))
        .row("naive", |pair| pair.a.grid.first(&pair.b.grid, pair.at))
}

/// Adds pygame-ce for whether a pixel is shared, if it is installed.
pub(super) fn pygame_hit(rows: Rows) -> Result<Rows> {
    add_pygame(rows, Method::Overlap)
}

/// Adds pygame-ce for the number of shared pixels, if it is installed.
pub(super) fn pygame_area(rows: Rows) -> Result<Rows> {
    add_pygame(rows, Method::OverlapArea)
}

fn add_pygame(rows: Rows, method: Method) -> Result<Rows> {
    if !pygame::is_there() {
        return Ok(rows);
    }
    let pairs = rows.questions().iter().map(|pair| (&pair.a.grid, &pair.b.grid, pair.at));
    let timing = pygame::ask(method, pairs)?;
    Ok(match method {
        Method::Overlap => {
            let hits: Vec<bool> = timing.answers.iter().map(|&hit| hit != 0).collect();
            rows.recorded("pygame-ce", &hits, timing.ns, timing.call)
        }
        Method::OverlapArea => rows.recorded("pygame-ce", &timing.answers, timing.ns, timing.call),
    })
}
