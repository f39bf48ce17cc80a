//! The tests of C#: with Mono, on .NET, the programs of pages, and the NuGet package.

use super::build;
use crate::packages::c::Library;
use crate::tools::{
    Result, Run, check_prints, copy_into, failed, find, folder, fresh, list, programs, read, run, version, write,
};
use std::env;
use std::path::PathBuf;

impl Library {
    /// The sources of the package in C#.
    pub(super) fn csharp_sources(&self) -> Vec<PathBuf> {
        list(self.path("csharp"), ".cs")
    }

    fn mcs(&self) -> Run {
        self.compiler("mcs")
    }

    /// `HITMASK_RANDOM_CALLS=1000000` makes more random calls.
    pub(super) fn csharp_tests(&mut self, calls: PathBuf) -> Result<()> {
        let out = self.out("csharp");
        println!("== C# with Mono");
        folder(&out)?;
        let file = |name: &str| format!("-out:{}", out.join(name).display());
        let library = format!("-r:{}", out.join("Hitmask.dll").display());
        let docs = format!("-doc:{}", out.join("Hitmask.xml").display());
        let words = ["-warnaserror", "-target:library", &docs, &file("Hitmask.dll")];
        self.mcs().args(words).args(self.csharp_sources()).go()?;
        let mut tests = list(self.path("tests/csharp"), ".cs");
        tests.push(calls);
        self.mcs().args(["-warnaserror", "-debug", &library, &file("tests.exe")]).args(&tests).go()?;
        let random = env::var("HITMASK_RANDOM_CALLS").unwrap_or_else(|_| "100000".into());
        let arguments = ["include/hitmask.h", &random];
        let mono = self.with_library("mono").arg("--debug").arg(out.join("tests.exe"));
        mono.args(arguments).at(&self.folder).go()?;
        if let Some(dotnet) = self.on_dotnet(&tests, false)? {
            dotnet.args(arguments).go()?;
        }
        self.csharp_pages(&library)?;
        self.csharp_package()
    }

    fn csharp_pages(&self, library: &str) -> Result<()> {
        println!("== the programs of pages in C#");
        let out = self.out("csharp");
        list(self.path("tests/pages"), ".png").iter().try_for_each(|picture| copy_into(picture, &out))?;
        let mut engines = Vec::new();
        for program in programs(&build::pages(&self.folder), "csharp", "cs", &out)? {
            if !read(&program)?.contains("static void Main") {
                engines.push(program);
                continue;
            }
            let (made, said) = (program.with_extension("exe"), program.with_extension("cs.txt"));
            let words = ["-warnaserror".to_owned(), library.to_owned(), format!("-out:{}", made.display())];
            self.mcs().args(words).arg(&program).args(list(self.path("tests/pages"), ".cs")).go()?;
            self.with_library("mono").arg(made).at(&out).into_file(&said, false)?;
            check_prints(&program, &said)?;
        }
        let made = format!("-out:{}", out.join("engines.dll").display());
        let words = ["-warnaserror", "-nowarn:649", "-target:library", library, &made];
        self.mcs().args(words).args(engines).args(list(self.path("tests/csharp/docs"), ".cs")).go()
    }

    fn csharp_package(&mut self) -> Result<()> {
        println!("== C#, the NuGet package");
        let (out, package) = (self.out("csharp"), self.out("csharp").join("package"));
        let file = |name: &str| format!("-out:{}", out.join(name).display());
        let words = ["-warnaserror", "-r:System.Xml.dll", &file("package.exe")];
        self.mcs().args(words).args(list(self.path("tests/csharp/package"), ".cs")).go()?;
        fresh(&package)?;
        if !self.not_run.has("the NuGet package", &["cmake"]) {
            return Ok(());
        }
        self.nuget()?;
        let archives = list(&self.dist, ".nupkg");
        let [archive] = archives.as_slice() else {
            return Err(failed(format!("expected one NuGet package in {}", self.dist.display())));
        };
        let names = run("cmake").args(["-E", "tar", "tf"]).arg(archive).output()?;
        let mut names: Vec<&str> = names.lines().collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(failed(format!("{} holds {} twice", archive.display(), twice[0])));
        }
        run("cmake").args(["-E", "tar", "xf"]).arg(archive).at(&package).go()?;
        run("mono").arg(out.join("package.exe")).arg(&package).arg(version(&self.folder)?).go()?;
        // A program of the sources and the library in the package draws what the program in C draws.
        let sources = list(package.join("contentFiles/cs"), "").into_iter();
        let sources = sources.flat_map(|system| list(system.join("Hitmask"), ".cs"));
        self.mcs().args(["-warnaserror", &file("hello.exe"), "examples/hello.cs"]).args(sources).go()?;
        let hello = self.compile_example("hello", &out)?;
        let runtimes = list(package.join("runtimes"), "").into_iter().map(|system| system.join("native"));
        let runtimes = env::join_paths(runtimes).unwrap_or_default();
        let csharp = run("mono").arg(out.join("hello.exe")).env("LD_LIBRARY_PATH", runtimes).output()?;
        let c = self.program(hello).output()?;
        if csharp.lines().take(8).ne(c.lines().take(8)) {
            return Err(failed(format!("C# draws\n{csharp}\nC draws\n{c}")));
        }
        Ok(())
    }

    /// Compiles some sources with those of the package for .NET Core 3.1, a runtime that a Python package holds
    /// (dotnetcore2), and returns what runs them.
    pub(super) fn on_dotnet(&mut self, sources: &[PathBuf], is_json: bool) -> Result<Option<Run>> {
        let dotnet = env::var("HITMASK_DOTNET").ok().filter(|dotnet| !dotnet.is_empty());
        let dotnet = dotnet.unwrap_or_else(|| "dotnet".into());
        let listed = find(&dotnet).map(|_| run(&dotnet).arg("--list-runtimes").output()).transpose()?;
        let core = listed.as_deref().unwrap_or_default().lines().rev().find_map(|line| {
            let (version, folder) = line.strip_prefix("Microsoft.NETCore.App ")?.split_once(" [")?;
            version.starts_with("3.1.").then(|| format!("{}/{version}", folder.trim_end_matches(']')))
        });
        let Some(core) = core else {
            self.not_run
                .note("C# on .NET: HITMASK_DOTNET does not name the dotnet of .NET Core 3.1, and the path has none");
            return Ok(None);
        };
        if !is_json {
            println!("== C# on .NET");
        }
        let names = [
            "Private.CoreLib",
            "Runtime",
            "Runtime.Extensions",
            "Runtime.InteropServices",
            "Collections",
            "Console",
            "IO.FileSystem",
            "Memory",
            "Text.RegularExpressions",
            "Threading",
            "Threading.Thread",
        ];
        let program = self.out("csharp").join("core.dll");
        let words = ["-nostdlib", "-noconfig", "-nowarn:1702", "-optimize+"];
        let references = names.map(|name| format!("-r:{core}/System.{name}.dll"));
        let mcs = self.mcs().args(words).args(references).arg(format!("-out:{}", program.display()));
        mcs.args(self.csharp_sources()).args(sources).go()?;
        let config = r#"{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "3.1.0"}}}"#;
        write(program.with_extension("runtimeconfig.json"), format!("{config}\n"))?;
        let run = self.with_library(dotnet).arg("exec").arg(program).at(&self.folder);
        Ok(Some(run.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")))
    }
}
