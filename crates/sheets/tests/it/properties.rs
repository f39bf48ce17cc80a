//! Properties of tiles, objects and layers, in XML, in JSON and in LDtk.

use crate::ldtk;
use crate::tiled_faults::files;
use sheets::{Limits, Map, Options, Properties, PropertyValue};

/// A map in XML, with a property of each type.
const XML: &str = r##"<map width="2" height="1" tilewidth="2" tileheight="2">
    <tileset firstgid="1" name="t" tilewidth="2" tileheight="2"><image source="tiles.png"/>
        <tile id="1" type="trap"><properties>
            <property name="spikes" type="bool" value="true"/><property name="spikes" type="bool" value="false"/>
            <property name="damage" type="int" value="-3"/><property name="speed" type="float" value="2"/>
            <property name="note" value="a &quot;b&quot;"/><property name="lines">two
lines</property>
            <property name="tint" type="color" value="#ff102030"/><property name="door" type="object" value="7"/>
            <property name="odd" type="int" value="many"/><property name="nan" type="float" value="nan"/>
            <property name="hit" type="class" propertytype="Hit"><properties>
                <property name="by" value="fi&quot;re"/><property name="for" type="int" value="2"/>
                <property name="all" type="class"><properties><property name="x" type="bool" value="true"/></properties></property>
            </properties></property>
        </properties></tile>
        <tile id="0" class="plain"/>
    </tileset>
    <layer name="ground" width="2" height="1"><properties><property name="wet" type="bool" value="true"/></properties>
        <data encoding="csv">1,2</data></layer>
    <objectgroup name="things">
        <object id="1" gid="2" x="0" y="9" width="2" height="2"><properties><property name="damage" type="int" value="9"/></properties></object>
        <object id="2" x="5" y="6"><point/><properties><property name="team" value="red"/></properties></object>
        <object id="3" template="thing.tx" x="0" y="0"><properties><property name="a" value="own"/></properties></object>
    </objectgroup>
</map>"##;

/// The tileset, the layer and the objects of the map in JSON.
const JSON: &str = r##"{"width": 2, "height": 1, "tilewidth": 2, "tileheight": 2, "tilesets": [
    {"firstgid": 1, "name": "t", "tilewidth": 2, "tileheight": 2, "image": "tiles.png", "tiles": [
        {"id": 1, "type": "trap", "properties": [
            {"name": "spikes", "type": "bool", "value": true}, {"name": "spikes", "type": "bool", "value": false},
            {"name": "damage", "type": "int", "value": -3}, {"name": "speed", "type": "float", "value": 2},
            {"name": "note", "type": "string", "value": "a \"b\""}, {"name": "lines", "type": "string", "value": "two\nlines"},
            {"name": "tint", "type": "color", "value": "#ff102030"}, {"name": "door", "type": "object", "value": 7},
            {"name": "odd", "type": "int", "value": "many"}, {"name": "nan", "type": "float", "value": "nan"},
            {"name": "hit", "type": "class", "propertytype": "Hit", "value": {"by": "fi\"re", "for": 2, "all": {"x": true}}}]},
        {"id": 0, "class": "plain"}]}],
    "layers": [{"type": "tilelayer", "name": "ground", "width": 2, "height": 1, "data": [1, 2],
            "properties": [{"name": "wet", "type": "bool", "value": true}]},
        {"type": "objectgroup", "name": "things", "objects": [
            {"id": 1, "gid": 2, "x": 0, "y": 9, "width": 2, "height": 2, "properties": [{"name": "damage", "type": "int", "value": 9}]},
            {"id": 2, "x": 5, "y": 6, "point": true, "properties": [{"name": "team", "type": "string", "value": "red"}]},
            {"id": 3, "template": "thing.tx", "x": 0, "y": 0, "properties": [{"name": "a", "type": "string", "value": "own"}]}]}]}"##;

const TEMPLATE: &str = r#"<template><object width="3" height="3"><properties>
    <property name="a" value="template"/><property name="b" value="template"/></properties></object></template>"#;

fn read(text: &str, limits: &Limits) -> Result<Map, String> {
    let mut files = files(text);
    files.insert("thing.tx".into(), TEMPLATE.into());
    Map::read(&files, "a.tmx", &Options::default().limits(limits.clone())).map_err(|error| error.to_string())
}

fn list(properties: &Properties) -> Vec<(&str, PropertyValue)> {
    properties.iter().map(|(name, value)| (name, value.clone())).collect()
}

fn text(text: &str) -> PropertyValue {
    PropertyValue::Text(text.into())
}

