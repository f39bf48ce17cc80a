//! Bytes as a scene of the command, or as its table of sprites. They are refused with an error, or read.

use std::path::PathBuf;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The folder that the scene is in, with a picture for it to name.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a folder for the scene");
    let picture = image::RgbaImage::from_pixel(6, 4, image::Rgba([9, 9, 9, 200]));
    picture.save(folder.path().join("a.png")).expect("a picture for the scene");
    folder
});

/// A scene whose sprites are in a table.
const WITH_TABLE: &[u8] = br#"{"masks": {"a": {"image": "a.png"}}, "sprites": "s.csv"}"#;

/// What is tried. What begins as an object is a scene; all else is a table.
pub fn check(data: &[u8]) {
    let file = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = FOLDER.path().join(name);
        std::fs::write(&path, bytes).expect("a place for the scene");
        path
    };
    // Names of devices would be opened, and some never end.
    if data.windows(2).any(|two| two == b"\"/" || two == b"..") {
        return;
    }
    let scene = if data.trim_ascii_start().starts_with(b"{") {
        file("s.csv", b"mask,x,y\na,1,2\n");
        file("scene.json", data)
    } else {
        file("s.csv", data);
        file("scene.json", WITH_TABLE)
    };
    match cli::read_scene(&scene) {
        Ok(sprites) => assert!(sprites <= data.len(), "more sprites than bytes"),
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
}
