// Checks each link of the built site: the page or the file exists, and so does the anchor. VitePress checks pages only.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const base = process.env.BOOK_BASE ?? "/";
const pages = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".html") && name !== "404.html");
const html = new Map(pages.map((name) => [name, readFileSync(dist + name, "utf8")]));
const anchors = new Map([...html].map(([name, text]) => [name, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map((match) => decode(match[1])))]));

function decode(text) {
  return decodeURIComponent(text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"'));
}

/** Returns the file of the site that an address names, or `null`. */
function file(path) {
  if (path === "" || path.endsWith("/")) path += "index.html";
  for (const name of [path, `${path}.html`, `${path}/index.html`]) if (existsSync(dist + name) && statSync(dist + name).isFile()) return name;
  return null;
}

const faults = [];
let count = 0;
for (const [name, text] of html) {
  for (const match of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    const link = decode(match[1]);
    if (/^(https?:|mailto:|data:)/.test(link)) continue;
    count += 1;
    const url = new URL(link, `http://book${base}${name.replace(/(index)?\.html$/, "")}`);
    const target = url.pathname.startsWith(base) ? file(decodeURIComponent(url.pathname.slice(base.length))) : null;
    const hash = decodeURIComponent(url.hash.slice(1));
    if (target === null) faults.push(`${name}: ${link} names no page and no file`);
    else if (hash && anchors.has(target) && !anchors.get(target).has(hash)) faults.push(`${name}: ${link} names no heading of ${target}`);
  }
}
for (const fault of new Set(faults)) console.error(fault);
console.log(`${count} links of ${html.size} pages: ${faults.length} wrong`);
process.exitCode = faults.length ? 1 : 0;
