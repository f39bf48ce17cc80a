//! Every answer of pygame-ce in `testkit::PYGAME_CE`. Each line is a JSON object of whole numbers: pixels, y down.
//!
//! - `mask`, `name`, `w`, `h`, `rows`: a mask. `rows` are numbers in hexadecimal, from top to bottom; bit x is pixel x.
//! - `one`, `count`, `invert`, `centroid`, `angle`, `parts8`, `rects8`, `largest8`: of mask `one`, the solid pixels,
//!   those of its inverse, the centroid (whole-number division), the angle in degrees, and the 8-connected components
//!   (none for masks one pixel wide: pygame-ce fails).
//! - `pair` [i, j], `at`, `hit`, `area`, `bounds`, `union`, `minus`: mask j at `at` of mask i. The overlap, and the
//!   pixels of i after drawing and erasing j.
//! - `conv` [i, j], `w`, `h`, `rows`: bit (x, y) says if i and j overlap with j at `(x - (w_j - 1), y - (h_j - 1))`.
//! - `scale`, `w`, `h`, `count`: the solid pixels of the mask scaled to w x h.

use mask::shared::convolve;
use mask::{Connectivity, Mask, Rect};
use serde_json::Value;

/// The lines of the file, and the masks that they refer to.
fn vectors() -> (Vec<Value>, Vec<Mask>) {
    let lines: Vec<Value> = testkit::PYGAME_CE.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let masks = lines.iter().filter(|line| line.get("mask").is_some()).map(mask_of).collect();
    (lines, masks)
}

/// A mask from its rows, each a number in hexadecimal with pixel x in bit x.
fn mask_of(line: &Value) -> Mask {
    let rows: Vec<&[u8]> =
        line["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().as_bytes()).collect();
    let size = |key: &str| u32::try_from(line[key].as_u64().unwrap()).unwrap();
    Mask::from_fn(size("w"), size("h"), |x, y| {
        let row = rows[y as usize];
        let digit = row.iter().rev().nth(x as usize / 4).map_or(0, |&digit| (digit as char).to_digit(16).unwrap());
        digit >> (x % 4) & 1 == 1
    })
    .unwrap()
}

fn numbers<const N: usize>(value: &Value) -> [i32; N] {
    let numbers: Vec<i32> = value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap() as i32).collect();
    numbers.try_into().unwrap()
}

#[test]
fn counts_and_inverses_are_pygames() {
    let (lines, masks) = vectors();
    let mut seen = 0;
    for line in lines.iter().filter(|line| line.get("one").is_some()) {
        let mut mask = masks[line["one"].as_u64().unwrap() as usize].clone();
        assert_eq!(mask.count(), line["count"], "{line}");
        mask.invert();
        mask.validate();
        assert_eq!(mask.count(), line["invert"], "{line}");
        seen += 1;
    }
    assert_eq!(seen, 66);
}

#[test]
fn pairs_are_pygames_whichever_mask_is_first() {
    let (lines, masks) = vectors();
    let mut seen = 0;
    for line in lines.iter().filter(|line| line.get("pair").is_some()) {
        let [i, j] = numbers(&line["pair"]);
        let (a, b) = (&masks[i as usize], &masks[j as usize]);
        let at = numbers::<2>(&line["at"]);
        let back = at.map(|c| -c);
        assert_eq!(a.overlaps(b, at), line["hit"], "{line}");
        assert_eq!(b.overlaps(a, back), line["hit"], "{line}");
        assert_eq!(a.overlap_area(b, at), line["area"], "{line}");
        assert_eq!(b.overlap_area(a, back), line["area"], "{line}");
        let bounds = (!line["bounds"].is_null()).then(|| {
            let [left, top, width, height] = numbers(&line["bounds"]);
            Rect { left, top, width: width as u32, height: height as u32 }
        });
        let seen_from_b = bounds.map(|r| Rect { left: r.left - at[0], top: r.top - at[1], ..r });
        assert_eq!(a.overlap_bounds(b, at), bounds, "{line}");
        assert_eq!(b.overlap_bounds(a, back), seen_from_b, "{line}");
        let (mut union, mut minus) = (a.clone(), a.clone());
        union.draw(b, at);
        minus.erase(b, at);
        union.validate();
        minus.validate();
        assert_eq!(union.count(), line["union"], "{line}");
        assert_eq!(minus.count(), line["minus"], "{line}");
        seen += 1;
    }
    assert_eq!(seen, 3000);
}

