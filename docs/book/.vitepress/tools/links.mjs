// Checks each link of the built site: the page or the file exists, and so does the anchor. VitePress checks pages only. Checks the size too.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const base = process.env.BOOK_BASE ?? "/";
const files = readdirSync(dist, { recursive: true }).filter((name) => statSync(dist + name).isFile());
const pages = files.filter((name) => name.endsWith(".html") && name !== "404.html" && !name.startsWith("rustdoc/"));
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

/** The pages that are made of doc comments or written beside the code of the packages, and those of rustdoc. */
const isReference = (name) => /^(packages|reference|rustdoc)\/|^assets\/(packages|reference)_/.test(name);
/** The most bytes of all other pages and what they need. The editor of the Try pages is 0.46 MB of it. */
const MOST = 8e6;

/** The part of the search index that is about pages of the reference, by the words that it has of them. */
async function shareOfReferences(name) {
  const { documentIds, fieldLength } = JSON.parse((await import(dist + name)).default);
  const words = { book: 0, references: 0 };
  for (const [short, id] of Object.entries(documentIds)) words[isReference(id.slice(base.length)) ? "references" : "book"] += fieldLength[short].reduce((sum, length) => sum + length, 0);
  return words.references / (words.book + words.references);
}

const faults = [];
let count = 0;
const usedBy = { book: new Set(), references: new Set() };
for (const [name, text] of html) {
  for (const match of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    const link = decode(match[1]);
    if (/^(https?:|mailto:|data:)/.test(link)) continue;
    count += 1;
    const url = new URL(link, `http://book${base}${name.replace(/(index)?\.html$/, "")}`);
    const target = url.pathname.startsWith(base) ? file(decodeURIComponent(url.pathname.slice(base.length))) : null;
    const hash = decodeURIComponent(url.hash.slice(1));
    if (target) usedBy[isReference(name) ? "references" : "book"].add(target);
    if (target === null) faults.push(`${name}: ${link} names no page and no file`);
    else if (hash && anchors.has(target) && !anchors.get(target).has(hash)) faults.push(`${name}: ${link} names no heading of ${target}`);
  }
}
const sizes = { book: 0, references: 0 };
for (const name of files) {
  const onlyReferences = isReference(name) || (/\.(png|jpg|webp|gif|svg)$|^files\//.test(name) && usedBy.references.has(name) && !usedBy.book.has(name));
  const share = name.startsWith("assets/chunks/@localSearchIndex") ? await shareOfReferences(name) : Number(onlyReferences);
  const { size } = statSync(dist + name);
  sizes.references += Math.round(share * size);
  sizes.book += size - Math.round(share * size);
}
if (sizes.book > MOST) faults.push(`the site has ${sizes.book} bytes without references, at most ${MOST}`);
for (const fault of new Set(faults)) console.error(fault);
console.log(`${count} links of ${html.size} pages: ${faults.length} wrong; ${(sizes.book / 1e6).toFixed(2)} MB, and ${(sizes.references / 1e6).toFixed(2)} MB of references`);
process.exitCode = faults.length ? 1 : 0;
