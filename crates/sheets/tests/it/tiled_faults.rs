//! Damaged and hostile files of Tiled.

use crate::common::strict;
use sheets::{Limits, Map, Sheet};
use std::collections::HashMap;
use std::io::Cursor;

/// A tileset of two tiles of 2 x 2 pixels.
pub(crate) const TILES: &str =
    "<tileset firstgid='1' name='t' tilewidth='2' tileheight='2'><image source='tiles.png'/></tileset>";

/// The files of a map `a.tmx`.
pub(crate) fn files(map: &str) -> HashMap<String, Vec<u8>> {
    let mut picture = Cursor::new(Vec::new());
    let solid = image::RgbaImage::from_pixel(4, 2, image::Rgba([9, 9, 9, 255]));
    solid.write_to(&mut picture, image::ImageFormat::Png).unwrap();
    HashMap::from([("a.tmx".into(), map.as_bytes().to_vec()), ("tiles.png".into(), picture.into_inner())])
}

fn limits(change: impl Fn(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

/// Reads a map of 3 x 3 tiles with a tileset and the given layers.
pub(crate) fn map_with(layers: &str) -> Map {
    read(layers, &Limits::default()).unwrap()
}

fn level(layers: &str) -> String {
    format!("<map width='3' height='3' tilewidth='2' tileheight='2'>{TILES}{layers}</map>")
}

fn read(layers: &str, limits: &Limits) -> Result<Map, String> {
    let options = strict().limits(limits.clone());
    Map::read(&files(&level(layers)), "a.tmx", &options).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(layers: &str, message: &str) {
    let error = read(layers, &Limits::default()).unwrap_err();
    assert!(error.starts_with(message), "{error}\nshould begin with\n{message}");
}

fn data(attributes: &str, text: &str) -> String {
    format!("<layer width='2' height='1'><data {attributes}>{text}</data></layer>")
}

#[test]
fn tiles_are_checked() {
    refused(&data("encoding='csv'", "1"), "a.tmx: layers[0].data: must be 2 x 1 tiles, got 1 tiles");
    refused(&data("encoding='csv'", "1,2,1"), "a.tmx: layers[0].data: must be 2 x 1 tiles, got 3 tiles");
    refused(&data("encoding='csv'", "1,x"), "a.tmx: layers[0].data: must be a list of global tile ids, got \"x\"");
    refused(&data("encoding='csv'", "1,-2"), "a.tmx: layers[0].data: must be a list of global tile ids, got \"-2\"");
    refused(&data("encoding='csv'", "1,3"), "a.tmx: layers[0].data[1]: must be a tile of tileset \"t\", got id 2");
    refused(&data("", "<tile gid='1'/>"), "a.tmx: layers[0].data: must be 2 x 1 tiles, got 1 tiles");
    // As Qt does, base64 skips characters that mean nothing in it.
    refused(&data("encoding='base64'", "AQAA!"), "a.tmx: layers[0].data: must be 4 bytes for each tile, got 3 bytes");
    refused(&data("encoding='base64'", "AQAAA"), "a.tmx: layers[0].data: damaged base64: ");
    refused(
        &data("encoding='base64'", "AQAAAAI="),
        "a.tmx: layers[0].data: must be 4 bytes for each tile, got 5 bytes",
    );
    refused(&data("encoding='hex'", "1"), "a.tmx: layers[0].data: must be encoded as csv or base64, got \"hex\"");
    for how in ["zlib", "gzip", "zstd"] {
        let attributes = format!("encoding='base64' compression='{how}'");
        refused(&data(&attributes, "AQAAAAIAAAA="), &format!("a.tmx: layers[0].data: damaged {how} data: "));
    }
    refused(
        &data("encoding='base64' compression='lzma'", "AQAAAAIAAAA="),
        "a.tmx: layers[0].data: must be compressed with zlib, gzip, zstd or nothing, got \"lzma\"",
    );
    assert_eq!(map_with(&data("encoding='csv'", "0,2\n,")).layers()[0].sprites().len(), 1);
}

/// A text of zeros that unpacks to 64 MiB: reading stops after the two tiles of the layer.
#[test]
fn bombs_are_not_unpacked() {
    use base64::Engine;
    use std::io::Write;
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(&vec![0; 64 << 20]).unwrap();
    let text = base64::engine::general_purpose::STANDARD.encode(packer.finish().unwrap());
    let expected = "a.tmx: layers[0].data: must be 4 bytes for each tile, got 9 bytes";
    refused(&data("encoding='base64' compression='zlib'", &text), expected);
}

#[test]
fn counts_are_limited_before_memory_is_asked_for() {
    let huge = "<layer width='4294967295' height='4294967295'><data encoding='csv'>1</data></layer>";
    refused(huge, "a.tmx: layers[0].data: must be at most 16777216 tiles, got 18446744065119617025: ");
    let chunk = "<chunk x='0' y='0' width='1' height='1'>0</chunk>";
    let chunks = format!("<layer><data encoding='csv'>{}</data></layer>", chunk.repeat(9));
    let few = limits(|limits| limits.chunks = 8);
    assert!(read(&chunks, &few).unwrap_err().starts_with("a.tmx: layers[0]: must be at most 8 chunks, got 9"));
    let far = "<layer><data encoding='csv'><chunk x='2147483647' y='0' width='1' height='1'>1</chunk></data></layer>";
    refused(far, "a.tmx: layers[0].chunks[0].data[0]: must be a position from -2^30 to 2^30 pixels, got 4294967294");
    let objects = format!("<objectgroup>{}</objectgroup>", "<object x='1' y='1'/>".repeat(20));
    let few = limits(|limits| limits.items = 12);
    assert!(
        read(&objects, &few)
            .unwrap_err()
            .contains("must be at most 12 layers, objects, tilesets and properties, got 22")
    );
    let apart = "<objectgroup><object width='1' height='1'/><object x='900000000' y='900000000' width='1' height='1'/></objectgroup>";
    let map = map_with(apart);
    let error = map.layers()[0].terrain(&map).unwrap_err().to_string();
    assert!(
        error.starts_with("a.tmx: layer \"\": must be at most 1073741824 pixels, got 810000001800000001"),
        "{error}"
    );
    let wide = "<objectgroup><object width='900000000' height='900000000'/></objectgroup>";
    refused(wide, "a.tmx: layers[0].objects[0]: must be at most 67108864 pixels of a mask side, got 900000000");
}

#[test]
fn objects_are_checked() {
    let object =
        |attributes: &str, inner: &str| format!("<objectgroup><object {attributes}>{inner}</object></objectgroup>");
    let at = "a.tmx: layers[0].objects[0]";
    refused(&object("x='NaN'", ""), &format!("{at}.x: number must be finite, got NaN"));
    refused(&object("rotation='inf'", ""), &format!("{at}.rotation: number must be finite, got inf"));
    refused(
        &object("x='1e300' width='1' height='1'", ""),
        &format!("{at}: must be a shape with corners from -2^30 to 2^30"),
    );
    refused(&object("x='1e300'", ""), &format!("{at}: must be a position from -2^30 to 2^30 pixels"));
    refused(&object("width='-1'", ""), &format!("{at}: must be a size of 0 or more, got -1"));
    refused(&object("", "<polygon points='0,0 1,1'/>"), &format!("{at}: must be 3 points or more, got 2"));
    refused(
        &object("", "<polygon points='0;0'/>"),
        &format!("{at}.polygon: point must be two numbers with a comma between"),
    );
    refused(&object("gid='9'", ""), &format!("{at}.gid: must be a tile of tileset \"t\", got id 8"));
    refused(
        &object("gid='1' width='-3'", ""),
        &format!("{at}: must be a size that scales the tile by a factor above 0"),
    );
    refused(&object("template='../b.tx'", ""), &format!("{at}.template: no file is named \"../b.tx\""));
    refused(&object("template='b.tx'", ""), &format!("{at}.template: no file is named \"b.tx\""));
}

#[test]
fn tilesets_are_checked() {
    let refused = |tileset: &str, message: &str| {
        let level = format!("<map width='3' height='3' tilewidth='2' tileheight='2'>{tileset}</map>");
        let error = Map::read(&files(&level), "a.tmx", &strict()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}\nshould begin with\n{message}");
    };
    refused(&TILES.repeat(2), "a.tmx: tilesets[1].firstgid: must be another id for each tileset, got 1");
    refused(&TILES.replace("'1'", "'0'"), "a.tmx: tilesets[0].firstgid: must be 1 or more, got 0");
    refused(&TILES.replace("tiles.png", "/etc/passwd"), "a.tmx: tilesets[0].image: no file is named \"/etc/passwd\"");
    refused(&TILES.replace("tiles.png", "a.tmx"), "a.tmx: ");
    refused("<tileset firstgid='1' source='a.tmx'/>", "a.tmx: must be <tileset>, got <map>");
    refused(
        &TILES.replace("tilewidth='2'", "tilewidth='0'"),
        "a.tmx: tilesets[0].tilewidth: must be tiles of 1 x 1 pixel or more",
    );
    // No overflow: nothing fits the picture.
    let spaced = TILES.replace("tileheight='2'", "tileheight='2' spacing='4294967295' margin='4294967295'");
    let level = format!(
        "<map width='1' height='1' tilewidth='2' tileheight='2'>{spaced}{}</map>",
        data("encoding='csv'", "1,0")
    );
    let error = Map::read(&files(&level), "a.tmx", &strict()).unwrap_err().to_string();
    assert_eq!(error, "a.tmx: layers[0].data[0]: must be a tile of tileset \"t\", got id 0");
    let mut many = files("");
    many.insert("a.tsx".into(), TILES.as_bytes().to_vec());
    let one = strict().limits(limits(|limits| limits.frames = 1));
    let error = Sheet::read(&many, "a.tsx", &one).unwrap_err().to_string();
    assert!(error.starts_with("a.tsx: must be at most 1 frames, got 2"), "{error}");
}

#[test]
fn maps_without_a_reader_say_so() {
    let round = "<map orientation='round' width='1' height='1' tilewidth='2' tileheight='2'/>";
    let error = Map::read(&files(round), "a.tmx", &strict()).unwrap_err().to_string();
    assert!(error.starts_with("a.tmx: orientation: round maps are not read: use orthogonal"), "{error}");
    let error = Map::read(&files("<svg/>"), "a.tmx", &strict()).unwrap_err().to_string();
    assert!(error.starts_with("a.tmx: is not a known format"), "{error}");
}

/// Numbers at the ends of their ranges do not overflow, and what fails once is not read again.
#[test]
fn hostile_numbers_and_repeated_faults_end_soon() {
    for far in ["1e300", "-1e300", "2147483647"] {
        let layer = format!("<layer width='1' height='1' x='{far}' y='{far}'><data encoding='csv'>1</data></layer>");
        refused(&layer, "a.tmx: layers[0].data[0]: must be a position from -2^30 to 2^30 pixels");
    }
    for field in ["tilewidth", "height"] {
        for orientation in ["orthogonal", "isometric", "hexagonal"] {
            let map =
                level("").replace(&format!(" {field}='"), &format!(" orientation='{orientation}' {field}='999999999"));
            let error = Map::read(&files(&map), "a.tmx", &strict()).unwrap_err().to_string();
            assert!(error.contains("must be at most") || error.contains("a whole number"), "{error}");
        }
    }
    let template = "<template><object template='x.tx'/></template>";
    let objects = "<object template='b.tx'/>".repeat(3);
    let mut both = files(&level(&format!("<objectgroup>{objects}</objectgroup>")));
    both.insert("b.tx".into(), template.into());
    let map = Map::read(&both, "a.tmx", &sheets::Options::default()).unwrap();
    let texts: Vec<_> = map.warnings().iter().map(ToString::to_string).collect();
    assert!(texts[0].starts_with("b.tx: object.template: a template cannot have a template"), "{}", texts[0]);
    let again = "a.tmx: layers[0].objects[2].template: the template \"b.tx\" cannot be read; the object is left out";
    assert_eq!((texts.len(), texts[2].as_str()), (3, again));
}

#[test]
fn hostile_xml_is_refused() {
    let start = "<map height='1' tilewidth='1' tileheight='1'>";
    let parsed = |text: &str| {
        let map = Map::read(&files(text), "a.tmx", &strict()).map_err(|error| error.to_string())?;
        Ok::<_, String>(map.layers().len())
    };
    assert_eq!(parsed(&format!("\u{feff}{start}<objectgroup/><layer/></map>")), Ok(2));
    let refused = |text: &str, reason: &str| {
        let error = parsed(text).unwrap_err();
        assert!(error.starts_with("a.tmx: ") && error.contains(reason), "{error}");
    };
    refused(&(start.to_owned() + &"<group>".repeat(70)), "never closed");
    let nested = |depth| format!("{start}{}<layer/>{}</map>", "<group>".repeat(depth), "</group>".repeat(depth));
    assert_eq!(parsed(&nested(60)), Ok(1));
    refused(&nested(63), "must be at most 64 elements inside each other, got 65");
    refused(&nested(100_000), "elements inside each other");
    assert_eq!(parsed(&format!("<!DOCTYPE map SYSTEM 'file:///etc/passwd'>{start}</map>")), Ok(0));
    refused("<!DOCTYPE map [<!ENTITY a 'aaaa'>]><map>&a;</map>", "entities are not read");
    refused("<map>&a;</map>", "unknown entity");
    let attributes: String = (0..101).map(|index| format!(" a{index} = '1'")).collect();
    refused(&format!("<map{attributes}/>"), "must be at most 100 attributes of an element, got 101");
    refused("{\"layers\": 1}", "layers: ");
    let deep = "{\"layers\":[".repeat(200) + &"]}".repeat(200);
    refused(&deep, "recursion limit exceeded");
}

#[test]
fn elements_and_objects_are_limited() {
    let few = strict().limits(limits(|limits| limits.elements = 10));
    for text in [format!("<map>{}</map>", "<a/>".repeat(20)), format!("{{\"layers\":[{}{{}}]}}", "{},".repeat(20))] {
        let error = Map::read(&files(&text), "a.tmx", &few).unwrap_err().to_string();
        assert!(error.starts_with("a.tmx: must be at most 10 "), "{error}");
    }
}

#[test]
fn root_elements_are_found_behind_comments() {
    let read = |text: &str| Sheet::read(&files(text), "a.tmx", &strict());
    assert!(read("<?xml version='1.0'?>\n<!-- <map> --><tileset name='a'/>").unwrap().frames().is_empty());
    for other in ["", "<", "<!--", "{}", "map", "<svg/>"] {
        let error = read(other).unwrap_err().to_string();
        assert!(error.starts_with("a.tmx: is not a known format"), "{other}: {error}");
    }
}
