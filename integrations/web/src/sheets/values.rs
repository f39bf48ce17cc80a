//! The values of frames and animations in JSON.

use super::Masks;
use ::sheets::{Animation, Frame};
use serde_json::{Value, json};
use std::time::Duration;

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

pub(super) fn point([x, y]: [i32; 2]) -> Value {
    json!({ "x": x, "y": y })
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
            "pivot": frame.pivot().map(point),
            "duration": milliseconds(frame.duration()),
        })
    };
    frames.iter().map(frame).collect()
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
