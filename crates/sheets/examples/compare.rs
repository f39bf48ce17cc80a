//! Compares the frames of Aseprite files with the pictures that Aseprite itself exports.
//!
//! ```text
//! cargo run --release -p hitmask-sheets --example compare -- FOLDER
//! ```
//!
//! For each file `NAME.aseprite` or `NAME.ase` of the folder, `NAME.png` is compared with the first frame, and
//! `NAME_01.png`, `NAME_02.png` and so on with the frames. Every pixel of the masks must be equal. Equal colors are
//! counted. A picture of another size than the frames is not the export of a frame, and is skipped.

use sheets::image::RgbaImage;
use sheets::mask::{Mask, Solid};
use sheets::{Frame, Options, Sheet, read_picture};
use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected the name of a folder")?;
    let mut files: Vec<_> = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?.iter().map(|e| e.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "aseprite" || extension == "ase"));
    files.sort();
    let (mut read, mut compared, mut frames, mut colors, mut faults) = (0, 0, 0, 0, 0);
    for path in &files {
        let name = path.file_name().unwrap_or_default().display();
        let sheet = match Sheet::open(path, &Options::default().pictures(true)) {
            Ok(sheet) => sheet,
            Err(error) => {
                println!("FAULT {error}");
                faults += 1;
                continue;
            }
        };
        read += 1;
        let exports = exports(path, sheet.frames())?;
        compared += usize::from(!exports.is_empty());
        for (frame, export) in &exports {
            frames += 1;
            let solid = Solid::default();
            let expected = Mask::from_rgba8(export.width(), export.height(), export, solid)?;
            let colored = shown(frame.picture().map(|picture| &**picture)) == shown(Some(export));
            colors += usize::from(colored);
            if **frame.mask() != expected {
                faults += 1;
                println!("FAULT {name}: frame {}: the mask differs from the export", frame.name());
            } else if !colored {
                println!("      {name}: frame {}: the mask is equal, colors differ", frame.name());
            }
        }
    }
    println!("{read} of {} files read, {compared} compared with exports", files.len());
    println!("{frames} frames compared, {colors} with equal colors, {faults} faults");
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the exported pictures of a file with their frames.
fn exports<'a>(path: &Path, frames: &'a [Frame]) -> Result<Vec<(&'a Frame, RgbaImage)>, Box<dyn Error>> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut exports = Vec::new();
    for (index, frame) in frames.iter().enumerate() {
        let mut names = vec![format!("{stem}_{:02}.png", index + 1)];
        if index == 0 {
            names.push(format!("{stem}.png"));
        }
        for name in names {
            let file = path.with_file_name(name);
            if file.exists() {
                let picture = read_picture(BufReader::new(File::open(&file)?), &file, 1 << 26)?;
                if frame.size() == [picture.width(), picture.height()] {
                    exports.push((frame, picture));
                } else {
                    println!("      {}: skipped, it has another size", file.display());
                }
            }
        }
    }
    Ok(exports)
}

/// Returns the pixels of a picture. Pixels without alpha are equal.
fn shown(picture: Option<&RgbaImage>) -> Option<Vec<[u8; 4]>> {
    let pixels = picture?.pixels().map(|pixel| if pixel.0[3] == 0 { [0; 4] } else { pixel.0 });
    Some(pixels.collect())
}
