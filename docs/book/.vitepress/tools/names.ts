// Names of calls in sentences. They lead to the reference of the reader's language, and are written as it writes them: `move_until` is
// `moveUntil` to a reader of JavaScript. `calls.mjs` makes the table, `theme/names/follow.mjs` shows it.
import { transformWithEsbuild } from "vite";
import type { MarkdownRenderer } from "vitepress";
import { follow, written } from "../theme/names/follow.mjs";
import { LANGUAGES, PAGES, table } from "./calls.mjs";
import { BASE } from "./repository";

/** The language of a page without tabs, by the one of its code. */
const BY_FENCE: Record<string, string> = { python: "Python", js: "JavaScript", csharp: "C#", rust: "Rust", lua: "Lua", gdscript: "Godot", c: "C", cpp: "C++" };

const LANGUAGE = String.raw`(?:Rust|Python|JavaScript|Godot|Bevy|C#|Lua|C\+\+|C)(?![\w+#])`;
const SAYS_AFTER = new RegExp(`^,? \\(?(?:in|of) ${LANGUAGE}`);
const SAYS_BEFORE = new RegExp(`\\b[Ii]n ${LANGUAGE}|\\b${LANGUAGE}'s `);

/** Turns the calls that sentences name into links. */
export function callsAsLinks(md: MarkdownRenderer) {
  md.core.ruler.push("calls", (state) => {
    const path: string = state.env.relativePath ?? "";
    const about = PAGES.find(([page]) => page.test(path))?.[1];
    if (about === undefined) return;
    const { calls, fields, classes } = table();
    const labels = [...new Set(state.tokens.flatMap(({ type, content }) => (type === "html_block" ? [...content.matchAll(/class="tab-panel"[^>]*data-label="([^"]+)"/g)].map(([, label]) => label) : [])))];
    const fences = state.tokens.filter(({ type }) => type === "fence");
    const only = labels.length ? undefined : fences.map(({ info }) => BY_FENCE[/^\w*/.exec(info)![0]]).find(Boolean);
    const languages = labels.length ? labels : only ? [only] : LANGUAGES;
    const code = fences.map(({ content }) => content).join("\n");
    /** What the page itself defines. */
    const isOwn = (name: string) => new RegExp(`\\b(def|function|fn|func|let|const|var) ${name}\\b|(?<![.\\w])${name}(, \\w+)* = |\\bfor ${name}\\b`).test(code);

    const own = languages[0];
    /** The calls that the page's own language writes so. */
    const keysOf = (name: string) => (own === "Rust" ? (classes.get(name) ?? []).map((of) => (calls[name]?.of === of ? name : `${of}.${name}`)).filter((key) => calls[key])
      : Object.keys(calls).filter((key) => written(key, calls[key], own)?.text === name));

    function link(content: string): string | undefined {
      const found = /^((?:world|mask|Mask)\.)?([A-Za-z]\w*)(\([^]*)?$/.exec(content);
      if (!found) return undefined;
      const [, receiver = "", name, call = ""] = found;
      // A `?` is Rust's, `len` is Python's.
      if (/\)\?/.test(call) || (name === "len" && call) || (receiver && receiver !== "world." && !only)) return undefined;
      const keys = keysOf(name);
      const meant = receiver ? (/^mask/i.test(receiver) ? "Mask" : "World") : new Set(keys.map((key) => calls[key].of)).size > 1 ? about : undefined;
      const key = keys.find((key) => meant === undefined || calls[key].of === meant);
      if (!key) return undefined;
      // A word that fields, options or the program of the page have too may mean these.
      const isWord = /^[a-z]+$/.test(name) && !call && !receiver;
      if (isWord && fields.has(name) && !(about === "Mask" && calls[key].of === "Mask")) return undefined;
      if (!receiver && isOwn(name)) return undefined;
      const target = languages.map((language) => ({ language, to: written(key, calls[key], language) })).find(({ to }) => to);
      if (!target) return undefined;
      const title = target.language === own ? "" : ` title="${target.to!.heading} (${target.language})"`;
      const attributes = only ? ' class="call"' : ` data-call="${key}"`;
      const self = target.language === "Rust" ? ' target="_self"' : "";
      return `<code v-pre><a${attributes} href="${BASE}${target.to!.path}"${title}${self}>${receiver}${name}</a>${md.utils.escapeHtml(call)}</code>`;
    }

    let headers: string[] = [];
    let column = -1;
    let isHeading = false;
    let isHeader = false;
    for (const token of state.tokens) {
      if (token.type === "table_open") headers = [];
      if (token.type === "tr_open") column = -1;
      if (token.type === "th_open" || token.type === "td_open") column += 1;
      if (["heading_open", "thead_open"].includes(token.type)) isHeading = true;
      if (["heading_close", "thead_close"].includes(token.type)) isHeading = false;
      if (token.type === "thead_open") isHeader = true;
      if (token.type === "thead_close") isHeader = false;
      if (token.type === "table_close") column = -1;
      if (token.type !== "inline" || !token.children) continue;
      if (isHeader) headers[column] = token.content;
      if (isHeading || (column >= 0 && new RegExp(`^in ${LANGUAGE}`).test(headers[column] ?? ""))) continue;
      let depth = 0;
      token.children.forEach((child, i, all) => {
        if (child.type === "link_open") depth += 1;
        if (child.type === "link_close") depth -= 1;
        if (child.type !== "code_inline" || depth) return;
        // A sentence that says the language means what it says. For another one, an author says so.
        const before = all.slice(0, i).map(({ content }) => content).join("").split(/[.;] /).at(-1)!;
        if (child.attrGet("class") === "as-written") return void (child.attrs = null);
        if (!only && (SAYS_AFTER.test(all[i + 1]?.content ?? "") || SAYS_BEFORE.test(before))) return;
        const html = link(child.content);
        if (html) all[i] = Object.assign(new state.Token("html_inline", "", 0), { content: html });
      });
    }
  });
}

/** The script at the end of a page that names calls: it writes them in the language of the reader before the page is painted. */
export async function followAtOnce(html: string): Promise<string> {
  const keys = new Set([...html.matchAll(/<a data-call="([^"]+)"/g)].map(([, key]) => key));
  if (!keys.size) return html;
  const { calls } = table();
  const own = Object.fromEntries([...keys].map((key) => [key, calls[key]]));
  const { code } = await transformWithEsbuild(`${written}\n${follow}`, "follow.js", { minify: true, target: "es2020" });
  // What Vue finds changed when it wakes is written again by the theme, before the next picture.
  const script = `(()=>{let language;try{language=localStorage.getItem("hitmask-language")}catch{}if(!language)return;${code.trim()}follow(${JSON.stringify(own)},language,${JSON.stringify(BASE)});document.querySelector(".vp-doc").setAttribute("data-allow-mismatch","")})()`;
  return html.replace("</body>", () => `<script>${script}</script></body>`);
}
