//! Projects of LDtk.

use crate::common::strict;
use sheets::{LayerKind, Map, Options, Sheet};
use std::collections::HashMap;
use std::io::Cursor;

/// A tileset of 4 x 2 tiles of 2 x 2 pixels. In tile `i`, the bits of `i + 1` say which pixels are solid.
pub(crate) fn files(levels: &str) -> HashMap<String, Vec<u8>> {
    let picture = image::RgbaImage::from_fn(8, 4, |x, y| {
        let (tile, bit) = (x / 2 + y / 2 * 4 + 1, x % 2 + y % 2 * 2);
        image::Rgba([9, 9, 9, if tile >> bit & 1 == 1 { 255 } else { 0 }])
    });
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let project = format!(
        r#"{{"defs": {{
            "tilesets": [{{"uid": 1, "identifier": "cave", "relPath": "art/cave.png", "tileGridSize": 2}},
                {{"uid": 2, "identifier": "icons", "relPath": null, "embedAtlas": "LdtkIcons", "tileGridSize": 16}}],
            "layers": [{{"uid": 10}}, {{"uid": 11, "tilePivotX": 0.5, "tilePivotY": 1}}],
            "entities": [{}, {{"uid": 30, "renderMode": "Cross"}}, {{"uid": 31, "renderMode": "Ellipse"}}]}},
            "levels": [{levels}]}}"#,
        MODES.iter().enumerate().map(|(number, mode)| {
            format!(r#"{{"uid": {}, "renderMode": "Tile", "tileRenderMode": "{mode}", "nineSliceBorders": [0, 1, 0, 1]}}"#, 20 + number)
        }).collect::<Vec<_>>().join(",")
    );
    HashMap::from([("p.ldtk".into(), project.into_bytes()), ("art/cave.png".into(), bytes.into_inner())])
}

const MODES: [&str; 7] =
    ["Stretch", "FitInside", "Cover", "FullSizeUncropped", "FullSizeCropped", "Repeat", "NineSlice"];

pub(crate) fn level(x: i32, y: i32, layers: &str) -> String {
    format!(
        r#"{{"identifier": "L{x}", "worldX": {x}, "worldY": {y}, "pxWid": 6, "pxHei": 4, "layerInstances": [{layers}]}}"#
    )
}

pub(crate) fn layer(name: &str, kind: &str, def: u32, rest: &str) -> String {
    format!(
        r#"{{"__identifier": "{name}", "__type": "{kind}", "__cWid": 3, "__cHei": 2, "__gridSize": 2, "__pxTotalOffsetX": 1,
            "__pxTotalOffsetY": 0, "__tilesetDefUid": 1, "layerDefUid": {def}, "visible": true, {rest}}}"#
    )
}

fn read(levels: &str) -> Result<Map, String> {
    Map::read(&files(levels), "p.ldtk", &strict()).map_err(|error| error.to_string())
}

fn terrain(map: &Map, layer: &str) -> (String, [i32; 2]) {
    let (mask, at) = map.layer(layer).unwrap().terrain(map).unwrap();
    (mask.to_string(), at)
}

#[test]
fn tiles_are_flipped_and_placed_in_the_world() {
    // Tiles 0 (top-left pixel) and 6 (all but the bottom-right pixel).
    let tiles = r#""gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 0}, {"px": [2, 0], "src": [0, 0], "f": 1},
        {"px": [4, 0], "src": [4, 2], "f": 2}, {"px": [0, 2], "src": [4, 2], "f": 3}]"#;
    let levels = [
        level(100, -50, &layer("a", "Tiles", 10, tiles)),
        level(7, 8, &layer("b", "AutoLayer", 10, &tiles.replace("gridTiles", "autoLayerTiles"))),
    ];
    let map = read(&levels.join(",")).unwrap();
    let drawn = "#..##.\n....##\n.#....\n##....";
    assert_eq!(terrain(&map, "a"), (drawn.into(), [101, -50]));
    assert_eq!(terrain(&map, "b"), (drawn.into(), [8, 8]));
    let names: Vec<_> = map.frames().iter().map(|frame| frame.name()).collect();
    assert_eq!(names, ["cave 0", "cave 6"]);
    let groups: Vec<_> = map.layers().iter().map(|layer| (layer.group(), layer.kind())).collect();
    assert_eq!(groups, [("L100", LayerKind::Tiles), ("L7", LayerKind::Tiles)]);
    assert_eq!(Sheet::read(&files(&levels[0]), "p.ldtk", &Options::default()).unwrap().frames().len(), 2);
}

