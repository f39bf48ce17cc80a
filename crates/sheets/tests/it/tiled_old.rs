//! Files of old versions of Tiled, and of tools that write its formats in their own ways: read as Tiled reads them.

use crate::common::{png, strict};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use sheets::image::{Rgba, RgbaImage};
use sheets::{LayerKind, Map, Options, PropertyValue, Sheet};
use std::collections::HashMap;
use std::io::Write;

/// Two tiles of 4 x 4 pixels: the first solid, the second clear.
fn picture() -> Vec<u8> {
    png(&RgbaImage::from_fn(8, 4, |x, _| Rgba([200, 100, 50, if x < 4 { 255 } else { 0 }])))
}

fn read(map: impl AsRef<[u8]>, options: &Options) -> Result<Map, String> {
    let files = HashMap::from([
        ("m".to_owned(), map.as_ref().to_vec()),
        ("t.png".to_owned(), picture()),
        ("crate.tx".to_owned(), TEMPLATE.into()),
    ]);
    Map::read(&files, "m", options).map_err(|error| error.to_string())
}

const TEMPLATE: &str = "<template><object name='box' type='crate' width='6' height='4'><ellipse/></object></template>";

/// Reads a map that has no warnings.
#[track_caller]
fn clean(map: impl AsRef<[u8]>) -> Map {
    read(map, &strict()).unwrap()
}

const TILES: &str = "<tileset firstgid='1' name='t' tilewidth='4' tileheight='4'><image source='t.png'/></tileset>";

fn xml(attributes: &str, inner: &str) -> String {
    format!(
        "<map orientation='orthogonal' width='2' height='2' tilewidth='4' tileheight='4' {attributes}>{inner}</map>"
    )
}

fn layer(attributes: &str, data: &str) -> String {
    format!("<layer name='g' width='2' height='1' {attributes}><data encoding='csv'>{data}</data></layer>")
}

/// The top-left corner of the solid pixels of a layer, and their number.
fn shown(map: &Map, layer: usize) -> ([i32; 2], u64) {
    let (mask, at) = map.layers()[layer].terrain(map).unwrap();
    let first = mask.bounds().map_or([0; 2], |bounds| [bounds.left + at[0], bounds.top + at[1]]);
    (first, mask.count())
}

fn json(tileset: &str, layers: &str) -> String {
    format!(
        r#"{{"width": 2, "height": 1, "tilewidth": 4, "tileheight": 4, "orientation": "orthogonal", "version": 1,
        "properties": {{}}, "tilesets": [{{"firstgid": 1, "name": "t", "image": "t.png", "tilewidth": 4, "tileheight": 4{tileset}}}],
        "layers": [{{"type": "tilelayer", "name": "g", "width": 2, "height": 1, "visible": true, "data": [2, 1]}}{layers}]}}"#
    )
}

#[test]
fn json_before_1_2_has_objects_in_place_of_lists() {
    let map = clean(json(
        r#", "properties": {}, "tileproperties": {"0": {"spikes": true, "weight": 2, "name": "a"}, "1": {"b": "c"}},
        "tilepropertytypes": {"0": {"spikes": "bool", "weight": "float"}},
        "tiles": {"0": {"terrain": [0, 0, 0, 0], "type": "trap", "animation": [{"tileid": 1, "duration": 70}]}}"#,
        r#", {"type": "objectgroup", "name": "o", "properties": {"wet": "1"}, "objects": [{"id": 1, "name": "", "type": "", "x": 0,
        "y": 0, "width": 4, "height": 4, "rotation": 0, "visible": true, "properties": {"hp": 3, "dps": 3}, "propertytypes": {"dps": "float"}}]}"#,
    ));
    let frame = map.frames().iter().find(|frame| frame.name() == "t 0").unwrap();
    let mut properties: Vec<_> = frame.properties().iter().collect();
    properties.sort_by_key(|(name, _)| *name);
    let [name, spikes, weight] =
        [PropertyValue::Text("a".into()), PropertyValue::Bool(true), PropertyValue::Float(2.0)];
    assert_eq!(properties, [("name", &name), ("spikes", &spikes), ("weight", &weight)]);
    assert_eq!((frame.class(), map.animations()[0].name()), ("trap", "t 0"));
    let objects = &map.layers()[1];
    assert_eq!(objects.properties().text("wet"), Some("1"));
    let object = objects.sprites()[0].properties();
    assert_eq!(object.get("hp"), Some(&PropertyValue::Int(3)));
    assert_eq!(object.get("dps"), Some(&PropertyValue::Float(3.0)));
}

