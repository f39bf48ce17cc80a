// The search of the built site finds a page by the words that readers bring. Headings weigh most, so these words stand in headings.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import MiniSearch from "minisearch"; // which VitePress searches with
import { searchOptions } from "../.vitepress/tools/search.mjs";

const chunks = new URL("../.vitepress/dist/assets/chunks/", import.meta.url);

/** The words that must find a page first. */
const WORDS = {
  "/moving/classic-articles#": ["XNA", "HGE", "DirectDraw", "BitmapData", "ActionScript", "color key", "air color", "render map"],
  "/cookbook/detections#": ["COCO", "RLE", "NMS", "IoU", "detections", "SAHI", "pycocotools", "shapely"],
  "/cookbook/cells#": ["cells", "label image", "CellProfiler", "Cellpose", "microscopy", "regionprops", "tracking"],
  "/cookbook/wrap#": ["Asteroids", "torus", "worlds that wrap"],
  "/cookbook/word-cloud#": ["word cloud"],
  "/cookbook/agents#": ["agents", "forbidden positions"],
  "/cookbook/one-target#": ["many bullets one ship"],
  "/guide/bullets#": ["bullets", "tunneling", "continuous"],
  "/guide/characters#": ["one-way platform", "slopes", "lift"],
  "/guide/events#": ["events", "began", "contact", "layers"],
  "/guide/free-places#": ["nearest_free", "packing"],
  "/guide/many#": ["many sprites", "angles"],
  "/guide/rays#": ["raycast"],
  "/guide/saving#": ["rollback", "save"],
  "/guide/terrain#": ["destructible terrain", "dig"],
  "/guide/way-out#": ["push out", "penetration", "bounce"],
  "/rules#": ["float positions", "Remainder", "fractions"],
  "/start/": ["install", "pygame", "Godot", "Bevy", "Phaser"],
};

test("the first result for the words of a page's readers is their page", async () => {
  const name = readdirSync(chunks).find((file) => file.startsWith("@localSearchIndex"));
  assert.ok(name, "build the site first");
  const { default: index } = await import(new URL(name, chunks));
  const search = MiniSearch.loadJSON(index, { fields: ["title", "titles", "text"], storeFields: ["title", "titles"], searchOptions });
  for (const [page, list] of Object.entries(WORDS)) {
    for (const words of list) {
      const [first] = search.search(words);
      assert.ok(first?.id.startsWith(page), `${words}: ${first?.id ?? "nothing"}`);
    }
  }
});
