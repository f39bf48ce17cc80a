//! Damaged and hostile Aseprite files: an error that names the place, no panic, no memory beyond the limits.

use crate::common::ase::{Ase, Chunk, LAYER, Layer, Show, cel, palette, slice, tags, tileset, user_data, zlib};
use crate::common::strict;
use fastrand::Rng;
use sheets::{Limits, Reason, Sheet, SheetError};
use std::collections::HashMap;

fn read_with(bytes: Vec<u8>, limits: Limits) -> Result<Sheet, SheetError> {
    let files = HashMap::from([("a.ase".to_owned(), bytes)]);
    Sheet::read(&files, "a.ase", &strict().pictures(true).limits(limits))
}

fn file(chunks: Vec<Chunk>) -> Ase {
    Ase { size: [4, 4], depth: 32, flags: 3, transparent: 0, frames: vec![(1, chunks)] }
}

/// A file with a chunk of every type.
fn full() -> Ase {
    let mut file = file(vec![
        palette(0, &[[1, 2, 3, 255]; 5]),
        tileset(1, [2, 2], 2, &[255; 32]),
        LAYER.chunk(),
        Layer { kind: 1, ..LAYER }.chunk(),
        Layer { kind: 2, level: 1, tileset: 1, mode: 9, ..LAYER }.chunk(),
        cel(0, [1, 1], 200, 0, &Show::Packed([2, 2], &[99; 16])),
        cel(2, [0, 0], 255, 1, &Show::Tiles([2, 1], &[1, 0xe000_0001])),
        tags(&[("a", 0, 1, 2, 3)]),
        slice("s", &[(0, [0, 0, 4, 4], [2, 2])]),
        user_data(Some("hurt"), Some([1, 2, 3, 4])),
        // User data with nested properties: not read, so it cannot recurse.
        slice("t", &[(1, [1, 1, 9, 9], [0, 0])]),
        (0x2020, [4, 0, 0, 0].into_iter().chain([0x12; 4000]).collect()),
        (0x7777, vec![1, 2, 3]),
    ]);
    file.frames.push((2, vec![cel(0, [0, 0], 255, 0, &Show::Link(0))]));
    file
}

#[test]
fn every_cut_and_random_damage_is_an_error_or_a_sheet() {
    let bytes = full().bytes();
    assert_eq!(read_with(bytes.clone(), Limits::default()).unwrap().frames().len(), 2);
    for end in 0..bytes.len() {
        assert!(read_with(bytes[..end].to_vec(), Limits::default()).is_err(), "{end}");
    }
    let mut rng = Rng::with_seed(3);
    let mut limits = Limits::default();
    limits.unpacked_bytes = 1 << 20;
    limits.picture_pixels = 1 << 16;
    let mut sheets = 0;
    for _ in 0..5000 {
        let mut damaged = bytes.clone();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(0..damaged.len());
            damaged[at] = [0, 1, 2, 255, rng.u8(..)][rng.usize(0..5)];
        }
        sheets += usize::from(read_with(damaged, limits.clone()).is_ok());
    }
    assert!((100..4900).contains(&sheets), "{sheets}");
}

