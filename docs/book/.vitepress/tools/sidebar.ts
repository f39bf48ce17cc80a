// The sidebar: a group for each folder, its pages by `order`, then by title. Both stand in the front matter of a page. Pages without a
// folder name their `group`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packages } from "./packages";

const book = fileURLToPath(new URL("../../", import.meta.url));

const groups: [text: string, folder: string][] = [
  ["Start", "start"],
  ["First game", "first-game"],
  ["Guide", "guide"],
  ["Try", ""],
  ["Cookbook", "cookbook"],
  ["Moving over", "moving"],
  ["Troubleshooting", ""],
  ["Choose and tune", ""],
  ["How it works", "how"],
  ["Reference", "reference"],
];

interface Page { text: string; link: string; order: number; group?: string; part?: string }
interface Group { text: string; folder: string; items: Page[] }

function page(file: string): Page {
  const text = readFileSync(book + file, "utf8");
  const front = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  const value = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, "m").exec(front)?.[1].replace(/^(["'])(.*)\1$/, "$2");
  const title = value("title") ?? /^# (.+)$/m.exec(text)?.[1] ?? file;
  return { text: title, link: "/" + file.replace(/(index)?\.md$/, ""), order: Number(value("order") ?? 100), group: value("group"), part: value("part") };
}

const found: Group[] = groups.flatMap(([text, folder]) => {
  const names = existsSync(book + folder) ? readdirSync(book + folder).filter((name) => name.endsWith(".md") && name !== "README.md") : [];
  const items = names.map((name) => page(folder ? `${folder}/${name}` : name)).filter(({ group }) => folder ? !group : group === text);
  // A page without a folder may belong to the group of one.
  if (folder) items.push(...readdirSync(book).filter((name) => name.endsWith(".md")).map(page).filter(({ group }) => group === text));
  items.sort((a, b) => a.order - b.order || (a.text < b.text ? -1 : 1));
  return items.length ? [{ text, folder, items }] : [];
});

interface Item { text: string; link: string; collapsed?: boolean; items?: Item[] }

/** The items of a group in the sidebar. Pages with a `part`, such as those of a language, stand below its first page, which has the part's name. */
function items(pages: Page[]) {
  const parts = [...new Set(pages.flatMap(({ part }) => part ?? []))];
  const named = new Map(parts.map((part) => [part, pages.filter((page) => page.part === part)]));
  return pages.flatMap((page): Item[] => {
    const own = page.part ? named.get(page.part)! : [];
    if (own.length < 2) return [{ text: page.text, link: page.link }];
    if (own[0] !== page) return [];
    return [{ text: page.text, link: page.link, collapsed: true, items: own.slice(1).map(({ text, link }) => ({ text: text.replace(`${page.text}: `, ""), link })) }];
  });
}

/** Pages that stand beside the code of a package: a part for each language, below its name. */
const parts = (all: boolean) =>
  packages.filter(({ text }) => (text === "All languages") === all)
    .map(({ text, items }): Item => ({ text, link: items[0].link, collapsed: true, items: items.map(({ title, link }) => ({ text: title, link })) }));

/** The group of what only one language or engine has, which follows the guide. */
const LANGUAGES = "Your language";

/** All groups with all their pages. The title of a group leads to its first page, its arrow opens it. A group of one page is a link. */
export function allGroups() {
  const group = (text: string, items: Item[]): Item => ({ text, link: items[0].link, collapsed: true, items });
  return found.flatMap(({ text, items: pages }) => {
    if (pages.length === 1) return [{ text, link: pages[0].link, items: [] }];
    if (text === "Reference") return [group(text, [...items(pages), ...parts(true)])];
    return text === "Guide" ? [group(text, items(pages)), group(LANGUAGES, parts(false))] : [group(text, items(pages))];
  });
}

/** What the built pages show: a sidebar for each group, with its own pages and a link to each other group. All pages in all sidebars would be a quarter
 * of the site, so the theme puts `allGroups` in their place, in the browser. */
export function sidebar() {
  const all = allGroups();
  const of = (own: string) => all.map((group) => (group.text === own ? group : { ...group, items: [] }));
  return Object.fromEntries([
    ...found.flatMap(({ text, folder, items }) => [
      ...(folder ? [[`/${folder}/`, of(text)]] : []),
      ...items.filter(({ group }) => group).map(({ link }) => [link, of(text)]),
    ]),
    ["/packages/all/", of("Reference")],
    ["/packages/", of(LANGUAGES)],
  ]);
}

/** The pages of a group: their paths from the book's folder. */
export function pagesOf(group: string): string[] {
  return found.find(({ text }) => text === group)?.items.map(({ link }) => `${link.slice(1).replace(/(^|\/)$/, "$1index")}.md`) ?? [];
}

/** What stands above the title of a page: its group, and the language that it belongs to. Only another page is a link. */
export function crumbs(link: string): { text: string; link?: string }[] {
  for (const group of allGroups()) {
    const part = group.items.find(({ items }) => items?.some((item) => item.link === link));
    if (!part && !group.items.some((item) => item.link === link)) continue;
    return [group, ...(part ? [part] : [])].map(({ text, link: to }) => (to === link ? { text } : { text, link: to }));
  }
  return [];
}

/** The first page of a group, for the bar on top. */
export function first(group: string): string | undefined {
  return found.find(({ text }) => text === group)?.items[0].link;
}

/** What stands at the end of a page: the pages before and after it. A reader of one language's first page goes on to the guide, not to another language. */
export function neighbors(link: string) {
  const pages = found.flatMap((group) => group.items.map((item) => ({ ...item, start: group.text === "Start" })));
  const at = pages.findIndex((item) => item.link === link);
  if (at < 0) return { prev: false, next: false };
  const after = pages.slice(at + 1).find(({ start }) => !start);
  const before = pages[at].start ? undefined : pages[at - 1];
  const show = (item?: Page) => (item ? { text: item.text, link: item.link } : false);
  return { prev: show(before?.start ? pages.find(({ start }) => start) : before), next: show(after) };
}
