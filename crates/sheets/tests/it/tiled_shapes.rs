//! Shapes of objects and collision shapes of tiles, against a loop over pixels.

use crate::tiled_faults::{TILES, files, map_with};
use sheets::mask::Mask;
use sheets::{Map, Options, Sheet};

/// Whether the middle of a pixel lies in a shape with its corner at 0, 0.
type Inside = fn([f64; 2], [f64; 2]) -> bool;

fn rect([x, y]: [f64; 2], [w, h]: [f64; 2]) -> bool {
    (0.0..w).contains(&x) && (0.0..h).contains(&y)
}

fn ellipse([x, y]: [f64; 2], [w, h]: [f64; 2]) -> bool {
    ((x - w / 2.0) / (w / 2.0)).powi(2) + ((y - h / 2.0) / (h / 2.0)).powi(2) < 1.0
}

/// A rectangle between two half circles.
fn capsule([x, y]: [f64; 2], [w, h]: [f64; 2]) -> bool {
    let radius = w.min(h) / 2.0;
    let near = |cx: f64, cy: f64| (x - cx).hypot(y - cy) < radius;
    let middle = if w > h { rect([x - radius, y], [w - h, h]) } else { rect([x, y - radius], [w, h - w]) };
    middle || near(radius, radius) || near(w - radius, h - radius)
}

/// Two triangles that touch at their tips.
fn hourglass([x, y]: [f64; 2], [w, h]: [f64; 2]) -> bool {
    rect([x, y], [w, h]) && (x - w / 2.0).abs() / w < (y - h / 2.0).abs() / h
}

#[test]
fn shapes_of_objects_have_the_pixels_whose_middles_are_inside() {
    let mut pixels = 0;
    let shapes: [(&str, Inside); 4] =
        [("", rect), ("<ellipse/>", ellipse), ("<capsule/>", capsule), ("hourglass", hourglass)];
    for (element, inside) in shapes {
        for (number, angle) in [0.0, 90.0, 180.0, 33.0, -71.5].into_iter().enumerate() {
            for [w, h] in [[20.0, 9.0], [7.25, 16.25], [12.0, 11.4]] {
                let [x, y] = [30.0 + 0.37 * number as f64, 25.0];
                let element = element.replace("hourglass", &format!("<polygon points=\"0,0 {w},0 0,{h} {w},{h}\"/>"));
                let object = format!(
                    "<object id='1' x='{x}' y='{y}' width='{w}' height='{h}' rotation='{angle}'>{element}</object>"
                );
                let map = map_with(&format!("<objectgroup offsetx='-3' offsety='2'>{object}</objectgroup>"));
                let layer = &map.layers()[0];
                let (drawn, at) = layer.terrain(&map).unwrap();
                let (sin, cos) = f64::to_radians(angle).sin_cos();
                let expected = Mask::from_fn(80, 80, |px, py| {
                    let [dx, dy] = [f64::from(px) + 0.5 - (x - 3.0), f64::from(py) + 0.5 - (y + 2.0)];
                    // Right angles have coordinates without rounding.
                    inside([dx * cos + dy * sin, dy * cos - dx * sin].map(|c| (c * 1e9).round() / 1e9), [w, h])
                });
                let mut all = Mask::new(80, 80).unwrap();
                all.draw(&drawn, at);
                let mut differing = expected.unwrap();
                pixels += differing.count();
                differing.toggle(&all, [0, 0]);
                // A middle on an edge may be on either side after a rotation.
                let most = if angle % 90.0 == 0.0 && !element.contains("polygon") { 0 } else { 2 };
                assert!(differing.count() <= most, "{element} {w} x {h} at {angle}:\n{all}\n\n{differing}");
            }
        }
    }
    println!("{pixels} pixels of 60 shapes");
}

