//! Extreme arguments: offsets at the ends of `i32`, sizes about word boundaries and of 65,536.

use mask::{Mask, Rect};
use testkit::oracle::pair::Answers;

/// Sides of masks.
const SIDES: [u32; 9] = [0, 1, 63, 64, 65, 127, 128, 129, 65_536];

/// A mask with a solid pixel on every side, and the rectangles that make it up, in raster order.
struct Subject {
    mask: Mask,
    solid: Vec<Rect>,
}

/// Completely solid, or only the corners.
fn subject(width: u32, height: u32, full: bool) -> Subject {
    let mut mask = Mask::new(width, height).unwrap();
    let ends = |side: u32| if side < 2 { vec![0; side as usize] } else { vec![0, side as i32 - 1] };
    let solid: Vec<Rect> = if full {
        vec![Rect { left: 0, top: 0, width, height }]
    } else {
        let corners = ends(height).into_iter().flat_map(|top| ends(width).into_iter().map(move |left| (left, top)));
        corners.map(|(left, top)| Rect { left, top, width: 1, height: 1 }).collect()
    };
    let solid: Vec<Rect> = solid.into_iter().filter(|rect| rect.width > 0 && rect.height > 0).collect();
    solid.iter().for_each(|&rect| mask.fill_rect(rect, true));
    Subject { mask, solid }
}

/// The intersection of two rectangles, the second translated, in numbers that cannot overflow: left, top, right,
/// bottom.
fn shared(a: &Rect, b: &Rect, at: [i32; 2]) -> Option<[i64; 4]> {
    let ends = |rect: &Rect, at: [i32; 2]| {
        let [left, top] = [i64::from(rect.left) + i64::from(at[0]), i64::from(rect.top) + i64::from(at[1])];
        [left, top, left + i64::from(rect.width), top + i64::from(rect.height)]
    };
    let ([l, t, r, b], [left, top, right, bottom]) = (ends(a, [0, 0]), ends(b, at));
    let hull = [l.max(left), t.max(top), r.min(right), b.min(bottom)];
    (hull[0] < hull[2] && hull[1] < hull[3]).then_some(hull)
}

fn check(a: &Subject, b: &Subject, at: [i32; 2]) {
    let pairs = a.solid.iter().flat_map(|mine| b.solid.iter().filter_map(move |theirs| shared(mine, theirs, at)));
    let pieces: Vec<[i64; 4]> = pairs.collect();
    let first = pieces.iter().map(|&[left, top, ..]| [top, left]).min().map(|[top, left]| [left as i32, top as i32]);
    let area = pieces.iter().map(|[l, t, r, b]| ((r - l) * (b - t)) as u64).sum::<u64>();
    let hulls = pieces.iter().copied();
    let hull =
        hulls.reduce(|[l, t, r, b], [left, top, right, bottom]| [l.min(left), t.min(top), r.max(right), b.max(bottom)]);
    let expected = Answers::of_hull(first, area, hull.unwrap_or_default());
    let context = || {
        let sizes = [a, b].map(|subject| [subject.mask.width(), subject.mask.height()]);
        format!("{sizes:?} at {at:?}")
    };
    assert_eq!(Answers::of(&a.mask, &b.mask, at), expected, "{}", context());
    if let [Some(x), Some(y)] = at.map(i32::checked_neg) {
        assert_eq!(b.mask.overlaps(&a.mask, [x, y]), first.is_some(), "with the masks swapped, {}", context());
    }
}

/// Offsets {MIN, MIN + 1, -w, -1, 0, 1, w, MAX - 1, MAX} in both directions, for all pairs of sizes.
#[test]
fn every_size_at_every_far_offset() {
    let sizes = SIDES.iter().flat_map(|&width| SIDES.map(|height| (width, height)));
    // 65,536 in both directions would take half a gigabyte each.
    let sizes: Vec<_> = sizes.filter(|&(width, height)| u64::from(width) * u64::from(height) < 1 << 30).collect();
    let far = |mine: u32, theirs: u32| {
        let [mine, theirs] = [mine, theirs].map(|side| side as i32);
        [i32::MIN, i32::MIN + 1, -theirs, -1, 0, 1, mine, i32::MAX - 1, i32::MAX]
    };
    let thin = if cfg!(debug_assertions) { 7 } else { 1 };
    let mut placements = 0;
    for full in [true, false] {
        let subjects: Vec<Subject> = sizes.iter().map(|&(width, height)| subject(width, height, full)).collect();
        let pairs = subjects.iter().flat_map(|a| subjects.iter().map(move |b| (a, b)));
        for (a, b) in pairs.step_by(thin) {
            let [x, y] = [far(a.mask.width(), b.mask.width()), far(a.mask.height(), b.mask.height())];
            for at in x.into_iter().flat_map(|x| y.map(|y| [x, y])) {
                check(a, b, at);
                placements += 1;
            }
        }
    }
    println!("{placements} placements");
}

/// Each bit of three words and a partial one over each other bit, in a row and in a column.
#[test]
fn one_bit_over_one_bit() {
    const SIDE: i32 = 200;
    let mut placements = 0;
    for upright in [false, true] {
        let turn = |[x, y]: [i32; 2]| if upright { [y, x] } else { [x, y] };
        let dots: Vec<Mask> = (0..SIDE)
            .map(|x| {
                let [width, height] = turn([SIDE, 1]);
                let mut mask = Mask::new(width as u32, height as u32).unwrap();
                mask.set(turn([x, 0]), true);
                mask
            })
            .collect();
        for (i, j) in (0..SIDE).flat_map(|i| (0..SIDE).map(move |j| (i, j))) {
            for slip in [[0, 0], [-64, 0], [-1, 0], [1, 0], [64, 0], [0, -1], [0, 1]] {
                let at = turn([i - j + slip[0], slip[1]]);
                let hit = (slip == [0, 0]).then_some(turn([i, 0]));
                let [mine, other] = [&dots[i as usize], &dots[j as usize]];
                assert_eq!(mine.overlap_first(other, at), hit);
                assert_eq!(mine.overlaps(other, at), hit.is_some());
                placements += 1;
            }
        }
    }
    println!("{placements} placements");
}
