//! Transformed masks, tables of angles, polygons of any points, and shapes that describe themselves wrongly: each is
//! compared with the mask that it describes, or with its own description.

use crate::input::{ENDS, near, offset, subject};
use arbitrary::{Result, Unstructured};
use mask::shared::cast_line;
use mask::{Affine, Connectivity, DistanceField, Line, Mask, Rect, Shape, Span, Turntable};
use std::ops::Range;
use testkit::oracle::{Subject, affine, components, contours, measures, motion};

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
            let fields = [&a, &b].map(|one| DistanceField::new(&one.mask).expect("there must be memory for a field"));
            affine::pair((&a, &fields[0], &map(u)?), (&b, &fields[1], &map(u)?));
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

/// Checks that each angle equals the map's result, and that the table keeps to its limit.
fn table(u: &mut Unstructured, mask: &Mask) -> Result<()> {
    let angles = *u.choose(&[1, 2, 3, 4, 7, 64, 360, 65_535, 65_536])?;
    let mut coordinate = || Ok(if u.ratio(1, 12)? { *u.choose(&WILD)? } else { f64::from(u.arbitrary::<i8>()?) / 2.0 });
    let origin: [f64; 2] = [coordinate()?, coordinate()?];
    let limit = u.int_in_range(0..=4000)?;
    let Ok(table) = Turntable::new(mask.clone(), angles, origin) else {
        assert!(origin.iter().any(|c| !c.is_finite()));
        return Ok(());
    };
    let table = table.with_limit(limit);
    for _ in 0..6 {
        let index = if u.arbitrary()? { u.arbitrary()? } else { u.int_in_range(0..=9)? };
        let degrees = 360.0 * f64::from(index % angles) / f64::from(angles);
        let by = Affine::translation(origin.map(|c| -c)).then(&Affine::rotation(degrees));
        let made = table.turned(index).map(|(mask, at)| ((*mask).clone(), at));
        // An error may name NaN, which is not equal to itself.
        assert_eq!(format!("{made:?}"), format!("{:?}", mask.transformed(&by)));
        assert!(table.bytes() <= limit);
        assert_eq!(table.index_of(degrees + 720.0).unwrap(), index % angles);
    }
    Ok(())
}

/// Checks filled polygons of any points.
fn filled(u: &mut Unstructured, subject: &Subject) -> Result<()> {
    let mut polygons = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        let count = u.int_in_range(0..=7)?;
        polygons.push((0..count).map(|_| Ok([near(u, -20, 90)?, near(u, -20, 60)?])).collect::<Result<Vec<_>>>()?);
    }
    contours::filled(subject.grid.width, subject.grid.height, &polygons);
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
        drawn.fill_shape(&liar, at, on).expect("there must be memory for the spans");
        drawn.validate();
        drawn
    };
    let (more, less) = (drawn(true), drawn(false));
    assert!(less.count() <= mask.count() && mask.count() <= more.count());
    assert_eq!(mask.overlaps(&liar, at), less.count() < mask.count());
    assert_eq!(mask.overlap_first(&liar, at).is_some(), less.count() < mask.count());
    assert_eq!(mask.overlap_bounds(&liar, at).is_some(), mask.overlap_area(&liar, at) > 0);
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
    // Lines that are clipped at the end of the range are far from the mask, and may be long.
    if line.steps() > 10_000 {
        let _ = cast_line(&a.mask, &line, by);
    } else {
        motion::moved_line(a, b, &line, by, steps);
    }
    Ok(())
}

/// Checks the component at a pixel, and rows of runs.
fn cut(u: &mut Unstructured, subject: &Subject) -> Result<()> {
    let connectivity = if u.arbitrary()? { Connectivity::Four } else { Connectivity::Eight };
    components::check_at(subject, [near(u, -2, 70)?, near(u, -2, 40)?], connectivity);
    let anchor = Rect::new(0, 0, u.int_in_range(0..=70)?, u.int_in_range(0..=9)?);
    components::detached(subject, &anchor, [near(u, -2, 70)?, near(u, -2, 40)?], connectivity);
    measures::runs(subject);
    measures::moments(subject);
    Ok(())
}
