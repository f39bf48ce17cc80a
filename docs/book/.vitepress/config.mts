import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type HeadConfig } from "vitepress";
import { anchorsOfSite } from "./tools/anchors";
import { bundleText } from "./tools/bundle";
import { writeDownloads } from "./tools/downloads";
import { callsAsLinks, followAtOnce } from "./tools/names";
import { hideLinesOfRustdoc } from "./tools/rustdoc";
import { indexed } from "./tools/search";
import { sizePictures } from "./tools/pictures";
import { BASE, linkRepository, REPOSITORY } from "./tools/repository";
import { colorsAsClasses } from "./tools/colors";
import { allGroups, crumbs, first, neighbors, sidebar } from "./tools/sidebar";
import { writeMarkdown } from "./tools/llms";
import { searchOptions } from "./tools/ranking.mjs";
import { tabs } from "./tools/tabs";

const book = fileURLToPath(new URL("../", import.meta.url));
const web = fileURLToPath(new URL("../../../integrations/web/dist/", import.meta.url));

/** The version of all packages. */
const version = /^version = "(.+)"$/m.exec(readFileSync(`${book}../../Cargo.toml`, "utf8"))![1];

const nav = [
  ["Start", first("Start")],
  ["Guide", first("Guide")],
  ["Cookbook", first("Cookbook")],
  ["Try", "/try"],
  ["Playground", "/playground"],
  ["Reference", "/reference"],
  [version, "/packages/all/changelog"],
].flatMap(([text, link]) => (link ? [{ text: text!, link }] : []));

/** The first paragraph of a page, for search engines and shared links. */
function summary(file: string): string | undefined {
  const text = readFileSync(book + file, "utf8").replace(/^---\n[\s\S]*?\n---\n|<!--[\s\S]*?-->|\n(```+)[\s\S]*?\n\1/g, "");
  const paragraph = text.split(/\n\s*\n/).find((part) => /^[A-Za-z`*]/.test(part.trim()));
  return paragraph?.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "").replace(/\s+/g, " ").trim().slice(0, 200);
}

/**
 * Loads what the figure of the first page needs as soon as the text is painted: before the page has woken up and asks for it, and after all
 * that the text needs. A slow phone saves a second.
 */
function preload(assets: string[], dist: string): HeadConfig[] {
  const chunks = `${dist}/assets/chunks/`;
  // The chunk of integrations/web/dist. (Those of the Try pages have the package as text.)
  const code = readdirSync(chunks).filter((name) => /^dist\..*js$/.test(name) && readFileSync(chunks + name, "utf8").includes("hitmask_bg."));
  const module = assets.filter((asset) => /hitmask_bg\..*wasm$/.test(asset));
  if (code.length !== 1 || module.length !== 1) throw new Error(`expected one chunk and one module of hitmask, found ${[...code, ...module]}`);
  const links = [
    { rel: "modulepreload", href: `${BASE}assets/chunks/${code[0]}` },
    { rel: "preload", href: module[0], as: "fetch", crossOrigin: "anonymous" },
  ];
  const add = `for(const link of ${JSON.stringify(links)})document.head.append(Object.assign(document.createElement("link"),link))`;
  return [["script", {}, `typeof WebAssembly==="object"&&new PerformanceObserver((_,o)=>{o.disconnect();${add}}).observe({type:"paint",buffered:true})`]];
}

export default defineConfig({
  title: "hitmask",
  description: "Collisions that match the art: pixel-perfect collision for 2D sprites",
  lang: "en-US",
  base: BASE,
  cleanUrls: true,
  srcExclude: ["README.md", "WRITING.md", "programs/**", "test/**", "public/**", "target/**"],
  head: [
    ["link", { rel: "icon", href: `${BASE}icon.svg`, type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#0b6bcb" }],
    ["noscript", {}, "<style>.tab-list{display:none}.tab-panel{display:block!important}.tab-panel::before{content:attr(data-label);font-weight:600}.copy-page{display:none}.without-script{display:block!important}</style>"],
  ],
  metaChunk: true,
  markdown: {
    codeTransformers: [colorsAsClasses],
    config(md) {
      md.use(tabs);
      md.use(hideLinesOfRustdoc);
      md.use(linkRepository);
      md.use(callsAsLinks);
      md.use(anchorsOfSite);
      md.use(sizePictures);
    },
  },
  transformPageData(page) {
    page.description = page.frontmatter.description ?? summary(page.filePath);
    const link = "/" + page.relativePath.replace(/(index)?\.md$/, "");
    Object.assign(page.frontmatter, neighbors(link), { crumbs: crumbs(link) });
  },
  transformHead: ({ title, description, page, assets, siteConfig }) => [
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
    ["link", { rel: "alternate", type: "text/markdown", href: BASE + page }],
    ...(page === "index.md" ? preload(assets, siteConfig.outDir) : []),
  ],
  // The theme's first page has no landmark: `theme/index.ts` says the same where no page is loaded.
  transformHtml: (html) => followAtOnce(html.replace('<div class="VPHome', '<div role="main" class="VPHome')),
  buildEnd({ outDir, pages }) {
    writeMarkdown(outDir, pages);
    writeDownloads(outDir); // also what only the Markdown links to
  },
  themeConfig: {
    nav,
    sidebar: sidebar(),
    ...{ allGroups: allGroups() }, // which the theme reads
    outline: { level: [2, 3] },
    search: { provider: "local", options: { detailedView: true, _render: indexed, miniSearch: { searchOptions } } },
    notFound: { title: "No such page", quote: "Search for what you want, or begin at Start.", linkText: "Go home" },
    logo: "/icon.svg",
    socialLinks: REPOSITORY ? [{ icon: "github", link: REPOSITORY }] : [],
    footer: { message: `MIT or Apache-2.0, at your option. Sprites by Kenney, CC0. For language models: <a href="${BASE}llms.txt">llms.txt</a>` },
  },
  vite: {
    resolve: { alias: { hitmask: `${web}index.js` } },
    plugins: [bundleText({ hitmask: `${web}index.js` })],
    server: { fs: { allow: [fileURLToPath(new URL("../../../", import.meta.url))] } },
    build: { chunkSizeWarningLimit: 1200 },
  },
});
