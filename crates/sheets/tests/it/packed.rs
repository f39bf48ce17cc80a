//! Sheets of a real packer, compared with the pictures that were packed. See `tests/fixtures/packed/README.md`.

use crate::common::assert_shows;
use sheets::mask::Solid;
use sheets::{Options, Sheet, read_picture};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

#[test]
fn frames_of_cocos_and_libgdx_equal_their_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packed");
    for (files, is_dense) in [
        (&["cocos.plist"][..], true),
        (&["pytexturepacker-0.plist", "pytexturepacker-1.plist"], true),
        (&["spine.atlas"], false),
    ] {
        for solid in [Solid::default(), Solid::AlphaAbove(0)] {
            let options = Options::default().solid(solid).pictures(true).strict(true);
            let sheets: Vec<_> = files.iter().map(|file| Sheet::open(folder.join(file), &options).unwrap()).collect();
            let frames = || sheets.iter().flat_map(Sheet::frames);
            assert_eq!(frames().count(), 7, "{files:?}");
            let regions = || frames().map(|frame| frame.region().unwrap());
            assert_eq!(regions().any(|region| region.quarter_turns == 1), is_dense, "{files:?}");
            assert_eq!(regions().any(|region| region.offset != [0, 0]), is_dense, "{files:?}");
            for frame in frames() {
                let source = folder.join("sources").join(frame.name());
                let picture = read_picture(BufReader::new(File::open(&source).unwrap()), source, 1 << 20).unwrap();
                assert_shows(frame, &picture, solid);
            }
        }
    }
}

#[test]
fn frames_of_a_packer_equal_their_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packed");
    let sources: Vec<_> = fs::read_dir(folder.join("sources")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(sources.len(), 11);
    for files in [&["hash.json"][..], &["array.json"], &["multi-0.json", "multi-1.json"]] {
        for solid in [Solid::default(), Solid::AlphaAbove(0)] {
            let options = Options::default().solid(solid).pictures(true);
            let sheets: Vec<_> = files.iter().map(|file| Sheet::open(folder.join(file), &options).unwrap()).collect();
            let frames = || sheets.iter().flat_map(Sheet::frames);
            assert_eq!(frames().count(), sources.len());
            let regions = || frames().map(|frame| frame.region().unwrap());
            assert!(
                regions().any(|region| region.quarter_turns == 1) && regions().any(|region| region.offset != [0, 0])
            );
            let frame = |name| sheets.iter().find_map(|sheet| sheet.frame(name)).unwrap();
            for source in &sources {
                let picture = read_picture(BufReader::new(File::open(source).unwrap()), source, 1 << 20).unwrap();
                let frame = frame(source.file_name().unwrap().to_str().unwrap());
                assert_shows(frame, &picture, solid);
                // Phaser's format has no origins; the other sheets have 0.5, 0.5.
                let origin = [picture.width(), picture.height()].map(|side| f64::from(side) / 2.0);
                assert_eq!(frame.origin(), (files.len() == 1).then_some(origin));
            }
            assert!(Arc::ptr_eq(frame("tank_red.png").mask(), frame("tank_red_again.png").mask()));
        }
    }
}
