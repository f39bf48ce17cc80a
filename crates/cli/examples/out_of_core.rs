//! Compares `hitmask pairs` in memory with `hitmask pairs --memory` on a large scene.
//!
//! ```text
//! cargo build --release -p hitmask-cli
//! cargo run --release -p hitmask-cli --features cluster --example out_of_core -- [--sprites 8000000] [--memory 256M] [--kind KIND] [--runs 3]
//! ```
//!
//! A line for each run: the time and the peak resident set (`VmHWM`) of both, and their ratios. The outputs must be
//! equal. It needs Linux, and about 200 bytes of disk for each sprite in the temporary folder (`TMPDIR`).
//!
//! Kinds: `uniform`; `skewed`, half of the sprites in 1 % of the area; `giants`, one sprite in 10,000 of 2048 pixels; `dense`,
//! 16 candidate pairs for each sprite; `rotated`, each sprite by an angle of its own. The others have about one
//! candidate pair for each sprite.

use anyhow::{Context, Result, bail, ensure};
use clap::{Parser, ValueEnum};
use image::{Rgba, RgbaImage};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "the command uses this file too, and more of it")]
#[path = "../src/swarm/rng.rs"]
mod rng;

/// The sides of the masks. Their mean is 32.
const SIDES: [u32; 12] = [8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64];
const GIANT: u32 = 2048;

#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 8_000_000)]
    sprites: u32,
    #[arg(long, default_value = "256M")]
    memory: String,
    #[arg(long, value_enum, default_value = "uniform")]
    kind: Kind,
    #[arg(long, default_value_t = 3)]
    runs: u32,
    #[arg(long)]
    threads: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Kind {
    Uniform,
    Skewed,
    Giants,
    Dense,
    Rotated,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let command = std::env::current_exe()?.with_file_name("../hitmask");
    ensure!(command.is_file(), "{} does not exist: cargo build --release -p hitmask-cli", command.display());
    let folder = tempfile::Builder::new().prefix("hitmask-out-of-core-").tempdir()?;
    write_scene(folder.path(), &args)?;
    for _ in 0..args.runs {
        let (time, peak) = run(&command, folder.path(), "whole.csv", &args, &[])?;
        let (time_m, peak_m) = run(&command, folder.path(), "tiles.csv", &args, &["--memory", &args.memory])?;
        ensure!(same(folder.path())?, "the outputs differ");
        println!(
            "in memory {:.2} s, {:.0} MiB; --memory {}: {:.2} s, {:.0} MiB; time {:.2} times, memory {:.2} times",
            time.as_secs_f64(),
            peak,
            args.memory,
            time_m.as_secs_f64(),
            peak_m,
            time_m.as_secs_f64() / time.as_secs_f64(),
            peak / peak_m,
        );
    }
    Ok(())
}

/// Runs `hitmask pairs`. Returns its time, and its peak resident set in MiB.
fn run(command: &Path, folder: &Path, out: &str, args: &Args, more: &[&str]) -> Result<(Duration, f64)> {
    let threads = args.threads.map(|threads| threads.to_string());
    let start = Instant::now();
    let mut child = Command::new(command)
        .current_dir(folder)
        .args(["pairs", "scene.json", "--out", out, "--pair-limit", "1000000000"])
        .args(more)
        .args(threads.iter().flat_map(|threads| ["--threads", threads]))
        .stdin(Stdio::null())
        .spawn()?;
    let status: PathBuf = ["/proc", &child.id().to_string(), "status"].iter().collect();
    // The high-water mark only rises, so the last sample is the peak but for growth in the last two milliseconds.
    let mut peak = 0.0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        if let Some(kib) = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok()) {
            peak = kib / 1024.0;
        }
        if let Some(status) = child.try_wait()? {
            ensure!(status.success(), "{out}: {status}");
            return Ok((start.elapsed(), peak));
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn same(folder: &Path) -> Result<bool> {
    let compared = Command::new("cmp").current_dir(folder).args(["whole.csv", "tiles.csv"]).status();
    Ok(compared.context("cmp")?.success())
}

fn write_scene(folder: &Path, args: &Args) -> Result<()> {
    let mut masks = String::new();
    for side in SIDES.into_iter().chain([GIANT]) {
        shape(side).save(folder.join(format!("{side}.png")))?;
        write!(masks, "{}\"m{side}\": {{\"image\": \"{side}.png\"}}", if masks.is_empty() { "" } else { ", " })?;
    }
    fs::write(folder.join("scene.json"), format!("{{\"masks\": {{{masks}}},\n\"sprites\": \"sprites.csv\"}}"))?;
    let mut table = BufWriter::with_capacity(1 << 20, File::create(folder.join("sprites.csv"))?);
    writeln!(table, "mask,x,y,rotate")?;
    let mut rng = rng::Rng::new(1);
    // Two sprites of sides s and t overlap on (s + t)^2 positions: this area gives one candidate for each sprite.
    let area = 2.0 * 32.0 * 32.0 * f64::from(args.sprites);
    let area = match args.kind {
        Kind::Skewed => 50.0 * area,
        Kind::Dense => area / 16.0,
        _ => area,
    };
    if area.sqrt() > f64::from(1 << 30) {
        bail!("{} sprites do not fit a world: use fewer sprites", args.sprites);
    }
    let side = area.sqrt() as u32;
    for i in 0..args.sprites {
        let mask = match args.kind {
            Kind::Giants if i % 10_000 == 9_999 => GIANT,
            _ => SIDES[rng.below(SIDES.len() as u32) as usize],
        };
        let side = if args.kind == Kind::Skewed && i % 2 == 0 { side / 10 } else { side };
        let [x, y] = [rng.below(side), rng.below(side)];
        let rotate = if args.kind == Kind::Rotated { rng.below(36_000) } else { 0 };
        match rotate {
            0 => writeln!(table, "m{mask},{x},{y}")?,
            _ => writeln!(table, "m{mask},{x},{y},{}", f64::from(rotate) / 100.0)?,
        }
    }
    Ok(table.flush()?)
}

/// Returns a picture of a ring. A giant is a frame of 8 pixels, so that it meets few sprites.
fn shape(side: u32) -> RgbaImage {
    let middle = f64::from(side) / 2.0;
    RgbaImage::from_fn(side, side, |x, y| {
        let edge = x.min(y).min(side - 1 - x).min(side - 1 - y);
        let [dx, dy] = [x, y].map(|c| f64::from(c) + 0.5 - middle);
        let far = (dx * dx + dy * dy).sqrt();
        let solid = if side == GIANT { edge < 8 } else { far <= middle && far >= middle / 3.0 };
        Rgba([200, 200, 200, if solid { 255 } else { 0 }])
    })
}
