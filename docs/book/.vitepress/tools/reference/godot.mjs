// Godot: the page of classes, which `cargo xtask generate classes` writes from the docs that F1 shows in the editor.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entries, wrapped } from "./page.mjs";

const page = fileURLToPath(new URL("../../../../../integrations/godot/docs/classes.md", import.meta.url));

export function godot() {
  const classes = readFileSync(page, "utf8").split(/^## /m).slice(1).map((text) => {
    const [head, ...parts] = text.split(/^### /m);
    const [name, ...about] = head.split("\n");
    const section = { name, text: about.join("\n").trim(), lists: [], entries: [] };
    for (const part of parts) {
      const [title, ...rest] = part.split("\n");
      const kind = title.split(" ")[0];
      const items = rest.join("\n").trim().split(/^- \*\*`/m).slice(1).map((item) => {
        const [, code, text] = /^(.*?)`\*\* ?([\s\S]*)$/.exec(item);
        return { code, text: text.replace(/\n {2}/g, "\n").trim() };
      });
      if (["Methods", "Signals"].includes(kind)) {
        section.entries.push(...entries(items.map(({ code, text }) => {
          const method = /^\w+/.exec(code)[0];
          return { name: `${name}.${method}`, block: { code: kind === "Signals" ? `signal ${code}` : wrapped(`func ${code}`, "    "), text } };
        })));
      } else section.lists.push({ title: kind, items: items.map(({ code, text }) => ({ name: code, text: text.replace(/\n+/g, " ") })) });
    }
    return section;
  });
  return [{
    file: "godot", title: "Godot", language: "Godot", order: 3, fence: "gdscript", source: "integrations/godot/docs/classes.md, which has the docs of the classes",
    text: "What F1 shows in the editor. [Start with Godot](../start/godot.md) and the tabs of [the guide](../guide/masks.md) show how to use it.", sections: classes,
  }];
}
