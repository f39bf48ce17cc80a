//! The "render map" of articles on JavaScript: a list of solid cells at a chosen resolution, and where its answers
//! differ from the exact ones. Two bugs of such articles follow, with the corrected code.
//!
//!     cargo run --release -p show --example render_map

use hitmask::{Mask, MaskError, Rect};

/// The cells of `side` x `side` pixels that contain a solid pixel.
fn render_map(mask: &Mask, side: u32) -> Vec<Rect> {
    let cells = (0..mask.height().div_ceil(side)).flat_map(|y| (0..mask.width().div_ceil(side)).map(move |x| [x, y]));
    let rect = |[x, y]: [u32; 2]| Rect { left: (x * side) as i32, top: (y * side) as i32, width: side, height: side };
    cells.map(rect).filter(|&cell| mask.overlaps(&cell, [0, 0])).collect()
}

/// Tests every cell of one against every cell of the other. The articles compared with `<=`, so that cells that only
/// touch, and pictures side by side, collided: half-open boxes need `<`.
fn cells_hit(a: &[Rect], b: &[Rect], [dx, dy]: [i32; 2], touching: bool) -> bool {
    let before = |end: i64, start: i64| if touching { start <= end } else { start < end };
    let meet = |a: &Rect, b: &Rect| {
        let b = Rect { left: b.left + dx, top: b.top + dy, ..*b };
        let across = before(a.right(), b.left.into()) && before(b.right(), a.left.into());
        across && before(a.bottom(), b.top.into()) && before(b.bottom(), a.top.into())
    };
    a.iter().any(|a| b.iter().any(|b| meet(a, b)))
}

fn main() -> Result<(), MaskError> {
    let mut rock = Mask::new(40, 40)?;
    rock.fill_circle([20.0, 20.0], 19.5, true)?;
    let mut ship = Mask::new(24, 30)?;
    ship.fill_polygon([[12.0, 0.0], [24.0, 30.0], [0.0, 30.0]], true)?;

    for side in [1, 2, 4, 8] {
        let maps = [render_map(&rock, side), render_map(&ship, side)];
        let (mut hits, mut false_hits, mut touches) = (0, 0, 0);
        for at in (-31..=41).flat_map(|y| (-25..=41).map(move |x| [x, y])) {
            let (exact, cells) = (rock.overlaps(&ship, at), cells_hit(&maps[0], &maps[1], at, false));
            assert!(cells || !exact, "a map never misses a hit");
            hits += u32::from(exact);
            false_hits += u32::from(cells && !exact);
            touches += u32::from(cells_hit(&maps[0], &maps[1], at, true) && !cells);
        }
        println!("cells of {side}: {hits} hits, {false_hits} of them false, {touches} more if touching counts");
        assert_eq!(side == 1, false_hits == 0, "the map is exact only with one pixel per cell");
        assert!(touches > 0);
    }

    // HGE's article read the second picture with the first one's row length. Nobody notices the bug as long as both
    // have equal widths.
    let alpha: Vec<bool> = (0..30).flat_map(|y| (0..24).map(move |x| [x, y])).map(|at| ship.contains(at)).collect();
    let read = |row_length: u32| move |x: u32, y: u32| (y * row_length + x) as usize;
    let (wrong, right) = (read(rock.width()), read(ship.width()));
    let misread = Mask::from_fn(24, 30, |x, y| alpha.get(wrong(x, y)).copied().unwrap_or(false))?;
    let corrected = Mask::from_fn(24, 30, |x, y| alpha[right(x, y)])?;
    println!("the ship, read with a row length of {}:\n{misread}", rock.width());
    assert!(corrected == ship && misread != ship);
    Ok(())
}
