// Runs all tests of the built package, and lists what was not run: npm test.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { advice, program } from "./needs.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const files = readdirSync("test").filter((name) => name.endsWith(".test.mjs"));
const args = ["--test", "--test-reporter=spec", ...files.map((name) => `test/${name}`)];
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
if (!program("FIREFOX")) console.log(`NOT RUN: the tests in Firefox. ${advice("FIREFOX")}`);
