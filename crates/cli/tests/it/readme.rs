//! The scene and the command of the README.

use crate::common::{Folder, sample};

#[test]
fn the_scene_of_the_readme_has_a_collision_and_a_picture() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let scene = readme.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a scene");
    let command = readme.lines().find_map(|line| line.strip_prefix("hitmask ")).expect("a command");
    let folder = Folder::new();
    folder.write("scene.json", scene).write("ship.png", std::fs::read(sample().join("ship.png")).unwrap());
    let ran = folder.run(&command.split(' ').collect::<Vec<_>>()).fine();
    assert_eq!(ran.out.lines().count(), 2, "a header and a pair: {}", ran.out);
    assert!(folder.path().join("pairs.png").exists());
}
