// The demo as static files: relative addresses, so that the folder works on any host, below any path.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: file("."),
  base: "./",
  appType: "mpa", // a file that is missing is an error, not the page
  logLevel: "warn",
  resolve: { alias: [{ find: /^hitmask$/, replacement: file("../dist/index.js") }] },
  worker: { format: "es" },
  preview: { host: "127.0.0.1", port: 8080 },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
