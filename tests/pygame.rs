//! Every answer of pygame-ce in `vectors/`, which says what the fields mean.

use hitmask::{Mask, Rect};
use serde_json::Value;

/// The lines of the file and the masks they speak of.
fn vectors() -> (Vec<Value>, Vec<Mask>) {
    let lines: Vec<Value> =
        include_str!("vectors/pygame-ce.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
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
        let all = masks[i as usize].convolve(&masks[j as usize]).unwrap();
        all.validate();
        assert_eq!(all, mask_of(line), "{i} and {j}");
        seen += 1;
    }
    assert_eq!(seen, 12);
}
