//! The report table: hitmask against the naive per-pixel loop, old articles and other libraries.

use anyhow::{Context, Result};
use bench::figures::{self, FOLDER, Figures, Machine, PACKAGES, REPORT, RUNS, charts};
use bench::report::{self, Format, Line};
use bench::{steps, suite, workers};
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use suites::case::Effort;
use suites::suite::{Extent, Family};

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
    /// Only worlds of up to 100,000 sprites, none of the suites `churn`, `queries`, `bullets`, `few`, `copies` and
    /// `frames`, and fewer rounds: at most 45 seconds
    #[arg(long)]
    quick: bool,
    /// Print one object a line instead: {"suite","case","n","who","ns","answer"}; the answer is a sum.
    /// "wrong" is the share of wrong answers of an approximate row; "call" is the ns of a call without
    /// work, in rows called from another language; "aside" is true in rows that do other work, such as a
    /// whole step compared with steps in which few sprites move
    #[arg(long, verbatim_doc_comment)]
    json: bool,
    /// Time only the cases of the charts, and draw the charts as SVG pictures into this folder
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    /// Run the report five times, and write the times of each run with the machine, the build and the commit into
    /// report.json in this folder: `--figures docs/figures`. With a filter, the file has its name:
    /// `turning --figures docs/figures` writes turning.json
    #[arg(long, value_name = "DIR", conflicts_with_all = ["quick", "json"])]
    figures: Option<PathBuf>,
    /// Say at the end which factors over hitmask are more than a fifth away from those in docs/figures
    #[arg(long)]
    compare: bool,
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
    /// Print the stages of an exact step: refresh, join, test, sort, compare
    ///
    /// Every scene runs at three sizes, on one thread and on two. Times are medians in ns a sprite and ns a pair, by
    /// a clock that only this command needs: `cargo run --release -p bench --features clock -- stages`.
    #[command(verbatim_doc_comment)]
    #[cfg(feature = "clock")]
    Stages {
        /// 10,000 and 100,000 sprites only
        #[arg(long)]
        quick: bool,
    },
    /// Compare this build with that of another commit: both run in turns, and the medians count
    ///
    /// `against main~3 few` builds the report of that commit in target/against, runs the rows of `few` of both nine
    /// times in turns, and lists the factors, the slowest first. Different answers are an error. The factors of the
    /// peers, whose code is the same, tell how much the machine alone changes a row.
    #[command(verbatim_doc_comment)]
    Against {
        /// A commit, as git names it
        commit: String,
        /// Only cases whose suite or name contains this text
        filter: Option<String>,
        /// How often each of the two runs
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
        runs: u16,
        /// The rows of `--quick`
        #[arg(long)]
        quick: bool,
    },
    /// Write docs/figures/NAME.json for packages, from five runs of the bench of each
    ///
    /// `gather all` measures every package, `gather c bevy` two of them. Each bench prints a line for each row:
    /// {"suite","case","n","who","ns","answer"}. Rows of a case with unequal answers are an error, unless a row has
    /// "aside": true because it does other work. CONTRIBUTING.md says what each package needs.
    #[command(verbatim_doc_comment)]
    Gather {
        /// Run each bench once, and write nothing
        #[arg(long)]
        check: bool,
        /// The packages, or `all`
        #[arg(required = true, value_parser = names())]
        names: Vec<String>,
    },
}