#[test]
fn entries_of_one_tile_are_merged() {
    let tiles = "<tile id='0' type='a'><animation><frame tileid='1' duration='9'/></animation>
        <properties><property name='x' value='1'/><property name='y' value='2'/></properties></tile>
        <tile id='0' type='b'><properties><property name='x' value='3'/></properties></tile></tileset>";
    let map = clean(xml("", &(TILES.replace("</tileset>", tiles) + &layer("", "1,0"))));
    let frame = &map.frames()[0];
    assert_eq!((frame.class(), map.animations().len()), ("b", 1));
    assert_eq!(["x", "y"].map(|name| frame.properties().text(name)), [Some("3"), Some("2")]);
}

#[test]
fn properties_of_collision_shapes_and_old_animations_belong_to_the_tile() {
    let tile = "<tile id='0'><properties><property name='own' value='1'/><property name='animation-frame0' value='1'/>
        <property name='animation-delay0' value='7'/></properties><objectgroup><properties><property name='own' value='2'/>
        <property name='old' value='3'/></properties></objectgroup></tile></tileset>";
    let map = clean(xml("", &(TILES.replace("</tileset>", tile) + &layer("", "1,0"))));
    let frame = map.frames().iter().find(|frame| frame.name() == "t 0").unwrap();
    assert_eq!(["own", "old"].map(|name| frame.properties().text(name)), [Some("1"), Some("3")]);
    let steps: Vec<_> = map.animations()[0].frames().iter().map(|(_, time)| time.as_millis()).collect();
    assert_eq!(steps, [70]);
}

#[test]
fn classes_go_before_types() {
    let object = |words: &str| format!("<object x='1' y='1' width='2' height='2' {words}/>");
    let objects = [object("class='a' type='b'"), object("class='' type='b'"), object("class='a'"), object("type='b'")];
    let map = clean(xml("", &format!("<objectgroup draworder='index'>{}</objectgroup>", objects.concat())));
    let classes: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| sprite.class()).collect();
    assert_eq!(classes, ["a", "b", "a", "b"]);
}

