//! The games with macroquad, what the example games share, and what plays them by a script.

use super::package::{Package, no_arguments, option, target, unknown};
use crate::tools::{Result, Run, find, folder, need, run, usage};
use std::path::{Path, PathBuf};

pub(crate) const PACKAGE: Package = Package {
    name: "macroquad",
    about: "three games with macroquad",
    help: "\
build            builds the games
test [--game]    passes the tests; with --game, plays each game by a script in a window of Xvfb and checks its screenshots, and
                 compares what is drawn with what collides, pixel by pixel
demo [GAME]      plays a game: rocks, platformer or bullets
shots GAME [DIR] plays one game by its script, bevy, macroquad, platformer or bullets, and leaves its screenshots in DIR

Windows of Xvfb need Mesa's drivers: on Debian, the packages xvfb and libgl1-mesa-dri and, for Bevy, mesa-vulkan-drivers 24 or
later. With Mesa 22, a program of Bevy 0.20 takes gigabytes more in each minute.",
    run: command,
};

/// What plays a game in a window.
pub(super) const WINDOWS: [&str; 2] = ["cargo", "xvfb-run"];
const GAMES: &str = "integrations/macroquad";
/// What the games share.
const SHARED: &str = "integrations/macroquad/rocks";

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    need(&["cargo"])?;
    let games = root.join(GAMES);
    let cargo = |words: &[&str], at: &Path| run("cargo").args(words).arg("--locked").at(at);
    match command {
        "build" => {
            no_arguments(command, arguments)?;
            cargo(&["build"], &games).go()
        }
        "test" if option("test macroquad", arguments, "--game")? => {
            need(&WINDOWS)?;
            cargo(&["test"], &games).go()?;
            ["macroquad", "platformer", "bullets"].iter().try_for_each(|game| play(root, game))?;
            book_game(root, "start", "hit at")?;
            book_game(root, "walls", "landed at")?;
            drawn(root)
        }
        "test" => {
            cargo(&["test"], &root.join(SHARED)).go()?;
            cargo(&["test"], &games).go()
        }
        "demo" => {
            let game = match arguments {
                [] => "hitmask-macroquad",
                [game] if game == "rocks" => "hitmask-macroquad",
                [game] if ["platformer", "bullets"].contains(&game.as_str()) => game,
                _ => return Err(usage("demo macroquad: expected rocks, platformer or bullets")),
            };
            cargo(&["run", "--release", "--bin", game], &games).go()
        }
        "shots" => match arguments {
            [game] => play(root, game),
            [game, to] => shots(root, game, &std::env::current_dir().unwrap_or_default().join(to)),
            _ => Err(usage("shots macroquad: expected a game, bevy, macroquad, platformer or bullets, and a folder")),
        },
        _ => Err(unknown(&PACKAGE, command)),
    }
}

/// Plays the script of a game and checks its screenshots.
pub(super) fn play(root: &Path, game: &str) -> Result<()> {
    let to = target(root).join("xtask/shots").join(game);
    shots(root, game, &to)
}

/// Plays the script of a game in a window of Xvfb, with drivers that need no graphics card, and checks its screenshots.
fn shots(root: &Path, game: &str, to: &Path) -> Result<()> {
    let (source, binary) = match game {
        "bevy" => ("integrations/bevy/examples/rocks", "rocks-bevy"), // its rust-toolchain.toml holds only there
        "macroquad" => (GAMES, "hitmask-macroquad"),
        "platformer" | "bullets" => (GAMES, game),
        _ => return Err(usage(format!("expected a game, bevy, macroquad, platformer or bullets, got '{game}'"))),
    };
    need(&WINDOWS)?;
    let source = root.join(source);
    folder(to)?;
    run("cargo").args(["build", "--quiet", "--locked"]).at(&source).go()?;
    let program = target(&source).join("debug").join(binary);
    xvfb(&program).arg("--script").arg(to).at(&source).limit(300).go()?;
    let file = |ending: &str| -> PathBuf {
        let name = if matches!(game, "platformer" | "bullets") { game } else { "boxes" };
        to.join(format!("{name}.{ending}"))
    };
    let check = if matches!(game, "platformer" | "bullets") { "spots" } else { "check" };
    let check = run("cargo").args(["run", "--quiet", "--locked", "--bin", check, "--"]).at(root.join(SHARED));
    check.arg(file("png")).arg(file("txt")).go()
}

/// Returns a program in a window of Xvfb. A leak ends the program, not the machine: 12 GB.
fn xvfb(program: &Path) -> Run {
    let window = ["--auto-servernum", "--server-args=-screen 0 1280x800x24"];
    let run = if find("prlimit").is_some() {
        run("prlimit").arg(format!("--as={}", 12_u64 << 30)).arg("xvfb-run")
    } else {
        run("xvfb-run")
    };
    run.args(window).arg(program).env("LIBGL_ALWAYS_SOFTWARE", "1")
}

/// Plays a game of the book's first page with the pictures of the book, until it prints some text.
fn book_game(root: &Path, name: &str, text: &str) -> Result<()> {
    let games = root.join(GAMES);
    run("cargo").args(["build", "--quiet", "--locked", "--bin", name]).at(&games).go()?;
    let (program, said) = (target(&games).join("debug").join(name), target(root).join("xtask").join(name));
    folder(&target(root).join("xtask"))?;
    // The game does not end by itself.
    println!("{}", xvfb(&program).at(root.join("docs/book/public/art")).limit(60).until(text, &said)?);
    Ok(())
}

/// Compares what macroquad draws with what collides.
fn drawn(root: &Path) -> Result<()> {
    let games = root.join(GAMES);
    run("cargo").args(["build", "--quiet", "--locked", "--bin", "drawn"]).at(&games).go()?;
    xvfb(&target(&games).join("debug/drawn")).at(&games).limit(120).go()
}
