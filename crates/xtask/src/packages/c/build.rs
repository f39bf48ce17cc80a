//! The libraries, and what an installation has beside them.

use crate::packages::c::Library;
use crate::tools::{Result, copy, copy_into, failed, find, list, need, read, run, unlink, usage, version, write};
use std::env;
use std::path::{Path, PathBuf};

/// The files of a system. A library for MinGW comes from any system, one for Visual Studio from its own.
struct System {
    shared: String,
    static_library: &'static str,
    import: &'static str,
    libraries: &'static str,
    /// What cargo calls each file, and where it goes.
    files: Vec<(&'static str, String)>,
    /// Links: their names and what they name, in the folder `lib`.
    links: Vec<(String, String)>,
}

impl System {
    /// The files for a target of Rust, or a system as Rust names it.
    fn of(target: &str, version: &str) -> System {
        let major = version.split('.').next().unwrap_or(version);
        let text = str::to_owned;
        if target.contains("-apple-") || target == "macos" {
            let shared = format!("lib/libhitmask.{major}.dylib");
            return System {
                static_library: "lib/libhitmask.a",
                import: "",
                libraries: "-framework CoreFoundation -lc++ -liconv -lm",
                files: vec![("libhitmask.dylib", shared.clone()), ("libhitmask.a", text("lib/libhitmask.a"))],
                links: vec![(text("libhitmask.dylib"), format!("libhitmask.{major}.dylib"))],
                shared,
            };
        }
        let shared = text("bin/hitmask.dll");
        if target.ends_with("-windows-gnu") {
            let (static_library, import) = ("lib/libhitmask.a", "lib/libhitmask.dll.a");
            return System {
                files: vec![
                    ("hitmask.dll", shared.clone()),
                    ("libhitmask.dll.a", text(import)),
                    ("libhitmask.a", text(static_library)),
                ],
                shared,
                static_library,
                import,
                libraries: "-lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp",
                links: Vec::new(),
            };
        }
        if target.ends_with("-windows-msvc") {
            let (static_library, import) = ("lib/hitmask_static.lib", "lib/hitmask.lib");
            return System {
                files: vec![
                    ("hitmask.dll", shared.clone()),
                    ("hitmask.dll.lib", text(import)),
                    ("hitmask.lib", text(static_library)),
                ],
                shared,
                static_library,
                import,
                libraries: "kernel32.lib ntdll.lib userenv.lib ws2_32.lib dbghelp.lib",
                links: Vec::new(),
            };
        }
        let shared = format!("lib/libhitmask.so.{major}");
        System {
            static_library: "lib/libhitmask.a",
            import: "",
            libraries: "-lgcc_s -lutil -lrt -lpthread -lm -ldl",
            files: vec![
                ("libhitmask.so", format!("lib/libhitmask.so.{version}")),
                ("libhitmask.a", text("lib/libhitmask.a")),
            ],
            links: vec![
                (format!("libhitmask.so.{major}"), format!("libhitmask.so.{version}")),
                (text("libhitmask.so"), format!("libhitmask.so.{major}")),
            ],
            shared,
        }
    }
}

/// The target that cargo builds for without an option, as `System::of` needs it.
const HERE: &str = if cfg!(all(windows, target_env = "gnu")) {
    "x86_64-pc-windows-gnu"
} else if cfg!(windows) {
    "x86_64-pc-windows-msvc"
} else {
    env::consts::OS
};

impl Library {
    /// Builds and installs in the folder `dist`.
    pub(super) fn build(&mut self) -> Result<()> {
        self.install(&[])
    }

    /// Builds and installs in the folder `dist`, and keeps standard output for rows.
    pub(super) fn build_aside(&mut self) -> Result<()> {
        self.cargo_build()?;
        let dist = self.dist.clone();
        self.lay_out(&dist, &self.target.join("release"), HERE)?;
        Ok(())
    }

    fn cargo_build(&self) -> Result<()> {
        run("cargo").args(["build", "--release", "--locked"]).at(&self.folder).aside()
    }

    /// Builds and installs, as arguments say.
    pub(super) fn install(&mut self, arguments: &[&str]) -> Result<()> {
        let (mut prefix, mut built, mut system) = (self.dist.clone(), None, HERE);
        let absolute = |folder: &str| env::current_dir().map(|here| here.join(folder)).unwrap_or_default();
        for pair in arguments.chunks(2) {
            match *pair {
                ["--prefix", folder] => prefix = absolute(folder),
                ["--built", folder] => built = Some(absolute(folder)),
                ["--system", target] => system = target,
                _ => return Err(usage(format!("build c: expected --prefix DIR, got {}", pair.join(" ")))),
            }
        }
        let release = self.target.join("release");
        // As root, to install, there may be no cargo.
        if built.is_none() && find("cargo").is_none() && release.exists() {
            println!("there is no cargo: what was built before is installed");
        } else if built.is_none() {
            need(&["cargo"])?;
            self.cargo_build()?;
        }
        let version = self.lay_out(&prefix, &built.unwrap_or(release), system)?;
        println!("installed hitmask {version} in {}", prefix.display());
        Ok(())
    }

    /// Installs what was built for a system, and returns the version.
    fn lay_out(&self, prefix: &Path, built: &Path, system: &str) -> Result<String> {
        let version = version(&self.folder)?;
        let major = version.split('.').next().unwrap_or(&version);
        let system = System::of(system, &version);
        for header in ["hitmask.h", "hitmask.hpp"] {
            copy_into(&self.path("include").join(header), &prefix.join("include"))?;
        }
        let docs = prefix.join("share/doc/hitmask");
        let names = ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt", "README.md", "docs", "examples", "pictures"];
        names.iter().try_for_each(|name| copy_into(&self.path(name), &docs))?;
        unlink(&pages(&docs))?;
        for name in ["hitmask.lua", "hitmask"] {
            copy_into(&self.path("lua").join(name), &prefix.join("share/lua/5.1"))?;
        }
        for (from, to) in &system.files {
            copy(&built.join(from), &prefix.join(to))?;
        }
        system.links.iter().try_for_each(|(name, to)| link(&prefix.join("lib"), name, to))?;
        let fill = |from: &str, to: &str, libraries: &str| {
            let text = read(self.path(from))?.replace("@VERSION@", &version).replace("@MAJOR@", major);
            let text = text.replace("@SHARED@", &system.shared).replace("@STATIC@", system.static_library);
            let text = text.replace("@IMPORT@", system.import).replace("@LIBRARIES@", libraries);
            write(prefix.join("lib").join(to), text)
        };
        fill("hitmask.pc.in", "pkgconfig/hitmask.pc", system.libraries)?;
        let libraries = system.libraries.replace(' ', ";");
        fill("cmake/hitmask-config.cmake.in", "cmake/hitmask/hitmask-config.cmake", &libraries)?;
        fill("cmake/hitmask-config-version.cmake.in", "cmake/hitmask/hitmask-config-version.cmake", "")?;
        Ok(version)
    }
}

/// The pages of the package, or of its copy in another folder.
pub(super) fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut pages = list(folder, ".md");
    pages.extend(list(folder.join("docs"), ".md"));
    pages
}

#[cfg(unix)]
fn link(folder: &Path, name: &str, to: &str) -> Result<()> {
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    std::os::unix::fs::symlink(to, &path).map_err(|error| failed(format!("cannot make {}: {error}", path.display())))
}

#[cfg(not(unix))]
fn link(folder: &Path, name: &str, to: &str) -> Result<()> {
    copy(&folder.join(to), &folder.join(name))
        .map_err(|error| failed(format!("cannot make {name} in {}: {error}", folder.display())))
}
