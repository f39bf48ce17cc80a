//! From what a sheet says about a frame to the pixels of the picture.

use super::json::{Area, Entry};
use super::number::Number;
use crate::cut::{Cut, upright};
use crate::limits::Budget;
use crate::load::Load;
use crate::{Reason, SheetError, WarningKind};
use mask::{Mask, Polygon, Rect};

/// A rectangle without pixels.
const EMPTY: Rect = Rect { left: 0, top: 0, width: 0, height: 0 };

/// The largest coordinate of a corner, in pixels.
const FARTHEST: f64 = (1 << 30) as f64;

/// A place in a file, for messages: the file, and the path of keys to a frame.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) file: &'a str,
    pub(super) place: &'a str,
    /// Whether the keys of JSON exist.
    pub(super) has_keys: bool,
}

impl At<'_> {
    pub(super) fn fault(self, key: &str, reason: impl Into<Reason>) -> SheetError {
        let key = if self.has_keys { key } else { "" };
        SheetError::at(self.file, format_args!("{}{key}", self.place), reason)
    }

    /// Returns a number without its fraction, as PixiJS reads it. A number below 0 may be written as 2^32 more.
    fn whole(self, load: &mut Load, key: &str, number: Option<Number>, least: i32) -> Result<i64, SheetError> {
        const WRAP: f64 = 4_294_967_296.0;
        let Number(number) = number.ok_or_else(|| self.fault(key, Reason::Missing))?;
        let floor = number.floor();
        let wrapped = if least < 0 && (WRAP / 2.0..WRAP).contains(&floor) { floor - WRAP } else { floor };
        let whole = whole(Number(wrapped), [least.into(), i32::MAX.into()]);
        let whole = whole.map_err(|reason| self.fault(key, reason))?;
        if floor != number {
            let fault = self.fault(key, Reason::invalid("a whole number", number));
            load.warn(WarningKind::Changed, fault, format_args!("{whole} is read"))?;
        }
        Ok(whole)
    }
}

/// Returns a number that must be whole and from `least` to `most`.
pub(super) fn whole(Number(number): Number, [least, most]: [i64; 2]) -> Result<i64, Reason> {
    if number.fract() == 0.0 && (least as f64..=most as f64).contains(&number) {
        return Ok(number as i64);
    }
    Err(Reason::invalid(format_args!("a whole number from {least} to {most}"), number))
}

impl Entry {
    /// Returns the size that the frame says, or else no pixels.
    pub(super) fn outline(&self) -> [u32; 2] {
        let area = self.size.filter(|_| self.is_trimmed()).or(self.frame);
        let side = |side: Option<Number>| whole(side.unwrap_or_default(), [0, i32::MAX.into()]);
        let sides = area.and_then(|Area { w, h, .. }| Some([side(w).ok()?, side(h).ok()?]));
        sides.unwrap_or_default().map(|side| side as u32)
    }

    /// PixiJS ignores the source of a frame that says it is not trimmed.
    fn is_trimmed(&self) -> bool {
        self.trimmed.is_none_or(|trimmed| trimmed.0)
    }

    /// Returns the quarter turns clockwise by which the frame lies turned in the picture.
    fn quarter_turns(&self) -> u8 {
        if self.rotated.is_some_and(|rotated| rotated.0) { 1 } else { self.turned }
    }

