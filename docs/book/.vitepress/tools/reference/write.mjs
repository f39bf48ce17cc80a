// Writes the reference pages of all languages: `node write.mjs FOLDER PYTHON`, where PYTHON is what python.py prints.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { c, cpp } from "./c.mjs";
import { csharp } from "./csharp.mjs";
import { godot } from "./godot.mjs";
import { lua } from "./lua.mjs";
import { anchors, markdown, typeAnchors } from "./page.mjs";
import { python } from "./python.mjs";
import { typescript } from "./typescript.mjs";

const [folder, described] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const languages = [python(JSON.parse(readFileSync(described, "utf8"))), await typescript(), godot(), c(), cpp(), csharp(), lua()];
for (const pages of languages) {
  const [links, types] = [anchors(pages), typeAnchors(pages)];
  for (const page of pages) writeFileSync(`${folder}/${page.file}.md`, markdown(page, links, types));
}