#[test]
fn lines_and_points() {
    let map = map_with(
        "<objectgroup><object id='4' x='2' y='1'><polyline points='0,0 3,0 3,2'/></object>\
         <object id='5' name='start' class='place' x='7.9' y='-0.5'><point/></object>\
         <object id='6' x='1' y='1'/><object id='7' x='1' y='1' width='9' height='9'><text>a</text></object></objectgroup>",
    );
    let layer = &map.layers()[0];
    let (mask, at) = layer.terrain(&map).unwrap();
    assert_eq!((mask.to_string().as_str(), at), ("####\n...#\n...#", [2, 1]));
    let points: Vec<_> =
        layer.points().iter().map(|point| (point.id(), point.name(), point.class(), point.at())).collect();
    assert_eq!(points, [("5", "start", "place", [7, -1]), ("6", "", "", [1, 1])]);
    assert_eq!((layer.sprites().len(), map.frames()[0].name()), (1, "object 4"));
}

/// A tile whose shape leads out of the tile, to the left and below, in all orientations.
#[test]
fn collision_shapes_replace_the_pixels_of_a_tile() {
    let shapes =
        "<tile id='1'><objectgroup><object id='1' x='-1' y='1' width='2' height='2'/></objectgroup></tile></tileset>";
    let tileset = TILES.replace("</tileset>", shapes);
    for bits in 0..8_u32 {
        let level = format!(
            "<map width='3' height='3' tilewidth='2' tileheight='2'>{tileset}\
             <layer width='1' height='1'><data encoding='csv'>{}</data></layer></map>",
            2 | bits << 29
        );
        let files = files(&level);
        let map = Map::read(&files, "a.tmx", &Options::default()).unwrap();
        let (terrain, at) = map.layers()[0].terrain(&map).unwrap();
        // The shape covers x = -1 and 0, y = 1 and 2. The flags mirror it in the square from 0 to 1.
        let mut expected: Vec<[i32; 2]> = [[-1, 1], [0, 1], [-1, 2], [0, 2]]
            .map(|[x, y]| {
                let [x, y] = if bits & 1 > 0 { [y, x] } else { [x, y] };
                [if bits & 4 > 0 { 1 - x } else { x }, if bits & 2 > 0 { 1 - y } else { y }]
            })
            .into();
        expected.sort_unstable_by_key(|&[x, y]| [y, x]);
        let solid: Vec<[i32; 2]> = terrain.pixels().map(|[x, y]| [x + at[0], y + at[1]]).collect();
        assert_eq!(solid, expected, "{bits:03b}");
        let frame = &map.frames()[0];
        assert_eq!((frame.size(), frame.origin(), frame.region().unwrap().offset), ([3, 3], Some([1.0, 0.0]), [1, 0]));
        let pixels = Map::read(&files, "a.tmx", &Options::default().tile_shapes(false)).unwrap();
        assert_eq!(pixels.frames()[0].size(), [2, 2]);
    }
}

#[test]
fn tilesets_are_sheets_with_animations() {
    let animated = "<tile id='1'><animation><frame tileid='1' duration='100'/><frame tileid='0' duration='50'/></animation></tile></tileset>";
    let mut files = files("");
    files.insert("a.tsx".into(), TILES.replace("</tileset>", animated).into_bytes());
    files.insert(
        "a.tsj".into(),
        br#"{"tilewidth":2,"tileheight":2,"image":"tiles.png","tiles":[{"id":1,"animation":[{"tileid":1,"duration":100},{"tileid":0,"duration":50}]}]}"#.to_vec(),
    );
    for name in ["a.tsx", "a.tsj"] {
        let sheet = Sheet::read(&files, name, &Options::default().pictures(true)).unwrap();
        let names: Vec<_> = sheet.frames().iter().map(|frame| frame.name()).collect();
        assert_eq!(names, ["0", "1"]);
        let animation = sheet.animation("1").unwrap();
        let shown = [0, 99, 100, 149, 150].map(|time| animation.frame_at(std::time::Duration::from_millis(time)));
        assert_eq!(shown, [1, 1, 0, 0, 1]);
        assert_eq!(sheet.frame("1").unwrap().picture().unwrap().dimensions(), (2, 2));
    }
}
