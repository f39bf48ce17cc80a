// For readers who take the book elsewhere, language models among them: each page as Markdown beside its HTML, `llms.txt` with a list of all pages, and
// files such as `llms-python.txt` with the whole guide in one language.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { download } from "./downloads";
import { LANGUAGES } from "./languages.mjs";
import { only } from "./markdown.mjs";
import { packagePaths, pageOf } from "./packages";
import { REPOSITORY } from "./repository";
import { pagesOf } from "./sidebar";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const book = `${root}docs/book/`;

/** A value of a page's front matter. */
const front = (source: string, name: string) => new RegExp(`^---\\n(?:.*\\n)*? *${name}: *"?(.*?)"?\\n(?:.*\\n)*?---\\n`).exec(source)?.[1];

/** The Markdown of pages that stand beside the code of a package, by their paths in the site. */
const guests = new Map(packagePaths().map(({ params, content }) => [`packages/${params.package}/${params.page}.md`, content]));
const sourceOf = (page: string) => guests.get(page) ?? readFileSync(book + page, "utf8");
const titleOf = (source: string) => /^# (.+)$/m.exec(source)?.[1] ?? "";

/** Puts files in the place of `<!--@include: ../performance.md#crossing-->`, or the part of them that `#name` names. */
function include(source: string, page: string): string {
  return source.replace(/^<!--@include: (\S+?)(?:#(\S+))?-->$/gm, (_, path: string, region?: string) => {
    const text = readFileSync(book + posix.join(posix.dirname(page), path), "utf8");
    if (!region) return text;
    const found = new RegExp(`<!-- #region ${region} -->\\n([\\s\\S]*?)<!-- #endregion ${region} -->`).exec(text);
    if (!found) throw new Error(`${page}: ${path} has no region ${region}`);
    return found[1];
  });
}

/** Lines of Rust that rustdoc runs and pages do not show, as in `rustdoc.ts`. */
function withoutHidden(fence: string): string {
  if (!/^\s*```rust\b/.test(fence)) return fence;
  return fence.replace(/^(\s*```rust),[\w,]*/, "$1").split("\n").filter((line) => line !== "#" && !line.startsWith("# ")).join("\n");
}

/**
 * The Markdown of a page, for readers outside the site: without comments and components, with links from the folder `at` of the site. `assets` are the
 * names of pictures that the build has copied.
 */
