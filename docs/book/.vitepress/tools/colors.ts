// Colors of code as classes. Shiki writes both colors of a theme pair into the style of each word; a class is a fifth of the size, and
// text in the usual color needs no element. `theme/code.css` has a rule for each class.
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
        child.properties = { class: `c${COLORS.indexOf(pair)}` };
        children.push(child);
      } else children.push(child);
    }
    line.children = children;
  },
};
