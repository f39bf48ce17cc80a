// What the commands of this folder need. It imports nothing that `npm ci` installs, and says at once what is missing:
//
//     node tools/needs.mjs             what a build needs
//     node tools/needs.mjs CHROMIUM    what a build and the tests in Chromium need
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Browsers: where they are, unless a variable of the environment names a program, and the package of Debian. */
const browsers = {
  CHROMIUM: {
    name: "Chromium",
    places: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    packages: "chromium",
  },
  FIREFOX: { name: "Firefox", places: ["/usr/bin/firefox-esr", "/usr/bin/firefox"], packages: "firefox-esr xvfb" },
};

/** Returns the program of a browser, or `null` if there is none. An empty variable stands for none. */
export function program(variable) {
  const path = process.env[variable] ?? browsers[variable].places.find((place) => existsSync(place));
  return path && existsSync(path) ? path : null;
}

/** Returns what to do if a browser is missing. */
export function advice(variable) {
  const { name, packages } = browsers[variable];
  const path = process.env[variable];
  const missing = path ? `${variable} names ${path}, which does not exist` : `${name} is missing`;
  return `${missing}: install ${name} (on Debian: apt-get install ${packages}), or name its program in the variable ${variable}`;
}

/** Returns what to do for all that is missing for a build and for some browsers. */
function missing(variables) {
  const installed = (command) => !spawnSync(command, ["--version"], { stdio: "ignore" }).error;
  const modules = fileURLToPath(new URL("../node_modules/vite", import.meta.url));
  return [
    ...(existsSync(modules) ? [] : ["the tools of the build are missing: call npm ci first"]),
    ...(["cargo", "rustup"].every(installed) ? [] : ["Rust is missing: install it with rustup, which also adds the target for WebAssembly"]),
    ...variables.filter((variable) => !program(variable)).map(advice),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = missing(process.argv.slice(2));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
