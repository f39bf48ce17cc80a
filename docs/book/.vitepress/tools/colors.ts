// Colors of code as short elements. Shiki writes both colors of a theme pair into the style of each word; a class is a fifth of the size, `<b>` and
// `<i>` for the two most frequent colors a tenth, and neither text in the usual color nor a line needs an element. `theme/code.css` has their rules.
import type { ShikiTransformer } from "shiki";

/** The colors of words in the themes github-light and github-dark. The rule of the n-th is `.cn`. */
const COLORS = [
  "#D73A49 #F97583",
  "#6F42C1 #B392F0",
  "#005CC5 #79B8FF",
  "#032F62 #9ECBFF",
  "#6A737D #6A737D",
  "#E36209 #FFAB70",
  "#22863A #85E89D",
];
/** The elements of two of them, which need no class. */
const SHORT: Record<number, string> = { 0: "b", 2: "i" };
const USUAL = "#24292E #E1E4E8";

function colors(style: unknown): string | undefined {
  const found = /^--shiki-light:(#\w{6});--shiki-dark:(#\w{6});?$/.exec(String(style ?? ""));
  return found ? `${found[1]} ${found[2]}`.toUpperCase() : undefined;
}

export const colorsAsClasses: ShikiTransformer = {
  name: "colors-as-classes",
  line(line) {
    const children: typeof line.children = [];
    for (const child of line.children) {
      const pair = child.type === "element" ? colors(child.properties.style) : undefined;
      const text = child.type === "element" && child.children.length === 1 ? child.children[0] : undefined;
      if (child.type !== "element" || !pair || text?.type !== "text") {
        children.push(child);
      } else if (pair === USUAL || !text.value.trim()) {
        const last = children.at(-1);
        if (last?.type === "text") last.value += text.value;
        else children.push(text);
      } else if (COLORS.includes(pair)) {
        const color = COLORS.indexOf(pair);
        const element = SHORT[color] ? { tagName: SHORT[color], properties: {} } : { tagName: "i", properties: { class: `c${color}` } };
        children.push(Object.assign(child, element));
      } else children.push(child);
    }
    line.children = children;
  },
  code(code) {
    // A line that something marks keeps its element.
    code.children = code.children.flatMap((line) => (line.type === "element" && line.properties.class === "line" ? line.children : [line])) as typeof code.children;
  },
  pre(pre) {
    pre.properties.class = "vp-code"; // and nothing that no rule names
  },
};