#[test]
fn picture_layers_before_0_15_are_at_their_x_and_y() {
    for (attributes, at) in [
        ("x='39' y='107'", [39, 107]),
        ("offsetx='39' offsety='107'", [39, 107]),
        ("x='3' y='5' offsetx='1' offsety='2'", [1, 2]),
        ("x='3' y='5' offsetx='0'", [0, 0]),
    ] {
        let map = clean(xml("", &format!("<imagelayer name='i' {attributes}><image source='t.png'/></imagelayer>")));
        assert_eq!((map.layers()[0].kind(), shown(&map, 0).0), (LayerKind::Picture, at), "{attributes}");
    }
    // Tiled does not read them from JSON, where they may be leftovers.
    let old = json("", r#", {"type": "imagelayer", "name": "i", "image": "t.png", "x": 3, "y": 5}"#);
    let map = read(&old, &Options::default()).unwrap();
    assert_eq!(shown(&map, 1).0, [0, 0]);
    assert_eq!(
        map.warnings()[0].to_string(),
        "m: layers[1].x: must be 0 in a layer without \"offsetx\", got 3, 5; it is not used, as in Tiled"
    );
    let empty = json("", r#", {"type": "imagelayer", "name": "i", "image": ""}"#);
    assert!(clean(empty).layers()[1].sprites().is_empty());
    let endless = "<imagelayer name='i' repeatx='1'><image source='t.png'/></imagelayer>";
    let map = read(xml("", endless), &Options::default()).unwrap();
    assert!(map.warnings()[0].text.ends_with("it is placed once"), "{:?}", map.warnings());
}

#[test]
fn objects_are_drawn_by_their_position_unless_the_layer_says_otherwise() {
    let top = |order: &str| {
        let objects = "<object name='low' gid='1' x='0' y='12' width='4' height='8'/>
            <object name='high' gid='1' x='0' y='8' width='4' height='8'/>";
        let map = clean(xml("", &format!("{TILES}<objectgroup {order}>{objects}</objectgroup>")));
        let names: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| sprite.name()).collect();
        assert_eq!(map.layers()[0].tile_at(&map, [1, 6]).unwrap().name(), names[1]);
        names[1].to_owned()
    };
    assert_eq!(["", "draworder='topdown'", "draworder='index'"].map(top), ["low", "low", "high"]);
    let wrong = xml("", "<objectgroup draworder='up'/>");
    let error = read(wrong, &Options::default()).unwrap_err();
    assert_eq!(error, "m: layers[0].draworder: must be topdown or index, got \"up\"");
}

#[test]
fn tiles_are_drawn_in_the_order_of_the_map() {
    // Tiles are 8 x 8 pixels in cells of 4 x 4, so each covers its neighbors above and at the right.
    let tall = "<tileset firstgid='1' name='t' tilewidth='4' tileheight='4'><image source='t.png'/></tileset>
        <tileset firstgid='9' name='w' tilewidth='8' tileheight='4' objectalignment='topleft'><image source='t.png'/></tileset>";
    for (order, names) in [
        ("", ["0", "1", "2", "3"]),
        ("renderorder='right-down'", ["0", "1", "2", "3"]),
        ("renderorder='right-up'", ["2", "3", "0", "1"]),
        ("renderorder='left-down'", ["1", "0", "3", "2"]),
        ("renderorder='left-up'", ["3", "2", "1", "0"]),
    ] {
        let cells = layer("height='2'", "1,1,1,1").replace("height='1' height='2'", "height='2'");
        let map = clean(xml(order, &(tall.to_owned() + &cells)));
        let cells: Vec<_> =
            map.layers()[0].sprites().iter().map(|s| (s.at()[1] / 4 * 2 + s.at()[0] / 4).to_string()).collect();
        assert_eq!(cells, names, "{order}");
    }
    // The chunks of an infinite map are drawn row by row, whichever chunk a tile is in.
    let chunks = "<layer name='g'><data encoding='csv'><chunk x='2' y='0' width='2' height='2'>1,1,1,1</chunk>
        <chunk x='0' y='0' width='2' height='2'>1,1,1,1</chunk></data></layer>";
    let map = clean(xml("infinite='1'", &(TILES.to_owned() + chunks)));
    let order: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| sprite.at()).collect();
    assert_eq!(order, [[0, 0], [4, 0], [8, 0], [12, 0], [0, 4], [4, 4], [8, 4], [12, 4]]);
    // Isometric rows go to the right and down.
    let map = clean(
        xml(
            "",
            &(TILES.to_owned() + "<layer name='g' width='2' height='2'><data encoding='csv'>1,1,1,1</data></layer>"),
        )
        .replace("orthogonal", "isometric"),
    );
    let order: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| sprite.at()[1]).collect();
    assert!(order.is_sorted(), "{order:?}");
    let staggered = xml(
        "staggeraxis='x'",
        &(TILES.to_owned() + "<layer name='g' width='2' height='2'><data encoding='csv'>1,1,1,1</data></layer>"),
    );
    let map = clean(staggered.replace("orthogonal", "staggered"));
    let order: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| sprite.at()).collect();
    assert_eq!(order, [[0, 0], [2, 2], [0, 4], [2, 6]]);
}

