//! One command that builds, tests and generates: `cargo xtask --help`.

mod generate;
mod packages;
mod tools;

use generate::notices;
use packages::{PACKAGES, Package};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tools::{Result, usage};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match command(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.status)
        }
    }
}

fn command(words: &[String]) -> Result<()> {
    let names: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_help = |word: &&str| ["-h", "--help", "help"].contains(word);
    let own = names.iter().position(|word| *word == "--").unwrap_or(names.len());
    if names[..own].iter().take(3).any(is_help) {
        let topic = names.iter().find(|word| !is_help(word));
        let second = names.iter().filter(|word| !is_help(word)).nth(1);
        println!("{}", help([topic, second].into_iter().flatten().copied()));
        return Ok(());
    }
    let root = root();
    match names.as_slice() {
        [] => Err(usage(format!("expected a command\n\n{}", help([].into_iter())))),
        ["generate", ..] => generate::command(&root, &words[1..]),
        ["notices", ..] => notices::command(&words[1..]),
        [command, rest @ ..] => {
            let name = rest.first().copied().unwrap_or_default();
            let Some(package) = PACKAGES.iter().find(|package| package.name == name) else {
                let known: Vec<&str> = PACKAGES.iter().map(|package| package.name).collect();
                let known = known.join(" ");
                return Err(usage(match name {
                    "" => format!("'{command}' needs a package: {known}; or see cargo xtask --help"),
                    _ => format!("there is no package '{name}'; the packages are: {known}"),
                }));
            };
            if command.is_empty() {
                // A script `run` without arguments.
                return Err(usage(format!("expected a command\n\n{}", of_package(package))));
            }
            (package.run)(&root, command, &words[2..])
        }
    }
}

/// The root of the repository: that of the working directory, else the one that this program was built in.
fn root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let built = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_root = |folder: &&Path| folder.join("crates/xtask/Cargo.toml").exists();
    let found = here.ancestors().find(is_root).or(built.ancestors().nth(2));
    found.unwrap_or(&here).to_owned()
}

/// The help about commands and packages that the user names.
fn help<'a>(mut topics: impl Iterator<Item = &'a str>) -> String {
    let of_topic = |topic: &str| match topic {
        "generate" => Some(generate::HELP.to_owned()),
        "notices" => Some(notices::HELP.to_owned()),
        _ => PACKAGES.iter().find(|package| package.name == topic).map(of_package),
    };
    if let Some(text) = topics.find_map(of_topic) {
        return text;
    }
    let packages = PACKAGES.map(|package| format!("  {:<10} {}\n", package.name, package.about));
    format!(
        "\
Builds, tests and generates. It works without a shell, and says what it needs.

cargo xtask build PACKAGE                   builds a package
cargo xtask test PACKAGE                    passes its tests, and says what did not run
cargo xtask COMMAND PACKAGE [ARG...]        the other commands of a package, such as demo and bench
cargo xtask PACKAGE --help                  lists them
cargo xtask generate [--check] [NAME...]    brings what is written up to date: header, stubs, pages and more
cargo xtask notices FOLDER [--out FILE]     the licenses of the crates that a package links

The packages:
{}",
        packages.concat()
    )
}

fn of_package(package: &Package) -> String {
    let (commands, rest) = package.help.split_once("\n\n").unwrap_or((package.help, ""));
    let lines = commands.lines().map(|line| match line.split_once(' ') {
        _ if line.starts_with(' ') => {
            format!("{:width$}{line}\n", "", width = "cargo xtask ".len() + package.name.len() + 1)
        }
        Some((command, rest)) => format!("cargo xtask {command} {} {rest}\n", package.name),
        None => format!("cargo xtask {line} {}\n", package.name),
    });
    format!("{}: {}\n\n{}\n{rest}", package.name, package.about, lines.collect::<String>()).trim_end().to_owned()
}
