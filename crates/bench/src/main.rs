//! The report table: hitmask against the naive per-pixel loop, old articles and other libraries.

use anyhow::Result;
use bench::case::Effort;
use bench::report::{self, Format};
use bench::suite::{self, Extent};
use bench::{charts, stages, steps, workers};
use clap::{Parser, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Times hitmask against the naive per-pixel loop, the methods of old articles and other libraries.
///
/// All contenders of a case get equal questions, and must give equal answers before they are timed; if they
/// differ, the report ends with status 1. An approximate contender is marked with the share of its answers
/// that is wrong, a row that does other work than hitmask's is marked as such. A time is the median of
/// several rounds, in each of which every contender has its turn. A ratio is the contender's time divided
/// by the time of hitmask on one thread. The memory of a world is printed by
/// `cargo run --release -p bench --bin memory`.
#[derive(Parser)]
#[command(name = "bench", bin_name = "cargo run --release -p bench --", verbatim_doc_comment)]
#[command(args_conflicts_with_subcommands = true)]
struct Args {
    /// Only worlds of up to 100,000 sprites, none of the suites `churn`, `queries`, `bullets` and `frames`, and fewer rounds: at most 45 seconds
    #[arg(long)]
    quick: bool,
    /// Print one object a line instead: {"suite","case","n","who","ns","answer"}; the answer is a sum.
    /// "wrong" is the share of wrong answers of an approximate row; "call" is the ns of a call without
    /// work, in rows called from another language; "aside" is true in rows that do other work, such as a
    /// whole step compared with steps in which few sprites move
    #[arg(long, verbatim_doc_comment)]
    json: bool,
    /// Time only the cases of the charts, and draw the charts as SVG pictures into this folder; with --quick, not the chart of `frames`
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    /// Only cases whose suite or name contains this text, for example `world`, `sprites` or `step-mixed-100k`
    filter: Option<String>,
    #[command(subcommand)]
    instead: Option<Instead>,
}

/// Another output than the report.
#[derive(Subcommand)]
enum Instead {
    /// Print how even the steps of hitmask are: the median and the worst of 200, and how they grow
    ///
    /// Every scene runs at two sizes, on one thread: move all sprites, update, list the pairs. The run is repeated five times from the beginning, and the least time of each step
    /// counts: this leaves out interruptions of the process, but not the work of a step, such as a rebuild.
    #[command(verbatim_doc_comment)]
    Steps {
        /// 10,000 and 100,000 sprites instead of 100,000 and a million
        #[arg(long)]
        quick: bool,
        /// List the colliding pairs, sorted, instead of the pairs of boxes
        #[arg(long)]
        exact: bool,
    },
    /// Print whether steps stay as fast while sprites jump: the first and the last of 400
    ///
    /// A world of 50,000 sprites, on one thread. In each step one sprite of 500 jumps anywhere, and the others
    /// stay. The run is repeated five times from the beginning, and the least time of each step counts.
    #[command(verbatim_doc_comment)]
    Flat,
    /// Print the stages of an exact step: move, refresh, join, pixels, sort, events
    ///
    /// Every scene runs at three sizes, on one thread and on two. Times are medians in ns a sprite and ns a pair. A
    /// stage is the difference of two calls on the same frame: the library itself has no clock.
    #[command(verbatim_doc_comment)]
    Stages {
        /// 10,000 and 100,000 sprites only
        #[arg(long)]
        quick: bool,
    },
}

fn main() -> Result<()> {
    if let Some(address) = workers::Peer::address_of_first() {
        return workers::Peer::run(address);
    }
    let args = Args::parse();
    let mut out = std::io::stdout().lock();
    if let Some(instead) = args.instead {
        writeln!(out, "hitmask on {}\n", machine())?;
        return match instead {
            Instead::Steps { quick, exact } => {
                let sizes = if quick { [10_000, 100_000] } else { [100_000, 1_000_000] };
                steps::run(&sizes, 200, 5, exact, &mut out)
            }
            Instead::Flat => steps::flat(50_000, 400, 5, &mut out),
            Instead::Stages { quick } => {
                let sizes = [(10_000, 100), (100_000, 20), (1_000_000, 7)];
                stages::run(&sizes[..if quick { 2 } else { 3 }], &mut out)
            }
        };
    }
    // Many short turns rather than few long ones: on a busy machine most of them are not interrupted.
    let turn = Duration::from_micros(300);
    let (extent, effort) = if args.quick {
        (Extent::Quick, Effort { rounds: 31, turn, patience: Duration::from_millis(300) })
    } else {
        (Extent::Full, Effort { rounds: 101, turn, patience: Duration::from_secs(2) })
    };
    let mut families = suite::all(extent);
    if args.charts.is_some() {
        families.retain(|family| charts::shows(&family.name));
    }
    if let Some(filter) = &args.filter {
        for family in families.iter_mut().filter(|family| !family.suite.contains(filter)) {
            family.specs.retain(|spec| spec.name.contains(filter));
        }
        families.retain(|family| !family.specs.is_empty());
        anyhow::ensure!(!families.is_empty(), "no case has '{filter}' in its name");
    }
    let format = if args.json { Format::Json } else { Format::Table };
    if format == Format::Table {
        writeln!(out, "hitmask on {}", machine())?;
    }
    let lines = report::run(&families, &effort, format, &mut out)?;
    args.charts.map_or(Ok(()), |folder| charts::draw(&families, &lines, &folder))
}

/// The processor and the build.
fn machine() -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
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
