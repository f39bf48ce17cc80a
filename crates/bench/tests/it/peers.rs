//! The peers against every box with every other: on small scenes of each kind, in motion; with touching boxes; and with
//! no boxes, few boxes, and suddenly more.

use bench::peers;
use mask::Rect;
use suites::boxes::Boxes;
use suites::peers::RstarKept;
use testkit::scene::{Kind, Scene};

/// The oracle: every box with every later one.
fn expected(boxes: Boxes<'_>) -> Vec<(u32, u32)> {
    let boxes: Vec<Rect> = boxes.iter().collect();
    let all = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)));
    let meeting = all.filter(|&(i, j)| boxes[i].intersection(&boxes[j]).is_some());
    meeting.map(|(i, j)| (i as u32, j as u32)).collect()
}

/// Asks every peer about one set of boxes after the other, with reused lists.
fn check(sets: &[Boxes<'_>], side: u32) {
    let answers: Vec<_> = sets.iter().map(|&boxes| expected(boxes)).collect();
    let mut asked = 0;
    for mut peer in peers::all(side) {
        let mut pairs = Vec::new();
        for (step, (&boxes, expected)) in sets.iter().zip(&answers).enumerate() {
            pairs.clear();
            peer.candidates(boxes, &mut pairs);
            pairs.sort_unstable();
            assert!(pairs == *expected, "{} at step {step} of {} boxes", peer.name(), boxes.len());
        }
        asked += 1;
    }
    assert_eq!(asked, if side <= 32 { 5 } else { 4 });
}

fn side(boxes: Boxes<'_>) -> u32 {
    boxes.iter().map(|area| area.width.max(area.height)).max().unwrap_or(0)
}

#[test]
fn small_scenes_of_each_kind_as_they_move() {
    for kind in Kind::ALL {
        for count in [0, 1, 2, 3, 10, 300, 2000] {
            let mut scene = Scene::new(kind, count, 7);
            let frames: Vec<_> = (0..12)
                .map(|_| {
                    scene.step();
                    scene.at.clone()
                })
                .collect();
            let sets: Vec<Boxes<'_>> = frames.iter().map(|frame| Boxes::of(&scene, frame)).collect();
            check(&sets, side(sets[0]));
        }
    }
}

/// Two boxes at every offset around touching, also far from the origin, and many at one point.
#[test]
fn boxes_that_touch_do_not_meet() {
    let shapes = [(5, 3), (1, 1), (32, 32)].map(|(width, height)| Rect { left: 2, top: -1, width, height });
    for origin in [[0, 0], [-40, 7], [100_000, -100_000]] {
        let mut places = Vec::new();
        for (dx, dy) in (-34..35).flat_map(|dx| [-33, -32, -4, -3, -1, 0, 1, 2, 3, 5, 32].map(|dy| (dx, dy))) {
            // Each pair is far from the next.
            let at = [origin[0] + 200 * (places.len() % 60) as i32, origin[1] + 200 * (places.len() / 60) as i32];
            places.extend([at, [at[0] + dx, at[1] + dy]]);
        }
        for shape_of in [[0, 0], [0, 1], [1, 0], [2, 0], [2, 2]] {
            let shape_of: Vec<u32> = shape_of.into_iter().cycle().take(places.len()).collect();
            check(&[Boxes::new(&shapes, &shape_of, &places)], 32);
        }
        let pile = vec![origin; 100];
        check(&[Boxes::new(&shapes, &[2; 100], &pile)], 32);
    }
}

#[test]
fn boxes_come_and_go() {
    let scene = Scene::new(Kind::Clustered, 600, 3);
    let boxes = |count: usize| Boxes::new(&scene.tight, &scene.shape_of[..count], &scene.at[..count]);
    check(&[0, 5, 600, 600, 2, 2, 0, 1, 40].map(boxes), 32);
}

/// rstar as it is kept for few moves: a few boxes, all, none.
#[test]
fn a_tree_that_is_kept() {
    let mut scene = Scene::new(Kind::Clustered, 400, 5);
    let mut kept = RstarKept::new(Boxes::of(&scene, &scene.at));
    for every in [7, 1, 1000, 2, 400, 3] {
        let before = scene.at.clone();
        scene.step();
        let stays = (0..scene.len()).filter(|i| i % every != 0).collect::<Vec<_>>();
        stays.into_iter().for_each(|i| scene.at[i] = before[i]);
        let boxes = Boxes::of(&scene, &scene.at);
        let moved: Vec<_> = (0..scene.len()).step_by(every).map(|i| (i as u32, boxes.get(i))).collect();
        kept.update(&moved);
        let mut pairs = kept.pairs().to_vec();
        pairs.sort_unstable();
        assert_eq!(pairs, expected(boxes), "one of {every}");
    }
}
