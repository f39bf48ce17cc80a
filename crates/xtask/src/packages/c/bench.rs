//! The times of C, LuaJIT and C#.

use crate::packages::c::Library;
use crate::tools::{Result, Run, folder, run};
use std::env;

impl Library {
    /// Measures, and prints lines to read or rows of JSON.
    pub(super) fn bench(&mut self, is_json: bool) -> Result<()> {
        let print = |program: Run| if is_json { program.output().map(|text| rows(&text)) } else { program.go() };
        let out = self.out("c");
        folder(&out)?;
        let mut pygame = Vec::new();
        match env::var("PYGAME_SOURCE").ok().filter(|folder| !folder.is_empty()) {
            Some(folder) => {
                pygame.extend(["-DPYGAME".to_owned(), format!("-I{folder}/src_c/include")]);
                pygame.push(format!("{folder}/src_c/bitmask.c"));
            }
            None => self.not_run.note("pygame: PYGAME_SOURCE does not name the sources of pygame-ce"),
        }
        let compiler = self.compiler("cc").args(["-std=c11", "-O2", "-Iinclude", "bench/bench.c", "bench/peer.c"]);
        compiler.args(pygame).args(self.link()).arg("-o").arg(out.join("bench")).go()?;
        let example = ["build", "--release", "--locked", "--example", "bench"];
        run("cargo").args(example).at(&self.folder).aside()?;
        print(run(self.target.join("release/examples/bench")).at(&self.folder))?;
        print(self.program(out.join("bench")).at(&self.folder))?;
        if self.not_run.has("LuaJIT", &["luajit"]) {
            print(run("luajit").arg("bench/bench.lua").env("HITMASK_LIBRARY", self.shared()).at(&self.folder))?;
        }
        if self.not_run.has("C#", &["mcs", "mono"]) {
            let (program, sources) = (self.out("csharp").join("bench.exe"), self.csharp_sources());
            folder(&self.out("csharp"))?;
            let words = ["-optimize+".to_owned(), format!("-out:{}", program.display()), "bench/bench.cs".to_owned()];
            self.compiler("mcs").args(words).args(sources).go()?;
            print(self.with_library("mono").arg(program).at(&self.folder))?;
            if let Some(dotnet) = self.on_dotnet(&[self.path("bench/bench.cs")], is_json)? {
                print(dotnet)?;
            }
        }
        Ok(())
    }
}

/// Prints lines of programs, `CASE WHO TIME ns, answer ANSWER`, as objects. A row of other lists has another answer.
fn rows(text: &str) {
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [case, who, time, "ns,", _, answer, ..] = words[..] else {
            eprintln!("{line}");
            continue;
        };
        let size = case.rsplit('-').next().unwrap_or(case);
        let digits = size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len());
        let size: u64 = size[..digits].parse().unwrap_or(0);
        let aside = if who.contains("lists") { ",\"aside\":true" } else { "" };
        println!(
            "{{\"suite\":\"c\",\"case\":\"{case}\",\"n\":{size},\"who\":\"{who}\",\"ns\":{time},\"answer\":{answer}{aside}}}"
        );
    }
}
