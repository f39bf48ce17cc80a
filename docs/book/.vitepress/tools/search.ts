// What the search of the site knows of a page.
import type { MarkdownEnv, MarkdownRenderer } from "vitepress";

/** The text of a page for the index. Of a page of the reference, it has the names: all of it would be larger than the rest of the book. */
export function indexed(source: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  if (!env.relativePath.startsWith("reference/")) {
    const html = md.render(source, env);
    return env.frontmatter?.search === false ? "" : html;
  }
  const text = source.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/^```[\s\S]*?^```$/gm, "");
  const heads = text.split("\n").filter((line) => /^#{1,3} /.test(line));
  return md.render(heads.join("\n\n"), env);
}