#[test]
fn values_are_terrain_by_value() {
    let grid = layer("walls", "IntGrid", 10, r#""intGridCsv": [1, 0, 2, 3, 2, 0]"#);
    let map = read(&level(10, 20, &(layer("top", "Tiles", 10, r#""gridTiles": []"#) + "," + &grid))).unwrap();
    // The file lists the layers from the top.
    assert_eq!(map.layers().iter().map(|layer| layer.name()).collect::<Vec<_>>(), ["walls", "top"]);
    let walls = map.layer("walls").unwrap();
    assert_eq!(walls.values().unwrap().kinds(), [1, 2, 3]);
    let drawn = |values: &[u32]| walls.value_terrain(&map, values).map(|(mask, at)| (mask.to_string(), at)).unwrap();
    assert_eq!(drawn(&[2]), ("....##\n....##\n..##..\n..##..".into(), [11, 20]));
    assert_eq!(drawn(&[1, 3]).0, "##....\n##....\n##....\n##....");
    assert_eq!(drawn(&[9]).0, "......\n......\n......\n......");
}

#[test]
fn entities_show_their_tiles_as_the_editor_does() {
    let entity = |def: usize, [w, h]: [u32; 2], pivot: [f64; 2], tile: &str| {
        format!(
            r#"{{"__identifier": "E", "iid": "e", "defUid": {def}, "px": [20, 30], "width": {w}, "height": {h}, "__pivot": {pivot:?}, "__tile": {tile}}}"#
        )
    };
    let drawn = |entity: &str| {
        let map =
            read(&level(0, 0, &layer("e", "Entities", 10, &format!(r#""entityInstances": [{entity}]"#)))).unwrap();
        let (mask, [x, y]) = map.layers()[0].terrain(&map).unwrap();
        // The box without its empty margin.
        let (mask, [left, top]) = mask.cropped();
        (mask.to_string(), [x + left - 21, y + top - 30])
    };
    // Pixels of tile 0 and tile 1: "#.", ".." and ".#", "..".
    let two = r#"{"tilesetUid": 1, "x": 0, "y": 0, "w": 4, "h": 2}"#;
    let shown = |mode: usize, size, pivot| drawn(&entity(20 + mode, size, pivot, two));
    assert_eq!(shown(0, [8, 4], [0.0, 0.0]), ("##....##\n##....##".into(), [0, 0]));
    assert_eq!(shown(1, [8, 8], [0.5, 1.0]), ("##....##\n##....##".into(), [-4, -4]));
    assert_eq!(shown(2, [4, 4], [0.0, 0.0]), ("##\n##".into(), [0, 0]));
    assert_eq!(shown(2, [4, 4], [1.0, 0.0]), ("##\n##".into(), [-2, 0]));
    assert_eq!(shown(3, [2, 2], [0.0, 0.0]), ("#..#".into(), [0, 0]));
    assert_eq!(shown(4, [2, 2], [1.0, 0.0]), ("#".into(), [-1, 0]));
    assert_eq!(shown(5, [6, 4], [0.0, 0.0]), ("#..##\n.....\n#..##".into(), [0, 0]));
    assert_eq!(shown(6, [7, 2], [0.0, 0.0]), ("#.....#".into(), [0, 0]));
    // The rows "#..#" and "#.#.": all columns differ. Between the borders of a pixel, the inner part repeats.
    let repeated = |mode: usize, width: u32, x: u32, w: u32| {
        let tile = format!(r#"{{"tilesetUid": 1, "x": {x}, "y": 2, "w": {w}, "h": 2}}"#);
        drawn(&entity(20 + mode, [width, 2], [0.0, 0.0], &tile)).0
    };
    assert_eq!(repeated(5, 7, 0, 3), "#..#..#\n#.##.##");
    assert_eq!(repeated(6, 8, 0, 4), "#......#\n#.#.#.#.");
    assert_eq!(repeated(6, 3, 0, 4), "#.#\n#..");
    assert_eq!(repeated(6, 4, 2, 2), "...#\n#...");
    assert_eq!(repeated(5, 2, 0, 0), "");
    let icon = r#"{"tilesetUid": 2, "x": 0, "y": 0, "w": 16, "h": 16}"#;
    assert_eq!(drawn(&entity(20, [3, 1], [0.0, 0.0], icon)), ("###".into(), [0, 0]));
    assert_eq!(drawn(&entity(31, [4, 4], [0.5, 0.5], "null")), (".##.\n####\n####\n.##.".into(), [-2, -2]));
    let old = r#"{"tilesetUid": 1, "srcRect": [0, 0, 4, 2]}"#;
    assert_eq!(drawn(&entity(20, [4, 2], [0.0, 0.0], old)), ("#..#".into(), [0, 0]));
    let cross =
        layer("e", "Entities", 10, &format!(r#""entityInstances": [{}]"#, entity(30, [4, 4], [0.5, 0.5], "null")));
    let map = read(&level(0, 0, &cross)).unwrap();
    let point = &map.layers()[0].points()[0];
    assert_eq!((point.at(), point.class(), point.id()), ([21, 30], "E", "e"));
}

#[test]
fn levels_may_have_files_of_their_own() {
    let tiles = layer("a", "Tiles", 10, r#""gridTiles": [{"px": [0, 0], "src": [4, 2], "f": 0}]"#);
    let outside = r#"{"identifier": "L", "worldX": 5, "worldY": 6, "pxWid": 6, "pxHei": 4, "layerInstances": null, "externalRelPath": "p/L.ldtkl"}"#;
    let mut files = files(outside);
    files.insert("p/L.ldtkl".into(), level(5, 6, &tiles).into_bytes());
    let map = Map::read(&files, "p.ldtk", &Options::default()).unwrap();
    assert_eq!(terrain(&map, "a"), ("##\n#.".into(), [6, 6]));
    files.insert("p/L.ldtkl".into(), level(5, 6, &tiles.replace("[4, 2]", "[7, 2]")).into_bytes());
    let error = Map::read(&files, "p.ldtk", &strict()).unwrap_err().to_string();
    let expected = "p/L.ldtkl: layerInstances[0].gridTiles[0]: must be a rectangle inside the picture of 8 x 4 pixels";
    assert!(error.starts_with(expected), "{error}");
}

/// LDtk writes -1, -1 for levels that stand in a row, and shows them 48 pixels apart.
#[test]
fn levels_in_a_row_do_not_overlap() {
    let tiles = layer("a", "Tiles", 10, r#""gridTiles": [{"px": [2, 0], "src": [4, 2], "f": 0}]"#);
    let inside = level(-1, -1, &tiles);
    let outside = r#"{"identifier": "far", "worldX": -1, "worldY": -1, "pxWid": 9, "pxHei": 5, "layerInstances": null, "externalRelPath": "p/L.ldtkl"}"#;
    let places = |project: &str| {
        let mut files = files("");
        files.insert("p/L.ldtkl".into(), outside.replace("null", &format!("[{tiles}]")).into_bytes());
        let defs = String::from_utf8(files.remove("p.ldtk").unwrap()).unwrap().replace(r#""levels": []"#, project);
        files.insert("p.ldtk".into(), defs.into_bytes());
        let map = Map::read(&files, "p.ldtk", &strict()).map_err(|error| error.to_string())?;
        let place = |layer: &sheets::MapLayer| (layer.group().to_owned(), layer.terrain(&map).unwrap().1);
        Ok::<_, String>(map.layers().iter().map(place).collect::<Vec<_>>())
    };
    let levels = format!(r#""levels": [{inside}, {outside}, {inside}]"#);
    let row = |world: &str, starts: [[i32; 2]; 3]| {
        let names = ["L-1", "far", "L-1"].map(|name| format!("{world}{name}"));
        names.into_iter().zip(starts.map(|[x, y]| [x + 3, y])).collect::<Vec<_>>()
    };
    // Widths 6, 9, 6 and heights 4, 5, 4.
    let (across, down) = ([[0, 0], [54, 0], [111, 0]], [[0, 0], [0, 52], [0, 105]]);
    let written = [[-1, -1]; 3];
    let layouts = [("LinearHorizontal", across), ("LinearVertical", down), ("Free", written), ("GridVania", written)];
    for (layout, starts) in layouts {
        let layout = format!(r#""worldLayout": "{layout}""#);
        assert_eq!(places(&format!("{layout}, {levels}")), Ok(row("", starts)), "{layout}");
        let world = |name: &str| format!(r#"{{"identifier": "{name}", {layout}, {levels}}}"#);
        let worlds = format!(r#""worldLayout": null, "levels": [], "worlds": [{}, {}]"#, world("W"), world("V"));
        assert_eq!(places(&worlds), Ok([row("W/", starts), row("V/", starts)].concat()), "{layout}");
    }
    let unknown = places(&format!(r#""worldLayout": "Spiral", {levels}"#)).unwrap_err();
    assert!(unknown.starts_with("p.ldtk: worldLayout: unknown variant `Spiral`, expected one of `Free`"), "{unknown}");
    let huge = inside.replace(r#""pxWid": 6"#, r#""pxWid": 4294967295"#);
    let far = places(&format!(r#""worldLayout": "LinearHorizontal", "levels": [{huge}, {inside}]"#)).unwrap_err();
    assert!(far.starts_with("p.ldtk: levels[1].layerInstances[0].gridTiles[0]: must be a position from"), "{far}");
}

#[test]
fn faults_name_the_file_and_the_field() {
    let refused = |levels: &str, message: &str| {
        let error = read(levels).unwrap_err();
        assert!(error.starts_with(message), "{error}\nshould begin with\n{message}");
    };
    let at = "p.ldtk: levels[0].layerInstances[0]";
    let one = |kind: &str, rest: &str| level(0, 0, &layer("a", kind, 10, rest));
    refused(&one("IntGrid", r#""intGridCsv": [1]"#), &format!("{at}.intGridCsv: must be 3 x 2 values, got 1 values"));
    refused(
        &one("Tiles", r#""gridTiles": [{"px": [0, 0], "src": [-2, 0], "f": 0}]"#),
        &format!("{at}.gridTiles[0]: must be a rectangle inside"),
    );
    refused(
        &one("Tiles", r#""gridTiles": [{"px": [2147483647, 0], "src": [0, 0], "f": 0}]"#),
        &format!("{at}.gridTiles[0]: must be a position"),
    );
    refused(&one("Tiles", r#""gridTiles": [{"px": [0], "src": [0, 0], "f": 0}]"#), &format!("{at}.gridTiles[0].px"));
    refused(&one("Tiles", r#""gridTiles": 5"#), &format!("{at}.gridTiles: invalid type"));
    refused(&one("Painting", r#""gridTiles": []"#), &format!("{at}.__type: unknown variant `Painting`"));
    let icons = one("Tiles", r#""gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 0}]"#)
        .replace(r#""__tilesetDefUid": 1"#, r#""__tilesetDefUid": 2"#);
    refused(&icons, "p.ldtk: defs.tilesets[1].relPath: tiles of the icons that are built into LDtk are not read");
    let none = icons.replace(r#""__tilesetDefUid": 2"#, r#""__tilesetDefUid": null"#);
    refused(&none, &format!("{at}.gridTiles[0]: must be a layer with a tileset of the project"));
    let huge = r#""entityInstances": [{"__identifier": "E", "defUid": 31, "px": [0, 0], "width": 4294967295, "height": 4294967295}]"#;
    refused(&one("Entities", huge), &format!("{at}.entityInstances[0]: must be at most 1073741824 unpacked bytes"));
    let away = r#"{"identifier": "L", "pxWid": 6, "pxHei": 4, "externalRelPath": "../L.ldtkl"}"#;
    refused(away, "p.ldtk: levels[0].externalRelPath: no file is named \"../L.ldtkl\"");
}

#[test]
fn bad_tiles_and_entities_cost_themselves() {
    let tiles = r#""gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 0}, {"px": [0, 0], "src": [6, 4], "f": 0},
        {"px": [2147483647, 0], "src": [0, 0], "f": 0}]"#;
    let entity = |tile: &str, x: i32| {
        format!(r#"{{"__identifier": "E", "defUid": 20, "px": [{x}, 0], "width": 2, "height": 2, "__tile": {tile}}}"#)
    };
    let [bad, good] = [8, 0].map(|x| format!(r#"{{"tilesetUid": 1, "x": {x}, "y": 0, "w": 2, "h": 2}}"#));
    let entities = format!(r#""entityInstances": [{}, {}]"#, entity(&bad, 1), entity(&good, 4));
    let icons = layer("c", "Tiles", 10, r#""gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 0}]"#)
        .replace(r#""__tilesetDefUid": 1"#, r#""__tilesetDefUid": 2"#);
    let layers = [layer("a", "Tiles", 10, tiles), layer("b", "Entities", 10, &entities), icons];
    let map = Map::read(&files(&level(0, 0, &layers.join(","))), "p.ldtk", &Options::default()).unwrap();
    let counts: Vec<_> = map.layers().iter().map(|layer| (layer.name(), layer.sprites().len())).collect();
    assert_eq!(counts, [("c", 0), ("b", 1), ("a", 1)]);
    let places: Vec<_> = map.warnings().iter().map(|warning| warning.place.rsplit('.').next().unwrap()).collect();
    assert_eq!(places, ["relPath", "__tile", "gridTiles[1]", "gridTiles[2]"]);
    assert!(map.warnings()[1].text.ends_with("; the entity is left out"), "{:?}", map.warnings());
}

#[test]
fn projects_before_0_8_name_their_version() {
    let of = |version: &str| {
        let mut files = files(&level(0, 0, &layer("a", "IntGrid", 10, r#""intGrid": [{"coordId": 5, "v": 1}]"#)));
        let project = String::from_utf8(files["p.ldtk"].clone()).unwrap();
        let project = project.replacen('{', &format!(r#"{{"jsonVersion": "{version}", "#), 1);
        files.insert("p.ldtk".into(), project.into_bytes());
        Map::read(&files, "p.ldtk", &Options::default()).unwrap_err().to_string()
    };
    for version in ["0.7.1", "0.2.0", "0.6.2-rc1"] {
        let expected = format!(
            "p.ldtk: jsonVersion: LDtk {version} is older than 0.8: open the project with LDtk 0.8 or later and save it"
        );
        assert_eq!(of(version), expected);
    }
    for version in ["0.8.0", "1.5.3", "", "next"] {
        assert!(of(version).contains("intGridCsv: must be 3 x 2 values, got 0 values"), "{version}: {}", of(version));
    }
}

/// LDtk's own loader decides what a field means that is missing or null.
#[test]
fn missing_fields_have_the_defaults_of_the_editor() {
    let tiles = r#""gridTiles": [{"px": [0, 0], "src": [0, 0]}]"#;
    let whole = layer("a", "Tiles", 10, tiles);
    let of = |layer: &str| {
        let map = read(&level(100, 0, layer)).unwrap();
        let layer = &map.layers()[0];
        (layer.is_visible(), layer.terrain(&map).unwrap().1, map.frames()[0].name().to_owned())
    };
    let usual = (true, [101, 0], "cave 0".to_owned());
    assert_eq!(of(&whole), usual);
    assert!(!of(&whole.replace("\"visible\": true", "\"visible\": false")).0);
    for (written, or) in [
        ("\"visible\": true,", ""),
        ("\"visible\": true", "\"visible\": null"),
        ("\"src\": [0, 0]", "\"src\": [0, 0], \"f\": null"),
        ("\"gridTiles\"", "\"intGridCsv\": null, \"autoLayerTiles\": null, \"entityInstances\": null, \"gridTiles\""),
    ] {
        assert!(whole.contains(written), "{written}");
        assert_eq!(of(&whole.replace(written, or)), usual, "{written}");
    }
    // The fields with `__` repeat what the layer and its definition say.
    let totals = "\"__pxTotalOffsetX\": 1,\n            \"__pxTotalOffsetY\": 0, \"__tilesetDefUid\": 1,";
    assert!(whole.contains(totals));
    let own = whole.replace(totals, "\"pxOffsetX\": 3, \"pxOffsetY\": 4,");
    let defs = r#"{"uid": 10, "pxOffsetX": 20, "pxOffsetY": 30, "tilesetDefUid": 1}"#;
    let mut files = files(&level(100, 0, &own));
    let project = String::from_utf8(files["p.ldtk"].clone()).unwrap();
    let read = |files: &HashMap<String, Vec<u8>>| Map::read(files, "p.ldtk", &strict()).unwrap();
    files.insert("p.ldtk".into(), project.replace(r#"{"uid": 10}"#, defs).into());
    let map = read(&files);
    assert_eq!(map.layers()[0].terrain(&map).unwrap().1, [123, 34]);
    // A tileset without a name and a size has tiles of 16 pixels, a level without them the size of its world or 256 pixels.
    let bare = project
        .replace(r#""identifier": "cave", "#, "")
        .replace(r#", "tileGridSize": 2}"#, r#", "tileGridSize": null, "spacing": null, "customData": null}"#)
        .replace(r#"{"uid": 10}"#, defs)
        .replace(r#""identifier": "L100", "worldX": 100, "worldY": 0, "pxWid": 6, "pxHei": 4"#, r#""uid": 7"#)
        .replace(r#""src": [0, 0]"#, r#""src": [0, -12]"#);
    files.insert("p.ldtk".into(), bare.clone().into());
    let error = Map::read(&files, "p.ldtk", &strict()).unwrap_err().to_string();
    assert!(error.contains("16 x 16 at [0, -12]"), "{error}");
    let empty = bare.replace(r#"{"px": [0, 0], "src": [0, -12]}"#, "");
    let linear = empty.replace(r#"{"uid": 7, "#, r#"{"uid": 6, "layerInstances": []}, {"uid": 7, "#);
    for (world, left) in [
        (r#""worldLayout": "LinearHorizontal", "#, 256 + 48),
        (r#""worldLayout": "LinearHorizontal", "defaultLevelWidth": 50, "#, 50 + 48),
        ("", 0),
        (r#""worldLayout": null, "levels": null, "#, 0),
    ] {
        let text = linear.replacen('{', &format!("{{{world}"), 1);
        // The last of two keys would count.
        let text =
            if world.contains("levels") { text.replacen("\"levels\": null", "\"worlds\": null", 1) } else { text };
        files.insert("p.ldtk".into(), text.into());
        let map = read(&files);
        assert_eq!(map.layers()[0].group(), "Level7");
        let layer = &map.layers()[0];
        assert_eq!(layer.offset(), [f64::from(left) + 23.0, 34.0], "{world}");
    }
}

#[test]
fn entities_without_a_size_have_that_of_their_definition() {
    let entity = |fields: &str| {
        let entity = format!(r#"{{"__identifier": "E", "defUid": 31, "px": [20, 30]{fields}}}"#);
        let levels = level(0, 0, &layer("e", "Entities", 10, &format!(r#""entityInstances": [{entity}]"#)));
        let mut files = files(&levels);
        let project = String::from_utf8(files["p.ldtk"].clone()).unwrap();
        let def = r#"{"uid": 31, "width": 4, "pivotX": 0.5, "pivotY": 1, "#;
        files.insert("p.ldtk".into(), project.replace(r#"{"uid": 31, "#, def).into());
        let map = Map::read(&files, "p.ldtk", &strict()).unwrap();
        let sprite = &map.layers()[0].sprites()[0];
        (map.frames()[sprite.frame()].size(), sprite.at())
    };
    assert_eq!(entity(""), ([4, 16], [19, 14]));
    assert_eq!(entity(r#", "width": 6, "height": null, "__pivot": null"#), ([6, 16], [18, 14]));
    assert_eq!(entity(r#", "width": 6, "height": 2, "__pivot": [0, 0]"#), ([6, 2], [21, 30]));
}
