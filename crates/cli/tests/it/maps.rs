//! Maps of Tiled in scenes and in `hitmask show`.

use crate::common::bad_files::assert_error;
use crate::common::{AIR, Folder, SOLID, has_options};

/// Writes a tileset of two tiles of 2 x 2, a full one and one that is solid on the left, and a map of 3 x 2 tiles.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.picture("tiles.png", 4, 2, |x, _| if x < 3 { SOLID } else { AIR });
    folder.write(
        "tiles.tsx",
        r#"<tileset name="cave" tilewidth="2" tileheight="2"><image source="tiles.png"/></tileset>"#,
    );
    folder.write(
        "level.tmx",
        r#"<map width="3" height="2" tilewidth="2" tileheight="2"><tileset firstgid="1" source="tiles.tsx"/>
        <group name="world" offsetx="10"><layer name="ground" width="3" height="2"><data encoding="csv">1,0,2147483650,1,1,1</data></layer></group>
        <objectgroup name="things" visible="0"><object id="7" name="start" x="3" y="1"><point/></object></objectgroup></map>"#,
    );
    folder
}

#[test]
fn layers_of_a_map_are_listed_and_drawn() {
    let ran = folder().run(&["show", "level.tmx"]).fine();
    let expected = "\
level.tmx
frames  2: alpha over 127
layer   world/ground: tiles, 5 sprites
        6 x 4 at 10, 0, 18 of 24 solid (75.0 %)
██   █
██████
layer   things: objects, 1 points, hidden
";
    assert_eq!(ran.out, expected);
}

#[test]
fn tiles_are_masks_of_a_scene() {
    let folder = folder();
    let scene = |sheet: &str, tile: &str| {
        format!(
            r#"{{"masks": {{"t": {{"sheet": "{sheet}"}}}}, "sprites": [{{"mask": "t/{tile}", "x": 0, "y": 0}}, {{"mask": "t/{tile}", "x": 1, "y": 0}}]}}"#
        )
    };
    let header = "a,b,area,left,top,width,height\n";
    for (sheet, tile, pairs) in [
        ("tiles.tsx", "0", "0,1,2,1,0,1,2\n"),
        ("tiles.tsx", "1", ""),
        ("level.tmx", "cave 0", "0,1,2,1,0,1,2\n"),
        ("level.tmx", "cave 1", ""),
    ] {
        folder.write("s.json", scene(sheet, tile));
        assert_eq!(folder.run(&["pairs", "s.json"]).fine().out, format!("{header}{pairs}"), "{sheet} {tile}");
    }
}

#[test]
fn faults_of_a_map_name_the_file_and_the_field() {
    let folder = folder();
    folder.write("bad.tmx", r#"<map width="3" height="2" tilewidth="2" tileheight="2"><layer width="1" height="1"><data encoding="csv">5</data></layer></map>"#);
    assert_error(
        &folder.run(&["show", "bad.tmx"]).err,
        &["bad.tmx: layers[0].data[0]: must be a global tile id of one of the tilesets, got 5"],
    );
}

#[test]
fn warnings_of_a_map_beside_its_tilesets_are_printed_and_root_confines_it() {
    let folder = folder();
    folder.write(
        "maps/l.tmx",
        r#"<map width="2" height="1" tilewidth="2" tileheight="2"><tileset firstgid="1" source="../tiles.tsx"/>
        <layer name="a" width="2" height="1"><data encoding="csv">1,5</data></layer></map>"#,
    );
    let warning =
        "warning: l.tmx: layers[0].data[1]: must be a tile of tileset \"cave\", got id 4; the tile is left out\n";
    for root in [&["show", "maps/l.tmx"][..], &["show", "maps/l.tmx", "--root", "."]] {
        let ran = folder.run(root).fine();
        assert!(ran.out.contains("layer   a: tiles, 1 sprites\n"), "{}", ran.out);
        assert_eq!(ran.err, warning);
    }
    let refused = folder.run(&["show", "maps/l.tmx", "--root", "maps"]).err;
    assert_error(&refused, &["l.tmx: tilesets[0].source: the name \"../tiles.tsx\" must be relative"]);
}

#[test]
fn warnings_of_a_scene_are_printed_once() {
    let folder = folder();
    folder.write(
        "old.tmx",
        r#"<map width="2" height="1" tilewidth="2" tileheight="2"><tileset firstgid="1" source="tiles.tsx"/>
        <layer name="a" width="2" height="1"><data encoding="csv">1,5</data></layer></map>"#,
    );
    folder.write(
        "s.json",
        r#"{"masks": {"t": {"sheet": "old.tmx"}}, "sprites": [{"mask": "t/cave 0", "x": 0, "y": 0}]}"#,
    );
    let warning =
        "warning: old.tmx: layers[0].data[1]: must be a tile of tileset \"cave\", got id 4; the tile is left out\n";
    for more in [&[][..], &["--memory", "64M"], &["--workers", "2"]].into_iter().filter(|more| has_options(more)) {
        let ran = folder.run(&[&["pairs", "s.json"][..], more].concat()).fine();
        assert_eq!(ran.out, "a,b,area,left,top,width,height\n", "{more:?}");
        assert_eq!(ran.err.matches(warning).count(), 1, "{more:?}: {}", ran.err);
    }
}
