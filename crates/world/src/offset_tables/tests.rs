use super::table_set::{TableSet, TableShape};
use mask::Mask;

/// A disc with a slit, so that tables have cells of each sort.
fn blob([width, height]: [u32; 2]) -> Mask {
    let mut mask = Mask::from_fn(width, height, |x, y| {
        let [x, y] = [(x, width), (y, height)].map(|(at, side)| (f64::from(at) + 0.5) / f64::from(side) * 2.0 - 1.0);
        x * x + y * y < 1.0 && (x - y).abs() > 0.1
    })
    .unwrap();
    // The tight box is the whole mask.
    mask.set([0, 0], true);
    mask.set([width as i32 - 1, height as i32 - 1], true);
    mask
}

/// The tables of two masks as those of the numbers 1 and 2.
fn tables(masks: [&Mask; 2], shape: TableShape) -> TableSet {
    let mut set = TableSet::default();
    // The first table moves the second one away from the first word.
    for pair in [[1, 1], [1, 2]] {
        assert!(set.make(pair, shape, masks.map(|mask| (mask, [0, 0])), 1 << 16).unwrap());
    }
    set
}

#[test]
fn tables_agree_with_the_pixels_at_every_offset() {
    let sides = [1, 2, 5, 31, 32, 33, 64, 65, 130, 300];
    let (mut made, mut all) = (0, 0);
    let pairs = sides.iter().flat_map(|&a| sides.map(|b| (a, b)));
    for (a, b) in pairs.flat_map(|(a, b)| [([a, b.min(a)], [b, a.min(40)]), ([a, a], [b, b])]) {
        let Some(shape) = TableShape::new(a, b) else { continue };
        made += 1;
        let masks = [blob(a), blob(b)];
        let set = tables([&masks[0], &masks[1]], shape);
        for (x, y) in (1 - b[1] as i32..a[1] as i32).flat_map(|y| (1 - b[0] as i32..a[0] as i32).map(move |x| (x, y))) {
            let collide = (true, masks[0].overlaps(&masks[1], [x, y]));
            assert_eq!(set.reader().collide([1, 2], [x, y]), collide, "{a:?} {b:?} at {x} {y}");
            assert_eq!(set.reader().collide([2, 1], [-x, -y]), collide, "{b:?} {a:?} at {x} {y}");
            all += 1;
        }
    }
    assert!(made > 120 && all > 100_000);
}

#[test]
fn large_variants_have_no_table() {
    let huge = [u32::MAX; 2];
    for (a, b) in [([65; 2], [65; 2]), ([1, 130], [1, 130]), ([1 << 26, 4], [3; 2]), ([1; 2], huge), (huge, huge)] {
        assert!(TableShape::new(a, b).is_none(), "{a:?} {b:?}");
    }
    let widest = TableShape::new([64, 64], [64, 64]).unwrap();
    assert!(widest.words() <= TableShape::MAX_WORDS);
}

#[test]
fn the_way_out_of_every_offset_is_the_penetration() {
    let sides = [[1, 1], [2, 5], [31, 33], [40, 3], [3, 70], [130, 9], [64, 2]];
    let mut ways = 0;
    for (a, b) in sides.iter().flat_map(|&a| sides.map(|b| (a, b))) {
        let masks = [blob(a), blob(b)];
        let set = tables([&masks[0], &masks[1]], TableShape::new(a, b).unwrap());
        // Beside the table, too.
        for (x, y) in
            (-1 - b[1] as i32..a[1] as i32 + 2).flat_map(|y| (-1 - b[0] as i32..a[0] as i32 + 2).map(move |x| (x, y)))
        {
            let reader = set.reader();
            let (table, reversed) = (reader.exact([1, 2], [a, b]).unwrap(), reader.exact([2, 1], [b, a]).unwrap());
            let overlaps = masks[0].overlaps(&masks[1], [x, y]);
            assert_eq!(table.collide([x, y]), overlaps, "{a:?} {b:?} at {x} {y}");
            assert_eq!(reversed.collide([-x, -y]), overlaps, "{b:?} {a:?} at {x} {y}");
            if overlaps {
                let (way, back) = (table.way_out([x, y]), reversed.way_out([-x, -y]));
                assert_eq!(Some(way), masks[1].penetration(&masks[0], [-x, -y]), "{a:?} {b:?} at {x} {y}");
                assert_eq!(Some(back), masks[0].penetration(&masks[1], [x, y]), "{b:?} {a:?} at {x} {y}");
                ways += 1;
                let squared = |[x, y]: [i32; 2]| i64::from(x * x + y * y);
                let most = squared(way);
                for step in [[0, 1], [0, -1], [1, 0], [-1, 1], [0, 3]] {
                    let to = [x + step[0], y + step[1]];
                    for (table, to, step) in [(table, to, step), (reversed, to.map(|c| -c), step.map(|c: i32| -c))] {
                        if table.collide(to) {
                            let after = Some(table.way_out(to)).filter(|&out| squared(out) <= most);
                            assert_eq!(
                                table.way_out_within(to, most, step),
                                after,
                                "{a:?} {b:?} to {to:?} by {step:?}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(ways > 10_000);
}
