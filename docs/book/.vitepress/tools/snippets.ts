// Cuts the region of a `<<< file#name` out of a file in any language: VitePress knows no comments of Lua, and shows the whole file if
// a region is missing. Here a missing file or region fails the build.
import { existsSync, readFileSync } from "node:fs";
import type { MarkdownRenderer } from "vitepress";

/** `// #region name`, `# region name`, `-- #region name`, `/* #region name *\/`, `#pragma region name` and `<!-- #region name -->`. */
const MARK = /^\s*(?:\/\/|\/\*|--|#pragma|<!--|#)?\s*#?(end)?region\s+([\w-]+)\s*(?:\*\/|-->)?\s*$/;

export function cutRegions(md: MarkdownRenderer) {
  md.core.ruler.push("regions", (state) => {
    for (const token of state.tokens as any[]) {
      const [file, name] = token.src ?? [];
      if (!file) continue;
      if (!existsSync(file)) throw new Error(`${state.env.relativePath}: ${file} does not exist`);
      if (!name) continue;
      token.content = region(readFileSync(file, "utf8"), name, `${state.env.relativePath}: ${file}`);
      token.src = undefined;
    }
  });
}

function region(text: string, name: string, where: string): string {
  const lines: string[] = [];
  let state: "before" | "inside" | "after" = "before";
  for (const line of text.replace(/\r\n/g, "\n").split("\n")) {
    const mark = MARK.exec(line);
    if (mark?.[2] === name) {
      state = mark[1] ? "after" : "inside";
      if (state === "after") break;
    } else if (!mark && state === "inside") lines.push(line);
  }
  if (state !== "after") throw new Error(`${where} has no region ${name} with an end`);
  const indents = lines.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)![0].length);
  const indent = Math.min(...indents, 80);
  return lines.map((line) => line.slice(indent)).join("\n").replace(/^\n+|\n+$/g, "") + "\n";
}
