// Links to headings of the reference: those of the site have `-` where those of the repository have `_`.
import type { MarkdownRenderer } from "vitepress";

export function anchorsOfSite(md: MarkdownRenderer) {
  md.core.ruler.push("anchors", (state) => {
    if (!/^reference\//.test(state.env.relativePath ?? "")) return;
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href && /^([\w-]+\.md)?#/.test(href)) token.attrSet("href", href.replace(/#.*/, (hash) => hash.replaceAll("_", "-")));
    }
  });
}
