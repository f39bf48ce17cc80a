// Links of pages are paths from the page, so that they lead somewhere in the repository too. Here they become addresses of the site: of a
// page, of a picture, of a file of the repository. The build fails if a file does not exist. `[x](rustdoc:hitmask)` leads to the pages of
// rustdoc, if the site has them.
import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";
import { download } from "./downloads";
import { pageOf } from "./packages";

/** The address of the repository, without a slash at its end. The workflow that publishes the book sets it; without one, files are downloads. */
export const REPOSITORY = process.env.BOOK_REPOSITORY ?? "";

/** Where the site stands: `/hitmask/`, for example. */
export const BASE = process.env.BOOK_BASE ?? "/";

/** Whether `run reference` puts the pages of rustdoc into the site. */
const RUSTDOC = process.env.BOOK_RUSTDOC === "1";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const BOOK = "docs/book/";
const PUBLIC = `${BOOK}public/`;

/** Returns the path in the repository of a link on a page, and its anchor, or `null` for a link to a page of the book or out of the repository. */
function pathOf(href: string, page: string): [path: string, hash: string] | null {
  const [target, hash = ""] = href.split("#");
  if (target.startsWith("repo:")) return [target.slice("repo:".length), hash]; // by `packages.ts`
  if (!target || /^[\w+.-]+:|^\//.test(target)) return null;
  const path = posix.join(BOOK, posix.dirname(page), target).replace(/\/$/, "");
  const isPage = path.startsWith(BOOK) && path.endsWith(".md");
  return isPage ? null : [path, hash];
}

export function linkRepository(md: MarkdownRenderer) {
  // `repo:` is no scheme that Markdown doubts, and VitePress leaves it alone.
  md.core.ruler.push("repository", (state) => {
    for (const { children } of state.tokens) {
      if (!children) continue;
      for (let i = 0; i < children.length; i++) {
        const token = children[i];
        const page: string = state.env.relativePath;
        if (token.type === "image") {
          const found = pathOf(token.attrGet("src") ?? "", page);
          if (found?.[0].startsWith(PUBLIC)) token.attrSet("src", found[0].slice(PUBLIC.length - 1));
          continue;
        }
        const href = token.attrGet("href");
        if (token.type !== "link_open" || !href) continue;
        const unlink = (title: string) => {
          const end = children.findIndex((token, at) => at > i && token.type === "link_close");
          token.tag = children[end].tag = "span";
          token.attrs = [["class", "repository-path"], ["title", title]];
        };
        // VitePress would lead to a page of the site: these are files.
        const save = (place: string) => {
          token.attrs = [["href", BASE + place], ["target", "_self"], ["download", ""]];
        };
        if (href.startsWith("rustdoc:")) {
          const name = href.slice("rustdoc:".length);
          if (!RUSTDOC) unlink(`cargo doc --open -p ${name}`);
          else token.attrs = [["href", `${BASE}rustdoc/${name.replaceAll("-", "_")}/index.html`], ["target", "_self"]];
          continue;
        }
        const found = pathOf(href, page);
        if (!found) continue;
        const [path, hash] = found;
        if (!existsSync(root + path)) throw new Error(`${page}: the repository has no file ${path}`);
        const shown = pageOf(path);
        const isPicture = path.startsWith(PUBLIC) && statSync(root + path).isFile();
        const place = isPicture ? path.slice(PUBLIC.length) : !shown && download(path, REPOSITORY === "");
        if (shown) token.attrSet("href", shown + (hash && `#${hash}`)); // VitePress adds the base to pages
        else if (place) save(place);
        else if (REPOSITORY) token.attrSet("href", `${REPOSITORY}/blob/HEAD/${path}${hash && `#${hash}`}`);
        else unlink(`in the repository: ${path}`);
      }
    }
  });
}
