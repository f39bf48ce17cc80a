// One example in several languages. All of them stand in the page as plain HTML, which Vue neither compiles nor wakes: a component
// for each panel would hold its code twice more, and so would an attribute that Vue cannot write into a text, such as `role`.
// `theme/tabs/TabList.vue` shows one.
import type { MarkdownRenderer } from "vitepress";
import { tabsMarkdownPlugin } from "vitepress-plugin-tabs";

export function tabs(md: MarkdownRenderer) {
  md.use(tabsMarkdownPlugin); // the syntax
  const text = md.utils.escapeHtml;
  let [id, panel] = ["", 0];
  md.renderer.rules.container_tabs_open = (tokens, at) => {
    const end = tokens.findIndex(({ type, level }, i) => i > at && type === "container_tabs_close" && level === tokens[at].level);
    const labels = tokens.slice(at, end).filter(({ type }) => type === "tab_open").map(({ info }) => info);
    [id, panel] = [`tabs-${tokens[at].map![0]}`, 0];
    return `<div class="tabs">\n<TabList id="${id}" labels="${text(labels.join(", "))}" />\n`;
  };
  md.renderer.rules.container_tabs_close = () => "</div>\n";
  md.renderer.rules.tab_open = (tokens, at) => {
    const label = text(tokens[at].info);
    return `<div class="tab-panel" id="${id}-${panel}" data-label="${label}"${panel++ ? " hidden" : ""}>\n`;
  };
  md.renderer.rules.tab_close = () => "</div>\n";
}
