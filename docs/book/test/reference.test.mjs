// Each public name of a language has an entry on a page of its reference. The names come from what programs see: modules, headers and sources.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path) => readFileSync(root + path, "utf8");
const folder = "docs/book/reference/";
const pages = readdirSync(root + folder).filter((name) => name.endsWith(".md"));

/** The text of the pages of a language. */
const of = (start) => pages.filter((name) => name === `${start}.md` || name.startsWith(`${start}-`)).map((name) => read(folder + name)).join("\n");

/** Fails if a name is neither a heading nor an item of a list. */
function all(names, text, atLeast) {
  const headings = new Set([...text.matchAll(/^#{2,3} (?:new )?(.+)$/gm)].map((found) => found[1].replaceAll("\\", "")));
  const items = [...text.matchAll(/^- `([^`]+)`/gm)].map((found) => found[1]);
  const isItem = (name) => items.some((item) => new RegExp(`(^|[^\\w])${name}($|[^\\w])`).test(item));
  const missing = [...new Set(names)].filter((name) => !headings.has(name) && !isItem(name.split(/::|[.:]/).at(-1)));
  assert.ok(new Set(names).size >= atLeast, `only ${new Set(names).size} names were found`);
  assert.deepEqual(missing, []);
}

const matches = (text, pattern) => [...text.matchAll(pattern)].map((found) => found[1]);

test("Python: what __all__ has, and each method of the stubs", () => {
  const stubs = ["_hitmask", "coco", "sheets", "pygame/__init__"].map((name) => read(`integrations/python/python/hitmask/${name}.pyi`));
  const exported = ["__init__.py", "sheets.pyi", "coco.pyi", "pygame/__init__.pyi"]
    .flatMap((name) => matches(/__all__ = \[[\s\S]*?\]/.exec(read(`integrations/python/python/hitmask/${name}`))[0], /"(\w+)"/g));
  const text = of("python");
  all([...exported, ...stubs.flatMap((stub) => matches(stub, /^ {4}def ([a-z]\w*)\(/gm))], text.replace(/^### \w+\.(\w+)$/gm, "### $1"), 250);
});

test("JavaScript: what modules export, and each method of their classes", async () => {
  const dist = new URL("../../../integrations/web/dist/", import.meta.url);
  const main = ["world-base", "world", "mask", "contact", "remainder"];
  for (const [name, files, start, atLeast] of [["index", main, "javascript", 130], ["sheets/index", ["sheets/api"], "javascript-sheets", 12]]) {
    const types = files.map((file) => read(`integrations/web/dist/${file}.d.ts`)).join("\n");
    // The types leave out what is for other files of the package.
    const isPublic = (own) => own !== "constructor" && new RegExp(`^ {4}(static )?(get )?${own}[(<]`, "m").test(types);
    const owned = (value) => (value === null || value === Function.prototype || value === Object.prototype ? [] : [...Object.getOwnPropertyNames(value), ...owned(Object.getPrototypeOf(value))]);
    const names = Object.entries(await import(new URL(`${name}.js`, dist))).flatMap(([key, value]) => {
      if (key === "default") return ["init"];
      return [key, ...[...owned(value), ...owned(value.prototype ?? null)].filter(isPublic).map((own) => `${key}.${own}`)];
    });
    all(names, of(start), atLeast);
  }
});

test("Godot: each name of the page of classes", () => {
  all(matches(read("integrations/godot/docs/classes.md"), /^- \*\*`(\w+)/gm), of("godot").replace(/^### \w+\.(\w+)$/gm, "### $1"), 150);
});

test("C: each function, struct and enum of hitmask.h, and each of their values", () => {
  const header = read("integrations/c/include/hitmask.h");
  all([...matches(header, /\b(hitmask_\w+)\(/g).filter((name) => new RegExp(`^[a-z].*\\b${name}\\(`, "m").test(header)), ...matches(header, /^} (hitmask_\w+);/gm), ...matches(header, /^ {2}(HITMASK_\w+) =/gm)], of("c"), 180);
});

test("C++: each method of mask and world", () => {
  const header = read("integrations/c/include/hitmask.hpp");
  const names = ["mask", "world"].flatMap((name) => {
    const text = new RegExp(`^class ${name} \\{([\\s\\S]*?)^private:`, "m").exec(header)[1];
    return matches(text, /^ {2}(?=\S)(?:static )?[\w:<>, *]+ (\w+)\([^;]*\{/gm).filter((own) => own !== "get").map((own) => `${name}::${own}`);
  });
  all(names, of("cpp"), 120);
});

test("C#: each public method and property of Mask and World", () => {
  const files = readdirSync(`${root}integrations/c/csharp`).filter((name) => /^(Mask|World).*\.cs$/.test(name));
  const names = files.flatMap((file) => matches(read(`integrations/c/csharp/${file}`), /^ {8}public (?!override)[^=({]*?(\w+)(?:<\w+>)?(?=\(| =>| \{|$)/gm));
  all(names, of("csharp").replace(/^### \w+\.(\w+)$/gm, "### $1"), 100);
});

test("Lua: each function", () => {
  const files = readdirSync(`${root}integrations/c/lua/hitmask`).filter((name) => !["core.lua", "ffi.lua", "loader.lua"].includes(name));
  all(files.flatMap((file) => matches(read(`integrations/c/lua/hitmask/${file}`), /^function ((?:Mask|World|hitmask)[.:](?!__)\w+)/gm)), of("lua"), 140);
});

test("no page is larger than 150 kB", () => {
  assert.ok(pages.length >= 15, `${pages.length} pages`);
  for (const name of pages) assert.ok(read(folder + name).length < 150_000, name);
});
