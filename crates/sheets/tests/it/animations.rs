//! Which frame of an animation shows at a time.

use crate::common::{read_json, strict};
use sheets::Animation;
use sheets::image::RgbaImage;
use std::time::Duration;

/// Returns the animation of a tag over frames of the given milliseconds.
fn animation(durations: &[u32], direction: &str, repeat: u32) -> Animation {
    let frame = |time| format!(r#"{{"frame": {{"x": 0, "y": 0, "w": 1, "h": 1}}, "duration": {time}}}"#);
    let frames = durations.iter().map(frame).collect::<Vec<_>>().join(",");
    let tag = format!(r#"{{"name": "a", "from": 0, "to": {}, "direction": "{direction}""#, durations.len() - 1);
    let json = format!(
        r#"{{"frames": [{frames}], "meta": {{"image": "sheet.png", "frameTags": [{tag}, "repeat": {repeat}}}]}}}}"#
    );
    read_json(&json, &RgbaImage::new(1, 1), &strict()).unwrap().animations()[0].clone()
}

#[test]
fn frames_show_in_the_order_of_play() {
    let shown = |direction, repeat, frames| -> Vec<usize> {
        let animation = animation(&vec![1; frames], direction, repeat);
        (0..8).map(|time| animation.frame_at(Duration::from_millis(time))).collect()
    };
    assert_eq!(shown("forward", 0, 3), [0, 1, 2, 0, 1, 2, 0, 1]);
    assert_eq!(shown("forward", 2, 3), [0, 1, 2, 0, 1, 2, 2, 2]);
    assert_eq!(shown("reverse", 0, 3), [2, 1, 0, 2, 1, 0, 2, 1]);
    assert_eq!(shown("reverse", 1, 3), [2, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(shown("pingpong", 0, 3), [0, 1, 2, 1, 0, 1, 2, 1]);
    assert_eq!(shown("pingpong", 1, 3), [0, 1, 2, 2, 2, 2, 2, 2]);
    assert_eq!(shown("pingpong", 2, 3), [0, 1, 2, 1, 0, 0, 0, 0]);
    assert_eq!(shown("pingpong", 3, 2), [0, 1, 0, 1, 1, 1, 1, 1]);
    assert_eq!(shown("pingpong_reverse", 0, 3), [2, 1, 0, 1, 2, 1, 0, 1]);
    assert_eq!(shown("pingpong_reverse", 2, 4), [3, 2, 1, 0, 1, 2, 3, 3]);
    assert_eq!(shown("pingpong", 0, 1), [0; 8]);
    assert_eq!(shown("pingpong", 7, 1), [0; 8]);
}

#[test]
fn extreme_times_and_durations_have_a_frame() {
    let longest = Duration::MAX;
    assert_eq!(animation(&[1; 3], "pingpong", 0).frame_at(longest), 1);
    assert_eq!(animation(&[1; 3], "forward", u32::MAX).frame_at(longest), 2);
    assert_eq!(animation(&[0; 2], "forward", 0).frame_at(longest), 0);
    assert_eq!(animation(&[0; 2], "forward", 3).frame_at(Duration::ZERO), 1);
    let mixed = animation(&[u32::MAX, 0, 1000], "forward", 1);
    assert_eq!([Duration::ZERO, longest].map(|time| mixed.frame_at(time)), [0, 2]);
    assert_eq!(mixed.duration(), Duration::from_millis(u64::from(u32::MAX) + 1000));
}
