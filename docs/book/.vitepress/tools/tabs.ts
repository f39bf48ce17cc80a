// One example in several languages. A page has a `<details>` for each of them, directly after each other and the first one open; here
// they become tabs. A `<details>` that stands alone stays what it is. All languages stand in the page as plain HTML, which Vue neither
// compiles nor wakes: a component for each panel would hold its code twice more, and so would an attribute that Vue cannot write into
// a text, such as `role`. `theme/tabs/TabList.vue` shows one.
import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** The label of a language, and the tokens of its code. */
interface Panel { label: string; tokens: Token[] }

const html = (token: Token | undefined) => (token?.type === "html_block" ? token.content.trim() : "");

/** The comments that name the programs of the blocks. */
const isNote = (token: Token) => /^<!-- code .*-->$/.test(html(token));

export function tabs(md: MarkdownRenderer) {
  md.core.ruler.push("tabs", (state) => {
    const all = state.tokens;
    const tokens: Token[] = [];
    for (let at = 0; at < all.length; ) {
      const { panels, end } = group(all, at);
      if (panels.length < 2) {
        tokens.push(all[at++]);
        continue;
      }
      const id = `tabs-${all[at].map![0]}`;
      const write = (content: string) => tokens.push(Object.assign(new state.Token("html_block", "", 0), { content: `${content}\n` }));
      write(`<div class="tabs">\n<TabList id="${id}" labels="${panels.map(({ label }) => label).join(", ")}" />`);
      panels.forEach(({ label, tokens: code }, i) => {
        write(`<div class="tab-panel" id="${id}-${i}" data-label="${label}"${i ? " hidden" : ""}>`);
        tokens.push(...code);
        write("</div>");
      });
      write("</div>");
      at = end;
    }
    state.tokens = tokens;
  });
}

/** The languages that begin at a token, and the token after them. Labels stay escaped, as they stand in the page. */
function group(all: Token[], at: number): { panels: Panel[]; end: number } {
  const panels: Panel[] = [];
  for (let end = at; ; ) {
    let open = end;
    while (open < all.length && isNote(all[open])) open++;
    const found = /^<details( open)?>\s*<summary>([^<"]+)<\/summary>$/.exec(html(all[open]));
    const close = all.findIndex((token, i) => i > open && html(token) === "</details>");
    const isFirst = panels.length === 0;
    if (!found || close < 0 || Boolean(found[1]) !== isFirst) return { panels, end };
    panels.push({ label: found[2], tokens: all.slice(open + 1, close) });
    end = close + 1;
  }
}