fn main() -> Result<()> {
    if let Some(address) = workers::Peer::address_of_first() {
        return workers::Peer::run(address);
    }
    let args = Args::parse();
    let mut out = std::io::stdout().lock();
    if let Some(instead) = args.instead {
        if !matches!(instead, Instead::Gather { .. }) {
            writeln!(out, "hitmask on {}\n", Machine::here())?;
        }
        return match instead {
            Instead::Steps { quick, exact } => {
                let sizes = if quick { [10_000, 100_000] } else { [100_000, 1_000_000] };
                steps::run(&sizes, 200, 5, exact, &mut out)
            }
            Instead::Flat => steps::flat(50_000, 400, 5, &mut out),
            #[cfg(feature = "clock")]
            Instead::Stages { quick } => {
                let sizes = [(10_000, 100), (100_000, 20), (1_000_000, 7)];
                bench::stages::run(&sizes[..if quick { 2 } else { 3 }], &mut out)
            }
            Instead::Against { commit, filter, runs, quick } => {
                let (then, now) = (figures::program_of(&commit)?, std::env::current_exe()?);
                let args: Vec<&str> = filter.as_deref().into_iter().chain(quick.then_some("--quick")).collect();
                let note = |run| drop(writeln!(std::io::stderr(), "run {} of {runs}", run + 1));
                let [then, now] = figures::turns([&then, &now], &args, runs.into(), note)?;
                Ok(write!(out, "{}", figures::factors(&then, &now)?)?)
            }
            Instead::Gather { check, names } => {
                let is_chosen = |name: &str| names.iter().any(|chosen| chosen == name || chosen == "all");
                PACKAGES
                    .into_iter()
                    .filter(|package| is_chosen(package.0))
                    .try_for_each(|(name, command)| gather(name, command, check, &mut out).context(name))
            }
        };
    }
    // Many short turns rather than few long ones: on a busy machine most of them are not interrupted.
    let turn = Duration::from_micros(300);
    if let Some(folder) = &args.figures {
        // Five runs of few rounds rather than one of many: they are minutes apart.
        let effort = Effort { rounds: 31, turn, patience: Duration::from_millis(150), least: 1 };
        let families = chosen(Extent::Full, args.filter.as_deref())?;
        let run = |run| {
            writeln!(std::io::stderr(), "run {run} of {RUNS}")?;
            report::run(&families, &effort, Format::Json, &mut std::io::sink())
        };
        let runs = (1..=RUNS).map(run).collect::<Result<Vec<_>>>()?;
        let command = "cargo run --release -p bench --".to_owned();
        return Figures { machine: Machine::here(), command, rows: figures::gather(&runs)? }
            .write(folder, args.filter.as_deref().unwrap_or(REPORT));
    }
    let (extent, effort) = if args.quick {
        (Extent::Quick, Effort { rounds: 31, turn, patience: Duration::from_millis(300), least: 3 })
    } else {
        (Extent::Full, Effort { rounds: 101, turn, patience: Duration::from_secs(2), least: 3 })
    };
    let mut families = chosen(extent, args.filter.as_deref())?;
    if args.charts.is_some() {
        families.iter_mut().for_each(|family| family.specs.retain(|spec| charts::shows(&spec.name)));
        families.retain(|family| !family.specs.is_empty());
    }
    let format = if args.json { Format::Json } else { Format::Table };
    if format == Format::Table {
        writeln!(out, "hitmask on {}", Machine::here())?;
    }
    let lines = report::run(&families, &effort, format, &mut out)?;
    if args.compare {
        let published = Figures::read(Path::new(FOLDER), REPORT)?;
        let (then, now) = (published.machine.processor(), Machine::here().processor());
        write!(out, "\n{}Published: {then}\nNow: {now}\n", figures::moved(&published, &lines))?;
    }
    if let Some(folder) = args.charts {
        std::fs::create_dir_all(&folder)?;
        for (file, svg) in charts::draw(&figures::gather(&[lines])?)? {
            std::fs::write(folder.join(file), svg)?;
        }
    }
    Ok(())
}

/// What `gather` takes.
fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(PACKAGES.map(|package| package.0).into_iter().chain(["all"]))
}

/// Runs the bench of a package, and writes its figures unless they are only checked.
fn gather(name: &'static str, command: &str, check: bool, out: &mut impl Write) -> Result<()> {
    let runs = if check { 1 } else { RUNS };
    let words: Vec<String> = command.split(' ').chain(["--json"]).map(str::to_owned).collect();
    let run = |run| -> Result<Vec<Line>> {
        writeln!(std::io::stderr(), "{name}: run {run} of {runs}")?;
        let lines = figures::run_of(&words)?;
        figures::agree(&lines)?;
        Ok(lines)
    };
    let rows = figures::gather(&(1..=runs).map(run).collect::<Result<Vec<_>>>()?)?;
    writeln!(out, "{name}: {} rows", rows.len())?;
    if check {
        return Ok(());
    }
    Figures { machine: Machine::here(), command: command.to_owned(), rows }.write(Path::new(FOLDER), name)
}

/// The families with the cases that a filter leaves.
fn chosen(extent: Extent, filter: Option<&str>) -> Result<Vec<Family>> {
    let mut families = suite::all(extent);
    if let Some(filter) = filter {
        for family in families.iter_mut().filter(|family| !family.suite.contains(filter)) {
            family.specs.retain(|spec| spec.name.contains(filter));
        }
        families.retain(|family| !family.specs.is_empty());
        anyhow::ensure!(!families.is_empty(), "no case has '{filter}' in its name");
    }
    Ok(families)
}