#[test]
fn convolutions_are_pygames() {
    let (lines, masks) = vectors();
    let mut seen = 0;
    for line in lines.iter().filter(|line| line.get("conv").is_some()) {
        let [i, j] = numbers(&line["conv"]);
        let all = convolve(&masks[i as usize], &masks[j as usize]).unwrap();
        all.validate();
        assert_eq!(all, mask_of(line), "{i} and {j}");
        seen += 1;
    }
    assert_eq!(seen, 12);
}

/// Sums over the pixels of a mask: count, x, y, xx, xy, yy.
fn sums(mask: &Mask) -> [i64; 6] {
    let places = (0..mask.height() as i32).flat_map(|y| (0..mask.width() as i32).map(move |x| [x, y]));
    let solid = places.filter(|&place| mask.contains(place)).map(|place| place.map(i64::from));
    solid.fold([0; 6], |[n, sx, sy, sxx, sxy, syy], [x, y]| {
        [n + 1, sx + x, sy + y, sxx + x * x, sxy + x * y, syy + y * y]
    })
}

/// Half the angle of a point, in degrees, y up.
fn half_angle(across: f64, along: f64) -> f64 {
    across.atan2(along).to_degrees() / -2.0
}

/// pygame-ce divides whole numbers, and returns (0, 0) and 0 for an empty mask. With its arithmetic the oracle's sums
/// give pygame-ce's numbers; with exact arithmetic they give ours.
#[test]
fn centroids_and_angles_are_pygames_but_for_its_whole_numbers() {
    let (lines, masks) = vectors();
    let mut seen = 0;
    for line in lines.iter().filter(|line| line.get("one").is_some()) {
        let mask = &masks[line["one"].as_u64().unwrap() as usize];
        let [n, x, y, xx, xy, yy] = sums(mask);
        let theirs: [i32; 2] = numbers(&line["centroid"]);
        assert_eq!(mask.centroid().map_or([0, 0], |center| center.map(|c| c as i32)), theirs, "{line}");
        let angle = line["angle"].as_f64().unwrap();
        if n > 0 {
            let (cx, cy) = (x / n, y / n);
            let whole = half_angle(2.0 * (xy / n - cx * cy) as f64, (xx / n - cx * cx - (yy / n - cy * cy)) as f64);
            assert!((whole - angle).abs() < 1e-6, "{whole}: {line}");
        }
        let (across, along) = (2 * (n * xy - x * y), n * xx - x * x - (n * yy - y * y));
        match mask.angle() {
            None => assert_eq!((across, along), (0, 0), "{line}"),
            Some(ours) => {
                let off = (ours - half_angle(across as f64, along as f64)).abs();
                assert!(off.min(180.0 - off) < 1e-9, "{ours}: {line}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 66);
}

#[test]
fn parts_are_pygames() {
    let (lines, masks) = vectors();
    let mut seen = 0;
    for line in lines.iter().filter(|line| line.get("parts8").is_some()) {
        let mask = &masks[line["one"].as_u64().unwrap() as usize];
        let parts = mask.connected_components(Connectivity::Eight);
        assert_eq!(parts.len(), line["parts8"], "{line}");
        assert_eq!(
            mask.largest_component(Connectivity::Eight).map_or(0, |part| part.count),
            line["largest8"],
            "{line}"
        );
        let mut rects: Vec<[i32; 4]> = parts
            .iter()
            .map(|part| [part.at[0], part.at[1], part.mask.width() as i32, part.mask.height() as i32])
            .collect();
        rects.sort_unstable();
        let theirs: Vec<[i32; 4]> = line["rects8"].as_array().unwrap().iter().map(numbers).collect();
        assert_eq!(rects, theirs, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 63);
}

#[test]
fn scaled_masks_are_pygames() {
    let (lines, masks) = vectors();
    let mut seen = 0;
    for line in lines.iter().filter(|line| line.get("scale").is_some()) {
        let size = |key: &str| line[key].as_u64().unwrap() as u32;
        let scaled = masks[size("scale") as usize].scaled(size("w"), size("h")).unwrap();
        scaled.validate();
        assert_eq!(scaled.count(), line["count"], "{line}");
        seen += 1;
    }
    assert_eq!(seen, 40);
}
