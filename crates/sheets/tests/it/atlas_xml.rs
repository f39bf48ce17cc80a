//! XML sheets of Sparrow, Starling, Kenney and TexturePacker. The readers of Starling and Phaser are the authority.

use crate::common::{art, png, rows, strict, warnings};
use sheets::{Options, Sheet, SheetError};
use std::collections::HashMap;

fn read(xml: &str, options: &Options) -> Result<Sheet, SheetError> {
    let picture = png(&art(&["##.#", "###.", "...#"]));
    let files = HashMap::from([("sheet.xml".to_owned(), xml.as_bytes().to_vec()), ("a.png".to_owned(), picture)]);
    Sheet::read(&files, "sheet.xml", options)
}

fn atlas(frames: &str) -> Sheet {
    read(&format!(r#"<TextureAtlas imagePath="a.png">{frames}</TextureAtlas>"#), &Options::default()).unwrap()
}

#[test]
fn frames_of_xml_show_what_engines_show() {
    for (what, frame, mask, warned) in [
        ("Kenney", r#"<SubTexture name="f" x="0" y="0" width="3" height="2"/>"#, "##./###", ""),
        ("old Sparrow", r#"<SubTexture name="f" x="0" y="0" w="3" h="2"/>"#, "##./###", ""),
        (
            "Starling, trimmed",
            r#"<SubTexture name="f" x="0" y="0" width="3" height="2" frameX="-1" frameY="-2" frameWidth="5" frameHeight="4"/>"#,
            "...../...../.##../.###.",
            "",
        ),
        (
            "Starling, a source without pixels",
            r#"<SubTexture name="f" x="0" y="0" width="3" height="2" frameX="-1" frameY="0" frameWidth="0" frameHeight="0"/>"#,
            "##./###",
            "",
        ),
        // The rectangle has the size in the picture, turned clockwise.
        ("rotated", r#"<SubTexture name="f" x="0" y="0" width="2" height="3" rotated="true"/>"#, "##./##.", ""),
        (
            "rotated and trimmed",
            r#"<SubTexture name="f" x="2" y="0" width="2" height="3" rotated="true" frameX="-1" frameY="0" frameWidth="4" frameHeight="3"/>"#,
            ".#.#/..#./....",
            "",
        ),
        ("TexturePacker", r#"<sprite n="f" x="0" y="0" w="3" h="2"/>"#, "##./###", ""),
        (
            "TexturePacker, trimmed",
            r#"<sprite n="f" x="0" y="0" w="3" h="2" oX="1" oY="1" oW="4" oH="3"/>"#,
            "..../.##./.###",
            "",
        ),
        ("TexturePacker, rotated", r#"<sprite n="f" x="0" y="0" w="2" h="3" r="y"/>"#, "##./##.", ""),
        (
            "no pixels",
            r#"<SubTexture name="f" x="0" y="0" width="0" height="0" frameWidth="2" frameHeight="1"/>"#,
            "..",
            "",
        ),
        (
            "a source inside the frame",
            r#"<SubTexture name="f" x="0" y="0" width="3" height="2" frameX="1" frameY="0" frameWidth="3" frameHeight="2"/>"#,
            "#../##.",
            "SubTexture[0]: must be inside the source of 3 x 2 pixels, got 3 x 2 at -1, 0; 2 solid pixels outside are cut off",
        ),
        (
            "outside the picture",
            r#"<SubTexture name="f" x="9" y="0" width="2" height="1"/>"#,
            "..",
            "SubTexture[0]: must be inside the picture of 4 x 3 pixels, got 2 x 1 at 9, 0; the frame has no pixels",
        ),
    ] {
        let sheet = atlas(frame);
        assert_eq!((rows(&sheet.frames()[0]).as_str(), warnings(&sheet).join("|").as_str()), (mask, warned), "{what}");
        assert_eq!(sheet.frames()[0].name(), "f", "{what}");
    }
}

#[test]
fn bad_frames_of_xml_cost_their_pixels() {
    for (frame, warned) in [
        (
            r#"<SubTexture name="f" x="left" y="0" width="2" height="1"/>"#,
            r#"SubTexture[0].x: must be a number, got "left""#,
        ),
        (r#"<SubTexture name="f" x="0" y="0" width="2"/>"#, "SubTexture[0]: is missing: save the file again"),
        (
            r#"<SubTexture name="f" x="0" y="0" width="2" height="1" flipX="true"/>"#,
            "SubTexture[0]: flipped frames are not read",
        ),
        (
            r#"<SubTexture name="f" x="0" y="0" width="2" height="1" rotated="left"/>"#,
            r#"SubTexture[0].rotated: must be true or false"#,
        ),
        (
            r#"<SubTexture name="f" x="0" y="0" width="-2" height="1"/>"#,
            "SubTexture[0]: must be a whole number from 0 to",
        ),
    ] {
        let good = r#"<SubTexture name="g" x="0" y="0" width="1" height="1"/>"#;
        let sheet = atlas(&format!("{frame}{good}"));
        assert!(warnings(&sheet)[0].starts_with(warned), "{}", warnings(&sheet)[0]);
        assert_eq!((sheet.frames()[0].name(), sheet.frames()[0].mask().count()), ("f", 0));
        assert_eq!(rows(&sheet.frames()[1]), "#");
    }
}

#[test]
fn origins_of_xml_are_points_or_fractions() {
    let origin = |frame: &str| atlas(frame).frames()[0].origin();
    let size = r#"name="f" x="0" y="0" width="3" height="2""#;
    assert_eq!(origin(&format!(r#"<SubTexture {size} pivotX="2" pivotY="1.5"/>"#)), Some([2.0, 1.5]));
    assert_eq!(origin(r#"<sprite n="f" x="0" y="0" w="3" h="2" pX="0.5" pY="1"/>"#), Some([1.5, 2.0]));
    assert_eq!(origin(&format!("<SubTexture {size}/>")), None);
}

#[test]
fn picture_of_xml_may_have_the_name_of_the_sheet() {
    let frame = r#"<SubTexture name="f" x="0" y="0" width="1" height="1"/>"#;
    let picture = png(&art(&["#"]));
    // free-tex-packer writes its name before the declaration.
    let xml =
        "\n<!--\nCreated with <b> --><!-- --> <?xml version='1.0'?><TextureAtlas imagePath='k.png'>".to_owned() + frame;
    let files = HashMap::from([
        ("k.xml".to_owned(), (xml + "</TextureAtlas>").into_bytes()),
        ("k.png".to_owned(), picture.clone()),
    ]);
    assert_eq!(rows(&Sheet::read(&files, "k.xml", &strict()).unwrap().frames()[0]), "#");
    for image in ["imagePath='sheet_old.png'", ""] {
        let xml = format!(
            "\u{feff}<?xml version='1.0' encoding='UTF-8'?><!-- made by a packer --><TextureAtlas {image}>{frame}</TextureAtlas>"
        );
        let files = HashMap::from([("k.xml".to_owned(), xml.into_bytes()), ("k.png".to_owned(), picture.clone())]);
        let sheet = Sheet::read(&files, "k.xml", &Options::default()).unwrap();
        assert_eq!((rows(&sheet.frames()[0]).as_str(), sheet.warnings().len()), ("#", 1));
        assert!(sheet.warnings()[0].text.ends_with("\"k.png\" is read instead"));
    }
}

#[test]
fn hostile_xml_atlases_are_refused() {
    let error = |xml: &str| read(xml, &strict()).unwrap_err().to_string();
    let entity = "<!DOCTYPE a [<!ENTITY b 'c'>]><TextureAtlas imagePath='a.png'>&b;</TextureAtlas>";
    assert!(error(entity).contains("entities are not read"), "{}", error(entity));
    assert!(error("<TextureAtlas imagePath='a.png'>").starts_with("sheet.xml: "));
    assert!(
        error("<TextureAtlas imagePath='no.png'/>").starts_with("sheet.xml: imagePath: no file is named \"no.png\"")
    );
    let mut limits = sheets::Limits::default();
    limits.frames = 2;
    let frames = r#"<SubTexture name="f" x="0" y="0" width="1" height="1"/>"#.repeat(3);
    let xml = format!("<TextureAtlas imagePath='a.png'>{frames}</TextureAtlas>");
    let error = read(&xml, &Options::default().limits(limits)).unwrap_err().to_string();
    assert!(error.starts_with("sheet.xml: SubTexture: must be at most 2 frames, got 3"), "{error}");
}
