// The sidebar: a group for each folder, its pages by `order`, then by title. Both stand in the front matter of a page.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packages } from "./packages";

const book = fileURLToPath(new URL("../../", import.meta.url));

const groups: [text: string, folder: string][] = [
  ["Start", "start"],
  ["Guide", "guide"],
  ["Cookbook", "cookbook"],
  ["Moving over", "moving"],
  ["Choose and tune", ""],
  ["How it works", "how"],
];

interface Page { text: string; link: string; order: number }

function page(file: string): Page {
  const text = readFileSync(book + file, "utf8");
  const front = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  const value = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, "m").exec(front)?.[1].replace(/^(["'])(.*)\1$/, "$2");
  const title = value("title") ?? /^# (.+)$/m.exec(text)?.[1] ?? file;
  return { text: title, link: "/" + file.replace(/(index)?\.md$/, ""), order: Number(value("order") ?? 100) };
}

interface Group { text: string; folder: string; items: Page[] }

function all(): Group[] {
  return groups.flatMap(([text, folder]) => {
    if (!existsSync(book + folder)) return [];
    const files = readdirSync(book + folder).filter((name) => name.endsWith(".md") && !["README.md", ...(folder ? [] : ["index.md"])].includes(name));
    const items = files.map((name) => page(folder ? `${folder}/${name}` : name));
    items.sort((a, b) => a.order - b.order || a.text.localeCompare(b.text));
    return items.length ? [{ text, folder, items }] : [];
  });
}

/** A sidebar for each folder: its own pages, and the first page of each other group. All pages in all sidebars would be a quarter of the site. */
export function sidebar() {
  const found = all();
  const closed = ({ text, items }: Group) => ({ text, link: items[0].link });
  const reference = { text: "Reference", link: "/reference" };
  const guests = packages.map(({ text, items }) => ({ text, collapsed: true, items: items.map(({ title, link }) => ({ text: title, link })) }));
  return Object.fromEntries([
    ...found.map((own) => [
      own.folder ? `/${own.folder}/` : "/",
      [...found.map((group) => (group === own ? { text: own.text, items: own.items } : closed(group))), ...(own.folder ? [reference] : [])],
    ]),
    ...["/packages/", "/code/"].map((folder) => [folder, [...found.map(closed), { ...reference, items: guests }]]),
  ]);
}

/** The first page of a folder, for the bar on top. */
export function first(folder: string): string | undefined {
  return all().find((group) => group.folder === folder)?.items[0].link;
}
