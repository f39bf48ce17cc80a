//! `hitmask show`: measures, rules for solid pixels, scaling.

use crate::common::{AIR, Folder, SOLID};

/// Writes a hollow frame of 6 x 5 pixels with a dot inside and a half-transparent bottom row, on transparent white.
fn picture(folder: &Folder) {
    folder.picture("frame.png", 6, 5, |x, y| match (x, y) {
        (2, 2) => SOLID,
        (_, 4) => [9, 9, 9, 100],
        (0 | 5, _) | (_, 0) => SOLID,
        _ => [255, 255, 255, 0],
    });
}

#[test]
fn mask_is_measured_and_drawn() {
    let folder = Folder::new();
    picture(&folder);
    let ran = folder.run(&["show", "frame.png"]).fine();
    let expected = "\
frame.png
size    6 x 5
solid   13 of 30 pixels (43.3 %): alpha over 127
bounds  6 x 4 at 0, 0
parts   2
█▀▀▀▀█
█ ▀  █

";
    assert_eq!(ran.out, expected);
}

#[test]
fn rule_for_solid_pixels_is_an_option() {
    let folder = Folder::new();
    picture(&folder);
    let ran = folder.run(&["show", "frame.png", "--alpha-threshold", "99"]).fine();
    assert!(ran.out.contains("solid   19 of 30 pixels (63.3 %): alpha over 99\n"), "{}", ran.out);
    for key in ["ffffff", "#FFFFFF"] {
        let ran = folder.run(&["show", "frame.png", "--color-key", key]).fine();
        assert!(ran.out.contains("solid   19 of 30 pixels (63.3 %): not of color ffffff\n"), "{}", ran.out);
    }
}

#[test]
fn large_pictures_are_scaled_and_empty_ones_work() {
    let folder = Folder::new();
    folder.picture("wide.png", 500, 40, |_, _| SOLID).picture("none.png", 4, 2, |_, _| AIR);
    let ran = folder.run(&["show", "wide.png"]).fine();
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80));
    assert!(ran.out.contains(&"█".repeat(72)), "{}", ran.out);
    let ran = folder.run(&["show", "none.png"]).fine();
    assert!(ran.out.contains("bounds  none\nparts   0\n"), "{}", ran.out);
}
