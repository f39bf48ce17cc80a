//! Folders that hold more than pictures, and every kind of PNG.

use crate::common::bad_files::{assert_error, png, png_header, stored};
use crate::common::{AIR, Folder, Ran, SOLID};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

const FEW: [&str; 7] = ["swarm", "--sprites", "20", "--steps", "2", "--masks", "art"];

/// Creates a folder with a valid picture in `art`.
fn art() -> Folder {
    let folder = Folder::new();
    folder.picture("art/good.png", 9, 9, |x, _| if x < 7 { SOLID } else { AIR });
    folder
}

/// Runs a swarm and returns the number of its masks.
#[track_caller]
fn mask_count(folder: &Folder) -> String {
    let out = folder.run(&FEW).fine().out;
    out.split_once(" masks in ")
        .and_then(|(start, _)| start.rsplit_once(' '))
        .expect("the report has the number of masks")
        .1
        .to_owned()
}

fn pipe(folder: &Folder, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.path().join(name)).status().unwrap().success());
}

#[test]
fn other_files_are_skipped() {
    let folder = art();
    let link = |to: &str, name: &str| symlink(to, folder.path().join(name)).unwrap();
    link(".", "art/around");
    link("../art", "art/back");
    link("self.png", "art/self.png");
    link("gone.png", "art/dead.png");
    link("good.png", "art/again.png");
    pipe(&folder, "art/pipe.png");
    folder.write("art/notes.txt", "no picture").write("art/deep/er/none", "");
    std::fs::create_dir(folder.path().join("art/folder.png")).unwrap();
    assert_eq!(mask_count(&folder), "2", "the picture, and the link to it");
}

/// A skipped picture would silently change the swarm.
#[test]
fn broken_picture_among_valid_ones_is_an_error() {
    let valid = art().bytes("art/good.png");
    let gif = b"GIF89a\x01\0\x01\0\0\0\0;";
    let broken: [(&str, &[u8]); 5] = [
        ("empty.png", b""),
        ("words.png", b"these are words"),
        ("cut.png", &valid[..valid.len() - 20]),
        ("cut.gif", gif),
        ("name.png", gif),
    ];
    for (name, bytes) in broken {
        let folder = art();
        folder.write(&format!("art/{name}"), bytes);
        let ran = folder.run(&FEW);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{name}: {}", ran.err);
        assert_error(&ran.err, &[&format!("art/{name}: ")]);
        assert_eq!(folder.names(), ["art"]);
    }
    println!("{} broken pictures", broken.len());
    let folder = Folder::new();
    folder.write("art/notes.txt", "");
    assert_error(&folder.run(&FEW).err, &["art: the folder contains no pictures"]);
    assert_error(&Folder::new().run(&FEW).err, &["art: No such file"]);
}

#[test]
fn format_is_detected_by_content() {
    let folder = art();
    folder.picture("good.gif", 9, 9, |_, _| SOLID);
    std::fs::rename(folder.path().join("good.gif"), folder.path().join("art/a.png")).unwrap();
    assert_eq!(mask_count(&folder), "2");
    assert!(folder.run(&["show", "art/a.png"]).fine().out.contains("solid   81 of 81 pixels"));
}