#[test]
fn staggered_maps_of_old_versions_have_no_axis() {
    let cells = TILES.to_owned() + "<layer name='g' width='1' height='2'><data encoding='csv'>1,1</data></layer>";
    let map = clean(xml("", &cells).replace("orthogonal", "staggered"));
    let places: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| sprite.at()).collect();
    assert_eq!(places, [[0, 0], [2, 2]]);
}

#[test]
fn oblique_maps_are_skewed() {
    let cells = TILES.to_owned()
        + "<layer name='g' width='2' height='2'><data encoding='csv'>1,1,1,1</data></layer>
        <objectgroup><object x='0' y='4' width='4' height='4'/><object gid='1' x='4' y='8' width='4' height='4'/></objectgroup>";
    let map = clean(xml("skewx='4' skewy='2'", &cells).replace("orthogonal", "oblique"));
    let places: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| sprite.at()).collect();
    // The bottom-left corner of the cell x, y is at 4 x + 4 (y + 1), 4 (y + 1) + 2 x.
    assert_eq!(places, [[4, 0], [8, 2], [8, 4], [12, 6]]);
    let objects: Vec<_> = map.layers()[1].sprites().iter().map(|sprite| sprite.at()).collect();
    assert_eq!(objects, [[4, 4], [12, 6]]);
}

#[test]
fn layers_start_where_the_file_says() {
    let map = clean(xml("", &(TILES.to_owned() + &layer("x='2' y='-1'", "1,0"))));
    assert_eq!(shown(&map, 0), ([8, -4], 16));
    let infinite = json("", "").replace("\"visible\": true", "\"startx\": -2, \"starty\": 3");
    assert_eq!(shown(&clean(infinite), 0), ([-4, 12], 16));
}

#[test]
fn pictures_inside_the_file_are_read() {
    let text = STANDARD.encode(picture());
    let lines = text
        .as_bytes()
        .chunks(60)
        .map(|line| String::from_utf8_lossy(line).into_owned())
        .collect::<Vec<_>>()
        .join("\n  ");
    let data = format!("<image format='png'><data encoding='base64'>\n  {lines}\n</data></image>");
    let whole = TILES.replace("<image source='t.png'/>", &data);
    let map = clean(xml("", &(whole.clone() + &layer("", "2,1"))));
    assert_eq!(shown(&map, 0), ([4, 0], 16));
    assert_eq!(&*map.frames()[0].region().unwrap().picture, "m#tilesets[0].image");
    let each =
        format!("<tileset firstgid='1' name='c' tilewidth='8' tileheight='4'><tile id='3'>{data}</tile></tileset>");
    let map = clean(xml("", &(each + &layer("", "4,0") + &format!("<imagelayer name='i'>{data}</imagelayer>"))));
    assert_eq!((shown(&map, 0).1, shown(&map, 1).1), (16, 16));
    let alone = HashMap::from([("t.tsx".to_owned(), whole.clone().into_bytes())]);
    assert_eq!(Sheet::read(&alone, "t.tsx", &strict()).unwrap().frames().len(), 2);
    let error = read(xml("", &(whole.replace(&lines, "AAAA") + &layer("", "1,1"))), &Options::default()).unwrap_err();
    assert!(error.starts_with("m: tilesets[0].image: "), "{error}");
}

