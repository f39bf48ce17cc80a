//! The programs that the pages of the book show, each with the package of this repository.

use crate::tools::godot;
use crate::tools::{
    Result, Run, copy, copy_into, failed, fresh, has, list, printed, read, run, usage, without_windows,
};
use regex_lite::Regex;
use std::env;
use std::path::{Path, PathBuf};

/// The programs of a language: what runs them, and how many have run.
struct Programs {
    root: PathBuf,
    /// A copy of those of this language.
    work: PathBuf,
    /// Each page of the guide, and the numbers that its programs print.
    answers: Vec<(String, String)>,
    count: usize,
}

/// Runs the programs of a language.
type RunPrograms = fn(&mut Programs) -> Result<()>;

const LANGUAGES: [(&str, RunPrograms); 7] = [
    ("rust", Programs::rust),
    ("python", Programs::python),
    ("javascript", Programs::javascript),
    ("lua", Programs::lua),
    ("csharp", Programs::csharp),
    ("godot", Programs::godot),
    ("c", Programs::c),
];

/// The examples that the page of the classic articles shows. They check themselves.
const ARTICLES: [&str; 5] = ["hot_map", "bitmap_hit_test", "xna_threshold", "shared_surface", "render_map"];

/// Runs the programs of some languages.
pub(crate) fn test(root: &Path, languages: &[&str]) -> Result<()> {
    let all = root.join("docs/book/programs");
    let chosen = languages.iter().map(|language| {
        let known = LANGUAGES.iter().find(|known| known.0 == *language);
        known.ok_or_else(|| usage(format!("{language} is no language of the book")))
    });
    let chosen = chosen.collect::<Result<Vec<_>>>()?;
    if chosen.is_empty() {
        let names = LANGUAGES.map(|language| language.0);
        return Err(usage(format!("programs: expected languages: {}", names.join(" "))));
    }
    let answers = read(all.join("answers"))?;
    let answers = answers.lines().filter_map(|line| line.split_once(": "));
    let answers: Vec<_> = answers.map(|(page, numbers)| (page.to_owned(), numbers.to_owned())).collect();
    for (language, run) in chosen {
        println!("== the programs of the book: {language}");
        let work = root.join("target/book/programs").join(language);
        fresh(&work)?;
        let pictures = list(root.join("docs/book/public/art"), ".png");
        pictures.iter().try_for_each(|picture| copy_into(picture, &work))?;
        if all.join(language).is_dir() {
            copy(&all.join(language), &work)?;
        }
        let mut programs = Programs { root: root.to_owned(), work, answers: answers.clone(), count: 0 };
        run(&mut programs)?;
        println!("{} programs", programs.count);
    }
    Ok(())
}

/// The numbers in a text, as `awk` would print them.
fn numbers(text: &str) -> String {
    let number = Regex::new(r"-?[0-9]+(\.[0-9]+)?").expect("a regular expression");
    let words = number.find_iter(text).map(|found| {
        let value: f64 = found.as_str().parse().unwrap_or_default();
        format!("{}", (value * 1e6).round() / 1e6 + 0.0)
    });
    words.collect::<Vec<_>>().join(" ")
}

impl Programs {
    fn run(&self, program: impl AsRef<std::ffi::OsStr>) -> Run {
        run(program).at(&self.work)
    }

    /// A folder of the repository, or the one that a variable names.
    fn folder(&self, variable: &str, folder: &str) -> PathBuf {
        env::var_os(variable).filter(|path| !path.is_empty()).map_or_else(|| self.root.join(folder), PathBuf::from)
    }

    /// The pages of the guide.
    fn pages(&self) -> Vec<String> {
        self.answers.iter().map(|(page, _)| page.clone()).collect()
    }

    /// Runs a program of the guide and compares the numbers that it prints.
    fn answer(&mut self, page: &str, program: Run) -> Result<()> {
        let file = self.work.join(format!("{page}.txt"));
        let ended = program.limit(120).into_file(&file, false);
        let said = read(&file).unwrap_or_default();
        ended.map_err(|failure| failed(format!("{said}{page}: {failure}")))?;
        self.compare(page, &said)?;
        self.count += 1;
        Ok(())
    }

