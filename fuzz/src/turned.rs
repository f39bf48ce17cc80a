//! Transformed masks, tables of angles, polygons of any points, and shapes that describe themselves wrongly: each is
//! compared with the mask that it describes, or with its own description.

use crate::input::{ENDS, Subject, assert_equals_grid, near, offset, solid, subject};
use crate::shape;
use arbitrary::{Result, Unstructured};
use mask::{Affine, Connectivity, Line, Mask, Rect, Shape, Span, TransformedMask, Turntable};
use std::ops::Range;

/// Angles, factors and distances that are not small.
const WILD: [f64; 10] = [f64::NAN, f64::INFINITY, 1e300, -1e200, 1e-200, -0.0, 5e-324, 1e9, -1e9, 1073741824.0];

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = questions(&mut Unstructured::new(data));
}

fn questions(u: &mut Unstructured) -> Result<()> {
    let a = subject(u, [70, 40])?;
    match u.int_in_range(0..=4)? {
        0 => {
            let b = subject(u, [40, 30])?;
            pair(&a.mask, &map(u)?, &b.mask, &map(u)?);
        }
        1 => table(u, &a.mask)?,
        2 => filled(u, &a)?,
        3 => arbitrary_shape(u, &a)?,
        _ => {
            let b = subject(u, [30, 20])?;
            stretch(u, &a, &b)?;
            cut(u, &a)?;
        }
    }
    Ok(())
}

/// A map of small coefficients, sometimes of extreme ones.
fn map(u: &mut Unstructured) -> Result<Affine> {
    let mut number = |least: i32, most: i32, parts: f64| {
        Ok(if u.ratio(1, 40)? { *u.choose(&WILD)? } else { f64::from(u.int_in_range(least..=most)?) / parts })
    };
    let scale = Affine::scale([number(-20, 20, 8.0)?, number(-20, 20, 8.0)?]);
    let turned =
        scale.then(&Affine::shear([number(-8, 8, 8.0)?, 0.0])).then(&Affine::rotation(number(-720, 720, 2.0)?));
    Ok(turned.then(&Affine::translation([number(-200, 200, 4.0)?, number(-200, 200, 4.0)?])))
}

/// Checks that queries of two transformed masks agree with the masks made by `transformed`.
fn pair(a: &Mask, by_a: &Affine, b: &Mask, by_b: &Affine) {
    let (Ok(mine), Ok(other)) = (TransformedMask::new(a, by_a), TransformedMask::new(b, by_b)) else {
        assert!(a.transformed(by_a).is_err() || b.transformed(by_b).is_err());
        return;
    };
    let (hit, bounds) = (mine.overlaps(&other), mine.overlap_bounds(&other));
    assert_eq!((hit, bounds), (other.overlaps(&mine), other.overlap_bounds(&mine)));
    assert_eq!(hit, bounds.is_some());
    // The masks may be too large to be made even if the queries succeed.
    let (Ok((picture, at)), Ok((theirs, there))) = (a.transformed(by_a), b.transformed(by_b)) else { return };
    let offset = [there[0] - at[0], there[1] - at[1]];
    let shared = picture.overlap_bounds(&theirs, offset);
    assert_eq!(bounds, shared.map(|rect| Rect { left: rect.left + at[0], top: rect.top + at[1], ..rect }));
    for [x, y] in [[0, 0], [3, 2], [-1, 0], [picture.width() as i32 - 1, picture.height() as i32]] {
        assert_eq!(mine.contains([x + at[0], y + at[1]]), picture.contains([x, y]));
    }
}

/// Checks that each angle equals the map's result, and that the table keeps to its limit.
fn table(u: &mut Unstructured, mask: &Mask) -> Result<()> {
    let angles = *u.choose(&[1, 2, 3, 4, 7, 64, 360, 65_535, 65_536])?;
    let mut coordinate = || Ok(if u.ratio(1, 12)? { *u.choose(&WILD)? } else { f64::from(u.arbitrary::<i8>()?) / 2.0 });
    let pivot: [f64; 2] = [coordinate()?, coordinate()?];
    let limit = u.int_in_range(0..=4000)?;
    let Ok(table) = Turntable::new(mask.clone(), angles, pivot) else {
        assert!(pivot.iter().any(|c| !c.is_finite()));
        return Ok(());
    };
    let table = table.with_limit(limit);
    for _ in 0..6 {
        let index = if u.arbitrary()? { u.arbitrary()? } else { u.int_in_range(0..=9)? };
        let degrees = 360.0 * f64::from(index % angles) / f64::from(angles);
        let by = Affine::translation(pivot.map(|c| -c)).then(&Affine::rotation(degrees));
        let made = table.turned(index).map(|(mask, at)| ((*mask).clone(), at));
        // An error may name NaN, which is not equal to itself.
        assert_eq!(format!("{made:?}"), format!("{:?}", mask.transformed(&by)));
        assert!(table.bytes() <= limit);
        assert_eq!(table.index_of(degrees + 720.0).unwrap(), index % angles);
    }
    Ok(())
}