#[test]
fn xml_is_read_in_its_encoding() {
    let inner = TILES.replace("'t'", "'b\u{e4}ume'") + &layer("", "2,1").replace("'g'", "'\u{fc}ber'");
    let text = xml("", &inner);
    let declared = |name: &str| format!("<?xml version=\"1.0\" encoding=\"{name}\"?>{text}");
    let latin = |text: &str| -> Vec<u8> { text.chars().map(|c| c as u8).collect() };
    let units = |text: &str| -> Vec<u16> { text.encode_utf16().collect() };
    let little: Vec<u8> = units(&declared("UTF-16")).into_iter().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = units(&declared("utf-16")).into_iter().flat_map(u16::to_be_bytes).collect();
    for (how, bytes) in [
        ("UTF-8", declared("UTF-8").into_bytes()),
        ("UTF-8 as UTF-16", declared("UTF-16").into_bytes()),
        ("Latin-1", latin(&declared("ISO-8859-1"))),
        ("Latin-1 in lower case", latin(&declared("iso-8859-1"))),
        ("Windows", latin(&declared("windows-1252"))),
        ("little", [&[0xff, 0xfe][..], &little].concat()),
        ("big", [&[0xfe, 0xff][..], &big].concat()),
        ("little without a mark", little),
        ("big without a mark", big),
    ] {
        let map = clean(bytes);
        assert_eq!((map.layers()[0].name(), map.frames()[0].name()), ("\u{fc}ber", "b\u{e4}ume 1"), "{how}");
    }
    let error = read(latin(&declared("UTF-8")), &Options::default()).unwrap_err();
    assert!(error.starts_with("m: "), "{error}");
}

#[test]
fn tile_data_is_read_as_tiled_reads_it() {
    let data = |attributes: &str, text: &str| {
        xml("", &format!("{TILES}<layer name='g' width='2' height='1'><data {attributes}>{text}</data></layer>"))
    };
    let bytes = [2_u32, 1].map(u32::to_le_bytes).concat();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&bytes).unwrap();
    let gzip = STANDARD.encode(gzip.finish().unwrap());
    for (attributes, text, at) in [
        ("encoding='csv'", "2,1,".to_owned(), [4, 0]),
        ("encoding='csv'", " , 1".to_owned(), [4, 0]),
        ("encoding='base64'", STANDARD.encode(&bytes), [4, 0]),
        ("encoding='base64'", STANDARD_NO_PAD.encode(&bytes), [4, 0]),
        ("encoding='base64'", STANDARD.encode(&bytes).replace('A', "A\n"), [4, 0]),
        ("encoding='base64' compression='zlib'", gzip, [4, 0]),
        ("", "<tile gid='2'/><tile gid='1'/>".to_owned(), [4, 0]),
        ("", "<tile/><tile gid='1'/>".to_owned(), [4, 0]),
    ] {
        assert_eq!(shown(&clean(data(attributes, &text)), 0), (at, 16), "{attributes} {text}");
    }
    for attributes in ["", "encoding='csv'", "encoding='base64' compression='zlib'"] {
        assert!(clean(data(attributes, "\n ")).layers()[0].sprites().is_empty());
    }
    // Flags without a tile are an empty cell.
    assert!(clean(data("encoding='csv'", "2147483648,0")).layers()[0].sprites().is_empty());
    let map = read(data("", "<tile gid='1'/>"), &Options::default()).unwrap();
    assert_eq!(shown(&map, 0), ([0, 0], 16));
    assert_eq!(
        map.warnings()[0].to_string(),
        "m: layers[0].data: must be 2 x 1 tiles, got 1 tiles; the other cells are empty"
    );
}

