//! Names in files: followed as the editor follows them, unless a root confines reading.

use crate::common::png;
use sheets::image::RgbaImage;
use sheets::{FileError, Files, Folder, Map, Options, Reason, Sheet, SheetError, WarningKind};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
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

fn open(folder: &TempDir, options: &Options) -> Result<Sheet, SheetError> {
    Sheet::open(folder.path().join("in/a.json"), options)
}

/// Asserts that the picture is read under the name, with a warning or without one.
#[track_caller]
fn assert_found(folder: &TempDir, found: &str, is_warned: bool) {
    let sheet = open(folder, &Options::default()).unwrap();
    assert_eq!(&*sheet.frames()[0].region().unwrap().picture, found);
    let warned: Vec<_> = sheet.warnings().iter().map(|warning| (warning.kind, &*warning.place)).collect();
    let expected = is_warned.then_some((WarningKind::Moved, "meta.image"));
    assert_eq!(warned, Vec::from_iter(expected), "{:?}", sheet.warnings());
    assert_eq!(open(folder, &Options::default().strict(true)).is_err(), is_warned);
}

#[track_caller]
fn assert_outside(folder: &TempDir) {
    let error = open(folder, &Options::default().root(folder.path().join("in"))).unwrap_err();
    assert!(matches!(error.reason(), Reason::File(FileError::Outside(_))), "{error}");
}

#[test]
fn names_are_followed_as_the_editor_follows_them() {
    for (name, found) in [
        ("deep/b.png", "deep/b.png"),
        ("./deep/../deep//b.png", "deep/b.png"),
        ("deep\\b.png", "deep/b.png"),
        ("deep%2Fb%2epng", "deep/b.png"),
        ("../out.png", "../out.png"),
        ("none/../..\\out.png", "../out.png"),
    ] {
        assert_found(&folder(name), found, false);
    }
    let absolute = folder("x");
    let path = absolute.path().join("out.png");
    let path = path.to_str().unwrap();
    assert_found(&folder(path), &path.replace('\\', "/"), false);
}

#[test]
fn file_that_was_moved_is_found_beside_the_file_that_names_it() {
    for name in [
        "/home/me/b.png",
        "C:\\Users\\me\\b.png",
        "C:b.png",
        "../none/b.png",
        "\\\\host\\share\\b.png",
        "//host/b.png",
        "https://host/x/b.png?v=1",
        "/dev/b.png",
    ] {
        let folder = folder(name);
        fs::copy(folder.path().join("out.png"), folder.path().join("in/b.png")).unwrap();
        assert_found(&folder, "b.png", true);
    }
}

#[test]
fn names_of_networks_and_devices_are_never_opened() {
    for name in ["//host/none.png", "\\\\host\\none.png", "file:///none.png", "", "..", "/"] {
        let error = open(&folder(name), &Options::default()).unwrap_err();
        assert!(matches!(error.reason(), Reason::File(FileError::Remote(_))), "{name:?}: {error}");
    }
    #[cfg(unix)]
    for name in ["/dev/zero", "/proc/self/environ", "/proc/self/fd/0"] {
        let error = open(&folder(name), &Options::default()).unwrap_err();
        assert!(matches!(error.reason(), Reason::File(FileError::Remote(_))), "{name:?}: {error}");
    }
}

#[test]
fn root_refuses_names_outside_the_folder() {
    for name in [
        "../out.png",
        "../none.png",
        "/out.png",
        "..\\out.png",
        "deep/../../out.png",
        "C:/out.png",
        "//out.png",
        "a://out.png",
    ] {
        let folder = folder(name);
        fs::copy(folder.path().join("out.png"), folder.path().join("in/out.png")).unwrap();
        assert_outside(&folder);
    }
    let absolute = folder("x");
    let path = absolute.path().join("out.png");
    assert_outside(&folder(path.to_str().unwrap()));
}

#[test]
fn larger_root_allows_names_beside_the_folder_of_the_sheet() {
    let folder = folder("../out.png");
    let sheet = open(&folder, &Options::default().root(folder.path())).unwrap();
    assert_eq!(&*sheet.frames()[0].region().unwrap().picture, "../out.png");
    let sheet = Sheet::read(&Folder::new(folder.path()), "in/a.json", &Options::default()).unwrap();
    assert_eq!(&*sheet.frames()[0].region().unwrap().picture, "out.png");
}

#[cfg(unix)]
#[test]
fn root_refuses_symbolic_links_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let folder = folder("link.png");
    symlink("../out.png", folder.path().join("in/link.png")).unwrap();
    assert_outside(&folder);
    assert_found(&folder, "link.png", false);
    fs::remove_file(folder.path().join("in/link.png")).unwrap();
    symlink("deep/b.png", folder.path().join("in/link.png")).unwrap();
    assert!(open(&folder, &Options::default().root(folder.path().join("in"))).is_ok());
    // Names are relative to the folder of a link to the sheet. The sheet itself must be inside the root.
    symlink("in/a.json", folder.path().join("a.json")).unwrap();
    fs::write(folder.path().join("link.png"), png(&RgbaImage::new(1, 1))).unwrap();
    let linked =
        |root: &str| Sheet::open(folder.path().join("a.json"), &Options::default().root(folder.path().join(root)));
    assert!(linked("").is_ok() && linked("in/deep").is_err());
    // The editor takes `..` from the name, also if the folder is a link.
    symlink("in/deep", folder.path().join("maps")).unwrap();
    let sheet = fs::read_to_string(folder.path().join("in/a.json")).unwrap();
    fs::write(folder.path().join("in/deep/m.json"), sheet.replace("link.png", "../out.png")).unwrap();
    assert!(Sheet::open(folder.path().join("maps/m.json"), &Options::default().strict(true)).is_ok());
}

