//! The environment of Python in the folder .venv of the package.

use super::files::list;
use super::find::need;
use super::run::{Result, Run, failed};
use crate::tools::{find, run};
use std::env;
use std::path::{Path, PathBuf};

/// The folder of the package, with its environment.
pub(crate) struct Environment {
    pub(crate) folder: PathBuf,
}

impl Environment {
    pub(crate) fn of(root: &Path) -> Environment {
        Environment { folder: root.join("integrations/python") }
    }

    /// The Python of the environment, whether it is there or not.
    pub(crate) fn program(&self) -> PathBuf {
        self.folder.join(if cfg!(windows) { ".venv/Scripts/python.exe" } else { ".venv/bin/python" })
    }

    /// Returns the Python of the environment, in the folder of the package, without windows and sound.
    pub(crate) fn python(&self) -> Run {
        without_windows(run(self.program()).at(&self.folder))
    }

    /// Returns the Python of the environment with a module.
    pub(crate) fn module(&self, name: &str) -> Run {
        self.python().args(["-m", name])
    }

    /// Fails with the way to get what the package is built with, if something is missing.
    pub(crate) fn needs(&self) -> Result<()> {
        need(&["cargo"])?;
        if !cfg!(windows) {
            need(&["cc"])?; // it links what Rust builds
        }
        if self.program().exists() { Ok(()) } else { find_python().map(drop) }
    }

    /// Makes the environment, and installs packages there.
    pub(crate) fn install(&self, packages: &[&str]) -> Result<()> {
        self.needs()?;
        if !self.program().exists() {
            run(find_python()?).args(["-m", "venv", ".venv"]).at(&self.folder).go()?;
        }
        self.python().arg("--version").aside()?;
        self.module("pip").args(["install", "--quiet", "--disable-pip-version-check"]).args(packages).aside()
    }
}

/// Returns a program that opens no windows with SDL.
pub(crate) fn without_windows(run: Run) -> Run {
    let run = run.env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy");
    run.env("PYGAME_HIDE_SUPPORT_PROMPT", "1")
}

/// Returns the newest Python that can make an environment.
pub(crate) fn find_python() -> Result<String> {
    let mut names: Vec<String> = env::var("PYTHON").into_iter().filter(|name| !name.is_empty()).collect();
    let home = PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".pyenv/versions");
    for minor in ["3.14", "3.13", "3.12", "3.11"] {
        names.push(format!("python{minor}"));
        let installed = list(&home, "").into_iter().map(|folder| folder.join("bin/python3"));
        let prefix = format!("{}/{minor}.", home.display());
        names.extend(installed.map(|path| path.display().to_string()).filter(|path| path.starts_with(&prefix)));
    }
    names.extend(["python3", "python"].map(str::to_owned));
    let test = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
    let is_good = |name: &String| find(name).is_some() && run(name).args(["-c", test]).quiet().go().is_ok();
    names.into_iter().find(is_good).ok_or_else(|| {
        failed(
            "Python 3.11 or later with venv is missing: install it (on Debian: python3 python3-venv), or name it in the \
             variable PYTHON",
        )
    })
}
