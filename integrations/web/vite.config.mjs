// Pages of the tests, the bench and the demo import the built package by its name.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: file("."),
  base: "./",
  logLevel: "warn",
  resolve: {
    alias: [
      { find: /^hitmask$/, replacement: file("dist/index.js") },
      { find: /^hitmask\/(mask|sheets)$/, replacement: file("dist/$1/index.js") },
      { find: /^hitmask\/(phaser|pixi)$/, replacement: file("dist/$1.js") },
    ],
  },
  server: { host: "127.0.0.1", hmr: false, watch: null },
});
