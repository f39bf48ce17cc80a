import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { tabsMarkdownPlugin } from "vitepress-plugin-tabs";
import { hideLinesOfRustdoc } from "./tools/rustdoc";
import { BASE, linkRepository, REPOSITORY } from "./tools/repository";
import { colorsAsClasses } from "./tools/colors";
import { first, sidebar } from "./tools/sidebar";
import { cutRegions } from "./tools/snippets";

const web = fileURLToPath(new URL("../../../integrations/web/dist/", import.meta.url));

const nav = [
  ["Start", first("start")],
  ["Guide", first("guide")],
  ["Cookbook", first("cookbook")],
  ["Playground", "/playground"],
  ["Reference", "/reference"],
].flatMap(([text, link]) => (link ? [{ text: text!, link }] : []));

export default defineConfig({
  title: "hitmask",
  description: "Collisions that match the art: pixel-perfect collision for 2D sprites",
  lang: "en-US",
  base: BASE,
  cleanUrls: true,
  srcExclude: ["README.md", "programs/**", "parts/**", "test/**", "public/**", "target/**"],
  head: [
    ["link", { rel: "icon", href: `${BASE}icon.svg`, type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#0b6bcb" }],
    ["noscript", {}, "<style>.tab-list{display:none}.tab-panel{display:block!important}.tab-panel::before{content:attr(data-label);font-weight:600}</style>"],
  ],
  metaChunk: true,
  markdown: {
    codeTransformers: [colorsAsClasses],
    config(md) {
      md.use(tabsMarkdownPlugin);
      md.use(hideLinesOfRustdoc);
      md.use(cutRegions);
      md.use(linkRepository);
    },
  },
  themeConfig: {
    nav,
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    logo: "/icon.svg",
    socialLinks: REPOSITORY ? [{ icon: "github", link: REPOSITORY }] : [],
    footer: { message: "MIT or Apache-2.0, at your option. Sprites by Kenney, CC0." },
  },
  vite: {
    resolve: { alias: { hitmask: `${web}index.js` } },
    server: { fs: { allow: [fileURLToPath(new URL("../../../", import.meta.url))] } },
    build: { chunkSizeWarningLimit: 1200 },
  },
});
