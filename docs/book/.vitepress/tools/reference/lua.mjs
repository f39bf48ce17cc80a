// Lua: the comments of the module for LuaJIT.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entries, plain, wrapped } from "./page.mjs";

const folder = fileURLToPath(new URL("../../../../../integrations/c/lua/", import.meta.url));
const FILES = ["mask", "mask_ask", "mask_shapes", "world", "sprites", "steps", "queries", "terrain", "motion"];

const comment = (lines) => plain(lines.map((line) => line.replace(/^-- ?(---- )?/, "")).join("\n"));

/** Cuts the title off a comment, which begins with it. */
function titled(lines) {
  const [first, ...rest] = lines.map((line) => line.replace(/^-- ?(---- )?/, ""));
  const [, title, text] = /^([^.:,]+)[.:,]?\s*(.*)$/.exec(first);
  const whole = plain([text, ...rest].join("\n")).replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return { title: title[0].toUpperCase() + title.slice(1), text: whole };
}

function sections(file) {
  const lines = readFileSync(`${folder}hitmask/${file}.lua`, "utf8").split("\n");
  const end = lines.findIndex((line) => !line.startsWith("--"));
  const head = titled(lines.slice(0, end));
  const found = [{ name: head.title, text: head.text.replace(/ ?[^.]*in mask_ask\.lua\.| ?[^.]* are in the files of these names\./, ""), blocks: [] }];
  let about = [];
  let class_; // a table with methods, and what its comment says
  for (let at = end; at < lines.length; at++) {
    const line = lines[at];
    if (/^-- ---- /.test(line)) {
      const own = [line];
      while (/^--( |$)/.test(lines[at + 1] ?? "")) own.push(lines[++at]);
      const { title, text } = titled(own);
      found.push({ name: `${head.title}: ${title[0].toLowerCase()}${title.slice(1)}`, text, blocks: [] });
      about = [];
    } else if (/^--/.test(line)) about.push(line);
    else {
      const table = /^local (\w+) = \{\}$/.exec(line);
      if (table && about.length) class_ = { name: table[1], text: comment(about) };
      const call = /^function ((?:Mask|World|Remainder|hitmask)[.:](\w+)\([^)]*\))/.exec(line);
      if (call && !call[2].startsWith("__")) {
        const name = /^[\w.:]+/.exec(call[1])[0];
        found.at(-1).blocks.push({ name, block: { code: wrapped(call[1]), text: comment(about) || (class_ && line.includes(`, ${class_.name})`) ? class_.text : "") } });
      }
      // A comment may belong to several functions, which follow each other.
      if (!(call && / end$/.test(line) && /^function /.test(lines[at + 1] ?? ""))) about = [];
    }
  }
  return found.filter(({ blocks, text }) => blocks.length || text).map(({ name, text, blocks }) => ({ name, text, entries: entries(blocks) }));
}

/** The values of a sprite. */
function fields() {
  const lines = readFileSync(`${folder}hitmask/fields.lua`, "utf8").split("\n");
  const items = [];
  let about = [];
  for (const line of lines.slice(2)) {
    const name = /^ {2}\{ "(\w+)"/.exec(line)?.[1];
    if (/^ {2}--/.test(line)) about.push(line.trim());
    else {
      if (name) items.push({ name, text: comment(about).replace(/\n+/g, " ") });
      about = [];
    }
  }
  return { name: "Values of a sprite", text: "What tables of values have, for `World:spawn`, `World:set` and `World:get`.", lists: [{ title: "Values", items }], entries: [] };
}

export function lua() {
  const lines = readFileSync(`${folder}hitmask.lua`, "utf8").split("\n");
  const rules = lines.slice(lines.findIndex((line) => line.startsWith("-- Points come")), lines.findIndex((line) => !line.startsWith("--")));
  return [{
    file: "lua", title: "Lua", language: "Lua", order: 5, fence: "lua", source: "the comments of integrations/c/lua",
    text: `What \`require "hitmask"\` gives you in LÖVE and LuaJIT. [Start](../start/love.md) shows how to use it.\n\n${comment(rules)}`,
    sections: [...FILES.flatMap(sections), fields()],
  }];
}
