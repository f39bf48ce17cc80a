//! The tests of C, C++, Lua and of what `build` installs.

use super::build;
use crate::generate::notices;
use crate::packages::c::Library;
use crate::packages::programs;
use crate::tools::{
    Result, check_prints, copy, copy_into, dead_links, failed, fresh, is_root, list, programs, read, run, write,
};
use std::fs;
use std::path::{Path, PathBuf};

const WARNINGS: [&str; 6] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-Iinclude"];
const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// A user who is not root: the system refuses threads to no root.
const OTHER: [&str; 3] = ["--reuid=12345", "--regid=12345", "--clear-groups"];

impl Library {
    pub(super) fn tests(&mut self, root: &Path) -> Result<()> {
        let out = self.out("c");
        // What `cargo test` writes: programs that play tests/calls.
        let calls = self.target.join("tmp");
        run("cargo").args(["test", "--locked"]).at(&self.folder).go()?;
        notices::check(&self.folder)?;
        write(out.join("sanitized.c"), "int main(void) { return 0; }\n")?;
        let sanitized = run("cc").args(SANITIZERS).arg(out.join("sanitized.c")).arg("-o").arg(out.join("sanitized"));
        let sanitizers: &[&str] = if sanitized.quiet().go().is_ok() {
            &SANITIZERS
        } else {
            self.not_run.note("sanitizers: cc cannot link them");
            &[]
        };
        self.c_tests(&calls, sanitizers)?;
        if self.not_run.has("C++", &["c++"]) {
            self.cpp_tests(sanitizers)?;
        }
        self.package_tests()?;
        if self.not_run.has("SDL", &["xvfb-run", "pkg-config"]) {
            self.sdl_tests()?;
        }
        if self.not_run.has("LuaJIT", &["luajit"]) {
            println!("== LuaJIT");
            for switch in ["-jon", "-joff"] {
                let luajit = run("luajit").args([switch, "tests/lua/tests.lua"]).arg(calls.join("calls.lua"));
                luajit.env("HITMASK_LIBRARY", self.shared()).at(&self.folder).go()?;
            }
        }
        if self.not_run.has("LÖVE", &["love", "xvfb-run", "cmake"]) {
            self.love_tests()?;
        }
        if self.not_run.has("C#", &["mcs", "mono"]) {
            self.csharp_tests(calls.join("Calls.cs"))?;
        }
        if root.join("docs/book").is_dir() {
            programs::test(root, &["c", "lua", "csharp"])?;
        } else {
            self.not_run.note("the programs of the book: this is no clone");
        }
        println!("C: all tests passed");
        Ok(())
    }

    fn c_tests(&mut self, calls: &Path, sanitizers: &[&str]) -> Result<()> {
        let out = self.out("c");
        println!("== C");
        let syntax = ["-fsyntax-only", "-x", "c", "include/hitmask.h"];
        self.compiler("cc").arg("-std=c11").args(WARNINGS).args(syntax).go()?;
        let mut sources = list(self.path("tests/c"), ".c");
        sources.push(calls.join("calls.c"));
        let tests = out.join("tests");
        self.compile_tests(&sources, &[], &tests)?;
        self.program(&tests).at(&self.folder).go()?;
        if !is_root() {
            self.not_run.note("C without threads: it takes root");
        } else if self.not_run.has("C without threads", &["setpriv", "prlimit"]) {
            let may_read = run("setpriv").args(OTHER).args(["test", "-x"]).arg(&tests).quiet().go();
            if may_read.is_ok() {
                let alone = run("setpriv").args(OTHER).args(["prlimit", "--nproc=1"]).arg(&tests).arg("alone");
                alone.at(&self.folder).go()?;
            } else {
                self.not_run.note("C without threads: others may not read the folder");
            }
        }
        let sanitized = out.join("tests-asan");
        self.compile_tests(&sources, sanitizers, &sanitized)?;
        self.program(sanitized).at(&self.folder).go()?;
        if self.not_run.has("C under valgrind", &["valgrind"]) {
            let errors = ["--errors-for-leak-kinds=definite,indirect", "--error-exitcode=1"];
            let valgrind = run("valgrind").args(["--quiet", "--leak-check=full"]).args(errors);
            valgrind.arg(&tests).arg("quick").at(&self.folder).go()?;
        }
        println!("== the programs of pages in C");
        self.page_programs("cc", "c", &["-std=c11"])
    }

    fn compile_tests(&self, sources: &[PathBuf], flags: &[&str], program: &Path) -> Result<()> {
        let compiler = self.compiler("cc").args(["-std=c11", "-O1"]).args(flags).args(WARNINGS).arg("-Itests/c");
        compiler.args(sources).args(self.link()).arg("-o").arg(program).go()
    }

    fn cpp_tests(&self, sanitizers: &[&str]) -> Result<()> {
        println!("== C++");
        let syntax = ["-fsyntax-only", "-x", "c++", "include/hitmask.h"];
        self.compiler("c++").arg("-std=c++17").args(WARNINGS).args(syntax).go()?;
        let tests = self.out("c").join("tests-cpp");
        let compiler = self.compiler("c++").args(["-std=c++17", "-O1"]).args(sanitizers).args(WARNINGS);
        let compiler = compiler.args(["-Wshadow", "tests/cpp/tests.cpp"]).args(self.link());
        compiler.arg("-o").arg(&tests).go()?;
        self.program(tests).at(&self.folder).go()?;
        println!("== the programs of pages in C++");
        self.page_programs("c++", "cpp", &["-std=c++17", "-Wshadow"])
    }

