// The search of the built site finds a page by the words that readers bring. Headings weigh most, so these words stand in headings.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import MiniSearch from "minisearch"; // which VitePress searches with

const chunks = new URL("../.vitepress/dist/assets/chunks/", import.meta.url);

test("the first result for the words of the classic articles is their page", async () => {
  const name = readdirSync(chunks).find((file) => file.startsWith("@localSearchIndex"));
  assert.ok(name, "build the site first");
  const { default: index } = await import(new URL(name, chunks));
  // As in VitePress's VPLocalSearchBox.vue.
  const options = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
  const search = MiniSearch.loadJSON(index, { fields: ["title", "titles", "text"], storeFields: ["title", "titles"], searchOptions: options });
  for (const words of ["XNA", "HGE", "DirectDraw", "BitmapData", "ActionScript", "color key", "air color", "render map"]) {
    const [first] = search.search(words);
    assert.match(first?.id ?? "nothing", /^\/moving\/classic-articles#/, words);
  }
});
