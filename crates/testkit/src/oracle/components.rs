//! Connected components against a flood fill from pixel to pixel.

use super::subject::{Subject, assert_equals_grid};
use crate::{Grid, shape};
use mask::{Component, Connectivity, Mask, Rect, Shape};

/// Checks all components of 4 and of 8 neighbors, their boxes, the largest, and the components at some pixels.
pub fn check(subject: &Subject) {
    let Subject { grid, mask } = subject;
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let expected = flood(grid, connectivity);
        let parts = mask.connected_components(connectivity);
        assert_eq!(parts.len(), expected.len(), "{mask:?}");
        let boxes: Vec<(Rect, u64)> = expected.iter().map(|part| (bounds(part), part.len() as u64)).collect();
        assert_eq!(mask.component_bounds(connectivity), boxes);
        for ((part, pixels), &(rect, count)) in parts.iter().zip(&expected).zip(&boxes) {
            assert_is(part, pixels, rect, count);
        }
        let largest = expected.iter().map(Vec::len).max();
        let first_of_largest = expected.iter().position(|part| Some(part.len()) == largest);
        assert_eq!(mask.largest_component(connectivity).as_ref(), first_of_largest.map(|part| &parts[part]));
        let alone: Vec<Mask> = parts.iter().map(|part| uncropped(mask, part)).collect();
        for least in [0, 1, 2, 20, largest.unwrap_or(0) as u64, u64::MAX] {
            let large = parts.iter().zip(&alone).filter(|(part, _)| part.count >= least).map(|(_, alone)| alone);
            let found = mask.uncropped_components(connectivity, least).unwrap();
            found.iter().for_each(Mask::validate);
            assert!(found.iter().eq(large));
        }
        let whole = mask.uncropped_component(connectivity, None).unwrap();
        whole.validate();
        assert_eq!(
            whole,
            first_of_largest.map_or(mask.overlap_mask(&Mask::default(), [0, 0]), |part| uncropped(mask, &parts[part]))
        );
        for (part, pixels) in parts.iter().zip(&expected).step_by(7) {
            let whole = mask.uncropped_component(connectivity, Some(pixels[pixels.len() / 2])).unwrap();
            assert_eq!(whole, uncropped(mask, part));
            assert_eq!(mask.component_at(pixels[pixels.len() / 2], connectivity).as_ref(), Some(part));
        }
        for outside in [[-1, 0], [0, -1], [grid.width as i32, 0], [0, grid.height as i32], [i32::MIN, i32::MAX]] {
            assert_eq!(mask.component_at(outside, connectivity), None);
            assert!(mask.uncropped_component(connectivity, Some(outside)).unwrap().is_empty());
        }
    }
}

/// Checks the components without a pixel in an anchor.
pub fn detached(
    Subject { grid, mask }: &Subject,
    anchor: &impl Shape,
    at: [i32; 2],
    connectivity: Connectivity,
) -> usize {
    let mut held = Vec::new();
    for span in anchor.spans(anchor.rows()) {
        held.extend((span.left..span.right).map(|x| [x + i64::from(at[0]), span.y + i64::from(at[1])]));
    }
    let is_held = |pixel: &[i32; 2]| held.contains(&pixel.map(i64::from));
    let mut expected = mask.connected_components(connectivity);
    let floating = flood(grid, connectivity).into_iter().map(|part| !part.iter().any(is_held));
    let mut floating = floating.collect::<Vec<bool>>().into_iter();
    expected.retain(|_| floating.next() == Some(true));
    assert_eq!(mask.detached_components(anchor, at, connectivity), expected);
    expected.len()
}

/// Checks the component at any pixel, which may be empty or outside.
pub fn check_at(Subject { grid, mask }: &Subject, at: [i32; 2], connectivity: Connectivity) {
    let place = flood(grid, connectivity).iter().position(|part| part.contains(&at));
    assert_eq!(
        mask.component_at(at, connectivity),
        place.map(|place| mask.connected_components(connectivity)[place].clone())
    );
}

/// A component in a mask of the size of the original mask.
fn uncropped(mask: &Mask, part: &Component) -> Mask {
    let mut whole = Mask::new(mask.width(), mask.height()).unwrap();
    whole.draw(&part.mask, part.at);
    whole
}

/// The pixels of every component, its first pixel in raster order foremost.
fn flood(grid: &Grid, connectivity: Connectivity) -> Vec<Vec<[i32; 2]>> {
    let mut left = grid.clone();
    let mut take = |at: [i32; 2]| {
        let is_solid = left.contains(at.map(i64::from));
        if is_solid {
            left.solid[(at[1] as u32 * grid.width + at[0] as u32) as usize] = false;
        }
        is_solid
    };
    let mut parts = Vec::new();
    for start in (0..grid.height as i32).flat_map(|y| (0..grid.width as i32).map(move |x| [x, y])) {
        if !take(start) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&[x, y]) = part.get(next) {
            next += 1;
            for [dx, dy] in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy])) {
                let near = connectivity == Connectivity::Eight || dx == 0 || dy == 0;
                if near && take([x + dx, y + dy]) {
                    part.push([x + dx, y + dy]);
                }
            }
        }
        parts.push(part);
    }
    parts
}

fn bounds(part: &[[i32; 2]]) -> Rect {
    let side = |axis: usize| part.iter().map(move |place| place[axis]);
    let [left, top] = [side(0).min().unwrap(), side(1).min().unwrap()];
    let [right, bottom] = [side(0).max().unwrap(), side(1).max().unwrap()];
    Rect { left, top, width: (right - left + 1) as u32, height: (bottom - top + 1) as u32 }
}

fn assert_is(part: &Component, pixels: &[[i32; 2]], rect: Rect, count: u64) {
    assert_eq!((part.at, part.count), ([rect.left, rect.top], count));
    let mut expected = shape::grid(rect.width, rect.height, |_, _| false);
    for [x, y] in pixels {
        expected.solid[((y - rect.top) as u32 * rect.width + (x - rect.left) as u32) as usize] = true;
    }
    assert_equals_grid(&part.mask, &expected);
}
