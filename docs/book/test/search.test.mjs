// The search of the built site finds a page by the words that readers bring. Headings weigh most, so these words stand in headings.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import MiniSearch from "minisearch"; // which VitePress searches with
import { searchOptions } from "../.vitepress/tools/ranking.mjs";

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

/** Names of calls, and the page of the reference that must be among the first five. Guides come before it. */
const NAMES = {
  overlap_first: "/reference/cpp#mask-overlap-first",
  "World.nearest_others": "/reference/python-world#world-nearest-others",
  moveUntil: "/reference/javascript-world#world-moveuntil",
  FindCircle: "/reference/csharp-world#world-findcircle",
};

/** The search of the built site, as in VitePress's VPLocalSearchBox.vue. */
async function built() {
  const name = readdirSync(chunks).find((file) => file.startsWith("@localSearchIndex"));
  assert.ok(name, "build the site first");
  const { default: index } = await import(new URL(name, chunks));
  return MiniSearch.loadJSON(index, { fields: ["title", "titles", "text"], storeFields: ["title", "titles"], searchOptions });
}

test("the first result for the words of a page's readers is their page", async () => {
  const search = await built();
  for (const [page, list] of Object.entries(WORDS)) {
    for (const words of list) {
      const [first] = search.search(words);
      assert.ok(first?.id.startsWith(page), `${words}: ${first?.id ?? "nothing"}`);
    }
  }
});

test("the name of a call finds its entry, and a word of the guide finds the guide first", async () => {
  const search = await built();
  for (const [name, entry] of Object.entries(NAMES)) {
    const ids = search.search(name).slice(0, 5).map(({ id }) => id);
    assert.ok(ids.includes(entry), `${name}: ${ids.join(", ")}`);
  }
  for (const words of ["rays", "terrain", "many sprites", "save", "overlap_first", "cast_ray"]) {
    const [first] = search.search(words);
    assert.ok(!first.id.startsWith("/reference/"), `${words}: ${first.id}`);
  }
});
