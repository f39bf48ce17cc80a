//! Godot itself.

use super::files::{fresh, list};
use super::run::{Result, Run, install, is_root};
use crate::tools::{find, run};
use regex_lite::Regex;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// How to call Godot.
pub(crate) struct Engine {
    program: PathBuf,
    arguments: Vec<String>,
    /// Where Mesa's drivers are, if they are not the system's.
    drivers: Option<PathBuf>,
}

impl Engine {
    /// Finds Godot 4.3 or later, or unpacks Debian's below a folder.
    pub(crate) fn find(folder: &Path) -> Option<Engine> {
        let wanted = Regex::new(r"^4\.([3-9]|[1-9][0-9])").expect("a regular expression");
        let named = env::var("GODOT").unwrap_or_default();
        for name in [named.as_str(), "godot", "godot4"] {
            let Some(program) = find(name).filter(|_| !name.is_empty()) else { continue };
            let engine = Engine { program, arguments: Vec::new(), drivers: None };
            if wanted.is_match(&engine.version()) {
                return Some(engine);
            }
        }
        let debian = folder.join("target/sid");
        if !debian.join("usr/bin/godot").exists() && !unpack(&debian) {
            return None;
        }
        // With the libraries beside it, so that nothing is mounted and nothing of the system changes.
        let lib = debian.join("usr/lib/x86_64-linux-gnu");
        let libraries = format!("{0}:{0}/pulseaudio", lib.display());
        Some(Engine {
            program: debian.join("lib64/ld-linux-x86-64.so.2"),
            arguments: vec!["--library-path".into(), libraries, debian.join("usr/bin/godot").display().to_string()],
            drivers: Some(lib.join("dri")),
        })
    }

    /// Returns Godot, about to run.
    pub(crate) fn run(&self) -> Run {
        self.with(run(&self.program))
    }

    /// Returns Godot as the argument of another program.
    pub(crate) fn run_in(&self, program: &str, arguments: &[&str]) -> Run {
        self.with(run(program).args(arguments).arg(&self.program))
    }

    fn with(&self, run: Run) -> Run {
        let run = run.args(&self.arguments);
        match &self.drivers {
            Some(drivers) => run.env("LIBGL_DRIVERS_PATH", drivers),
            None => run,
        }
    }

    pub(crate) fn version(&self) -> String {
        let text = self.run().arg("--version").quiet().output().unwrap_or_default();
        text.lines().last().unwrap_or_default().to_owned()
    }

    /// Imports the pictures of a project and lists its extension. The first import may end before the extension is
    /// known.
    pub(crate) fn import(&self, project: &Path, log: &Path) -> Result<()> {
        let import = || {
            let engine = self.run().arg("--headless").arg("--path").arg(project).arg("--import");
            engine.into_file(log, true)
        };
        import().or_else(|_| import()).inspect_err(|_| print!("{}", fs::read_to_string(log).unwrap_or_default()))
    }
}

/// Unpacks Debian's Godot into a folder, and tells whether it is there.
fn unpack(folder: &Path) -> bool {
    let is_possible = cfg!(all(target_os = "linux", target_arch = "x86_64")) && is_root();
    if !is_possible || (find("debootstrap").is_none() && !install(&["debootstrap"])) {
        return false;
    }
    let targets = run("apt-get").args(["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]).quiet();
    let targets = targets.output().unwrap_or_default();
    let site = targets.lines().find(|line| line.ends_with("/debian") || line.ends_with("/debian/"));
    eprintln!("unpacks Debian's Godot into target/sid");
    let (new, log) = (folder.with_extension("new"), folder.with_extension("log"));
    if fresh(&new).is_err() {
        return false;
    }
    // The packages of the first stage are not configured, which needs no scripts and no devices. It is enough to run Godot.
    let packages = "--include=godot,libgl1-mesa-dri,libgl1,libglx-mesa0";
    let debootstrap = run("debootstrap").args(["--variant=minbase", packages, "sid"]).arg(&new).args(site);
    if debootstrap.into_file(&log, true).is_err() {
        let said = fs::read_to_string(&log).unwrap_or_default();
        let lines: Vec<&str> = said.lines().collect();
        lines.iter().rev().take(5).rev().for_each(|line| eprintln!("{line}"));
        return false;
    }
    for unused in ["var/cache/apt", "var/lib/apt/lists"] {
        let _ = fs::remove_dir_all(new.join(unused));
    }
    fs::rename(new, folder).is_ok()
}

/// Godot and the folder of the built add-on, for the programs of the book; or why they cannot run.
pub(crate) fn for_programs(folder: &Path) -> Result<Engine, &'static str> {
    if list(folder.join("project/addons/hitmask/bin"), "").is_empty() {
        return Err("the add-on is not built: integrations/godot/run build");
    }
    Engine::find(folder).ok_or("Godot is missing")
}
