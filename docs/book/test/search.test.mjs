// The search of the built site finds a page by the words that readers bring. Headings weigh most, so these words stand in headings.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import MiniSearch from "minisearch"; // which VitePress searches with

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
};

test("the first result for the words of a page's readers is their page", async () => {
  const name = readdirSync(chunks).find((file) => file.startsWith("@localSearchIndex"));
  assert.ok(name, "build the site first");
  const { default: index } = await import(new URL(name, chunks));
  // As in VitePress's VPLocalSearchBox.vue.
  const options = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
  const search = MiniSearch.loadJSON(index, { fields: ["title", "titles", "text"], storeFields: ["title", "titles"], searchOptions: options });
  for (const [page, list] of Object.entries(WORDS)) {
    for (const words of list) {
      const [first] = search.search(words);
      assert.ok(first?.id.startsWith(page), `${words}: ${first?.id ?? "nothing"}`);
    }
  }
});
