//! The charts of the README and of `docs/performance.md`, as SVG pictures.
//!
//! Text and lines have colors of middle brightness and the background is transparent, so that a chart is readable on
//! white and on black pages.

use crate::report::{Line, grouped, time};
use crate::suite::Family;
use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// Width and height in pixels.
const SIZE: (u32, u32) = (700, 400);
/// The color of text, axes and grid lines.
const GRAY: RGBColor = RGBColor(0x80, 0x86, 0x8e);
/// The colors of the lines, hitmask first.
const COLORS: [RGBColor; 6] = [
    RGBColor(0xe5, 0x48, 0x2d),
    RGBColor(0xd9, 0x8a, 0x1f),
    RGBColor(0x3b, 0x82, 0xd0),
    RGBColor(0x2f, 0x9e, 0x6e),
    RGBColor(0xa0, 0x6c, 0xd5),
    RGBColor(0x8f, 0x7a, 0x5a),
];
/// The nanoseconds of a frame at 60 frames a second.
const FRAME: f64 = 1e9 / 60.0;

/// A chart of the times of a family's cases over their sizes, with logarithmic axes.
struct Chart {
    file: &'static str,
    family: &'static str,
    title: &'static str,
    x: &'static str,
    /// The rows, and their names in the chart.
    who: &'static [(&'static str, &'static str)],
    scale: Scale,
}

/// The unit of the vertical axis.
#[derive(Clone, Copy, PartialEq)]
enum Scale {
    Time,
    /// The percentage of a frame.
    Frame,
}

/// All charts.
const CHARTS: [Chart; 4] = [
    Chart {
        file: "step.svg",
        family: "step-uniform",
        title: "Move all sprites of 32 px and list the pairs of overlapping boxes",
        x: "sprites",
        who: &[
            ("hitmask", "hitmask"),
            ("grid", "grid of 32 px"),
            ("parry2d", "parry2d"),
            ("broccoli", "broccoli"),
            ("rstar", "rstar"),
        ],
        scale: Scale::Time,
    },
    Chart {
        file: "pair.svg",
        family: "miss-unaligned",
        title: "Two masks that miss, although every pixel must be read",
        x: "width and height of the masks in pixels",
        who: &[
            ("hitmask", "hitmask"),
            ("columns", "pygame's algorithm"),
            ("pygame-ce", "pygame-ce in Python"),
            ("naive", "loop over pixels"),
        ],
        scale: Scale::Time,
    },
    Chart {
        file: "frame.svg",
        family: "exact-uniform",
        title: "Move all sprites, list the colliding pairs: share of 16.7 ms",
        x: "sprites",
        who: &[
            ("hitmask", "hitmask"),
            ("hitmask-2t", "hitmask, 2 threads"),
            ("naive-over-rstar", "rstar, then pixels"),
            ("naive-all-pairs", "every pair of sprites"),
        ],
        scale: Scale::Frame,
    },
    Chart {
        file: "pause.svg",
        family: "frames-mean",
        title: "A step after 5 ms of other work: share of a frame of 16.7 ms",
        x: "sprites",
        who: &[
            ("hitmask", "hitmask"),
            ("hitmask-1t", "hitmask, one thread"),
            ("naive-over-rstar", "rstar, then pixels"),
        ],
        scale: Scale::Frame,
    },
];

/// Bars on a linear axis that ends with the frame: the times of the largest case up to a size. A longer bar leaves the
/// axis.
struct Bars {
    file: &'static str,
    family: &'static str,
    most: usize,
    title: &'static str,
    who: &'static [(&'static str, &'static str)],
}

/// The chart of the README.
const BARS: Bars = Bars {
    file: "why.svg",
    family: "exact-uniform",
    most: 10_000,
    title: "moving sprites: every pair that shares a pixel, in each frame",
    who: &[
        ("hitmask", "hitmask"),
        ("naive-over-rstar", "R*-tree, then a loop over pixels"),
        ("naive-all-pairs", "a loop over all pairs"),
    ],
};

/// Returns whether a chart shows the cases of a family.
#[must_use]
pub fn shows(family: &str) -> bool {
    BARS.family == family || CHARTS.iter().any(|chart| chart.family == family)
}

/// Draws the charts of some families into a folder, which is created if it is missing.
///
/// # Errors
/// If the lines lack a case of hitmask of one of these families, or a file cannot be written.
pub fn draw(families: &[Family], lines: &[Line], folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    for chart in CHARTS.iter().filter(|chart| families.iter().any(|family| family.name == chart.family)) {
        let svg = chart.svg(lines)?;
        std::fs::write(folder.join(chart.file), svg)?;
    }
    if families.iter().any(|family| family.name == BARS.family) {
        std::fs::write(folder.join(BARS.file), BARS.svg(lines)?)?;
    }
    Ok(())
}

