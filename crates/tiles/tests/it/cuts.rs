//! The tiles of boxes and points.

use mask::Rect;
use tiles::{Bounds, Cuts};

/// Compares the tiles of boxes with the tiles of their pixels, for up to 9 tiles.
#[test]
fn a_box_touches_the_tiles_of_its_pixels() {
    let mut rng = fastrand::Rng::with_seed(7);
    for tiles in 1..10 {
        for side in [12, 2, 1] {
            let mut points: Vec<[i32; 2]> = (0..40).map(|_| [rng.i32(0..side), rng.i32(0..side)]).collect();
            let cuts = Cuts::balanced(tiles, &mut points);
            assert_eq!(cuts.count(), tiles);
            for _ in 0..200 {
                let rect = Rect::new(rng.i32(-3..14), rng.i32(-3..14), rng.u32(0..6), rng.u32(0..6));
                let bounds = Bounds::from(rect);
                let pixels = (bounds.top..bounds.bottom).flat_map(|y| (bounds.left..bounds.right).map(move |x| [x, y]));
                let mut expected: Vec<usize> = pixels.map(|at| cuts.tile_at(at.map(|c| c as i32))).collect();
                expected.sort_unstable();
                expected.dedup();
                // A tile without pixels between two equal cuts may be listed too: it costs a copy and changes nothing.
                let touched: Vec<usize> = cuts.touched(bounds).collect();
                assert!(expected.iter().all(|tile| touched.contains(tile)), "{cuts:?} {rect:?}");
                for &tile in &touched {
                    let within = cuts.bounds(tile);
                    assert!(expected.contains(&tile) || within.is_empty(), "{cuts:?} {rect:?} {tile}");
                    assert_eq!(within.encloses(bounds), touched == [tile], "{cuts:?} {rect:?} {tile}");
                }
            }
        }
    }
}

#[test]
fn tiles_share_points_evenly() {
    let mut rng = fastrand::Rng::with_seed(9);
    for tiles in [3, 7, 16] {
        let mut points: Vec<[i32; 2]> = (0..7000).map(|_| [rng.i32(..), rng.i32(-5000..5000)]).collect();
        let cuts = Cuts::balanced(tiles, &mut points);
        let mut counts = vec![0; tiles];
        points.iter().for_each(|&point| counts[cuts.tile_at(point)] += 1);
        let mean = 7000 / tiles;
        assert!(counts.iter().all(|&count: &usize| count.abs_diff(mean) < mean / 10), "{counts:?}");
    }
}

#[test]
fn few_or_equal_points_still_make_all_tiles() {
    for points in [vec![], vec![[5, 5]], vec![[5, 5]; 9]] {
        for tiles in 1..10 {
            let cuts = Cuts::balanced(tiles, &mut points.clone());
            assert_eq!(cuts.count(), tiles);
            assert!(cuts.tile_at([i32::MIN; 2]) < tiles && cuts.tile_at([i32::MAX; 2]) < tiles);
        }
    }
}
