//! The values of frames and animations in JSON.

use super::Masks;
use super::RawTerrain;
use crate::errors::{JsResult, mask_error};
use ::sheets::{Animation, Frame, Properties, PropertyValue, Slice};
use mask::Rect;
use serde_json::{Map, Value, json};
use std::time::Duration;

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

pub(super) fn point<N: Into<Value>>([x, y]: [N; 2]) -> Value {
    json!({ "x": x.into(), "y": y.into() })
}

/// Returns the frames. The mask of each is an index.
pub(super) fn frames(frames: &[Frame], masks: &mut Masks) -> Value {
    let frame = |frame: &Frame| {
        let [width, height] = frame.size();
        json!({
            "name": frame.name(),
            "names": frame.names(),
            "mask": masks.index(frame.mask()),
            "width": width,
            "height": height,
            "origin": frame.origin().map(point),
            "duration": milliseconds(frame.duration()),
            "class": frame.class(),
            "properties": properties(frame.properties()),
            "slices": frame.slices().iter().map(slice).collect::<Value>(),
        })
    };
    frames.iter().map(frame).collect()
}

fn slice(slice: &Slice) -> Value {
    let Rect { left, top, width, height } = slice.rect();
    json!({
        "name": slice.name(),
        "rect": { "left": left, "top": top, "width": width, "height": height },
        "origin": slice.origin().map(point),
        "text": slice.text(),
        "color": slice.color(),
    })
}

/// Returns the values of properties by their names. Of several properties of one name, the first counts.
pub(super) fn properties(properties: &Properties) -> Value {
    let value = |value: &PropertyValue| match value {
        PropertyValue::Bool(value) => json!(value),
        PropertyValue::Int(value) => json!(value),
        PropertyValue::Float(value) => json!(value),
        PropertyValue::Text(value) => json!(value),
        PropertyValue::Json(value) => serde_json::from_str(value).unwrap_or_default(),
        _ => Value::Null,
    };
    let mut values = Map::new();
    for (name, own) in properties.iter() {
        values.entry(name).or_insert_with(|| value(own));
    }
    Value::Object(values)
}

/// Returns the part of the mask of a frame in a rectangle.
pub(super) fn mask_in(frame: &Frame, [left, top]: [i32; 2], [width, height]: [u32; 2]) -> JsResult<RawTerrain> {
    frame.mask_in(Rect { left, top, width, height }).map(RawTerrain::new).map_err(mask_error)
}

/// Returns the animations.
pub(super) fn animations(animations: &[Animation]) -> Value {
    let shown = |&(frame, duration): &(usize, Duration)| json!({ "frame": frame, "duration": milliseconds(duration) });
    let animation = |animation: &Animation| {
        json!({
            "name": animation.name(),
            "frames": animation.frames().iter().map(shown).collect::<Value>(),
            "repeat": animation.repeat(),
            "duration": milliseconds(animation.duration()),
        })
    };
    animations.iter().map(animation).collect()
}

/// Returns the index of the frame that an animation shows at a time in milliseconds.
pub(super) fn frame_at(animation: &Animation, time: f64) -> usize {
    animation.frame_at(Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default())
}

/// Returns the warnings of a sheet or a map.
pub(super) fn warnings(list: &[::sheets::Warning]) -> Value {
    let warning = |one: &::sheets::Warning| {
        json!({
            "file": one.file,
            "place": one.place,
            "kind": one.kind.name(),
            "text": one.text,
            "message": one.to_string(),
        })
    };
    list.iter().map(warning).collect()
}
