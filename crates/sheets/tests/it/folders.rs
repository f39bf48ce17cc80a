//! Files on disk: names cannot lead out of the folder of a sheet.

use crate::common::png;
use sheets::image::RgbaImage;
use sheets::{FileError, Files, Folder, Options, Reason, Sheet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder `in` with a sheet that names `image`, and a picture beside the folder.
fn folder(image: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let json =
        format!(r#"{{"frames": [{{"frame": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}], "meta": {{"image": {image:?}}}}}"#);
    fs::create_dir_all(folder.path().join("in/deep")).unwrap();
    fs::write(folder.path().join("in/a.json"), json).unwrap();
    fs::write(folder.path().join("out.png"), png(&RgbaImage::new(1, 1))).unwrap();
    fs::write(folder.path().join("in/deep/b.png"), png(&RgbaImage::new(1, 1))).unwrap();
    folder
}

#[track_caller]
fn assert_outside(folder: &Path) {
    let error = Sheet::open(folder.join("in/a.json"), &Options::default()).unwrap_err();
    assert!(matches!(error.reason(), Reason::File(FileError::Outside(_))), "{error}");
}

#[test]
fn names_inside_the_folder_are_read() {
    for name in ["deep/b.png", "./deep/b.png", "deep/../deep/b.png"] {
        let folder = folder(name);
        let sheet = Sheet::open(folder.path().join("in/a.json"), &Options::default()).unwrap();
        assert_eq!(&*sheet.frames()[0].region().unwrap().picture, "deep/b.png");
    }
}

#[test]
fn names_outside_the_folder_are_errors() {
    for name in ["../out.png", "/out.png", "..\\out.png", "deep/../../out.png", "C:/out.png", "C:out.png"] {
        assert_outside(folder(name).path());
    }
    let absolute = folder("x");
    let path = absolute.path().join("out.png");
    assert_outside(folder(path.to_str().unwrap()).path());
}

#[test]
fn larger_folder_allows_names_beside_the_folder_of_the_sheet() {
    let folder = folder("../out.png");
    let sheet = Sheet::read(&Folder::new(folder.path()), "in/a.json", &Options::default()).unwrap();
    assert_eq!(&*sheet.frames()[0].region().unwrap().picture, "out.png");
}

#[cfg(unix)]
#[test]
fn symbolic_link_out_of_the_folder_is_an_error() {
    let folder = folder("link.png");
    std::os::unix::fs::symlink("../out.png", folder.path().join("in/link.png")).unwrap();
    assert_outside(folder.path());
    fs::remove_file(folder.path().join("in/link.png")).unwrap();
    std::os::unix::fs::symlink("deep/b.png", folder.path().join("in/link.png")).unwrap();
    assert!(Sheet::open(folder.path().join("in/a.json"), &Options::default()).is_ok());
    // The caller chose the sheet itself, so a link to the sheet is fine.
    std::os::unix::fs::symlink("in/a.json", folder.path().join("a.json")).unwrap();
    fs::write(folder.path().join("link.png"), png(&RgbaImage::new(1, 1))).unwrap();
    assert!(Sheet::open(folder.path().join("a.json"), &Options::default()).is_ok());
}

#[test]
fn folders_and_missing_files_are_errors() {
    let folder = folder("deep");
    let error = Sheet::open(folder.path().join("in/a.json"), &Options::default()).unwrap_err();
    assert!(matches!(error.reason(), Reason::File(FileError::NotAFile(_))), "{error}");
    let error = Sheet::open(folder.path().join("in/b.json"), &Options::default()).unwrap_err();
    assert!(matches!(error.reason(), Reason::File(FileError::NotFound(_))), "{error}");
    let error = Sheet::open("", &Options::default()).unwrap_err();
    assert!(matches!(error.reason(), Reason::File(FileError::NotAFile(_))), "{error}");
}

#[test]
fn file_over_the_limit_is_refused() {
    let folder = folder("deep/b.png");
    let files = Folder::new(folder.path());
    let length = fs::metadata(folder.path().join("out.png")).unwrap().len();
    assert_eq!(files.read("out.png", length).unwrap().len() as u64, length);
    assert!(matches!(files.read("out.png", length - 1), Err(FileError::TooLarge { .. })));
    #[cfg(unix)]
    assert!(matches!(files.read("../../../../../../dev/zero", 1), Err(FileError::Outside(_))));
}
