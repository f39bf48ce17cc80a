//! The package for Python.

use super::package::{Package, no_arguments, unknown};
use crate::generate::{notices, stubs};
use crate::packages::programs;
use crate::tools::{Environment, Result, failed, find_python, folder, list, usage};
use std::path::Path;

pub(crate) const PACKAGE: Package = Package {
    name: "python",
    about: "the package for Python",
    help: "\
build                   builds and installs the package in the folder .venv
demo                    draws the examples in the folder demo and prints the table of docs/pygame.md
test [SECONDS]          passes all tests; SECONDS of random calls compared with pygame, 60 if absent
bench [PART] [--json]   measures: rows, games, pygame, world, or all of them in a few minutes; segmentation installs its peers
wheel                   builds the wheel for this system, for Python 3.11 and later, in the folder dist
sdist                   makes the source distribution in the folder dist, and builds a wheel of it elsewhere
python                  prints the Python that the environment is made with

It needs Rust and Python 3.11 or later. PYTHON names another Python than the newest that is found.",
    run: command,
};

/// What builds wheels.
const MATURIN: &str = "maturin>=1.9,<2";

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    let environment = Environment::of(root);
    if !matches!(command, "test" | "bench") {
        no_arguments(command, arguments)?;
    }
    match command {
        "build" => environment.install(&[".[test]"]),
        "demo" => demo(&environment),
        "test" => {
            let seconds = match arguments {
                [] => "60",
                [seconds] if seconds.parse::<f64>().is_ok() => seconds,
                _ => return Err(usage(format!("test python: expected seconds, got '{}'", arguments.join(" ")))),
            };
            test(root, &environment, seconds)
        }
        "bench" => bench(&environment, arguments),
        "wheel" => {
            environment.install(&[MATURIN])?;
            let maturin = environment.module("maturin").args(["build", "--release", "--locked"]);
            maturin.arg("--interpreter").arg(environment.program()).args(["--out", "dist"]).go()
        }
        "sdist" => sdist(&environment),
        "python" => {
            println!("{}", find_python()?);
            Ok(())
        }
        _ => Err(unknown(&PACKAGE, command)),
    }
}

fn demo(environment: &Environment) -> Result<()> {
    environment.install(&[".[test]"])?;
    folder(&environment.folder.join("demo"))?;
    for example in list(environment.folder.join("examples"), ".py") {
        let picture = format!("demo/{}.png", example.file_stem().unwrap_or_default().to_string_lossy());
        environment.python().arg(&example).arg(&picture).go()?;
        println!("{picture} is drawn");
    }
    environment.python().arg("bench/pygame_masks.py").go()
}

fn test(root: &Path, environment: &Environment, seconds: &str) -> Result<()> {
    environment.install(&[".[test]"])?;
    environment.module("pytest").arg("--quiet").go()?;
    programs::test(root, &["python"])?;
    environment.module("mypy.stubtest").arg("hitmask").at(environment.folder.join("tests")).go()?;
    stubs::check(environment)?;
    notices::check(&environment.folder)?;
    environment.python().arg("tests/run_pygame_tests.py").go()?;
    environment.python().args(["tests/compare_pygame.py", "--seconds", seconds]).go()?;
    environment.python().args(["bench/pygame_masks.py", "--quick"]).go()?;
    environment.python().args(["bench/games.py", "--quick"]).go()?;
    environment.python().arg("bench/rows.py").go()
}

/// Runs some benches, each with as few repetitions as its noise allows.
fn bench(environment: &Environment, arguments: &[String]) -> Result<()> {
    let (flags, parts): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(String::as_str).partition(|argument| *argument == "--json");
    let parts = if parts.is_empty() { vec!["rows", "games", "pygame", "world"] } else { parts };
    let words = |part: &str| -> Result<&[&str]> {
        match part {
            "rows" => Ok(&["bench/rows.py"]),
            "games" => Ok(&["bench/games.py", "--frames", "120", "--rounds", "1", "--plays", "2"]),
            "pygame" => Ok(&["bench/pygame_masks.py", "--quick"]),
            "world" => Ok(&["bench/world.py"]),
            "segmentation" => Ok(&["bench/segmentation.py"]),
            _ => Err(usage(format!("bench python: expected rows, games, pygame, world or segmentation, got {part}"))),
        }
    };
    let benches = parts.iter().map(|part| words(part)).collect::<Result<Vec<_>>>()?;
    if !environment.program().exists() {
        environment.install(&[".[test]"])?; // it measures the package that `test` or `demo` has installed
    }
    if parts.contains(&"segmentation") {
        environment.install(&["pycocotools", "shapely"])?; // peers of this bench alone
    }
    benches.iter().try_for_each(|words| environment.python().args(*words).args(&flags).go())
}

fn sdist(environment: &Environment) -> Result<()> {
    environment.install(&[MATURIN])?;
    environment.python().args(["tools/sdist.py", "dist"]).go()?;
    let archives = list(environment.folder.join("dist"), ".tar.gz");
    let archive = archives.last().ok_or_else(|| failed("tools/sdist.py has made no archive in the folder dist"))?;
    // A folder outside the repository shows that nothing of it is needed.
    let elsewhere = std::env::temp_dir().join(format!("hitmask-sdist-{}", std::process::id()));
    let pip = environment.module("pip").args(["wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    let built = pip.arg("--wheel-dir").arg(&elsewhere).arg(archive).go();
    let wheels = list(&elsewhere, ".whl");
    let _ = std::fs::remove_dir_all(&elsewhere);
    built?;
    let names = wheels.iter().filter_map(|wheel| wheel.file_name()).map(|name| name.to_string_lossy());
    println!("a wheel was built of it: {}", names.collect::<Vec<_>>().join(" "));
    Ok(())
}