/// A map that names a picture, and no other file.
struct Asked<'a> {
    map: &'a str,
    picture: &'a str,
    /// The other names that the reader asks for.
    names: RefCell<Vec<String>>,
}

impl Files for Asked<'_> {
    fn read(&self, name: &str, _: u64) -> Result<Vec<u8>, FileError> {
        if name == self.map {
            let layer = format!("<imagelayer><image source='{}'/></imagelayer>", self.picture);
            return Ok(format!("<map height='1' tilewidth='1' tileheight='1'>{layer}</map>").into());
        }
        self.names.borrow_mut().push(name.to_owned());
        Err(FileError::NotFound(name.to_owned()))
    }
}

#[test]
fn names_are_followed_and_then_looked_for_beside_the_file() {
    let asked = |map, picture, options: &Options| {
        let files = Asked { map, picture, names: RefCell::default() };
        Map::read(&files, map, options).unwrap_err();
        files.names.into_inner()
    };
    for (map, picture, names) in [
        ("a/b.tmx", "c.png", &["a/c.png"][..]),
        ("a/b.tmx", "../t/./c.png", &["t/c.png", "a/c.png"]),
        ("b.tmx", "x/../../t\\c.png", &["../t/c.png", "c.png"]),
        ("../t/b.tmx", "../c.png", &["../c.png", "../t/c.png"]),
        ("/t/b.tmx", "c.png", &["/t/c.png"]),
        ("/b.tmx", "../c.png", &["/c.png"]),
        ("C:/t/b.tmx", "../../c.png", &["C:/c.png", "C:/t/c.png"]),
        ("a/b.tmx", "/x/../c.png", &["/c.png", "a/c.png"]),
        ("a/b.tmx", "C:\\x\\c.png", &["C:/x/c.png", "a/c.png"]),
        ("b.tmx", "C:c.png", &["C:c.png", "c.png"]),
        ("b.tmx", "x/50%%20c%2.png", &["x/50%%20c%2.png", "x/50% c%2.png", "50%%20c%2.png", "50% c%2.png"]),
        ("a/b.tmx", "\\\\host\\c.png", &["a/c.png"]),
        ("a/b.tmx", "%2f%2fhost/c.png", &["a/%2f%2fhost/c.png", "a/c.png"]),
        ("a/b.tmx", "http://host/x/c.png?d=/e.png", &["a/c.png"]),
        ("b.tmx", ".", &[]),
        ("b.tmx", "..", &[]),
        ("b.tmx", "a/..", &[]),
        ("b.tmx", "//", &[]),
    ] {
        assert_eq!(asked(map, picture, &Options::default()), names, "{picture:?} in {map}");
    }
    let confined = Options::default().root("a");
    assert_eq!(asked("a/b.tmx", "../c.png", &confined), ["c.png"]);
    for name in [".", "/c.png", "C:\\c.png", "\\\\host\\c.png", "file:///c.png"] {
        assert_eq!(asked("a/b.tmx", name, &confined), [""; 0], "{name:?}");
    }
}

#[test]
fn names_in_memory_are_resolved_within_the_names_given() {
    let tileset = "<tileset name='t' tilewidth='1' tileheight='1'><image source='../art/t.png'/></tileset>";
    let level = |source: &str| {
        format!(
            "<map width='1' height='1' tilewidth='1' tileheight='1'><tileset firstgid='1' source='{source}'/>
             <layer name='g' width='1' height='1'><data encoding='csv'>1</data></layer></map>"
        )
    };
    let picture = png(&RgbaImage::from_pixel(1, 1, sheets::image::Rgba([255; 4])));
    let read = |map: &str, source: &str, names: [&str; 2]| {
        let contents = [tileset.as_bytes().to_vec(), picture.clone()];
        let mut files = HashMap::from_iter(names.map(str::to_owned).into_iter().zip(contents));
        files.insert(map.to_owned(), level(source).into_bytes());
        let map = Map::read(&files, map, &Options::default()).unwrap();
        assert_eq!(map.layers()[0].terrain(&map).unwrap().0.to_string(), "#");
        map.warnings().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(read("maps/m.tmx", "../tiles/t.tsx", ["tiles/t.tsx", "art/t.png"]), [""; 0]);
    assert_eq!(read("m.tmx", "../tiles/t.tsx", ["../tiles/t.tsx", "../art/t.png"]), [""; 0]);
    assert_eq!(
        read("m.tmx", "../tiles/t.tsx", ["t.tsx", "t.png"]),
        [
            "m.tmx: tilesets[0].source: no file is named \"../tiles/t.tsx\": add the file or correct the name; \
             \"t.tsx\" is read instead",
            "t.tsx: image: no file is named \"../art/t.png\": add the file or correct the name; \"t.png\" is read instead"
        ]
    );
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