    fn compare(&self, page: &str, said: &str) -> Result<()> {
        let wanted = self.answers.iter().find(|answer| answer.0 == page).map_or("", |answer| &answer.1);
        let printed = numbers(said);
        if wanted.is_empty() || printed != wanted {
            let message = format!("{page}: prints the numbers {printed}; the other languages print {wanted}");
            return Err(failed(message));
        }
        Ok(())
    }

    /// Runs a program that checks itself, and returns what it prints.
    fn check(&mut self, program: Run) -> Result<String> {
        let file = self.work.join("out.txt");
        let ended = program.limit(300).into_file(&file, true);
        let said = read(&file).unwrap_or_default();
        ended.map_err(|failure| failed(format!("{said}{failure}")))?;
        self.count += 1;
        Ok(said)
    }

    /// Fails if a program has not printed what its comments `prints "..."` say.
    fn prints(&self, program: &Path, said: &str) -> Result<()> {
        let source = read(program)?;
        match printed(&source).iter().find(|text| !said.contains(**text)) {
            Some(text) => Err(failed(format!("{said}{} does not print: {text}", program.display()))),
            None => Ok(()),
        }
    }

    fn rust(&mut self) -> Result<()> {
        let manifest = self.root.join("Cargo.toml");
        // In the folder of the pictures.
        let example = |programs: &Self, name: &str| {
            let cargo = programs.run("cargo").args(["run", "--quiet", "--locked", "--manifest-path"]).arg(&manifest);
            cargo.args(["-p", "show", "--features", "guide", "--example", name])
        };
        for page in self.pages() {
            let guide = example(self, "guide").args(["--", &page]);
            self.answer(&page, guide)?;
        }
        for name in ARTICLES {
            let article = example(self, name);
            self.check(article)?;
        }
        Ok(())
    }

    fn python(&mut self) -> Result<()> {
        let venv = if cfg!(windows) { ".venv/Scripts/python.exe" } else { ".venv/bin/python" };
        let program = self.folder("HITMASK_PYTHON", &format!("integrations/python/{venv}"));
        let (python, work) =
            (|words: &[&str]| without_windows(run(&program).args(["-W", "error"]).args(words)), self.work.clone());
        for page in self.pages() {
            self.answer(&page, python(&[&format!("{page}.py")]).at(&work))?;
        }
        for file in ["games", "first_game"].iter().flat_map(|folder| list(work.join(folder), ".py")) {
            self.check(python(&["play.py"]).arg(file.strip_prefix(&work).unwrap_or(&file)).at(&work))?;
        }
        for file in list(work.join("recipes"), ".py") {
            self.check(python(&[]).arg(file.strip_prefix(&work).unwrap_or(&file)).at(&work))?;
        }
        Ok(())
    }

    fn javascript(&mut self) -> Result<()> {
        if !has(&["node"]) {
            return Ok(());
        }
        // A copy, because Windows lets few users make links.
        copy(&self.folder("HITMASK_WEB", "integrations/web/dist"), &self.work.join("node_modules/hitmask"))?;
        copy(&self.work.join("support/pngjs"), &self.work.join("node_modules/pngjs"))?;
        for page in self.pages() {
            let node = self.run("node").arg(format!("{page}.mjs"));
            self.answer(&page, node)?;
        }
        for file in list(self.work.join("recipes"), ".mjs") {
            self.check(self.run("node").arg(file))?;
        }
        Ok(())
    }

    fn lua(&mut self) -> Result<()> {
        if !has(&["love"]) {
            return Ok(());
        }
        copy(&self.root.join("integrations/c/lua"), &self.work)?;
        copy_into(&self.built_library(), &self.work.join("hitmask"))?;
        let data = self.work.with_file_name("lua-data");
        for page in self.pages() {
            let love = self.run("love").args([".", &page]).env("XDG_DATA_HOME", &data);
            self.answer(&page, love)?;
        }
        for file in list(self.work.join("games"), ".lua") {
            let file = file.strip_prefix(&self.work).unwrap_or(&file);
            self.check(self.run("love").args([".", "play"]).arg(file).env("XDG_DATA_HOME", &data))?;
        }
        Ok(())
    }

    /// The installed library of C.
    fn built_library(&self) -> PathBuf {
        self.folder("HITMASK_C", "integrations/c/dist").join(match env::consts::OS {
            "windows" => "bin/hitmask.dll",
            "macos" => "lib/libhitmask.dylib",
            _ => "lib/libhitmask.so",
        })
    }