#[test]
fn numbers_of_json_may_be_fractions_or_texts() {
    let text = json("", r#", {"type": "objectgroup", "name": "o", "objects": [{"id": 1.0, "gid": -2147483647, "x": "4", "y": 4, "width": 4, "height": 4.0, "visible": 1}]}"#)
        .replace("\"tilewidth\": 4", "\"tilewidth\": 4.0")
        .replace("\"firstgid\": 1", "\"firstgid\": \"1\"")
        .replace("[2, 1]", "[2.0, \"1\"]");
    let map = clean(&text);
    assert_eq!(shown(&map, 0), ([4, 0], 16));
    // A negative id is one with the flag that mirrors the tile.
    let object = &map.layers()[1].sprites()[0];
    assert_eq!((object.at(), object.flip_x()), ([4, 0], true));
    let error = read(text.replace("4.0", "4.5"), &Options::default()).unwrap_err();
    assert!(error.contains("expected a whole number from 0 to 4294967295, got 4.5"), "{error}");
}

#[test]
fn ids_below_all_tilesets_are_treated_as_tiled_does() {
    let late = TILES.replace("'1'", "'5'");
    let error = read(xml("", &(late.clone() + &layer("", "5,3"))), &Options::default()).unwrap_err();
    assert_eq!(error, "m: layers[0].data[1]: must be a global tile id of one of the tilesets, got 3");
    let map = read(json("", "").replace("\"firstgid\": 1", "\"firstgid\": 2"), &Options::default()).unwrap();
    assert_eq!(shown(&map, 0), ([0, 0], 16));
    assert_eq!(
        map.warnings()[0].to_string(),
        "m: layers[0].data[1]: must be a global tile id of one of the tilesets, got 1; the tile is left out"
    );
    // An object without a tile is a rectangle.
    let map = clean(xml("", &(late + "<objectgroup><object gid='0' x='1' y='1' width='3' height='2'/></objectgroup>")));
    assert_eq!(shown(&map, 0), ([1, 1], 6));
    // Of tilesets with the same first id, the last one counts.
    let twice = TILES.replace("'t'", "'old'") + TILES + &layer("", "1,0");
    let map = read(xml("", &twice), &Options::default()).unwrap();
    assert_eq!((map.frames()[0].name(), map.warnings().len()), ("t 0", 1));
}

#[test]
fn instances_take_from_their_template_what_tiled_takes() {
    let at = |attributes: &str, inner: &str| {
        let object = format!("<object id='1' template='crate.tx' x='10' y='10' {attributes}>{inner}</object>");
        let map = clean(xml("", &format!("<objectgroup>{object}</objectgroup>")));
        let sprite = &map.layers()[0].sprites()[0];
        let label = (sprite.name().to_owned(), sprite.class().to_owned());
        (label, map.frames()[sprite.frame()].size(), shown(&map, 0).1)
    };
    let label = || ("box".to_owned(), "crate".to_owned());
    let (_, _, ellipse) = at("", "");
    assert!(ellipse < 24, "{ellipse}");
    assert_eq!(at("name='' type=''", ""), (label(), [6, 4], ellipse));
    // One side alone does not count.
    assert_eq!(at("width='9'", ""), (label(), [6, 4], ellipse));
    assert_eq!(at("width='9' height='2'", "").1, [9, 2]);
    // A shape of its own replaces the shape of the template.
    assert_eq!(at("", "<polygon points='0,0 4,0 4,4 0,4'/>"), (label(), [4, 4], 16));
}

#[test]
fn bad_objects_and_shapes_cost_themselves() {
    let good = "<object id='2' x='0' y='0' width='4' height='4'/>";
    for bad in [
        "<object id='1' x='1e300' y='0'/>",
        "<object id='1' width='-1' height='2'/>",
        "<object id='1'><polygon points='0,0 1,1'/></object>",
        "<object id='1' gid='1' width='-3' height='4'/>",
    ] {
        let map =
            read(xml("", &format!("{TILES}<objectgroup>{bad}{good}</objectgroup>")), &Options::default()).unwrap();
        assert_eq!((map.layers()[0].sprites().len(), shown(&map, 0)), (1, ([0, 0], 16)), "{bad}");
        let [warning] = map.warnings() else { panic!("{bad}: {:?}", map.warnings()) };
        assert!(warning.place.starts_with("layers[0].objects[0]"), "{warning}");
        assert!(warning.text.ends_with("; the object is left out"), "{warning}");
    }
    let shape = "<tile id='1'><objectgroup><object width='2' height='-2'/></objectgroup></tile></tileset>";
    let map = read(xml("", &(TILES.replace("</tileset>", shape) + &layer("", "1,2"))), &Options::default()).unwrap();
    assert_eq!(shown(&map, 0), ([0, 0], 16));
    assert!(map.warnings()[0].text.ends_with("; the tile collides as its pixels"), "{:?}", map.warnings());
}

#[test]
fn pictures_of_tiles_are_shown_as_in_tiled() {
    // The picture of a tileset hides that of a tile, and a tile has no transparent color.
    let own = "<tile id='1'><image source='t.png'/></tile></tileset>";
    let map = clean(xml("", &(TILES.replace("</tileset>", own) + &layer("", "2,0"))));
    assert_eq!(shown(&map, 0).1, 0);
    let collection = "<tileset firstgid='1' name='c'><tile id='0'><image source='t.png' trans='c86432'/></tile>
        <tile id='1' x='6' y='0' width='4' height='4'><image source='t.png'/></tile></tileset>";
    let map = read(xml("", &(collection.to_owned() + &layer("", "1,2"))), &Options::default()).unwrap();
    assert_eq!(shown(&map, 0), ([0, 0], 16));
    let ends: Vec<_> = map.warnings().iter().map(|warning| warning.text.rsplit("; ").next().unwrap()).collect();
    assert_eq!(ends, ["it is not used, as in Tiled", "the tile is left out"]);
    // Colors that are none are ignored, and short ones are read.
    for (color, count) in
        [("#c86432", 0), ("C86432", 0), ("#ffc86432", 0), ("pink", 16), ("#12345", 16), ("", 16), ("#c63", 16)]
    {
        let tiles = TILES.replace("source='t.png'", &format!("source='t.png' trans='{color}'"));
        assert_eq!(shown(&clean(xml("", &(tiles + &layer("", "1,0")))), 0).1, count, "{color}");
    }
}

/// Tiled's own readers decide what a field means that is missing.
#[test]
fn layers_without_a_flag_are_visible_in_xml_and_hidden_in_json() {
    let is_visible = |text: String| clean(text).layers().iter().map(|layer| layer.is_visible()).collect::<Vec<_>>();
    let of_xml = |flag: &str| is_visible(xml("", &(TILES.to_owned() + &layer(flag, "1,0"))));
    assert_eq!(["", "visible='0'", "visible='1'"].map(of_xml), [[true], [false], [true]]);
    let of_json = |flag: &str| is_visible(json("", "").replace("\"visible\": true, ", flag));
    let flags = ["", "\"visible\": false, ", "\"visible\": true, ", "\"visible\": null, "];
    assert_eq!(flags.map(of_json), [[false], [false], [true], [false]]);
    // A group hides its layers. An object without the flag is visible in both.
    let group = |flag: &str| {
        format!(
            r#", {{"type": "group", "name": "h", {flag} "layers": [{{"type": "objectgroup", "name": "o", "visible": true,
            "objects": [{{"id": 1, "x": 0, "y": 0, "width": 4, "height": 4}}]}}]}}"#
        )
    };
    assert_eq!(is_visible(json("", &group(""))), [true, false]);
    let map = clean(json("", &group("\"visible\": true,")));
    assert_eq!((map.layers()[1].is_visible(), map.layers()[1].sprites()[0].is_visible()), (true, true));
}

#[test]
fn unknown_alignments_are_those_of_the_map() {
    let at = |alignment: &str| {
        let tileset = format!(
            "<tileset firstgid='1' name='t' tilewidth='4' tileheight='4' {alignment}><image source='t.png'/></tileset>"
        );
        let objects = "<objectgroup name='o'><object id='1' gid='1' x='4' y='8' width='4' height='4'/></objectgroup>";
        clean(xml("", &(tileset + objects))).layers()[0].sprites()[0].at()
    };
    for alignment in
        ["", "objectalignment='unspecified'", "objectalignment='somewhere'", "objectalignment='bottomleft'"]
    {
        assert_eq!(at(alignment), [4, 4], "{alignment}");
    }
    assert_eq!(at("objectalignment='topleft'"), [4, 8]);
}
