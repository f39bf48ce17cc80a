//! The charts of the README and of `docs/performance.md`, as SVG pictures: bars on a linear axis.
//!
//! Text and lines have colors of middle brightness and the background is transparent, so that a chart is readable on
//! white and on black pages.

use super::file::{Row, short, time};
use anyhow::{Context, Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

/// The width in pixels.
const WIDTH: u32 = 700;
/// Where the axis begins and ends, in pixels.
const AXIS: (i32, i32) = (14, 600);
/// The height of a bar with its text, in pixels.
const BAR: i32 = 50;
/// The color of text and axes.
const GRAY: RGBColor = RGBColor(0x80, 0x86, 0x8e);
/// The colors of hitmask and of others.
const COLORS: [RGBColor; 2] = [RGBColor(0xe5, 0x48, 0x2d), RGBColor(0x3b, 0x82, 0xd0)];
/// The nanoseconds of a frame at 60 frames a second.
const FRAME: f64 = 1e9 / 60.0;

/// A chart of times. A bar that is longer than the axis leaves it.
struct Chart {
    file: &'static str,
    title: &'static str,
    axis: Axis,
    /// A label, a case and a contender for each bar, hitmask first.
    bars: &'static [(&'static str, &'static str, &'static str)],
}

/// The unit of the axis, whose end is one frame or a multiple of the first bar.
#[derive(Clone, Copy, PartialEq)]
enum Axis {
    /// A frame. The text of a bar is its share.
    Frame,
    /// A multiple of the first bar. The text of a bar is its factor over the first one.
    Times(f64),
}

/// All charts.
const CHARTS: [Chart; 4] = [
    Chart {
        file: "why.svg",
        title: "10,000 moving sprites: every pair that shares a pixel, in each frame",
        axis: Axis::Frame,
        bars: &[
            ("hitmask", "exact-uniform-10k", "hitmask"),
            ("R*-tree, then a loop over pixels", "exact-uniform-10k", "naive-over-rstar"),
            ("a loop over all pairs", "exact-uniform-10k", "naive-all-pairs"),
        ],
    },
    Chart {
        file: "frame.svg",
        title: "A step of moving sprites, exact to the pixel, on one thread",
        axis: Axis::Frame,
        bars: &[
            ("1,000 sprites", "exact-uniform-1k", "hitmask"),
            ("10,000", "exact-uniform-10k", "hitmask"),
            ("100,000", "exact-uniform-100k", "hitmask"),
            ("1,000,000", "exact-uniform-1m", "hitmask"),
        ],
    },
    Chart {
        file: "step.svg",
        title: "100,000 moving sprites, boxes only: every pair that overlaps",
        axis: Axis::Times(20.0),
        bars: &[
            ("hitmask", "step-uniform-100k", "hitmask"),
            ("grid with cells of 32 px", "step-uniform-100k", "grid"),
            ("parry2d", "step-uniform-100k", "parry2d"),
            ("broccoli", "step-uniform-100k", "broccoli"),
            ("rstar", "step-uniform-100k", "rstar"),
        ],
    },
    Chart {
        file: "pair.svg",
        title: "Two masks of 64 px that miss, although every pixel must be read",
        axis: Axis::Times(20.0),
        bars: &[
            ("hitmask", "miss-unaligned-64", "hitmask"),
            ("pygame's algorithm in Rust", "miss-unaligned-64", "columns"),
            ("pygame-ce, called from Python", "miss-unaligned-64", "pygame-ce"),
            ("a loop over pixels", "miss-unaligned-64", "naive"),
        ],
    },
];

/// Returns whether a chart shows a case.
#[must_use]
pub fn shows(case: &str) -> bool {
    CHARTS.iter().any(|chart| chart.bars.iter().any(|bar| bar.1 == case))
}

/// Draws the charts whose first bar is among the rows: names of files and SVG pictures.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn draw(rows: &[Row]) -> Result<Vec<(&'static str, String)>> {
    let svg =
        |chart: &Chart| Some(chart.svg(rows).transpose()?.with_context(|| chart.file).map(|svg| (chart.file, svg)));
    CHARTS.iter().filter_map(svg).collect()
}

impl Chart {
    fn svg(&self, rows: &[Row]) -> Result<Option<String>> {
        let of = |case: &str, who: &str| rows.iter().find(|row| row.case == case && row.who == who).map(Row::median);
        let bars = self.bars.iter().filter_map(|&(label, case, who)| Some((label, of(case, who)?, who == "hitmask")));
        let bars: Vec<_> = bars.collect();
        let (_, case, who) = self.bars[0];
        let Some(first) = of(case, who) else { return Ok(None) };
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, (WIDTH, (70 + BAR * bars.len() as i32) as u32));
        self.draw(&root.into_drawing_area(), first, &bars).map_err(|error| anyhow!("{error}"))?;
        Ok(Some(svg))
    }

    fn draw<'a>(
        &self,
        root: &DrawingArea<SVGBackend<'a>, Shift>,
        first: f64,
        bars: &[(&str, f64, bool)],
    ) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
        let text = |size: i32| ("sans-serif", size).into_font();
        let ((left, end), bottom) = (AXIS, 40 + BAR * bars.len() as i32);
        let (unit, name) = match self.axis {
            Axis::Frame => (FRAME, "one frame, 16.7 ms".to_owned()),
            Axis::Times(times) => (times * first, format!("{times} times hitmask")),
        };
        root.draw_text(self.title, &text(19).color(&GRAY), (left, 8))?;
        for (top, &(label, ns, ours)) in (40..).step_by(BAR as usize).zip(bars) {
            let color = COLORS[usize::from(!ours)];
            let length = (f64::from(end - left) * ns / unit).round().clamp(2.0, f64::from(WIDTH)) as i32;
            let bar = [(left, top + 20), ((left + length).min(WIDTH as i32), top + 40)];
            root.draw(&Rectangle::new(bar, color.filled()))?;
            let words = match self.axis {
                Axis::Frame if ns > FRAME => format!("{label}: {} ({} frames)", time(ns), short(ns / FRAME)),
                Axis::Frame => format!("{label}: {} ({} % of a frame)", time(ns), short(100.0 * ns / FRAME)),
                Axis::Times(_) if ns == first => format!("{label}: {}", time(ns)),
                Axis::Times(_) => format!("{label}: {} ({} times)", time(ns), short(ns / first)),
            };
            root.draw_text(&words, &text(17).color(&color), (left, top))?;
        }
        root.draw(&PathElement::new([(end, 36), (end, bottom)], GRAY.stroke_width(2)))?;
        root.draw_text("0", &text(16).color(&GRAY), (left, bottom + 6))?;
        root.draw_text(&name, &text(16).color(&GRAY), (end - 122, bottom + 6))?;
        root.present()
    }
}
