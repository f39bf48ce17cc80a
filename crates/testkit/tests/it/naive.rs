//! The oracle on cases small enough to answer by hand.

use mask::{Mask, Rect};
use testkit::{Grid, naive, shape};

/// A grid from a picture of `#` and `.`.
fn drawn(picture: &str) -> Grid {
    let lines: Vec<&[u8]> = picture.split_whitespace().map(str::as_bytes).collect();
    let width = lines.first().map_or(0, |line| line.len());
    shape::grid(width as u32, lines.len() as u32, |x, y| lines[y as usize][x as usize] == b'#')
}

#[test]
fn answers_by_hand() {
    let a = drawn("#..# .#.. ..##");
    let b = drawn(".## ##.");
    // At [1, 1], b covers [2, 1], [3, 1], [1, 2] and [2, 2]; of these only [2, 2] is solid in a.
    assert!(a.hit(&b, [1, 1]));
    assert_eq!(a.first(&b, [1, 1]), Some([2, 2]));
    assert_eq!(a.area(&b, [1, 1]), 1);
    assert_eq!(a.bounds(&b, [1, 1]), Some(Rect { left: 2, top: 2, width: 1, height: 1 }));
    assert_eq!(a.overlap(&b, [1, 1]), drawn(".... .... ..#."));
    // At [1, 0], b covers [2, 0], [3, 0], [1, 1] and [2, 1]; of these [3, 0] and [1, 1] are solid in a.
    assert_eq!(a.first(&b, [1, 0]), Some([3, 0]));
    assert_eq!(a.area(&b, [1, 0]), 2);
    assert_eq!(a.bounds(&b, [1, 0]), Some(Rect { left: 1, top: 0, width: 3, height: 2 }));
    assert_eq!(a.overlap(&b, [1, 0]), drawn("...# .#.. ...."));
}

#[test]
fn the_first_is_the_topmost_then_the_leftmost() {
    let full = shape::solid(3);
    assert_eq!(full.first(&full, [-1, -2]), Some([0, 0]));
    assert_eq!(full.first(&full, [2, 1]), Some([2, 1]));
    assert_eq!(drawn("..# ##.").first(&shape::solid(3), [0, 0]), Some([2, 0]));
}

#[test]
fn touching_is_not_overlapping() {
    let dot = shape::solid(1);
    assert!(dot.hit(&dot, [0, 0]));
    for at in [[1, 0], [-1, 0], [0, 1], [0, -1], [i32::MIN, 0], [0, i32::MAX], [i32::MIN, i32::MIN]] {
        assert!(!dot.hit(&dot, at), "{at:?}");
        assert_eq!((dot.area(&dot, at), dot.bounds(&dot, at)), (0, None), "{at:?}");
    }
}

#[test]
fn what_has_no_pixels_never_hits() {
    let (flat, full) = (shape::grid(5, 0, |_, _| true), shape::solid(5));
    assert!(!flat.hit(&full, [0, 0]) && !full.hit(&flat, [0, 0]));
    assert!(!full.hit(&shape::grid(5, 5, |_, _| false), [0, 0]));
}

#[test]
fn pairs_come_once_the_smaller_first() {
    let (disc, ring) = (shape::disc(9), shape::ring(9));
    let dot = shape::solid(1);
    let far = 1 << 30;
    // The dot is in the hole of the ring, and on the disc; the last two sprites are as far apart as possible.
    let sprites = [(&dot, [4, 4]), (&ring, [0, 0]), (&disc, [0, 0]), (&dot, [far, far]), (&disc, [-far, -far])];
    assert_eq!(naive::pairs(&sprites), [(0, 2), (1, 2)]);
}

#[test]
fn masks_and_grids_show_the_same() {
    for grid in [shape::noise(67, 40, 3), shape::grid(0, 4, |_, _| true), shape::disc(64)] {
        let mask: Mask = shape::mask(&grid);
        assert_eq!(mask.count(), grid.area(&grid, [0, 0]));
        assert_eq!(mask.bounds(), grid.bounds(&grid, [0, 0]));
        assert_eq!(Grid::from(&mask), grid);
    }
}
