// Pictures on pages say how large they are, so that the text below them does not move when they arrive.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";

const folder = fileURLToPath(new URL("../../public", import.meta.url));

export function sizePictures(md: MarkdownRenderer) {
  md.core.ruler.push("pictures", (state) => {
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const source = token.attrGet("src");
      if (token.type !== "image" || !source?.startsWith("/") || !source.endsWith(".png")) continue;
      const header = readFileSync(folder + decodeURI(source)).subarray(16, 24); // width and height of a PNG
      token.attrSet("width", String(header.readUInt32BE(0)));
      token.attrSet("height", String(header.readUInt32BE(4)));
    }
  });
}