/// Checks filled polygons of any points, against the edges left of each center.
fn filled(u: &mut Unstructured, Subject { grid, .. }: &Subject) -> Result<()> {
    let mut polygons = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        let count = u.int_in_range(0..=7)?;
        polygons
            .push((0..count).map(|_| Ok([near(u, -20, 90)?, near(u, -20, 60)?])).collect::<Result<Vec<[i32; 2]>>>()?);
    }
    // In half pixels, in which centers are odd numbers.
    let inside = |x: u32, y: u32| {
        let [x, y] = [2 * i128::from(x) + 1, 2 * i128::from(y) + 1];
        let edges = polygons.iter().flat_map(|points| points.iter().zip(points.iter().cycle().skip(1)));
        let left = edges.filter(|&(&a, &b)| {
            let ([ax, ay], [bx, by]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
            let [ax, ay, bx, by] = [ax, ay, bx, by].map(|c| 2 * i128::from(c));
            ay <= y && y < by && (y - ay) * (bx - ax) <= (x - ax) * (by - ay)
        });
        left.count() % 2 == 1
    };
    let mask = Mask::from_contours(grid.width, grid.height, &polygons).unwrap();
    assert_equals_grid(&mask, &shape::grid(grid.width, grid.height, inside));
    Ok(())
}

/// A shape whose answers are arbitrary.
struct Liar {
    rows: Range<i64>,
    spans: Vec<Span>,
}

impl Shape for Liar {
    fn rows(&self) -> Range<i64> {
        self.rows.clone()
    }

    fn spans(&self, _: Range<i64>) -> impl Iterator<Item = Span> {
        self.spans.iter().copied()
    }
}

/// Checks that a mask stays valid under a shape whose answers are wrong.
fn arbitrary_shape(u: &mut Unstructured, subject: &Subject) -> Result<()> {
    let mut far = || Ok(if u.ratio(1, 3)? { u.arbitrary::<i64>()? } else { u.int_in_range(-9..=90)? });
    let rows = far()?..far()?;
    let spans = (0..9).map(|_| Ok(Span { y: far()?, left: far()?, right: far()? })).collect::<Result<Vec<_>>>()?;
    let liar = Liar { rows, spans };
    let at = offset(u, &subject.grid, &subject.grid)?;
    let mask = &subject.mask;
    let drawn = |on: bool| {
        let mut drawn = mask.clone();
        drawn.fill_shape(&liar, at, on);
        drawn.validate();
        drawn
    };
    let (more, less) = (drawn(true), drawn(false));
    assert!(less.count() <= mask.count() && mask.count() <= more.count());
    assert_eq!(mask.overlaps_shape(&liar, at), less.count() < mask.count());
    assert_eq!(mask.overlap_shape_first(&liar, at).is_some(), less.count() < mask.count());
    assert_eq!(mask.overlap_shape_bounds(&liar, at).is_some(), mask.overlap_shape_area(&liar, at) > 0);
    Ok(())
}

/// Checks some steps of a moved line: the hits of a moving mask and of a fixed one.
fn stretch(u: &mut Unstructured, a: &Subject, b: &Subject) -> Result<()> {
    let by = [*u.choose(&ENDS)?, near(u, -99, 99)?];
    // The end of the line is near the mask after the move.
    let mut end = || {
        let place: [i32; 2] = [u.int_in_range(-60..=190)?, u.int_in_range(-60..=100)?];
        Ok([0, 1].map(|axis: usize| place[axis].saturating_sub(by[axis])))
    };
    let line = Line::new(end()?, end()?);
    let steps = u.int_in_range(0..=40)?..=u.int_in_range(0..=300)?;
    let moved = |step: u32| [0, 1].map(|axis| i64::from(line.at(step)[axis]) + i64::from(by[axis]));
    let all = || 0..=line.steps();
    let ray = a.mask.cast_line(&line, by);
    // Lines that are clipped at the end of the range are far from the mask, and may be long.
    if line.steps() > 10_000 {
        return Ok(());
    }
    assert_eq!(ray.map(|hit| hit.step), all().find(|&step| solid(&a.grid, moved(step))));
    let hits = |step: u32| a.grid.shared(&b.grid, moved(step)).next().is_some();
    let expected = all().find(|step| steps.contains(step) && hits(*step));
    assert_eq!(a.mask.sweep_line(&b.mask, &line, by, steps).hit.map(|hit| hit.step), expected);
    Ok(())
}

/// Checks components one by one, against all of them; rows of runs.
fn cut(u: &mut Unstructured, Subject { grid, mask }: &Subject) -> Result<()> {
    let connectivity = if u.arbitrary()? { Connectivity::Four } else { Connectivity::Eight };
    let parts = mask.connected_components(connectivity);
    let boxes = parts.iter().map(|part| {
        let (width, height) = (part.mask.width(), part.mask.height());
        (Rect { left: part.at[0], top: part.at[1], width, height }, part.count)
    });
    assert!(boxes.eq(mask.component_bounds(connectivity)));
    let at = [near(u, -2, 70)?, near(u, -2, 40)?];
    let here = |part: &&mask::Component| {
        at[0] >= part.at[0]
            && at[1] >= part.at[1]
            && part.mask.contains([at[0].saturating_sub(part.at[0]), at[1].saturating_sub(part.at[1])])
    };
    assert_eq!(mask.component_at(at, connectivity).as_ref(), parts.iter().find(here));
    let row = (0..grid.width as i32).filter(|&x| solid(grid, [x.into(), at[1].into()]));
    assert!(mask.row_runs(at[1]).flat_map(|run| run.left..run.right).eq(row));
    let upright = |value: Option<f64>| value.is_none_or(|angle| -90.0 < angle && angle <= 90.0);
    assert!(upright(mask.angle()) && mask.angle() != Some(-90.0));
    Ok(())
}