#[test]
fn properties_of_tiled_are_equal_in_xml_and_json() {
    for file in [XML, JSON] {
        let map = read(file, &Limits::default()).unwrap();
        let ground = map.layer("ground").unwrap();
        assert_eq!(list(ground.properties()), [("wet", PropertyValue::Bool(true))]);
        let [plain, trap] = [[0, 0], [3, 1]].map(|pixel| ground.tile_at(&map, pixel).unwrap());
        let frame = &map.frames()[trap.frame()];
        assert_eq!((frame.name(), frame.class(), map.frames()[plain.frame()].class()), ("t 1", "trap", "plain"));
        let expected = [
            ("spikes", PropertyValue::Bool(true)),
            ("spikes", PropertyValue::Bool(false)),
            ("damage", PropertyValue::Int(-3)),
            ("speed", PropertyValue::Float(2.0)),
            ("note", text("a \"b\"")),
            ("lines", text("two\nlines")),
            ("tint", text("#ff102030")),
            ("door", PropertyValue::Int(7)),
            ("odd", text("many")),
            ("nan", text("nan")),
            ("hit", PropertyValue::Json(r#"{"by":"fi\"re","for":2,"all":{"x":true}}"#.into())),
        ];
        assert_eq!(list(frame.properties()), expected);
        assert!(frame.properties().flag("spikes") && !frame.properties().flag("damage"));
        assert_eq!(
            ["damage", "speed", "note"].map(|name| frame.properties().number(name)),
            [Some(-3.0), Some(2.0), None]
        );
        assert_eq!((list(plain.properties()), list(map.frames()[plain.frame()].properties())), (vec![], vec![]));
        assert_eq!(ground.tile_at(&map, [4, 0]), None);

        let things = map.layer("things").unwrap();
        let [shape, object] = [0, 1].map(|index| &things.sprites()[index]);
        // The object itself goes before its tile.
        assert_eq!(map.property(object, "damage"), Some(&PropertyValue::Int(9)));
        assert_eq!(map.property(object, "door"), Some(&PropertyValue::Int(7)));
        assert_eq!(map.property(object, "none"), None);
        assert_eq!(things.points()[0].properties().text("team"), Some("red"));
        assert_eq!(list(shape.properties()), [("a", text("own")), ("b", text("template"))]);
    }
}

#[test]
fn damaged_properties_name_their_place_and_are_counted() {
    let refused = |text: &str, message: &str| {
        let error = read(text, &Limits::default()).unwrap_err();
        assert!(error.starts_with(message), "{error}\nshould begin with\n{message}");
    };
    let tile = "a.tmx: tilesets[0].tiles[0].properties[0]";
    refused(&XML.replacen(" name=\"spikes\"", "", 1), &format!("{tile}: missing field `name`"));
    refused(&JSON.replacen("\"name\": \"spikes\", ", "", 1), &format!("{tile}: missing field `name`"));
    refused(&JSON.replacen("\"type\": \"bool\"", "\"type\": 3", 1), &format!("{tile}.type: invalid type: integer `3`"));
    let deep = JSON.replacen("true}", &format!("{}{}}}", "[".repeat(200), "]".repeat(200)), 1);
    refused(&deep, &format!("{tile}.value"));
    let null = read(&JSON.replacen("\"value\": true", "\"value\": null", 1), &Limits::default()).unwrap();
    assert!(!null.frames()[1].properties().flag("spikes") && null.frames()[1].properties().iter().len() == 10);
    // One tileset with two tiles, two layers, three objects: the properties are 1 + 11 + 1 + 1 + 2.
    let mut limits = Limits::default();
    limits.items = 8 + 16;
    assert!(read(XML, &limits).is_ok());
    limits.items -= 1;
    let error = read(XML, &limits).unwrap_err();
    assert!(error.starts_with("a.tmx: layers[1].objects[2].properties: must be at most 23 layers"), "{error}");
}

#[test]
fn values_with_parts_are_json() {
    let value_of = |value: &str| {
        let layer = format!(r#"{{"type": "objectgroup", "properties": [{{"name": "a", "value": {value}}}]}}"#);
        let map = format!(r#"{{"height": 1, "tilewidth": 1, "tileheight": 1, "layers": [{layer}]}}"#);
        read(&map, &Limits::default()).unwrap().layers()[0].properties().get("a").unwrap().clone()
    };
    for text in [r#"[]"#, r#"{}"#, r#"[[],{"a":{}},null,true,-1,18446744073709551615,1.5,1e300,"\"\n\u0001ä"]"#] {
        let PropertyValue::Json(written) = value_of(text) else { panic!("{text}") };
        let [read, expected] = [&*written, text].map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(read, expected, "{written}");
    }
    assert_eq!(value_of("true"), PropertyValue::Bool(true));
    assert_eq!(value_of("-7"), PropertyValue::Int(-7));
    assert_eq!(value_of("7"), PropertyValue::Int(7));
    assert_eq!(value_of("18446744073709551615"), PropertyValue::Float(18_446_744_073_709_551_615.0));
    assert_eq!(value_of(r#""a""#), text("a"));
}

#[test]
fn tags_and_fields_of_ldtk_are_properties() {
    let tile = r#"{"px": [0, 0], "src": [0, 0], "f": 0}, {"px": [2, 0], "src": [4, 2], "f": 0}"#;
    let fields = r#"[{"__identifier": "coins", "__value": 5}, {"__identifier": "unset", "__value": null},
        {"__identifier": "items", "__value": ["Key", "Sword"]}, {"__identifier": "locked", "__value": true}]"#;
    let entity = format!(
        r#"{{"__identifier": "Chest", "iid": "e", "defUid": 31, "px": [0, 0], "width": 3, "height": 2, "fieldInstances": {fields}}}"#
    );
    let layers = [
        ldtk::layer("a", "Tiles", 10, &format!(r#""gridTiles": [{tile}]"#)),
        ldtk::layer("things", "Entities", 10, &format!(r#""entityInstances": [{entity}]"#)),
        ldtk::layer("walls", "IntGrid", 10, r#""intGridCsv": [1, 0, 2, 3, 2, 0]"#),
    ];
    let mut files = ldtk::files(&ldtk::level(0, 0, &layers.join(",")));
    let project = String::from_utf8(files["p.ldtk"].clone()).unwrap();
    let tagged = project.replacen(
        r#""tileGridSize": 2"#,
        r#""tileGridSize": 2, "enumTags": [{"enumValueId": "Spikes", "tileIds": [6, 1]}, {"enumValueId": "Hot", "tileIds": [6]}],
            "customData": [{"tileId": 6, "data": "damage: 3"}]"#,
        1,
    );
    files.insert("p.ldtk".into(), tagged.clone().into_bytes());
    let map = Map::read(&files, "p.ldtk", &Options::default()).unwrap();
    let tiles = map.layer("a").unwrap();
    // The layer is at [1, 0]. Tile 0 has its top-left pixel, tile 6 all but its bottom-right pixel.
    assert_eq!(tiles.tile_at(&map, [2, 0]), None);
    let [plain, spikes] = [[1, 0], [3, 1]].map(|pixel| &map.frames()[tiles.tile_at(&map, pixel).unwrap().frame()]);
    assert_eq!((plain.name(), list(plain.properties())), ("cave 0", vec![]));
    let expected =
        [("Spikes", PropertyValue::Bool(true)), ("Hot", PropertyValue::Bool(true)), ("data", text("damage: 3"))];
    assert_eq!((spikes.name(), list(spikes.properties())), ("cave 6", expected.to_vec()));
    let chest = map.layer("things").unwrap().tile_at(&map, [2, 1]).unwrap();
    let expected = [
        ("coins", PropertyValue::Int(5)),
        ("items", PropertyValue::Json(r#"["Key","Sword"]"#.into())),
        ("locked", PropertyValue::Bool(true)),
    ];
    assert_eq!((chest.class(), list(chest.properties())), ("Chest", expected.to_vec()));

    let grid = map.layer("walls").unwrap().values().unwrap();
    let values: Vec<_> = (-1..5).flat_map(|y| (-1..9).map(move |x| grid.value_at([x, y]))).collect();
    let row = |values: [u32; 3]| [0, 0].into_iter().chain(values.into_iter().flat_map(|v| [v, v])).chain([0, 0]);
    let rows = [[0, 0, 0], [1, 0, 2], [1, 0, 2], [3, 2, 0], [3, 2, 0], [0, 0, 0]];
    assert_eq!(values, rows.into_iter().flat_map(row).collect::<Vec<_>>());
    assert_eq!([[i32::MIN; 2], [i32::MAX; 2]].map(|far| grid.value_at(far)), [0, 0]);

    files.insert("p.ldtk".into(), tagged.replacen("[6, 1]", "[-6]", 1).into_bytes());
    let error = Map::read(&files, "p.ldtk", &Options::default()).unwrap_err().to_string();
    assert!(
        error.starts_with("p.ldtk: defs.tilesets[0].enumTags[0].tileIds[0]: invalid value: integer `-6`"),
        "{error}"
    );
    let mut limits = Limits::default();
    limits.items = 3;
    files.insert("p.ldtk".into(), tagged.into_bytes());
    let error = Map::read(&files, "p.ldtk", &Options::default().limits(limits)).unwrap_err().to_string();
    assert!(error.starts_with("p.ldtk: defs.tilesets[0]: must be at most 3 layers"), "{error}");
}