#[test]
fn faults_name_the_frame_the_chunk_and_the_value() {
    let layer = || LAYER.chunk();
    let pixel = |layer, link| cel(layer, [0, 0], 255, 0, &link);
    let cases: Vec<(Ase, &str)> = vec![
        (Ase { depth: 24, ..file(vec![]) }, "header, color depth: must be 32, 16 or 8 bits, got 24"),
        (
            file(vec![layer(), pixel(1, Show::Plain([1, 1], &[0; 4]))]),
            "frame 0, chunk 1 (cel), layer: must be less than the number of layers before, 1, got 1",
        ),
        (
            file(vec![layer(), pixel(0, Show::Link(0))]),
            "frame 0, chunk 1 (cel), link: must be the index of an earlier frame, less than 0, got 0",
        ),
        (
            file(vec![layer(), pixel(0, Show::Plain([2, 1], &[0; 4]))]),
            "frame 0, chunk 1 (cel), pixels: the pixels end before 8 bytes: save the file again",
        ),
        (
            file(vec![layer(), pixel(0, Show::Packed([2, 1], &[0; 4]))]),
            "frame 0, chunk 1 (cel), pixels: the pixels end before 8 bytes: save the file again",
        ),
        (
            file(vec![Layer { mode: 20, ..LAYER }.chunk()]),
            "frame 0, chunk 0 (layer), blend mode: must be from 0 to 18, got 20",
        ),
        (file(vec![Layer { kind: 3, ..LAYER }.chunk()]), "frame 0, chunk 0 (layer), type: must be from 0 to 2, got 3"),
        (
            file(vec![Layer { level: 65, ..LAYER }.chunk()]),
            "frame 0, chunk 0 (layer), child level: must be at most 64 groups in groups, got 65",
        ),
        (
            file(vec![tags(&[("a", 0, 1, 0, 0)])]),
            "frame 0, chunk 0 (tags), last frame: must be less than the number of frames, 1, got 1",
        ),
        (
            file(vec![tags(&[("a", 1, 0, 0, 0)])]),
            "frame 0, chunk 0 (tags), first frame: must be at most the last frame, 0, got 1",
        ),
        (
            file(vec![Layer { kind: 2, tileset: 3, ..LAYER }.chunk(), pixel(0, Show::Tiles([1, 1], &[1]))]),
            "frame 0, layer 0: the tile set is not in this file: save the file with its tile set",
        ),
        (
            file(vec![
                tileset(3, [1, 1], 1, &[0; 4]),
                Layer { kind: 2, tileset: 3, ..LAYER }.chunk(),
                pixel(0, Show::Tiles([1, 1], &[1])),
            ]),
            "frame 0, chunk 2 (cel), tiles: must be less than the 1 tiles of the tile set, got 1",
        ),
        (
            file(vec![slice("s", &[(0, [i32::MAX, 0, 1, 1], [i32::MAX, 0])])]),
            "frame 0, chunk 0 (slice), pivot: must be within 2^26 pixels of the top-left pixel of the frame, got 4294967294, 0",
        ),
        (
            file(vec![slice("s", &[]), (0x2020, vec![1, 0, 0, 0, 5, 0, b'a'])]),
            "frame 0, chunk 1 (user data): the chunk ends too early: save the file again",
        ),
        (
            file(vec![slice("s", &[]), (0x2020, vec![1, 0, 0, 0, 1, 0, 0xff])]),
            "frame 0, chunk 1 (user data): a name or a text is not UTF-8: save the file again",
        ),
        (file(vec![(0x2005, vec![0; 3])]), "frame 0, chunk 0 (cel): the chunk ends too early: save the file again"),
        (
            Ase { depth: 8, ..file(vec![(0x2019, vec![0; 3])]) },
            "frame 0, chunk 0: the palette ends too early: save the file again",
        ),
    ];
    for (file, message) in cases {
        let error = read_with(file.bytes(), Limits::default()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("a.ase: {message}")), "{error}\nexpected {message}");
    }
}

#[test]
fn declared_sizes_cost_nothing() {
    let huge = |bytes: &[u8]| {
        let mut chunk = cel(0, [0, 0], 255, 0, &Show::Packed([1, 1], &[0; 4]));
        chunk.1.truncate(16);
        chunk.1.extend([255; 4]); // 65535 x 65535 pixels
        chunk.1.extend(bytes);
        read_with(file(vec![LAYER.chunk(), chunk]).bytes(), Limits::default()).unwrap_err()
    };
    // Far fewer bytes than any packing of so many pixels.
    assert!(huge(&zlib(&[0; 100])).to_string().contains("the pixels end before 17179344900 bytes"));
    // Enough bytes for as many pixels: refused by the limit before the first is unpacked.
    let error = huge(&vec![0; 17 << 20]);
    assert!(matches!(error.reason(), Reason::TooLarge { got: 17_179_344_900, .. }), "{error}");
    let error = read_with(Ase { size: [u16::MAX; 2], ..file(vec![]) }.bytes(), Limits::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.ase: header, width and height: must be at most 67108864 pixels, got 4294836225: make the file smaller or \
         raise the limit"
    );
}

#[test]
fn each_limit_holds() {
    // Two frames of 4 x 4, drawn once each.
    let show = |pixel: u8| cel(0, [0, 0], 255, 0, &Show::Packed([2, 2], &[pixel; 16]));
    let mut file = file(vec![LAYER.chunk(), show(1), tags(&[("a", 0, 1, 0, 0), ("b", 0, 0, 0, 0)])]);
    file.frames.push((1, vec![show(2)]));
    let bytes = file.bytes();
    let read = |change: &dyn Fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        read_with(bytes.clone(), limits)
    };
    let set = |limits: &mut Limits, index: usize, value: u64| match index {
        0 => limits.frames = value,
        1 => limits.items = value,
        2 => limits.picture_pixels = value,
        3 => limits.blended_pixels = value,
        _ => limits.unpacked_bytes = value,
    };
    // Unpacked: two cels of 16 bytes, two masks of four words, two pictures of 64 bytes.
    for (index, most) in [2, 3, 16, 8, 2 * (16 + 32 + 64)].into_iter().enumerate() {
        assert!(read(&|limits| set(limits, index, most)).is_ok(), "{index}");
        let error = read(&|limits| set(limits, index, most - 1)).unwrap_err();
        assert!(matches!(error.reason(), Reason::TooLarge { limit, .. } if *limit == most - 1), "{index}: {error}");
    }
}
