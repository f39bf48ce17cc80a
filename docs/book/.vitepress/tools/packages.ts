// Pages of the packages, which stay beside their code: the site shows them under `/packages/`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A page of the site that is written elsewhere: `source` is its path in the repository, `link` its address here. */
export interface Guest { source: string; link: string; title: string }

/** The languages, in the order of the sidebar. */
const LANGUAGES: [text: string, folder: string][] = [
  ["Python", "python"],
  ["JavaScript", "web"],
  ["Godot", "godot"],
  ["Bevy", "bevy"],
  ["C, C++, C#, Lua", "c"],
];

const guest = (source: string, link: string): Guest => ({ source, link, title: /^# (.+)$/m.exec(readFileSync(root + source, "utf8"))?.[1].replaceAll("`", "") ?? link });

const docs = (folder: string) =>
  readdirSync(`${root}integrations/${folder}/docs`).filter((name) => name.endsWith(".md"))
    .map((name) => guest(`integrations/${folder}/docs/${name}`, `/packages/${folder}/${name.slice(0, -3)}`));

export const packages: { text: string; items: Guest[] }[] = [
  {
    text: "All languages",
    items: [
      guest("docs/api.md", "/packages/all/api"),
      guest("docs/performance.md", "/packages/all/performance"),
      ...["mask", "world", "sheets", "tiles", "cli"].map((crate) => guest(`crates/${crate}/README.md`, `/packages/all/${crate}`)),
      guest("CHANGELOG.md", "/packages/all/changelog"),
    ],
  },
  ...LANGUAGES.map(([text, folder]) => ({ text, items: docs(folder) })),
];

/** Sources that say what a package has, and the pages of the reference that are made of them. */
const SOURCES: [source: string, page: string][] = [
  ["integrations/python/python/hitmask/_hitmask.pyi", "python"],
  ["integrations/web/ts/index.ts", "javascript"],
  ["integrations/c/csharp/Values.cs", "csharp"],
];

const guests = packages.flatMap(({ items }) => items);
const links = new Map([...guests.map(({ source, link }) => [source, link]), ...SOURCES.map(([source, page]) => [source, `/reference/${page}`])]);

/** Returns the page of this site that shows a file of the repository. */
export function pageOf(path: string): string | undefined {
  const own = /^docs\/book\/((?:guide|cookbook|first-game|start|moving|how|reference)\/)?(?!README|WRITING)[\w-]+\.md$/.test(path) && existsSync(root + path);
  return own ? path.slice("docs/book".length).replace(/(index)?\.md$/, "") : links.get(path);
}

/** Headings of the site have `o` where those of the repository have `ö`. */
const withoutMarks = (hash: string) => decodeURIComponent(hash).normalize("NFKD").replace(/[\u0300-\u036f]/g, "");

/** The pages of `packages/[package]/[page].md`. Their links lead to pages of this site, or into the repository. */
export function packagePaths() {
  return guests.map(({ source, link }) => {
    const [, , name, page] = link.split("/");
    const from = posix.dirname(source);
    const content = readFileSync(root + source, "utf8")
      .replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, picture, text, target) => {
        if (/^(https?:|mailto:|#)/.test(target)) return whole;
        const [file, hash] = target.split("#");
        const path = posix.normalize(posix.join(from, file)).replace(/\/$/, "");
        if (picture) return `![${text}](${posix.relative(`docs/book/packages/${name}`, path)})`;
        return `[${text}](${pageOf(path) ?? `repo:${path}`}${hash ? `#${withoutMarks(hash)}` : ""})`;
      });
    return { params: { package: name, page }, content };
  });
}
