// Pages that rustdoc tests too: lines of Rust that begin with `# ` are run and not shown, and `no_run` is no language.
import type { MarkdownRenderer } from "vitepress";

export function hideLinesOfRustdoc(md: MarkdownRenderer) {
  md.core.ruler.push("rustdoc", (state) => {
    for (const token of state.tokens) {
      if (token.type !== "fence" || !/^rust\b/.test(token.info)) continue;
      token.info = token.info.replace(/^rust,[\w,]*/, "rust");
      token.content = token.content.split("\n").filter((line) => line !== "#" && !line.startsWith("# ")).join("\n");
    }
  });
}
