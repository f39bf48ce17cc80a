// Links into the repository: `[the kernel](repo:docs/api.md)`. The build fails if the file does not exist. `[x](rustdoc:hitmask)` leads
// to the pages of rustdoc, if the site has them.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";
import { pageOf } from "./packages";

/** The address of the repository, without a slash at its end. The workflow that publishes the book sets it; without one, pages name the path. */
export const REPOSITORY = process.env.BOOK_REPOSITORY ?? "";

/** Where the site stands: `/hitmask/`, for example. */
export const BASE = process.env.BOOK_BASE ?? "/";

/** Whether `run reference` puts the pages of rustdoc into the site. */
const RUSTDOC = process.env.BOOK_RUSTDOC === "1";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export function linkRepository(md: MarkdownRenderer) {
  // `repo:` is no scheme that Markdown doubts, and VitePress leaves it alone.
  md.core.ruler.push("repository", (state) => {
    for (const { children } of state.tokens) {
      if (!children) continue;
      for (let i = 0; i < children.length; i++) {
        const href = children[i].attrGet("href");
        if (children[i].type !== "link_open" || !href) continue;
        // VitePress adds the base to links of pages, not of files.
        if (href.startsWith("/art/")) children[i].attrSet("href", BASE + href.slice(1));
        const unlink = (title: string) => {
          const end = children.findIndex((token, at) => at > i && token.type === "link_close");
          children[i].tag = children[end].tag = "span";
          children[i].attrs = [["class", "repository-path"], ["title", title]];
        };
        if (href.startsWith("rustdoc:")) {
          const name = href.slice("rustdoc:".length);
          if (!RUSTDOC) unlink(`cargo doc --open -p ${name}`);
          else children[i].attrs = [["href", `${BASE}rustdoc/${name.replaceAll("-", "_")}/index.html`], ["target", "_self"]];
          continue;
        }
        if (!href.startsWith("repo:")) continue;
        const target = href.slice("repo:".length);
        const [path, hash = ""] = target.split("#");
        if (!existsSync(root + path)) throw new Error(`${state.env.relativePath}: the repository has no file ${path}`);
        const page = pageOf(path);
        if (page) {
          children[i].attrSet("href", BASE + page.slice(1) + (hash && `#${hash}`));
        } else if (REPOSITORY) {
          children[i].attrSet("href", `${REPOSITORY}/blob/HEAD/${path}${hash && `#${hash}`}`);
        } else unlink(`in the repository: ${path}`);
      }
    }
  });
}