    fn csharp(&mut self) -> Result<()> {
        if !has(&["mcs", "mono"]) {
            return Ok(());
        }
        let sources = list(self.root.join("integrations/c/csharp"), ".cs");
        self.run("mcs").args(["-target:library", "-out:Hitmask.dll"]).args(sources).go()?;
        let libraries = self.built_library().parent().unwrap_or(Path::new("")).to_owned();
        let support = list(self.work.join("support"), ".cs");
        let compile = |work: &Path, source: PathBuf, out: &str| {
            let words = ["-warnaserror", "-r:Hitmask.dll", &format!("-out:{out}")];
            run("mcs").args(words).arg(source).args(&support).at(work).go()
        };
        let mono = |work: &Path, program: &str| run("mono").arg(program).env("LD_LIBRARY_PATH", &libraries).at(work);
        for page in self.pages() {
            let program = format!("{page}.exe");
            compile(&self.work, self.work.join(format!("{page}.cs")), &program)?;
            self.answer(&page, mono(&self.work, &program))?;
        }
        for file in list(self.work.join("games"), ".cs") {
            compile(&self.work, file.clone(), "game.exe")?;
            let said = self.check(mono(&self.work, "game.exe"))?;
            self.prints(&file, &said)?;
        }
        Ok(())
    }

    fn godot(&mut self) -> Result<()> {
        let folder = self.folder("HITMASK_GODOT", "integrations/godot");
        let engine = match godot::for_programs(&folder) {
            Ok(engine) => engine,
            Err(missing) => {
                println!("NOT RUN: {missing}");
                return Ok(());
            }
        };
        copy(&folder.join("project/addons"), &self.work.join("addons"))?;
        engine.import(&self.work, &self.work.join("import.log"))?;
        for file in list(&self.work, ".gd") {
            let page = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if page == "play" {
                continue;
            }
            let game = engine.run().args(["--headless", "--no-header", "--path"]).arg(&self.work);
            let game = game.args(["--fixed-fps", "60", "-s", "play.gd", "--", &format!("{page}.gd")]).at(&self.work);
            let said = self.check(game)?;
            if said.contains("ERROR") || said.contains("WARNING") {
                return Err(failed(format!("{said}{page}.gd has errors")));
            }
            if printed(&read(&file)?).is_empty() { self.compare(&page, &said)? } else { self.prints(&file, &said)? }
        }
        Ok(())
    }

    fn c(&mut self) -> Result<()> {
        if !has(&["cc", "c++"]) {
            return Ok(());
        }
        if !Path::new("/usr/include/stb/stb_image.h").exists() {
            println!("NOT RUN: the package libstb-dev is missing");
            return Ok(());
        }
        let package = self.folder("HITMASK_C", "integrations/c/dist").display().to_string();
        let flags = ["-Wall", "-Wextra", "-Werror", "-isystem", "/usr/include/stb"].map(str::to_owned);
        let links = [format!("-L{package}/lib"), format!("-Wl,-rpath,{package}/lib"), "-lhitmask".into(), "-lm".into()];
        let endings = ["c", "cpp"];
        let guide = self.pages().into_iter().flat_map(|page| endings.map(|ending| format!("{page}.{ending}")));
        let guide: Vec<PathBuf> = guide.map(|name| self.work.join(name)).collect();
        let all = endings.iter().flat_map(|ending| list(&self.work, &format!(".{ending}")));
        let others: Vec<PathBuf> = all.filter(|file| !guide.contains(file)).collect();
        for file in guide.iter().chain(&others) {
            let is_c = file.extension().is_some_and(|ending| ending == "c");
            let (compiler, standard) = if is_c { ("cc", "-std=c11") } else { ("c++", "-std=c++17") };
            let compiler = self.run(compiler).arg(standard).args(&flags).arg(format!("-I{package}/include"));
            compiler.arg(file).args(&links).args(["-o", "program"]).go()?;
            let program = self.run(self.work.join("program"));
            if printed(&read(file)?).is_empty() {
                let page = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                self.answer(&page, program)?;
            } else {
                let said = self.check(program)?;
                self.prints(file, &said)?;
            }
        }
        Ok(())
    }
}
