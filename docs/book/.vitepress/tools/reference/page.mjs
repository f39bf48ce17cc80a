// What all languages share: the shape of a page, and how it is written as Markdown.

/**
 * @typedef {{ name: string, blocks: { code: string, text: string, lists?: List[] }[] }} Entry a function or a method, with its overloads
 * @typedef {{ title: string, items: { name: string, text: string }[] }} List parameters, errors or fields
 * @typedef {{ name: string, code?: string, text: string, lists?: List[], entries?: Entry[] }} Section a class, or a group of functions
 * @typedef {{ file: string, title: string, language: string, order: number, fence: string, source: string, text: string, usual?: string[], sections: Section[] }} Page
 */

/** The longest line of a signature. */
const WIDTH = 88;

/** Writes a page. `links` has the page of each type that texts may name, `types` of each that signatures may name. */
export function markdown(/** @type {Page} */ page, links, types) {
  const own = new Map(page.sections.map(({ name }) => [name, page.file]));
  const linked = (text) => link(text, page.file, new Map([...links, ...[...own].filter(([name]) => links.has(name))]));
  const code = (text) => `\`\`\`${page.fence}\n${text}\n\`\`\``;
  const list = ({ title, items }) => `**${title}**\n\n${items.map(({ name, text }) => `- \`${name}\`${text ? `: ${linked(text)}` : ""}`).join("\n")}`;
  const block = (one, section) => [one.code && code(one.code), one.code && typesOf(one.code, page, section, types), one.text && linked(one.text), ...(one.lists ?? []).filter(({ items }) => items.length).map(list)];
  const parts = [
    `---\ntitle: "${page.title}"\norder: ${page.order}\npart: "${page.language}"\npageClass: reference\n---`,
    `<!-- Made by \`cargo xtask generate reference\` from ${page.source}. Do not edit it. -->`,
    `# ${page.title}`,
    linked(page.text),
  ];
  for (const section of page.sections) {
    parts.push(`## ${heading(section.name)}`, ...block(section, section));
    for (const entry of section.entries ?? []) parts.push(`### ${heading(entry.name)}`, ...entry.blocks.flatMap((one) => block(one, section)));
  }
  return parts.filter(Boolean).join("\n\n") + "\n";
}

/** A name as the text of a heading. */
const heading = (name) => name.replace(/[\\_*]/g, (mark) => (mark === "_" && !/(^|\W)_|_(\W|$)/.test(name) ? mark : `\\${mark}`));

/** The types that the sections of pages describe, by their names. */
export function anchors(pages) {
  const named = pages.flatMap((page) => page.sections.filter(({ name }) => /^\w+$/.test(name) && !name.includes("_")).map(({ name }) => [name, page.file]));
  return new Map(named.reverse()); // the first page that has a name
}

/** All sections of pages that are types, by their names. */
export function typeAnchors(pages) {
  const named = pages.flatMap((page) => page.sections.filter(({ name }) => name !== "Functions" && /^\w+$/.test(name)).map(({ name }) => [name, page.file]));
  return new Map(named.reverse());
}

/** The line below a signature with links to the types that it names, but for those that all of the page name. */
function typesOf(code, page, section, types) {
  const own = new Set(page.sections.map(({ name }) => name));
  // A method of C#, and a name in C++, may be spelled as a type: methods stand before `(`, types of C++ before another word or `&`.
  const isType = { "C++": /^(?:\s*[&*>]|\s+\w)/, "C#": /^(?!\w*\()/ }[page.language] ?? /^/;
  const found = [...code.matchAll(/(?<![\w.])[A-Za-z_]\w*(?!\w|::)/g)].filter(({ 0: name, index }) => types.has(name) && isType.test(code.slice(index + name.length)));
  const usual = [...(page.usual ?? []), section.name.split(":")[0]];
  const names = [...new Set(found.map(([name]) => name))].filter((name) => !usual.includes(name));
  if (!names.length) return "";
  const target = (name) => `${own.has(name) ? "" : `${types.get(name)}.md`}#${name.toLowerCase()}`;
  return `Types: ${names.map((name) => `[\`${name}\`](${target(name)})`).join(", ")} {.types}`;
}

/** Turns the code spans of a text that are names of types into links. */
function link(text, file, links) {
  let isCode = false;
  return text.split("\n").map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode) return line;
    return line.replace(/(?<![`[])`(\w+)`(?![`\]])/g, (whole, name) => {
      const target = links.get(name);
      return target === undefined ? whole : `[${whole}](${target === file ? "" : `${target}.md`}#${name.toLowerCase()})`;
    });
  }).join("\n");
}