    /// Compiles and runs the programs of pages in C or C++.
    fn page_programs(&self, compiler: &str, language: &str, flags: &[&str]) -> Result<()> {
        let warnings = ["-Wall", "-Wextra", "-Werror", "-Iinclude", "-Itests/pages"];
        for source in programs(&build::pages(&self.folder), language, language, &self.out("c"))? {
            let program = source.with_extension(format!("{language}.program"));
            let said = source.with_extension(format!("{language}.txt"));
            let compiler = self.compiler(compiler).args(flags).args(warnings).arg(&source).args(self.link());
            compiler.arg("-o").arg(&program).go()?;
            self.program(program).at(&self.folder).into_file(&said, false)?;
            check_prints(&source, &said)?;
        }
        Ok(())
    }

    /// What `build` has installed.
    fn package_tests(&mut self) -> Result<()> {
        println!("== pages, pkg-config and CMake");
        for page in build::pages(&self.dist.join("share/doc/hitmask")) {
            if let Some(link) = dead_links(&page)?.first() {
                return Err(failed(format!("{} links to {link}, which is not installed", page.display())));
            }
        }
        let out = self.out("c");
        let hello = self.program(self.compile_example("hello", &out)?).output()?;
        let same = |library: &Library, program: PathBuf| {
            let text = library.program(&program).output()?;
            (text == hello).then_some(()).ok_or_else(|| failed(format!("{} prints\n{text}", program.display())))
        };
        if self.not_run.has("pkg-config", &["pkg-config"]) {
            let at = self.dist.join("lib/pkgconfig");
            let words =
                run("pkg-config").args(["--cflags", "--libs", "hitmask"]).env("PKG_CONFIG_PATH", at).output()?;
            let rpath = format!("-Wl,-rpath,{}", self.dist.join("lib").display());
            let program = out.join("hello-pkg-config");
            let compiler = self.compiler("cc").args(["-std=c11", "examples/hello.c"]).args(words.split_whitespace());
            compiler.arg(rpath).arg("-o").arg(&program).go()?;
            same(self, program)?;
        }
        if self.not_run.has("CMake", &["cmake"]) {
            let folder = out.join("cmake");
            let prefix = format!("-DCMAKE_PREFIX_PATH={}", self.dist.display());
            self.compiler("cmake").args(["-S", "tests/cmake", "-B"]).arg(&folder).arg(prefix).output()?;
            run("cmake").arg("--build").arg(&folder).output()?;
            same(self, folder.join("hello"))?;
            same(self, folder.join("hello-static"))?;
        }
        Ok(())
    }

    fn sdl_tests(&mut self) -> Result<()> {
        if run("pkg-config").args(["--exists", "sdl2"]).go().is_err() {
            self.not_run.note("SDL: the headers of SDL 2 are missing");
            return Ok(());
        }
        println!("== SDL");
        let out = self.out("c");
        self.compile_sdl("examples/sdl.c", "sdl")?;
        let said = out.join("sdl.txt");
        let sdl = run("xvfb-run").args(["-a", "./sdl"]).at(&out).env("HITMASK_FRAMES", "40").limit(60);
        sdl.into_file(&said, false)?;
        says(&said, "frame 40, 758 shared pixels")?;
        let renderers = self.compile_sdl("tests/sdl/renderers.c", "renderers")?;
        run("xvfb-run").arg("-a").arg(renderers).at(&self.folder).limit(120).go()
    }

    fn love_tests(&self) -> Result<()> {
        println!("== LÖVE, the game with the library inside its .love file");
        let (out, game) = (self.out("c"), self.love_file()?);
        // The player of the test makes 12 craters, and flies into a rock.
        let said = out.join("love.txt");
        let love = |game: &Path| {
            let love = run("xvfb-run").args(["-a", "love"]).arg(game).limit(120);
            love.env("XDG_DATA_HOME", out.join("love-data"))
        };
        love(&game).env("HITMASK_FRAMES", "170").into_file(&said, false)?;
        says(&said, "170 frames, 12 craters, 15 frames in a rock")?;
        println!("== LÖVE, the games of pages");
        let games = programs(&build::pages(&self.folder), "lua", "lua", &out)?;
        if games.is_empty() {
            return Err(failed("no page has a game for LÖVE"));
        }
        for program in games {
            let folder = out.join("docs");
            self.love_folder(&folder)?;
            list(self.path("tests/pages"), ".png").iter().try_for_each(|picture| copy_into(picture, &folder))?;
            let played = read(self.path("tests/lua/played.lua"))?;
            write(folder.join("main.lua"), read(&program)? + &played)?;
            let said = program.with_extension("lua.txt");
            love(&folder).into_file(&said, false)?;
            check_prints(&program, &said)?;
        }
        println!("== LÖVE, what it draws and what collides");
        let folder = out.join("drawn");
        self.love_folder(&folder)?;
        list(self.path("tests/lua/drawn"), ".lua").iter().try_for_each(|file| copy_into(file, &folder))?;
        love(&folder).go()
    }

    /// Makes a folder for a game for LÖVE, with the library.
    fn love_folder(&self, folder: &Path) -> Result<()> {
        fresh(folder)?;
        for path in [self.path("lua/hitmask.lua"), self.path("lua/hitmask")] {
            copy_into(&path, folder)?;
        }
        copy(&self.shared(), &folder.join("hitmask").join(self.shared().file_name().unwrap_or_default()))
    }
}

/// Prints what a program has said, which must have some text.
fn says(file: &Path, text: &str) -> Result<()> {
    let said = fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    print!("{said}");
    said.contains(text).then_some(()).ok_or_else(|| failed(format!("{} lacks: {text}", file.display())))
}