/// A pipe can be read only once, and a pipe without a writer blocks forever.
#[test]
fn pipe_is_refused_as_a_picture_and_as_a_table() {
    let folder = art();
    pipe(&folder, "pipe.png");
    let expected = "expected a regular file";
    assert_error(&folder.run(&["show", "pipe.png"]).err, &["pipe.png: ", expected]);
    folder.write("s.json", r#"{"masks": {"m": {"image": "pipe.png"}}, "sprites": []}"#);
    assert_error(&folder.run(&["pairs", "s.json"]).err, &["s.json: masks.m: pipe.png: ", expected]);
    folder.write("s.json", r#"{"masks": {}, "sprites": "pipe.png"}"#);
    assert_error(
        &folder.run(&["pairs", "s.json"]).err,
        &["s.json: sprites: pipe.png: ", expected, "save the CSV file"],
    );
    let mut command = folder.command(&["show", "/dev/stdin"]);
    let mut cat = Command::new("cat").arg(folder.path().join("art/good.png")).stdout(Stdio::piped()).spawn().unwrap();
    command.stdin(cat.stdout.take().unwrap());
    assert_error(&Ran::of(command).err, &["/dev/stdin: ", expected]);
    cat.wait().unwrap();
    assert_error(&folder.run(&["show", "art"]).err, &["art: is a folder"]);
}

/// A chunk of a PNG: type and data.
type Chunk<'c> = (&'c [u8; 4], &'c [u8]);
/// A kind of PNG: name, header, chunks before the pixels, pixels.
type Kind<'c> = (&'c str, Vec<u8>, Vec<Chunk<'c>>, Vec<u8>);

/// Returns the rows of a picture or of an interlaced pass: a filter byte, then samples, most significant bit first.
fn rows(xs: &[u32], ys: &[u32], bits: usize, pixel: impl Fn(u32, u32) -> Vec<u8>) -> Vec<u8> {
    let row = |y: u32| {
        let samples: Vec<u8> = xs.iter().flat_map(|&x| pixel(x, y)).collect();
        let packed = samples.chunks(8 / bits.min(8)).map(|group| {
            let shift = |i: usize| 8 - bits.min(8) * (i + 1);
            group.iter().enumerate().fold(0, |byte, (i, &sample)| byte | sample << shift(i))
        });
        std::iter::once(0).chain(packed).collect::<Vec<u8>>()
    };
    if xs.is_empty() { Vec::new() } else { ys.iter().flat_map(|&y| row(y)).collect() }
}

/// All kinds have equal solid pixels.
#[test]
fn every_kind_of_png_gives_the_same_mask() {
    // Three rows of eleven pixels.
    let solid = |x: u32, y: u32| (x * 5 + y * 3) % 7 < 3 || x == y;
    let folder = Folder::new();
    folder.picture("plain.png", 11, 3, |x, y| if solid(x, y) { SOLID } else { AIR });
    let shown = |name: &str| {
        let out = folder.run(&["show", name]).fine().out;
        out.split_once('\n').unwrap().1.to_owned()
    };
    let expected = shown("plain.png");

    let (xs, ys): (Vec<u32>, Vec<u32>) = ((0..11).collect(), (0..3).collect());
    let alpha = |x, y| if solid(x, y) { 255 } else { 0 };
    let rgba = |x: u32, y: u32| vec![9, 99, 200, alpha(x, y)];
    let deep = |x: u32, y: u32| [[9, 1], [99, 2], [200, 3], [alpha(x, y) / 2 + 64, 7]].concat();
    let index = |x: u32, y: u32| vec![u8::from(solid(x, y))];
    // The passes of Adam7: first column, first row, column step, row step.
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let interlaced_rows = |bits: usize, pixel: &dyn Fn(u32, u32) -> Vec<u8>| -> Vec<u8> {
        let every =
            |from: usize, step: usize, all: &[u32]| all.iter().skip(from).step_by(step).copied().collect::<Vec<_>>();
        passes.iter().flat_map(|&(x, y, dx, dy)| rows(&every(x, dx, &xs), &every(y, dy, &ys), bits, pixel)).collect()
    };
    let header = |bits: u8, color: u8, interlaced: bool| {
        let mut header = png_header(11, 3, bits, color);
        header[12] = interlaced.into();
        header
    };
    let palette: Chunk = (b"PLTE", &[7, 7, 7, 200, 0, 0]);
    let holes: Chunk = (b"tRNS", &[0, 255]);
    // The mask of an animation is the mask of its default image.
    let animation: Chunk = (b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]);
    let frame = [0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0];
    let control: Chunk = (b"fcTL", &frame);
    let gray_key: Chunk = (b"tRNS", &[0, 0]);
    let kinds: [Kind; 8] = [
        ("rgba", header(8, 6, false), vec![], rows(&xs, &ys, 8, rgba)),
        ("rgba interlaced", header(8, 6, true), vec![], interlaced_rows(8, &rgba)),
        ("16 bits", header(16, 6, false), vec![], rows(&xs, &ys, 16, deep)),
        ("16 bits interlaced", header(16, 6, true), vec![], interlaced_rows(16, &deep)),
        ("palette of 1 bit", header(1, 3, false), vec![palette, holes], rows(&xs, &ys, 1, index)),
        ("palette of 1 bit interlaced", header(1, 3, true), vec![palette, holes], interlaced_rows(1, &index)),
        ("gray of 1 bit, black is transparent", header(1, 0, false), vec![gray_key], rows(&xs, &ys, 1, index)),
        ("animated", header(8, 6, false), vec![animation, control], rows(&xs, &ys, 8, rgba)),
    ];
    for (name, header, between, pixels) in &kinds {
        let pixels = stored(pixels);
        let chunks =
            [&[(b"IHDR", header.as_slice())], between.as_slice(), &[(b"IDAT", &pixels), (b"IEND", &[])]].concat();
        folder.write("kind.png", png(&chunks));
        assert_eq!(shown("kind.png"), expected, "{name}");
    }
    println!("{} kinds", kinds.len());
}