/** Joins the lines of paragraphs and of items, which a comment breaks. Code stays as it is. */
export function joined(text) {
  const out = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    const last = out.at(-1);
    if (/^\s*```/.test(line)) {
      isCode = !isCode;
      out.push(line.trimEnd());
    } else if (isCode) out.push(line);
    else if (/^ {4}/.test(line) && last === "") out.push("```", line.slice(4), "```");
    else if (/^ {4}/.test(line) && last === "```") out.splice(-1, 0, line.slice(4)); // more lines of that code
    else if (!line.trim()) out.push("");
    else if (!last || /^\s*```/.test(last) || /^\s*([-*]|\d+\.) /.test(line) || /^\s*\|/.test(line)) out.push(line.trimEnd());
    else out[out.length - 1] = `${last} ${line.trim()}`;
  }
  return out.join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

/** A comment of plain text as Markdown: marks lose their meaning, and names become code. */
export function plain(text, names) {
  const spans = joined(text).split(/(`[^`\n]*`|```[\s\S]*?```)/);
  return spans.map((span, i) => (i % 2 ? span : escaped(names ? span.replace(names, (name) => `\u0001${name}\u0002`) : span))).join("")
    .replace(/\u0001([^\u0002]*)\u0002/g, (_, name) => `\`${name.replaceAll("\\", "")}\``);
}

/** What Markdown and Vue would read as marks. */
const escaped = (text) => text.replace(/(?<!^)(?<!\n)\*|(?<=\n|^)\*(?! )/g, "\\*").replaceAll("<", "&lt;").replaceAll("{{", "&#123;{").replace(/\[(?=[^\]]*\]\()/g, "\\[")
  .replace(/(?<![\w\u0001])_|_(?![\w\u0002])/g, "\\_");

/** Escapes what Vue would read as an element, and, if no word is meant to be bold, stars, outside of code. */
export function escapeElements(text, areStarsPlain = false) {
  const stars = (span) => (areStarsPlain ? span.replaceAll("*", "\\*") : span);
  return text.split(/(```[\s\S]*?```|`[^`\n]*`)/).map((span, i) => (i % 2 ? span : stars(span.replaceAll("<", "&lt;").replaceAll("{{", "&#123;{")))).join("");
}

/** Breaks a long signature: a line for each parameter. */
export function wrapped(code, indent = "  ", trailing = "") {
  const line = code.replace(/\s*\n\s*/g, " ").replace(/([([{]) (?=\S)/g, (m, open) => (open === "{" ? m : open)).replace(/,? ([)\]])/g, "$1");
  if (line.length <= WIDTH) return line;
  const open = line.indexOf("(");
  if (open < 0) return line;
  const parts = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < line.length; at++) {
    const char = line[at];
    if (char === "=" && line[at + 1] === ">") at++;
    else if ("([{<".includes(char) ) depth++;
    else if (")]}>".includes(char) && line[at - 1] !== "-") {
      depth--;
      if (depth === 0 && char === ")") {
        if (line.slice(from, at).trim()) parts.push(line.slice(from, at).trim());
        if (!parts.length) return line;
        return `${line.slice(0, open + 1)}\n${parts.map((part, i) => indent + part + (i < parts.length - 1 ? "," : trailing)).join("\n")}\n${line.slice(at)}`;
      }
    } else if (char === "," && depth === 1) {
      parts.push(line.slice(from, at).trim());
      from = at + 1;
    }
  }
  return line;
}

/** Puts blocks of one name into one entry. */
export function entries(/** @type {{ name: string, block: object }[]} */ blocks) {
  const found = new Map();
  for (const { name, block } of blocks) {
    if (found.has(name)) found.get(name).blocks.push(block);
    else found.set(name, { name, blocks: [block] });
  }
  return [...found.values()];
}
