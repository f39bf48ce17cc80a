use super::table_set::TableSet;
use super::table_shape::TableShape;
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

/// Compares the table of two masks with their pixels at every offset. Returns the share of offsets that need a test.
fn compare(a: [u32; 2], b: [u32; 2]) -> f64 {
    compare_some(a, b, 1)
}

/// Compares the table of two masks with their pixels at every `step`th offset along both axes.
fn compare_some(a: [u32; 2], b: [u32; 2], step: usize) -> f64 {
    let masks = [blob(a), blob(b)];
    let shape = TableShape::new(a, b).unwrap();
    let mut set = TableSet::new(3, 0).unwrap();
    set.make([1, 1], shape, [&masks[0], &masks[1]], 0).unwrap();
    set.make([1, 2], shape, [&masks[0], &masks[1]], 0).unwrap();
    assert!(set.words() == 2 * shape.words() && shape.words() <= TableShape::MAX_WORDS);
    let (mut all, mut unknown) = (0, 0);
    for y in (1 - b[1] as i32..a[1] as i32).step_by(step) {
        for x in (1 - b[0] as i32..a[0] as i32).step_by(step) {
            let (known, collide) = set.reader(true).collide([1, 2], [x, y]);
            assert_eq!(set.reader(true).collide([2, 1], [-x, -y]), (known, collide), "{a:?} {b:?} at {x} {y}");
            assert!(!known || collide == masks[0].overlaps(&masks[1], [x, y]), "{a:?} {b:?} at {x} {y}");
            all += 1;
            unknown += u32::from(!known);
        }
    }
    f64::from(unknown) / f64::from(all)
}

#[test]
fn tables_agree_with_the_pixels_at_every_offset() {
    let sides = [1, 2, 5, 31, 32, 33, 64, 65, 130, 300];
    let mut exact = 0;
    for (a, b) in sides.iter().flat_map(|&a| sides.map(|b| (a, b))) {
        let unknown = compare([a, b.min(a)], [b, a.min(40)]).max(compare([a, a], [b, b]));
        println!("{a} {b}: {unknown:.3}");
        exact += usize::from(unknown == 0.0);
        assert!(unknown < 0.4, "{a} and {b}: {unknown}");
    }
    assert!(exact > 30);
}

#[test]
fn tables_of_giants_agree_with_the_pixels() {
    for (a, b) in [([2048, 2048], [24, 17]), ([65, 9], [2100, 1300]), ([1500, 1500], [900, 1400])] {
        let unknown = compare_some(a, b, 19);
        println!("{a:?} {b:?}: {unknown:.3}");
        assert!(unknown < 0.5);
    }
    // A long strip: its cells are higher than the strip, so they decide little.
    assert!(compare_some([200_000, 2], [70, 5], 19) < 1.0);
    // Every offset at the top of the disc, and so every offset of some cells.
    let masks = [blob([2048, 2048]), blob([40, 40])];
    let shape = TableShape::new([2048; 2], [40; 2]).unwrap();
    let mut set = TableSet::new(3, 0).unwrap();
    set.make([1, 2], shape, [&masks[0], &masks[1]], 0).unwrap();
    let mut known = 0;
    for (x, y) in (-39..160).flat_map(|y| (900..1100).map(move |x| (x, y))) {
        let (is_known, collide) = set.reader(true).collide([1, 2], [x, y]);
        assert!(!is_known || collide == masks[0].overlaps(&masks[1], [x, y]), "{x} {y}");
        known += u32::from(is_known);
    }
    assert!(known > 1000);
}

#[test]
fn huge_variants_have_no_table() {
    assert!(TableShape::new([1 << 26, 4], [3, 3]).is_none());
    assert!(TableShape::new([1, 1], [3, u32::MAX]).is_none());
}

#[test]
fn the_way_out_of_every_offset_is_the_penetration() {
    let sides = [[1, 1], [2, 5], [31, 33], [40, 3], [3, 70], [130, 9], [64, 2]];
    let mut ways = 0;
    for (a, b) in sides.iter().flat_map(|&a| sides.map(|b| (a, b))) {
        let masks = [blob(a), blob(b)];
        let shape = TableShape::new(a, b).unwrap();
        let mut set = TableSet::new(3, 0).unwrap();
        // The first table moves the second one away from the first word.
        set.make([1, 1], shape, [&masks[0], &masks[1]], 0).unwrap();
        set.make([1, 2], shape, [&masks[0], &masks[1]], 0).unwrap();
        // Beside the table, too.
        for (x, y) in
            (-1 - b[1] as i32..a[1] as i32 + 2).flat_map(|y| (-1 - b[0] as i32..a[0] as i32 + 2).map(move |x| (x, y)))
        {
            let reader = set.reader(true);
            let tables = [reader.exact([1, 2], [a, b]), reader.exact([2, 1], [b, a])];
            assert!(tables.iter().all(|table| table.is_some() == (shape.shift == 0)));
            let [Some(table), Some(reversed)] = tables else { continue };
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
    println!("{ways} ways out");
    assert!(ways > 10_000);
}
