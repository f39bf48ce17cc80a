//! The add-on for Godot.

mod bench;
mod errors;

use crate::generate::classes;
use crate::packages::package::{Package, option, target, unknown};
use crate::packages::programs;
use crate::tools::{Engine, Result, Run, copy, failed, find, folder, install, list, need, run};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, thread};

pub(crate) const PACKAGE: Package = Package {
    name: "godot",
    about: "the add-on for Godot",
    help: "\
build [--dev]      builds the extension into project/addons/hitmask/bin
test [PART]        the tests, without a window; PART of a name chooses some
demo [ARG...]      plays the demo in a window
pictures [PART]    plays the demo by a script in a window of Xvfb, saves its pictures in target/pictures, and compares
                   masks with rendered pixels
bench [--json]     measures the frames beside Godot's own areas
godot ARG...       Godot itself, for example `godot --editor --path integrations/godot/project`

It uses $GODOT, or `godot` or `godot4` on the PATH, 4.3 or later. Without it, it unpacks Debian's Godot into target/sid if it may
(root, with debootstrap; 1.1 GB). If that fails too, `test`, `pictures` and `bench` say NOT RUN.",
    run: command,
};

/// The places of the package.
struct Addon {
    folder: PathBuf,
    project: PathBuf,
    target: PathBuf,
}

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    let folder = root.join("integrations/godot");
    let addon = Addon { project: folder.join("project"), target: target(&folder), folder };
    match command {
        "build" => addon.build(option("build godot", arguments, "--dev")?, None),
        "test" => addon.test(root, arguments),
        "demo" => {
            let Some(engine) = addon.prepare("demo")? else { return Ok(()) };
            engine.run().arg("--path").arg(&addon.project).args(arguments).go()
        }
        "pictures" => addon.pictures(arguments),
        "bench" => addon.bench(option("bench godot", arguments, "--json")?),
        "godot" => {
            let Some(engine) = addon.prepare("godot")? else { return Ok(()) };
            engine.run().args(arguments).go()
        }
        _ => Err(unknown(&PACKAGE, command)),
    }
}

impl Addon {
    fn build(&self, is_dev: bool, features: Option<&str>) -> Result<()> {
        need(&["cargo"])?;
        let (profile, made) = if is_dev { ("dev", "debug") } else { ("release", "release") };
        let cargo = run("cargo").args(["build", "--profile", profile, "--locked"]).at(&self.folder);
        let features = features.map(|features| ["--features", features]);
        cargo.args(features.into_iter().flatten()).env("CARGO_TARGET_DIR", &self.target).aside()?;
        let bin = self.project.join("addons/hitmask/bin");
        for name in ["libhitmask_godot.so", "libhitmask_godot.dylib", "hitmask_godot.dll"] {
            let library = self.target.join(made).join(name);
            if library.exists() {
                // A new file, because a running editor maps the old one.
                let new = bin.join(format!("{name}.new"));
                copy(&library, &new)?;
                let to = bin.join(name);
                fs::rename(&new, &to).map_err(|error| failed(format!("cannot write {}: {error}", to.display())))?;
            }
        }
        Ok(())
    }

    /// Finds Godot and imports the project, or says NOT RUN.
    fn prepare(&self, what: &str) -> Result<Option<Engine>> {
        let Some(engine) = Engine::find(&self.folder) else {
            let missing = "Godot 4.3 or later is missing and cannot be installed";
            println!(
                "NOT RUN: the tests of the Godot add-on ({what}): {missing}: name its program in the variable GODOT"
            );
            return Ok(None);
        };
        if list(self.project.join("addons/hitmask/bin"), "").is_empty() {
            self.build(false, None)?;
        }
        eprintln!("Godot {}", engine.version());
        engine.import(&self.project, &self.project.join(".import.log"))?;
        Ok(Some(engine))
    }

    fn test(&self, root: &Path, arguments: &[String]) -> Result<()> {
        classes::check(root)?;
        let Some(engine) = self.prepare("test")? else { return Ok(()) };
        let tests = engine.run().arg("--headless").arg("--path").arg(&self.project).args(["--fixed-fps", "60"]);
        self.checked(tests.args(["-s", "res://tests/run.gd", "--"]).args(arguments))?;
        self.quits(&engine)?;
        programs::test(root, &["godot"])
    }

    /// Runs a script of the project and checks its output: each error must be expected by a line before it, and each
    /// expected one must come.
    fn checked(&self, program: Run) -> Result<()> {
        folder(&self.target)?;
        let log = self.target.join("checked.log");
        let ended = program.limit(600).into_file(&log, true);
        let said = fs::read(&log).unwrap_or_default();
        let (text, is_right) = errors::check(&String::from_utf8_lossy(&said));
        print!("{text}");
        ended?;
        is_right.then_some(()).ok_or_else(|| failed("the tests of the Godot add-on failed"))
    }

    /// A game that quits while threads of a step are awake, which on a busy machine they are for long.
    fn quits(&self, engine: &Engine) -> Result<()> {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..3 * thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let game = || {
                let game = engine.run().arg("--headless").arg("--path").arg(&self.project).args(["--fixed-fps", "60"]);
                game.args(["-s", "res://tests/quit.gd"]).quiet().limit(120).go()
            };
            let ended = (0..3).try_for_each(|_| game());
            is_over.store(true, Ordering::Relaxed);
            ended.map_err(|failure| failed(format!("the game that quits: {failure}")))
        })
    }

    fn pictures(&self, arguments: &[String]) -> Result<()> {
        let Some(engine) = self.prepare("pictures")? else { return Ok(()) };
        let pictures = env::var_os("HITMASK_PICTURES").map_or_else(|| self.target.join("pictures"), PathBuf::from);
        folder(&pictures)?;
        let has_screen = !cfg!(target_os = "linux") || env::var("DISPLAY").is_ok_and(|display| !display.is_empty());
        if !has_screen && find("xvfb-run").is_none() && !install(&["xvfb", "xauth"]) {
            println!("NOT RUN: pictures of the Godot add-on: Xvfb is missing and cannot be installed");
            return Ok(());
        }
        let window = ["--auto-servernum", "--server-args=-screen 0 1280x800x24"];
        let program = if has_screen { engine.run() } else { engine.run_in("xvfb-run", &window) };
        let program = program.arg("--path").arg(&self.project).args(["--rendering-driver", "opengl3"]);
        let program = program.args(["--audio-driver", "Dummy", "--fixed-fps", "60", "-s", "res://tests/run.gd", "--"]);
        self.checked(program.args(arguments).env("HITMASK_PICTURES", pictures))
    }
}