impl Bars {
    fn svg(&self, lines: &[Line]) -> Result<String> {
        let of_family = |line: &&Line| line.case.rsplit_once('-').is_some_and(|(family, _)| family == self.family);
        let sizes = lines.iter().filter(of_family).map(|line| line.n);
        let n = sizes.filter(|n| *n <= self.most).max().unwrap_or_default();
        let of_case = |line: &&Line| line.n == n && of_family(line);
        let time_of = |who: &str| lines.iter().filter(of_case).find(|line| line.who == who).map(|line| line.ns);
        let rows: Vec<_> =
            self.who.iter().filter_map(|&(who, name)| time_of(who).map(|time| (name, time))).zip(COLORS).collect();
        anyhow::ensure!(!rows.is_empty(), "no case of {} with up to {} sprites was timed", self.family, self.most);
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, (SIZE.0, 70 + 50 * rows.len() as u32)).into_drawing_area();
        self.draw(&root, &format!("{} {}", grouped(n as u64), self.title), &rows)
            .map_err(|error| anyhow!("{}: {error}", self.file))?;
        drop(root);
        Ok(svg)
    }

    fn draw<'a>(
        &self,
        root: &DrawingArea<SVGBackend<'a>, Shift>,
        title: &str,
        rows: &[((&str, f64), RGBColor)],
    ) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
        let text = |size: i32| ("sans-serif", size).into_font();
        let (left, end, bottom) = (14, 600, 40 + 50 * rows.len() as i32);
        root.draw_text(title, &text(19).color(&GRAY), (left, 8))?;
        for (top, &((name, ns), color)) in (40..).step_by(50).zip(rows) {
            let length = (f64::from(end - left) * ns / FRAME).round().max(2.0) as i32;
            let bar = [(left, top + 20), ((left + length).min(SIZE.0 as i32), top + 40)];
            root.draw(&Rectangle::new(bar, color.filled()))?;
            let share =
                if ns > FRAME { format!("{:.0} frames", ns / FRAME) } else { format!("{:.0} %", 100.0 * ns / FRAME) };
            let words = format!("{name}: {} ({share})", time(ns).trim());
            root.draw_text(&words, &text(17).color(&color), (left, top))?;
        }
        root.draw(&PathElement::new([(end, 36), (end, bottom)], GRAY.stroke_width(2)))?;
        root.draw_text("0", &text(16).color(&GRAY), (left, bottom + 6))?;
        root.draw_text("one frame, 16.7 ms", &text(16).color(&GRAY), (end - 122, bottom + 6))?;
        root.present()
    }
}

impl Chart {
    /// The points of each row: sizes, and times or percentages.
    fn series(&self, lines: &[Line]) -> Vec<(&'static str, Vec<(f64, f64)>)> {
        let value = |line: &Line| match self.scale {
            Scale::Time => line.ns,
            Scale::Frame => 100.0 * line.ns / FRAME,
        };
        let of_family = |line: &&Line| line.case.rsplit_once('-').is_some_and(|(family, _)| family == self.family);
        let points = |&(who, name): &(&str, &'static str)| {
            let rows = lines.iter().filter(of_family).filter(|line| line.who == who);
            (name, rows.map(|line| (line.n as f64, value(line))).collect::<Vec<_>>())
        };
        self.who.iter().map(points).filter(|(_, points)| !points.is_empty()).collect()
    }

    fn svg(&self, lines: &[Line]) -> Result<String> {
        let series = self.series(lines);
        let all: Vec<(f64, f64)> = series.iter().flat_map(|(_, points)| points.iter().copied()).collect();
        anyhow::ensure!(!all.is_empty(), "no case of {} was timed", self.family);
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)))
        };
        let (mut x, mut y) = (range(&mut all.iter().map(|point| point.0)), range(&mut all.iter().map(|point| point.1)));
        if self.scale == Scale::Frame {
            y.1 = y.1.max(100.0);
        }
        if x.0 == x.1 {
            x = (x.0 / 2.0, x.1 * 2.0); // an axis needs a length
        }
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        self.draw(&root, &series, x, y).map_err(|error| anyhow!("{}: {error}", self.file))?;
        drop(root);
        Ok(svg)
    }

    fn draw<'a>(
        &self,
        root: &DrawingArea<SVGBackend<'a>, Shift>,
        series: &[(&str, Vec<(f64, f64)>)],
        x: (f64, f64),
        y: (f64, f64),
    ) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
        let text = |size: i32| ("sans-serif", size).into_font().color(&GRAY);
        let mut chart = ChartBuilder::on(root)
            .caption(self.title, text(19))
            .margin(10)
            .margin_right(160)
            .x_label_area_size(50)
            .y_label_area_size(70)
            .build_cartesian_2d((x.0..x.1).log_scale(), (y.0 / 1.5..y.1 * 1.5).log_scale())?;
        let unit = |value: &f64| match self.scale {
            Scale::Time => time(*value).trim_end().replace(".00 ", " ").replace(".0 ", " "),
            Scale::Frame => format!("{value} %"),
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRAY.mix(0.3))
            .axis_style(GRAY)
            .x_desc(self.x)
            .x_labels(4)
            .x_label_formatter(&|n| grouped(*n as u64))
            .y_label_formatter(&unit)
            .label_style(text(16))
            .axis_desc_style(text(16))
            .draw()?;
        if self.scale == Scale::Frame {
            chart.draw_series(LineSeries::new([(x.0, 100.0), (x.1, 100.0)], GRAY.stroke_width(2)))?;
        }
        let mut names = Vec::new();
        for ((name, points), color) in series.iter().zip(COLORS) {
            let width = if *name == "hitmask" { 4 } else { 2 };
            chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(width)))?;
            let dots = points.iter().map(|&point| Circle::new(point, width, color.filled()));
            chart.draw_series(dots)?;
            let end = points.last().map(|point| chart.backend_coord(point)).unwrap_or_default();
            names.push((end, *name, color));
        }
        // A name stands at the end of its line; names keep a distance from each other.
        names.sort_by_key(|&((_, top), ..)| top);
        let mut free = 0;
        for ((left, top), name, color) in names {
            let top = top.max(free);
            free = top + 18;
            root.draw_text(name, &text(17).color(&color), (left + 9, top - 8))?;
        }
        root.present()
    }
}
