//! The C library, with what LuaJIT, LÖVE and C# make of it.

mod bench;
mod build;
mod csharp;
mod stage;
mod tests;

use crate::packages::package;
use crate::packages::package::Package;
use crate::tools::{NotRun, Result, Run, copy_into, folder, fresh, list, need, run, usage};
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

pub(crate) const PACKAGE: Package = Package {
    name: "c",
    about: "the C library, and what LuaJIT, LÖVE and C# make of it",
    help: "\
build [--prefix DIR]   builds the libraries; installs them, the headers, and the files for pkg-config and CMake in
                       DIR, or in integrations/c/dist
test                   passes all tests, and lists those that did not run because a program is missing
demo                   runs examples/hello.c in the terminal
bench [--json]         measures C, LuaJIT and C# beside Rust, and beside a bitmask and a grid in C; with PYGAME_SOURCE
                       (a folder with the sources of pygame-ce) also beside its bitmasks
sdl                    opens a window of SDL 2: turning pictures, whose shared pixels are white
love                   makes the game dist/rocks.love, and plays it with LÖVE
nuget                  makes the NuGet package dist/Hitmask.VERSION.nupkg with the library of this system, and with
                       those of others that lie in integrations/c/runtimes/RID/native
stage WHAT DIR         lays out the files of `nuget`, `lua` or `rocks` (a game) in DIR, without a library

`build --prefix DIR --built FOLDER --system TARGET` installs what another command has built in FOLDER for a target of Rust.",
    run: command,
};

/// The places of the package, and what its tests have left out.
struct Library {
    folder: PathBuf,
    /// The folder of `cargo`.
    target: PathBuf,
    /// Where `build` installs.
    dist: PathBuf,
    not_run: NotRun,
}

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    let folder = root.join("integrations/c");
    let target = package::target(&folder);
    let mut library = Library { dist: folder.join("dist"), target, folder, not_run: NotRun::default() };
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if !matches!(command, "build" | "stage" | "bench") {
        package::no_arguments(command, arguments)?;
    }
    let is_json = command == "bench" && words == ["--json"];
    match command {
        "build" => library.install(&words)?,
        "test" => {
            need(&["cargo", "cc"])?;
            library.build()?;
            library.tests(root)?;
        }
        "demo" => {
            need(&["cargo", "cc"])?;
            library.build()?;
            let program = library.compile_example("hello", &library.out("c"))?;
            library.program(program).go()?;
        }
        "bench" => {
            need(&["cargo", "cc"])?;
            if !is_json && !words.is_empty() {
                return Err(usage(format!("bench c: expected --json or nothing, got '{}'", words.join(" "))));
            }
            library.build_aside()?;
            library.bench(is_json)?;
        }
        "sdl" => {
            need(&["cargo", "cc", "pkg-config"])?;
            library.build()?;
            let program = library.compile_sdl("examples/sdl.c", "sdl")?;
            library.program(program).at(library.out("c")).go()?; // it leaves a picture there
        }
        "love" => {
            need(&["cargo", "cc", "cmake", "love"])?;
            library.build()?;
            let game = library.love_file()?;
            run("love").arg(game).go()?;
        }
        "nuget" => {
            need(&["cargo", "cc", "cmake"])?;
            library.build()?;
            library.nuget()?;
        }
        "stage" => match words.as_slice() {
            [what, to] => library.stage(what, Path::new(to))?,
            _ => return Err(usage("stage c: expected nuget, lua or rocks, and a folder")),
        },
        _ => return Err(package::unknown(&PACKAGE, command)),
    }
    for line in library.not_run.lines() {
        if is_json { eprintln!("{line}") } else { println!("{line}") }
    }
    Ok(())
}

impl Library {
    /// A path in the package.
    fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// A folder for what the tests make.
    fn out(&self, name: &str) -> PathBuf {
        self.target.join(name)
    }

    /// The shared library of this system, as `build` installs it.
    fn shared(&self) -> PathBuf {
        self.dist.join(match env::consts::OS {
            "macos" => "lib/libhitmask.dylib",
            "windows" => "bin/hitmask.dll",
            _ => "lib/libhitmask.so",
        })
    }

    /// What links a program with the installed library.
    fn link(&self) -> Vec<String> {
        let lib = self.dist.join("lib").display().to_string();
        let mut words = vec![format!("-L{lib}")];
        if !cfg!(windows) {
            words.push(format!("-Wl,-rpath,{lib}"));
        }
        words.extend(["-lhitmask", "-lm", "-pthread"].map(str::to_owned));
        words
    }

    /// Returns a program that was linked with the installed library. Windows alone looks for it in the path.
    fn program(&self, program: impl AsRef<OsStr>) -> Run {
        let program = run(program);
        if !cfg!(windows) {
            return program;
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(self.dist.join("bin")).chain(env::split_paths(&path));
        program.env("PATH", env::join_paths(all).unwrap_or(path.clone()))
    }

    /// Returns a program that loads the installed library without knowing its place.
    fn with_library(&self, program: impl AsRef<OsStr>) -> Run {
        let lib = self.dist.join("lib");
        self.program(program).env("LD_LIBRARY_PATH", &lib).env("DYLD_LIBRARY_PATH", &lib)
    }

    /// Runs a compiler in the folder of the package.
    fn compiler(&self, name: &str) -> Run {
        run(name).at(&self.folder)
    }

    /// Compiles a program of the folder `examples`.
    fn compile_example(&self, name: &str, out: &Path) -> Result<PathBuf> {
        folder(out)?;
        let program = out.join(name);
        let source = format!("examples/{name}.c");
        self.compiler("cc").args(["-std=c11", "-Iinclude", &source]).args(self.link()).arg("-o").arg(&program).go()?;
        Ok(program)
    }

    /// Compiles a program that opens windows with SDL.
    fn compile_sdl(&self, source: &str, name: &str) -> Result<PathBuf> {
        folder(&self.out("c"))?;
        let words = run("pkg-config").args(["--cflags", "--libs", "sdl2"]).output()?;
        let program = self.out("c").join(name);
        let flags = ["-std=c11", "-D_POSIX_C_SOURCE=200112L", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Iinclude"];
        let compiler = self.compiler("cc").args(flags).arg(source).args(self.link()).args(words.split_whitespace());
        compiler.arg("-o").arg(&program).go()?;
        Ok(program)
    }

    /// Makes a game for LÖVE, with all that it needs inside.
    fn love_file(&self) -> Result<PathBuf> {
        let (game, file) = (self.out("c").join("game"), self.dist.join("rocks.love"));
        fresh(&game)?;
        let _ = std::fs::remove_file(&file);
        self.stage("rocks", &game)?;
        copy_into(&self.shared(), &game.join("hitmask"))?;
        let names = list(&game, "");
        let names = names.iter().filter_map(|path| path.file_name());
        run("cmake").args(["-E", "tar", "cf"]).arg(&file).args(["--format=zip", "--"]).args(names).at(&game).go()?;
        Ok(file)
    }
}