function convert(page: string, at: string, assets: string[]): string {
  let source = include(sourceOf(page), page);
  const [title, tagline] = [front(source, "text"), front(source, "tagline")];
  source = source.replace(/^---\n[\s\S]*?\n---\n/, "");
  if (tagline) source = `# ${front(sourceOf(page), "title")}\n\n${title}. ${tagline}\n\n${source}`;
  const code: string[] = [];
  const keep = (text: string) => `\0${code.push(text) - 1}\0`;
  // From left to right: a comment may hold code, and code may hold a comment.
  let text = source.replace(/^[ \t]*(```+)[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$|<!--[\s\S]*?-->|(`+)[^`\n]+?\2/gm, (found) =>
    found.startsWith("<!--") ? "" : keep(withoutHidden(found)));
  text = text.replace(/^<(\w+)((?: [^>]*)?)\/>$/gm, (_, name: string, attributes: string) => shown(name, attributes, page)).replace(/^<\/?div.*>$/gm, "");
  text = text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)(\{[^}]*\})?/g, (_, picture: string, label: string, target: string) => {
    const link = resolve(target, page, at, assets);
    if (link.startsWith("(")) return picture ? `*Picture: ${label}*` : `${label} ${link}`;
    return `${picture}[${label}](${link})`;
  });
  text = text.replace(/\n{3,}/g, "\n\n").trim();
  return text.replace(/\0(\d+)\0/g, (_, i: string) => code[Number(i)]) + "\n";
}

/** What stands in the place of a component. Links are those of the page. */
function shown(name: string, attributes: string, page: string): string {
  const html = `${posix.basename(page, ".md")}.html`;
  if (name === "Try") return `*You can change and run a program in the browser: [the page](${html}).*`;
  if (name === "Bars") return `*A chart: [how fast hitmask is](repo:docs/performance.md).*`;
  if (name !== "Recipes") return `*A figure that moves: [the page](${html}).*`;
  const names = [...attributes.matchAll(/'([\w-]+)'/g)].map((found) => `cookbook/${found[1]}.md`);
  const recipes = pagesOf("Cookbook").filter((recipe) => (names.length ? names.includes(recipe) : recipe !== "cookbook/index.md"));
  return recipes.map((recipe) => `- [${titleOf(sourceOf(recipe))}](${posix.relative(posix.dirname(page), recipe)})`).join("\n");
}

/** The target of a link of a page, from the folder `at`. If the site has no such file, words in parentheses. */
function resolve(target: string, page: string, at: string, assets: string[]): string {
  if (/^(https?:|mailto:)/.test(target)) return target;
  if (target.startsWith("rustdoc:")) return `(\`cargo doc --open -p ${target.slice("rustdoc:".length)}\`)`;
  const [path, hash] = target.split("#");
  const from = (file: string) => (posix.relative(at, file) || posix.basename(file)) + (hash ? `#${hash}` : "");
  const ofPage = (link: string) => from(link.slice(1).replace(/(^|\/)$/, "$1index") + ".md");
  if (path === "") return at === posix.dirname(page) ? target : from(page);
  const inBook = path.startsWith("repo:") ? posix.relative("docs/book", path.slice("repo:".length))
    : path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(page), path);
  const isOutside = inBook.startsWith("../") || path.startsWith("repo:") || inBook.startsWith("programs/");
  if (isOutside || inBook === "public/art") {
    const ofRepository = posix.join("docs/book", inBook);
    const link = pageOf(ofRepository);
    if (link) return ofPage(link);
    const place = download(ofRepository, REPOSITORY === "");
    if (place) return from(place);
    return REPOSITORY ? `${REPOSITORY}/blob/HEAD/${ofRepository}${hash ? `#${hash}` : ""}` : `(\`${ofRepository}\` in the repository)`;
  }
  const file = inBook.replace(/^public\//, "");
  if (existsSync(`${book}public/${file}`)) return from(file);
  if (/\.(png|gif|webp|svg|jpg)$/.test(file)) {
    const [, stem, end] = /([^/]+)\.(\w+)$/.exec(file)!;
    const asset = assets.find((name) => name.startsWith(`${stem}.`) && name.endsWith(`.${end}`));
    return asset ? from(`assets/${asset}`) : `(\`${file}\`)`;
  }
  return /\.(md|html)$/.test(file) ? from(file) : ofPage(`/${file}`);
}

/** The list of all pages, from the contents page of the book. */
function contents(assets: string[]): string {
  const page = sourceOf("README.md");
  const lists = page.slice(page.indexOf("\n## ")).replace(/\nTo change a page, .*/, "").replace(/\]\((?!https?:)([^)]+)\)/g, (_, path: string) => {
    const file = posix.normalize(posix.join("docs/book", path));
    return file.startsWith("docs/book/") ? `](${file.slice("docs/book/".length)})` : `](repo:${file})`;
  });
  const linked = lists.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label: string, target: string) => {
    const link = resolve(target, "README.md", "", assets);
    return link.startsWith("(") ? `${label} ${link}` : `[${label}](${link})`;
  });
  const home = sourceOf("index.md");
  const whole = Object.entries(LANGUAGES).map(([name, label]) => `- [${label}](llms-${name}.txt): how to start, and all pages of the guide`).join("\n");
  return `# hitmask\n\n> ${front(home, "text")}. ${front(home, "tagline")}\n\nEach page is Markdown. Add \`?language=python\` to the address of a page of the site to see its examples in one language.\n\n## The guide whole, in one language\n\n${whole}\n${linked.trimEnd()}\n`;
}

/** All pages of the guide in one language, after the language's own pages of Start. */
function whole(label: string, assets: string[]): string {
  const start = pagesOf("Start").filter((page) => {
    const source = sourceOf(page);
    return front(source, "language") === label || source.includes(`<summary>${label}</summary>`);
  });
  const pages = [...start, ...pagesOf("Guide")].map((page) => only(convert(page, "", assets), label));
  return `> hitmask in ${label}: how to start, and the guide. [llms.txt](llms.txt) lists all pages.\n\n${pages.join("\n\n")}`;
}

export function writeMarkdown(dist: string, pages: string[]) {
  const assets = readdirSync(`${dist}/assets`);
  const write = (name: string, text: string) => {
    mkdirSync(posix.dirname(`${dist}/${name}`), { recursive: true });
    writeFileSync(`${dist}/${name}`, text);
  };
  for (const page of pages) write(page, convert(page, posix.dirname(page) === "." ? "" : posix.dirname(page), assets));
  write("llms.txt", contents(assets));
  for (const [name, label] of Object.entries(LANGUAGES)) write(`llms-${name}.txt`, whole(label, assets));
}
