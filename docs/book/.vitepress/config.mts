import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { bundleText } from "./tools/bundle";
import { hideLinesOfRustdoc } from "./tools/rustdoc";
import { indexed } from "./tools/search";
import { BASE, linkRepository, REPOSITORY } from "./tools/repository";
import { colorsAsClasses } from "./tools/colors";
import { first, neighbors, sidebar } from "./tools/sidebar";
import { tabs } from "./tools/tabs";
import { weight } from "./tools/weight.mjs";

const book = fileURLToPath(new URL("../", import.meta.url));
const web = fileURLToPath(new URL("../../../integrations/web/dist/", import.meta.url));

const nav = [
  ["Start", first("Start")],
  ["Guide", first("Guide")],
  ["Cookbook", first("Cookbook")],
  ["Try", "/try"],
  ["Playground", "/playground"],
  ["Reference", "/reference"],
].flatMap(([text, link]) => (link ? [{ text: text!, link }] : []));

/** The first paragraph of a page, for search engines and shared links. */
function summary(file: string): string | undefined {
  const text = readFileSync(book + file, "utf8").replace(/^---\n[\s\S]*?\n---\n|<!--[\s\S]*?-->|\n(```+)[\s\S]*?\n\1/g, "");
  const paragraph = text.split(/\n\s*\n/).find((part) => /^[A-Za-z`*]/.test(part.trim()));
  return paragraph?.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "").replace(/\s+/g, " ").trim().slice(0, 200);
}

export default defineConfig({
  title: "hitmask",
  description: "Collisions that match the art: pixel-perfect collision for 2D sprites",
  lang: "en-US",
  base: BASE,
  cleanUrls: true,
  srcExclude: ["README.md", "WRITING.md", "programs/**", "parts/**", "test/**", "public/**", "target/**"],
  head: [
    ["link", { rel: "icon", href: `${BASE}icon.svg`, type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#0b6bcb" }],
    ["noscript", {}, "<style>.tab-list{display:none}.tab-panel{display:block!important}.tab-panel::before{content:attr(data-label);font-weight:600}</style>"],
  ],
  metaChunk: true,
  markdown: {
    codeTransformers: [colorsAsClasses],
    config(md) {
      md.use(tabs);
      md.use(hideLinesOfRustdoc);
      md.use(linkRepository);
    },
  },
  transformPageData(page) {
    page.description = page.frontmatter.description ?? summary(page.filePath);
    Object.assign(page.frontmatter, neighbors("/" + page.relativePath.replace(/(index)?\.md$/, "")));
  },
  transformHead: ({ title, description }) => [
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
  ],
  themeConfig: {
    nav,
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: "local", options: { detailedView: true, _render: indexed, miniSearch: { searchOptions: { boostDocument: weight } } } },
    notFound: { title: "No such page", quote: "Search for what you want, or begin at Start.", linkText: "Go home" },
    logo: "/icon.svg",
    socialLinks: REPOSITORY ? [{ icon: "github", link: REPOSITORY }] : [],
    footer: { message: "MIT or Apache-2.0, at your option. Sprites by Kenney, CC0." },
  },
  vite: {
    resolve: { alias: { hitmask: `${web}index.js` } },
    plugins: [bundleText({ hitmask: `${web}index.js` })],
    server: { fs: { allow: [fileURLToPath(new URL("../../../", import.meta.url))] } },
    build: { chunkSizeWarningLimit: 1200 },
  },
});
