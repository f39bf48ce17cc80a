// The calls that sentences may name, with how each language writes them: from the headings of the reference, the public API of Rust, and the
// table of names that the tests compare with each language.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { written } from "../theme/names/follow.mjs";
import { LANGUAGES as TABS } from "./languages.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const book = `${root}docs/book/`;

/** The languages, as tabs name them: the first one of a page that has a call has its link until the reader chooses one. */
export const LANGUAGES = Object.values(TABS);

/** The pages whose sentences have links, and the class that they mean by a name that masks and worlds have. Without one, such a name stays plain. */
export const PAGES = [
  [/^guide\/(masks|pair)\.md$/, "Mask"],
  [/^(guide|first-game)\//, "World"],
  [/^cookbook\/(agents|cells|cut-sheet|detections|mask-iou|one-target)\.md$/, "Mask"],
  [/^cookbook\//, "World"],
  [/^(rules|faq)\.md$/, ""],
];

const read = (path) => readFileSync(root + path, "utf8");

/** The calls by language, as headings of the reference name them, and the words that are fields, options or parameters too. */
function reference() {
  const headings = new Map(LANGUAGES.map((language) => [language, new Set()]));
  const fields = new Set();
  // Adapters, sheets and pygame's masks have methods of the same names.
  for (const name of readdirSync(`${book}reference`).filter((name) => /^(python|javascript|godot|c|cpp|csharp|lua)(-mask|-world)?\.md$/.test(name))) {
    const text = read(`docs/book/reference/${name}`);
    const language = /^part: "(.+)"$/m.exec(text)[1];
    for (const [, heading] of text.matchAll(/^### (.+)$/gm)) headings.get(language).add(heading.replaceAll("\\", ""));
    if (!/^(c|cpp|csharp)\b/.test(name)) for (const [, field] of text.matchAll(/^- `(\w+)/gm)) fields.add(field);
  }
  // Rust's are those of the public API.
  for (const [, heading] of `${read("docs/api/world.txt")}${read("docs/api/mask.txt")}`.matchAll(/^pub (?:const )?fn (?:world|mask)::((?:(?:World|View|Step|Mask|Remainder)(?:<[^>]*>)?::)?[a-z]\w*)[(<]/gm)) {
    headings.get("Rust").add(heading.replace(/<.*>/, "").replace("::", "."));
  }
  return { headings, fields };
}

/** The names that do not follow from those of Rust, from the table that the tests compare with each language. */
function renamed() {
  const text = read("tests/it/one_language.rs");
  const found = new Map();
  const add = (rust, language, name) => {
    if (!found.has(rust)) found.set(rust, new Map());
    if (name !== "=") found.get(rust).set(language, name);
  };
  for (const [, rust, python, javascript] of text.matchAll(/^ {4}\["([\w.]+)", "([^"]+)", "([^"]+)", "[^"]+"\],/gm)) {
    add(rust, "Python", python);
    add(rust, "JavaScript", javascript);
  }
  for (const [table, language] of [["IN_C", "C"], ["IN_GODOT", "Godot"], ["IN_CSHARP", "C#"]]) {
    const [, rows] = new RegExp(`const ${table}: .*= &\\[([\\s\\S]*?)\\n\\];`).exec(text);
    for (const [, rust, name] of rows.matchAll(/^ {4}\("([\w.]+)", "([^"]+)"\)/gm)) add(rust, language, name);
  }
  // What the table of the tests leaves out, because no concept has these names everywhere.
  for (const [rust, language, name] of OTHERWISE) add(rust, language, name);
  return found;
}

/** Names that neither follow from Rust's nor stand in that table. Empty, a call does more there than its name here says. */
const OTHERWISE = [
  ["Mask.fill_circle", "Python", "Mask.fill_shape"],
  ["Mask.fill_circle", "JavaScript", "Mask.fillShape"],
  ["Mask.copy", "JavaScript", "Mask.clone"],
  ["World.copy", "JavaScript", "World.clone"],
  ["World.to_bytes_without_masks", "JavaScript", ""],
];

/** The classes that a class of the table has in languages. The view and the step of Rust are worlds elsewhere. */
const OWNERS = { World: ["World", "View", "Step"], Mask: ["Mask"], Remainder: ["Remainder"], "": [""] };

function makeTable() {
  const { headings, fields } = reference();
  const other = renamed();
  /** @type {Record<string, import("../theme/names/follow.mjs").Call>} */
  const calls = {};
  const classes = new Map();
  const names = (language, owner) => [...headings.get(language)].filter((heading) => (owner ? heading.startsWith(`${owner}.`) : /^\w+$/.test(heading))).map((heading) => heading.split(".").at(-1));
  for (const [of, owners] of Object.entries(OWNERS)) {
    const all = new Set(owners.flatMap((owner) => [...names("Rust", owner), ...names("Python", owner)]));
    for (const name of all) if (/^[a-z]/.test(name)) classes.set(name, [...(classes.get(name) ?? []), of]);
  }
  for (const [name, owners] of classes) {
    for (const of of owners) {
      const key = owners.length > 1 ? `${of}.${name}` : name;
      const call = { of };
      for (const language of LANGUAGES.filter((one) => one !== "Bevy")) {
        const has = (heading) => headings.get(language).has(heading);
        const regular = written(key, { of }, language)?.heading;
        const isRust = language === "Rust";
        let heading = isRust ? "" : regular;
        if (isRust || !has(regular)) {
          const elsewhere = OWNERS[of].map((owner) => [owner, other.get(`${owner}.${name}`.replace(/^\./, ""))?.get(language)]);
          const candidates = [
            ...elsewhere.map(([, own]) => own),
            ...OWNERS[of].map((owner) => (isRust ? `${owner}.${name}`.replace(/^\./, "") : written(key, { of: owner }, language)?.heading)),
            ...(language === "Godot" && of === "World" ? [`PixelCollider2D.${name}`] : []),
            ...(language === "Lua" && of ? [`hitmask.${of.toLowerCase()}_${name}`] : []),
            ...(["C++", "Lua"].includes(language) ? elsewhere.map(([, own]) => inC(OWNERS[of], name, other)).flatMap((c) => (c ? like(c, language) : [])) : []),
          ];
          // A call for each shape: `find_point`, `find_rect` and so on.
          const each = regular ? [...headings.get(language)].filter((one) => one.startsWith(regular) && /^_?(point|rect|circle|line|polygon)$/i.test(one.slice(regular.length))) : [];
          const shown = each.length > 2 ? `${/\w+$/.exec(regular)[0]}${language === "C#" ? "" : "_"}…` : "";
          heading = shown ? [each[0], shown] : (candidates.find(has) ?? "");
        }
        if (isRust && process.env.BOOK_RUSTDOC !== "1") heading = "";
        if (heading !== regular) call[language] = heading;
      }
      if (LANGUAGES.slice(1).some((language) => written(key, call, language))) calls[key] = call;
    }
  }
  return { calls, fields, classes };
}

/** The name in C, if it does not follow. */
const inC = (owners, name, other) => owners.map((owner) => other.get(`${owner}.${name}`)?.get("C")).find(Boolean);

/** The headings that C++ or Lua may have for a function of C. */
function like(c, language) {
  const [, owner, name] = /^hitmask_(mask|world)_(\w+)$/.exec(c) ?? [];
  if (!owner) return [];
  return language === "C++" ? [`${owner}::${name}`] : [`${owner[0].toUpperCase()}${owner.slice(1)}:${name}`, `hitmask.${owner}_${name}`];
}

let made;
export const table = () => (made ??= makeTable());

/** The calls that sentences may name: those in code fonts of the pages with links, as Rust or the examples of a first game write them. */
export function namedCalls() {
  const { calls } = table();
  const files = readdirSync(book, { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".md") && PAGES.some(([page]) => page.test(name)));
  const words = new Set(files.flatMap((name) => [...readFileSync(book + name, "utf8").matchAll(/`[^`\n]*`/g)].flatMap(([code]) => code.match(/\w+/g) ?? [])));
  return Object.fromEntries(Object.entries(calls).filter(([key, call]) => words.has(key.split(".").at(-1)) || words.has(written(key, call, "JavaScript")?.text)));
}
