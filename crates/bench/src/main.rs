//! The report table: hitmask against the naive per-pixel loop, old articles and other libraries.

use anyhow::Result;
use bench::case::Effort;
use bench::report::{self, Look};
use bench::steps;
use bench::suite::{self, Extent};
use clap::{Parser, Subcommand};
use std::io::Write;
use std::time::Duration;

/// Times hitmask against the naive per-pixel loop, the ways of old articles and other libraries.
///
/// All contenders of a case get the same questions, and must give the same answers before anything is
/// timed; where they do not, the report ends with status 1. Approximate ones are marked with the share
/// of their answers that is wrong; rows that do other work, and are there for its time, say so. A time
/// is the median of several rounds, in each of which every contender has its turn. Ratios say how many
/// times as long as hitmask on one thread it takes. What a world takes of memory is told by
/// `cargo run --release -p bench --bin memory`.
#[derive(Parser)]
#[command(name = "bench", bin_name = "cargo run --release -p bench --", verbatim_doc_comment)]
#[command(args_conflicts_with_subcommands = true)]
struct Args {
    /// Worlds of up to 100,000 sprites only, and fewer rounds: done within 45 seconds
    #[arg(long)]
    quick: bool,
    /// Print an object a line instead: {"suite","case","n","who","ns","answer"}, the answer being a sum;
    /// with "wrong", a share, in rows that are approximate, and "call", the ns of a call that has nothing
    /// to do, in rows that are called from another language, and "aside", true, in rows that do other
    /// work, such as a whole step where the others move few sprites
    #[arg(long, verbatim_doc_comment)]
    json: bool,
    /// Only cases whose suite or name contains this, as in `world`, `sprites` or `step-mixed-100k`
    filter: Option<String>,
    #[command(subcommand)]
    instead: Option<Instead>,
}

/// What to print instead of the report.
#[derive(Subcommand)]
enum Instead {
    /// How evenly long the steps of hitmask are: the median and the worst of 200, and how they grow
    ///
    /// Every scene is run at two sizes, on one thread, the broad phase alone: move all sprites, update, list the
    /// pairs of boxes. The same steps are run five times from the beginning, and the least time of each counts:
    /// what interrupts this process is then left out, but not what a step does itself, such as a rebuild.
    #[command(verbatim_doc_comment)]
    Steps {
        /// 10,000 and 100,000 sprites instead of 100,000 and a million
        #[arg(long)]
        quick: bool,
    },
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut out = std::io::stdout().lock();
    if let Some(Instead::Steps { quick }) = args.instead {
        writeln!(out, "hitmask on {}\n", machine())?;
        let sizes = if quick { [10_000, 100_000] } else { [100_000, 1_000_000] };
        return steps::run(&sizes, 200, 5, &mut out);
    }
    // Many short turns rather than few long ones: on a busy machine most of them are then not interrupted.
    let turn = Duration::from_micros(300);
    let (extent, effort) = if args.quick {
        (Extent::Quick, Effort { rounds: 31, turn, patience: Duration::from_millis(300) })
    } else {
        (Extent::Full, Effort { rounds: 101, turn, patience: Duration::from_secs(2) })
    };
    let mut families = suite::all(extent);
    if let Some(filter) = &args.filter {
        for family in families.iter_mut().filter(|family| !family.suite.contains(filter)) {
            family.specs.retain(|spec| spec.name.contains(filter));
        }
        families.retain(|family| !family.specs.is_empty());
        anyhow::ensure!(!families.is_empty(), "no case has '{filter}' in its name");
    }
    let look = if args.json { Look::Json } else { Look::Table };
    if look == Look::Table {
        writeln!(out, "hitmask on {}", machine())?;
    }
    report::run(&families, &effort, look, &mut out)
}

/// The processor and the build.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("an unnamed processor", |(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let build = if cfg!(debug_assertions) { "a DEBUG build" } else { "a release build" };
    let flags = match () {
        () if cfg!(target_feature = "avx512f") => "with flags for AVX-512",
        () if cfg!(target_feature = "avx2") => "with flags for AVX2",
        () => "with default flags",
    };
    format!("{model} ({}), {threads} threads; {build} {flags}", std::env::consts::ARCH)
}
