// The search of the built site finds a page by the words that readers bring. Headings weigh most, so these words stand in headings.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import MiniSearch from "minisearch"; // which VitePress searches with
import { LANGUAGES } from "../.vitepress/tools/languages.mjs";
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

/** The page of the reference that a name must find before those of other languages, for readers who have chosen a language. */
const CHOSEN = {
  Python: { overlap_first: "/reference/python-mask#mask-overlap-first", "nearest_others": "/reference/python-world#world-nearest-others", move_until: "/reference/python-world#world-move-until", install: "/reference/python-pygame#install" },
  JavaScript: { overlapFirst: "/reference/javascript-mask#mask-overlapfirst", moveUntil: "/reference/javascript-world#world-moveuntil" },
  Godot: { overlap_first: "/reference/godot#pixelmask-overlap-first", nearest_others: "/reference/godot#pixelworld-nearest-others" },
  "C#": { OverlapFirst: "/reference/csharp-mask#mask-overlapfirst", MoveUntil: "/reference/csharp-world#world-moveuntil" },
  Lua: { overlap_first: "/reference/lua#mask-overlap-first", move_until: "/reference/lua#world-move-until" },
  C: { overlap_first: "/reference/c-mask#hitmask-mask-overlap-first", move_until: "/reference/c-world#hitmask-world-move-until" },
  "C++": { overlap_first: "/reference/cpp#mask-overlap-first", nearest_others: "/reference/cpp#world-nearest-others" },
};

/** Searches as a reader whose browser has stored a language, or whose address names one. */
async function as({ stored = null, address = "" }, search) {
  Object.assign(globalThis, { localStorage: { getItem: (key) => (key === "hitmask-language" ? stored : null) }, location: { search: address } });
  try {
    return await search();
  } finally {
    delete globalThis.localStorage;
    delete globalThis.location;
  }
}

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

test("the reference of the chosen language stands before that of the others", async () => {
  const search = await built();
  for (const [stored, names] of Object.entries(CHOSEN)) {
    await as({ stored }, () => {
      for (const [name, entry] of Object.entries(names)) {
        const first = search.search(name).find(({ id }) => id.startsWith("/reference/"));
        assert.equal(first?.id, entry, `${name}, for ${stored}`);
      }
    });
  }
  const first = () => search.search("overlap_first").find(({ id }) => id.startsWith("/reference/")).id;
  assert.equal(await as({ stored: "Lua", address: "?language=cpp" }, first), CHOSEN["C++"].overlap_first, "the address chooses before the browser");
  assert.equal(await as({ stored: "Lua", address: "?language=basic" }, first), CHOSEN.Lua.overlap_first);
  assert.equal((await as({ stored: "Python" }, () => search.search("install"))).find(({ id }) => /^\/start\/\w/.test(id)).id.split("#")[0], "/start/pygame");
});

test("whatever language is chosen, words find their page first, and guides stand before the reference", async () => {
  const search = await built();
  for (const stored of Object.values(LANGUAGES)) {
    await as({ stored }, () => {
      for (const [page, list] of Object.entries(WORDS)) {
        if (page === "/start/") continue;
        for (const words of list) assert.ok(search.search(words)[0]?.id.startsWith(page), `${words}, for ${stored}: ${search.search(words)[0]?.id}`);
      }
      for (const words of ["pygame", "Godot", "Bevy", "Phaser"]) assert.ok(search.search(words)[0].id.startsWith("/start/"), `${words}, for ${stored}: ${search.search(words)[0].id}`);
      for (const words of ["rays", "terrain", "many sprites", "overlap_first", "cast_ray"]) assert.ok(!search.search(words)[0].id.startsWith("/reference/"), `${words}, for ${stored}`);
    });
  }
});

test("the ranking knows the name and the label of each language, and where the site stands does not matter", async () => {
  const weigh = (id) => searchOptions.boostDocument(id, "", undefined);
  for (const [name, stored] of Object.entries(LANGUAGES)) {
    for (const reader of [{ stored }, { address: `?language=${name}` }]) {
      const [own, other] = await as(reader, () => [weigh(name === "rust" ? "/start/rust" : name === "bevy" ? "/start/bevy" : `/reference/${name}`), weigh(name === "rust" ? "/start/bevy" : name === "bevy" ? "/start/rust" : name === "lua" ? "/reference/c" : "/reference/lua")]);
      assert.ok(own > other, `${name}: ${own}, ${other}`);
    }
  }
  for (const id of ["/guide/rays", "/start/c", "/how/world", "/limits", "/faq", "/packages/c/c", "/reference/c"]) assert.equal(weigh(`/hitmask${id}`), weigh(id), id);
});
