//! The drawn pixel: a thin laser at a small angle, as an outline and as the pixels that collide. A dot that the laser just misses stays
//! free, one in its way is hit.
//!
//!     cargo run -p show --example drawn_pixel -- drawn_pixel.svg

use hitmask::{Angle, Mask, Rect, Sprite, World};
use std::error::Error;
use std::fmt::Write;

/// Pixels of the picture for each pixel of the world, and the part of the world that it shows.
const ZOOM: i32 = 14;
const SHOWN: Rect = Rect { left: -2, top: -5, width: 50, height: 14 };
const LASER: &str = "#F2A93B";
const HIT: &str = "#E5482D";
const FREE: &str = "#3B82D0";
const BOTH: &str = "#8A1C14";
const CELL: &str = "#80868E";

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let (laser, dot) = (world.add_mask(Mask::filled(44, 3)?)?, world.add_mask(Mask::filled(3, 3)?)?);
    // The laser begins at [0, 0], in the middle of its left side.
    let laser = Sprite::new(laser, [0, 0]).origin([0.0, 1.5]).angle(Angle::degrees(5.4)?);
    let laser = world.spawn(laser)?;
    let dots = [[40, 4], [13, 3]].map(|at| world.spawn(Sprite::new(dot, at)).unwrap());
    let view = world.refresh()?;
    let is_hit = dots.map(|dot| view.contact(laser, dot).is_some());
    assert_eq!(is_hit, [true, false]);

    let Rect { left, top, width, height } = SHOWN;
    let [wide, high] = [width, height].map(|side| side as i32 * ZOOM);
    let mut svg = format!(
        r#"<svg width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" xmlns="http://www.w3.org/2000/svg">"#
    );
    let at = |x: f64, y: f64| [(x - f64::from(left)) * f64::from(ZOOM), (y - f64::from(top)) * f64::from(ZOOM)];
    for y in top..top + height as i32 {
        for x in left..left + width as i32 {
            let found = view.find([x, y]);
            let fill = match (found.contains(&laser), found.iter().find(|id| dots.contains(id))) {
                (true, Some(_)) => BOTH,
                (true, None) => LASER,
                (false, Some(&dot)) => {
                    if dot == dots[0] {
                        HIT
                    } else {
                        FREE
                    }
                }
                (false, None) => continue,
            };
            let [x, y] = at(f64::from(x), f64::from(y));
            write!(svg, r#"<rect x="{x}" y="{y}" width="{ZOOM}" height="{ZOOM}" fill="{fill}"/>"#)?;
        }
    }
    // The pixels of the world, each with its center.
    let (edge, middle) = (format!("M {ZOOM} 0 H 0 V {ZOOM}"), ZOOM / 2);
    write!(svg, r#"<defs><pattern id="pixel" width="{ZOOM}" height="{ZOOM}" patternUnits="userSpaceOnUse">"#)?;
    write!(svg, r#"<path d="{edge}" fill="none" stroke="{CELL}" stroke-width="0.6"/>"#)?;
    write!(svg, r#"<circle cx="{middle}" cy="{middle}" r="1" fill="{CELL}"/></pattern></defs>"#)?;
    write!(svg, r#"<rect width="{wide}" height="{high}" fill="url(#pixel)"/>"#)?;
    let by = view.draw_transform(laser).unwrap();
    let corners =
        [[0.0, 0.0], [44.0, 0.0], [44.0, 3.0], [0.0, 3.0]].map(|corner| by.apply(corner)).map(|[x, y]| at(x, y));
    let points: Vec<_> = corners.iter().map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
    write!(svg, r#"<polygon points="{}" fill="none" stroke="{HIT}" stroke-width="2"/>"#, points.join(" "))?;
    for (text, [x, y], color) in [
        ("hit", [43.5, 7.0], HIT),
        ("free", [16.6, 5.8], FREE),
        ("a laser at 5.4 degrees: pixels are solid if their center lies in it", [0.0, -2.6], HIT),
    ] {
        let [x, y] = at(x, y);
        write!(
            svg,
            r#"<text x="{x:.0}" y="{y:.0}" font-family="sans-serif" font-size="17" font-weight="bold" fill="{color}">{text}</text>"#
        )?;
    }
    svg.push_str("</svg>\n");
    match std::env::args().nth(1) {
        Some(file) => std::fs::write(file, svg)?,
        None => println!("{} bytes of SVG: name a file to write it", svg.len()),
    }
    Ok(())
}