    /// Returns where the pixels of the frame are in a picture of this size.
    pub(super) fn cut(&self, at: At, load: &mut Load, picture: Rect, is_aseprite: bool) -> Result<Cut, SheetError> {
        let frame = self.frame.ok_or_else(|| at.fault(".frame", Reason::Missing))?;
        let mut x = at.whole(load, ".frame.x", frame.x, i32::MIN)?;
        let mut y = at.whole(load, ".frame.y", frame.y, i32::MIN)?;
        let mut width = at.whole(load, ".frame.w", frame.w, 0)?;
        let mut height = at.whole(load, ".frame.h", frame.h, 0)?;
        let turns = self.quarter_turns();
        if let Some(inner) = self.place.and_then(|place| Some([place.w?.0, place.h?.0])) {
            // Aseprite's inner padding lies inside "frame" and outside "spriteSourceSize", equally wide on all sides.
            let padding = (width - inner[0] as i64) / 2;
            let is_padded = padding > 0 && [width, height].map(|side| (side - 2 * padding) as f64) == inner;
            if is_padded && (is_aseprite || self.is_trimmed()) {
                (x, y, width, height) = (x + padding, y + padding, width - 2 * padding, height - 2 * padding);
            } else if turns % 2 == 1 && width != height && [height as f64, width as f64] == inner {
                let expected = format_args!("{height} x {width} pixels, the size before the rotation");
                let fault = at.fault(".frame", Reason::invalid(expected, format_args!("{width} x {height}")));
                load.warn(WarningKind::Changed, fault, "the sides are exchanged")?;
                (width, height) = (height, width);
            }
        }
        let zero = Area { x: Some(Number(0.0)), y: Some(Number(0.0)), ..Area::default() };
        let place = self.place.filter(|_| self.is_trimmed()).unwrap_or(zero);
        let left = at.whole(load, ".spriteSourceSize.x", place.x, i32::MIN)?;
        let top = at.whole(load, ".spriteSourceSize.y", place.y, i32::MIN)?;
        let size = match self.size.filter(|_| self.is_trimmed()) {
            Some(Area { w, h, .. }) => [at.whole(load, ".sourceSize.w", w, 0)?, at.whole(load, ".sourceSize.h", h, 0)?],
            None => [(left + width).max(0), (top + height).max(0)],
        };
        // "frame" has the size of the unrotated frame.
        let stored = upright(turns, [width, height]);
        let rect = Rect::new(x as i32, y as i32, stored[0] as u32, stored[1] as u32);
        let (mut offset, size) = ([left as i32, top as i32], size.map(|side| side as u32));
        let inside = picture.intersection(&rect).unwrap_or(EMPTY);
        if inside == rect || rect.width == 0 || rect.height == 0 {
            let is_inside =
                x.min(y) >= 0 && x + stored[0] <= picture.width.into() && y + stored[1] <= picture.height.into();
            return Ok(Cut { rect: if is_inside { rect } else { EMPTY }, quarter_turns: turns, offset, size });
        }
        let expected = format_args!("inside the picture of {} x {} pixels", picture.width, picture.height);
        let got = format_args!("{} x {} at {x}, {y}", stored[0], stored[1]);
        let fault = at.fault(".frame", Reason::invalid(expected, got));
        if inside == EMPTY {
            return Err(fault);
        }
        load.warn(WarningKind::Changed, fault, "the pixels outside are empty")?;
        // Pixels are lost at the left and the top of the frame, which lies turned clockwise in the picture.
        let [before_x, before_y] = [i64::from(inside.left) - x, i64::from(inside.top) - y];
        let after_x = stored[0] - before_x - i64::from(inside.width);
        let after_y = stored[1] - before_y - i64::from(inside.height);
        let lost = match turns {
            0 => [before_x, before_y],
            1 => [before_y, after_x],
            2 => [after_x, after_y],
            _ => [after_y, before_x],
        };
        offset = [0, 1].map(|axis| offset[axis].saturating_add(lost[axis] as i32));
        Ok(Cut { rect: inside, quarter_turns: turns, offset, size })
    }

    /// Returns the pixels of a rectangle of the picture that belong to the frame, or `None` if all do.
    pub(super) fn polygon(&self, rect: Rect, drawn: &mut Budget) -> Result<Option<Mask>, (&'static str, Reason)> {
        let [places, points, triangles] = [&self.vertices, &self.vertices_uv, &self.triangles]
            .map(|list| list.as_ref().map_or(&[][..], |numbers| &numbers.0));
        if [places, points, triangles].iter().all(|list| list.is_empty()) {
            return Ok(None);
        }
        let points: Vec<_> = points.chunks(2).collect();
        let corner = |index: &f64| {
            let point = points.get(*index as usize).filter(|_| index.fract() == 0.0 && *index >= 0.0)?;
            let &&[x, y] = point else { return None };
            let is_near = [x, y].iter().all(|c| (-FARTHEST / 2.0..=FARTHEST / 2.0).contains(c));
            is_near.then(|| [x - f64::from(rect.left), y - f64::from(rect.top)])
        };
        let mut mask = Mask::new(rect.width, rect.height).map_err(|error| ("", error.into()))?;
        if triangles.is_empty() || points.is_empty() {
            let missing = if points.is_empty() { ".verticesUV" } else { ".triangles" };
            return Err((missing, Reason::Missing));
        }
        for (index, triangle) in triangles.chunks(3).enumerate() {
            let corners: Option<Vec<_>> = triangle.iter().map(corner).collect();
            let Some(corners) = corners.filter(|corners| corners.len() == 3) else {
                let expected = format!("three indices of \"verticesUV\", {} points near the picture", points.len());
                return Err((
                    ".triangles",
                    Reason::invalid(expected, format_args!("{triangle:?} in triangle {index}")),
                ));
            };
            let shape = Polygon::new(corners).map_err(|error| ("", error.into()))?;
            let area = shape.bounds().and_then(|bounds| bounds.intersection(&Rect::new(0, 0, rect.width, rect.height)));
            // A row costs about as much as 64 pixels.
            let Rect { width, height, .. } = area.unwrap_or(EMPTY);
            drawn.take((64 + u64::from(width)) * u64::from(height.max(1))).map_err(|reason| (".triangles", reason))?;
            mask.fill_shape(&shape, [0, 0], true).map_err(|error| ("", error.into()))?;
        }
        Ok(Some(mask))
    }
}
