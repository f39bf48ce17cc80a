//! Sheets as assets.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer, Assets, Handle, LoadState};
use bevy_image::Image;
use bevy_math::Vec2;
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;
use hitmask_bevy::{HitmaskPlugin, PixelCollider, PixelSheet, PixelWorld};
use sheets::image::{ImageFormat, Rgba, RgbaImage};
use std::io::Cursor;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs, process};

/// A sheet of two frames of 4 x 2 pixels. The second is trimmed to its right half, and has an origin.
const JSON: &str = r#"{"frames": [
    {"filename": "a", "frame": {"x": 0, "y": 0, "w": 4, "h": 2}, "duration": 100},
    {"filename": "b", "frame": {"x": 4, "y": 0, "w": 2, "h": 2}, "duration": 50, "pivot": {"x": 0, "y": 1},
     "spriteSourceSize": {"x": 2, "y": 0, "w": 2, "h": 2}, "sourceSize": {"w": 4, "h": 2}}],
    "meta": {"image": "hero.png", "slices": [{"name": "sword", "keys": [{"frame": 0, "bounds": {"x": 3, "y": 0, "w": 9, "h": 1}}]}],
    "frameTags": [{"name": "blink", "from": 0, "to": 1}]}}"#;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns an app whose assets are a sheet with a picture, and one without.
fn app(name: &str) -> (App, Folder) {
    let folder = Folder(env::temp_dir().join(format!("hitmask-{name}-{}", process::id())));
    fs::create_dir_all(folder.0.join("sheets")).unwrap();
    let mut png = Cursor::new(Vec::new());
    RgbaImage::from_pixel(6, 2, Rgba([9, 9, 9, 255])).write_to(&mut png, ImageFormat::Png).unwrap();
    fs::write(folder.0.join("sheets/hero.png"), png.into_inner()).unwrap();
    fs::write(folder.0.join("sheets/hero.json"), JSON).unwrap();
    fs::write(folder.0.join("sheets/lost.json"), JSON.replace("hero.png", "lost.png")).unwrap();
    let mut app = App::new();
    let assets = AssetPlugin { file_path: folder.0.to_string_lossy().into_owned(), ..Default::default() };
    app.add_plugins((TaskPoolPlugin::default(), assets, HitmaskPlugin::default().in_schedule(bevy_app::Update)));
    app.init_asset::<Image>();
    app.finish();
    app.cleanup();
    (app, folder)
}

/// Loads a sheet. Returns its handle, and the error if there is one.
fn load(app: &mut App, path: &'static str) -> (Handle<PixelSheet>, Option<String>) {
    let handle = app.world().resource::<AssetServer>().load::<PixelSheet>(path);
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        app.update();
        match app.world().resource::<AssetServer>().load_state(&handle) {
            LoadState::Loaded => return (handle, None),
            LoadState::Failed(error) => return (handle, Some(error.to_string())),
            _ => assert!(Instant::now() < deadline, "{path} is still loading"),
        }
        std::thread::yield_now();
    }
}

#[test]
fn the_frames_of_a_sheet_are_shown_and_collide() {
    let (mut app, _folder) = app("sheet");
    let (handle, error) = load(&mut app, "sheets/hero.json");
    assert_eq!(error, None);
    let sheet = app.world().resource::<Assets<PixelSheet>>().get(&handle).unwrap();
    let blink = sheet.sheet().animation("blink").unwrap();
    assert_eq!([0, 120].map(|time| blink.frame_at(Duration::from_millis(time))), [0, 1]);
    // The origin; without one, the middle of the frame.
    let origin = sheet.sheet().frames()[1].origin().unwrap();
    let at = Vec2::new(origin[0] as f32 / 4.0 - 0.5, 0.5 - origin[1] as f32 / 2.0);
    assert_eq!((sheet.anchor(0), sheet.anchor(1), sheet.anchor(9)), (Anchor::CENTER, Anchor(at), Anchor::CENTER));
    let sword = |frame| sheet.slice_mask(frame, "sword").map(|mask| mask.0.to_string());
    assert_eq!(sword(0).as_deref(), Some("...#\n...."));
    assert_eq!((sheet.slice_mask(0, "shield").is_none(), sheet.slice_mask(9, "sword").is_none()), (true, true));
    let images = sheet.images().to_vec();
    let counts = images.into_iter().map(|image| {
        let entity = app.world_mut().spawn((Sprite::from_image(image), PixelCollider::default(), Transform::default()));
        let entity = entity.id();
        app.update();
        app.update();
        let count = app.world().resource::<PixelWorld>().with_world(|world| {
            world
                .view()
                .unwrap()
                .sprites()
                .map(|(id, _)| world.view().unwrap().shape(id).unwrap().mask.count())
                .sum::<u64>()
        });
        app.world_mut().despawn(entity);
        count
    });
    assert_eq!(counts.collect::<Vec<_>>(), [8, 4]); // the trimmed half is empty
}

#[test]
fn a_sheet_without_its_picture_fails_with_the_name() {
    let (mut app, _folder) = app("lost");
    let (_, error) = load(&mut app, "sheets/lost.json");
    let error = error.expect("the picture is missing");
    assert!(error.contains("lost.png"), "{error}");
}

#[test]
fn a_picture_in_another_folder_or_beside_the_sheet_is_found() {
    let (mut app, folder) = app("folders");
    let png = fs::read(folder.0.join("sheets/hero.png")).unwrap();
    fs::create_dir_all(folder.0.join("art")).unwrap();
    fs::write(folder.0.join("art/hero 2.png"), png).unwrap();
    for (name, picture) in [("other", "../art/hero%202.png"), ("moved", "C:\\\\work\\\\hero.png")] {
        fs::write(folder.0.join(format!("sheets/{name}.json")), JSON.replace("hero.png", picture)).unwrap();
    }
    for (path, warnings) in [("sheets/other.json", 0), ("sheets/moved.json", 1)] {
        let (handle, error) = load(&mut app, path);
        assert_eq!(error, None, "{path}");
        let sheets = app.world().resource::<Assets<PixelSheet>>();
        assert_eq!(sheets.get(&handle).unwrap().sheet().warnings().len(), warnings, "{path}");
    }
}
