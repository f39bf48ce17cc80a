//! Bytes as a scene of the command, or as its table of sprites. They load, or are refused with an error that
//! names the scene.

use std::path::PathBuf;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The folder of the scene, with a picture that the scene can name.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a folder for the scene");
    let picture = image::RgbaImage::from_pixel(6, 4, image::Rgba([9, 9, 9, 200]));
    picture.save(folder.path().join("a.png")).expect("a picture for the scene");
    folder
});

/// A scene whose sprites are in a table.
const WITH_TABLE: &[u8] = br#"{"masks": {"a": {"image": "a.png"}}, "sprites": "s.csv"}"#;

/// Runs the target. Input that begins as an object is a scene; other input is a table.
pub fn check(data: &[u8]) {
    let file = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = FOLDER.path().join(name);
        std::fs::write(&path, bytes).expect("a place for the scene");
        path
    };
    // The scene would open devices by their names, and some devices never end.
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
        Err(error) => {
            let text = format!("{error:#}");
            let reason = text.strip_prefix(&*scene.to_string_lossy()).and_then(|rest| rest.strip_prefix(':'));
            assert!(reason.is_some_and(|reason| !reason.trim().is_empty()), "the error must name the scene: {text}");
        }
    }
}
