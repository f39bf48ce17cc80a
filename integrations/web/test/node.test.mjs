// Tests the entry for Node, and the packed package in a strict TypeScript project and in a Vite build.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build, createServer, preview } from "vite";
import { launch } from "../tools/browser.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hitmask-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A program that reads a sheet and a map from memory. The picture has 3 x 1 solid pixels. */
const SHEETS = `
  import { Mask, World } from "hitmask";
  import init, { Map, Sheet } from "hitmask/sheets";
  await init();
  const png = Uint8Array.from(Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAYAAAAb4BS0AAAAC0lEQVR42mP4jwQATb8L9UULHnIAAAAASUVORK5CYII=", "base64"));
  const json = JSON.stringify({ frames: [
    { filename: "a", frame: { x: 0, y: 0, w: 2, h: 1 }, duration: 100 },
    { filename: "b", frame: { x: 2, y: 0, w: 1, h: 1 }, duration: 50,
      spriteSourceSize: { x: 1, y: 0, w: 1, h: 1 }, sourceSize: { w: 2, h: 1 } }],
    meta: { image: "hero.png", frameTags: [{ name: "blink", from: 0, to: 1 }],
      slices: [{ name: "sword", data: "damage 3", color: "#010203ff",
        keys: [{ frame: 0, bounds: { x: 1, y: 0, w: 9, h: 1 } }] }] } });
  const sheet = Sheet.read({ "hero.json": json, "hero.png": png }, "hero.json");
  const blink = sheet.animation("blink");
  let missing;
  try { Sheet.read({ "hero.json": json }, "hero.json"); } catch (error) { missing = error.message; }
  const tmx = \`<map width="3" height="1" tilewidth="1" tileheight="1">
    <tileset firstgid="1" name="t" tilewidth="1" tileheight="1"><image source="t.png"/>
      <tile id="1" type="trap"><properties><property name="spikes" type="bool" value="true"/></properties></tile></tileset>
    <layer name="ground" width="3" height="1"><data encoding="csv">0,1,2</data></layer>
    <objectgroup name="things"><object id="1" gid="2" x="3" y="2" width="1" height="1"><properties>
      <property name="coins" type="int" value="5"/></properties></object></objectgroup></map>\`;
  const map = Map.read({ "level.tmx": tmx, "t.png": png }, "level.tmx");
  const { mask, at } = map.layer("ground").terrain();
  const world = new World();
  const masks = map.frames.map((frame) => world.addMask(frame.mask));
  const things = map.layer("things").sprites;
  const [sword] = sheet.frames[0].slices;
  const part = sheet.frames[0].maskIn(sword.rect);
  const tile = map.layer("ground").tileAt({ x: 2.5, y: 0 });
  for (const { frame, position, options } of things) world.spawn(masks[frame], position, options);
  console.log(JSON.stringify({
    frames: sheet.frames.map(({ names, mask, origin }) => [names.at(-1), mask.toString(), origin]),
    animation: [blink.frameAt(120), blink.duration], missing,
    terrain: [mask.toString(), at], things: things.map(({ frame, position, options }) => [frame, position, options.turn]),
    slices: [sword, sheet.frames[0].slice("sword") === sword, sheet.frames[1].slice("shield"), part.mask.toString(), part.at],
    tile: [map.layer("ground").sprites.indexOf(tile), map.frames[tile.frame].class, map.property(tile, "spikes"),
      map.property(things[0], "coins"), map.property(tile, "coins"), map.layer("ground").tileAt(0, 0)],
    world: world.size }));
`;

/**
 * A program that fetches maps whose tilesets are elsewhere: in a folder beside, under another name than the file says, on another origin.
 * The server answers with a page if there is no file, as servers of apps do.
 */
const FETCHED = `
  import { createServer } from "node:http";
  import init, { Map } from "hitmask/sheets";
  await init();
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAYAAAAb4BS0AAAAC0lEQVR42mP4jwQATb8L9UULHnIAAAAASUVORK5CYII=", "base64");
  const level = (source, cells = "0,1,2") => \`<map width="3" height="1" tilewidth="1" tileheight="1">
    <tileset firstgid="1" name="t" tilewidth="1" tileheight="1"><image source="\${source}"/></tileset>
    <layer name="ground" width="3" height="1"><data encoding="csv">\${cells}</data></layer></map>\`;
  const files = {
    "/maps/beside.tmx": level("../art/t.png"), "/maps/moved.tmx": level("C:\\\\game\\\\t.png"), "/maps/stale.tmx": level("t.png", "0,1,9"),
    "/maps/far.tmx": level("http://127.0.0.1:1/t.png"), "/maps/none.tmx": level("gone.png"), "/maps/t.png": png, "/art/t.png": png };
  const server = createServer((request, response) => {
    const file = files[decodeURIComponent(request.url)];
    response.writeHead(200, { "content-type": file ? "application/octet-stream" : "text/html" }).end(file ?? "<html></html>");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = \`http://127.0.0.1:\${server.address().port}/maps/\`;
  const open = async (name, options) => {
    try {
      const map = await Map.open(at + name, options);
      return [map.layers[0].terrain().mask.count(), map.warnings.map(({ file, kind, place }) => [file, kind, place])];
    } catch (error) { return error.message; }
  };
  const found = {};
  for (const name of ["beside", "moved", "stale", "far", "none"]) found[name] = await open(name + ".tmx");
  found.strict = await open("stale.tmx", { strict: true });
  console.log(JSON.stringify(found));
  server.close();
`;

/** A block that is cut out of a program with tests of its own: book.test.mjs runs those of the book. */
const GENERATED = /^<!-- code: \S+ -->\n```.*?^```$/gms;

/** Returns the blocks of code of a language in a page. */
function blocksOf(page, language) {
  const blocks = [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\``, "gms"))];
  return blocks.map(([, indent, code]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

/** The texts of the pages for users, by name. */
const pages = new Map(
  ["README.md", ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)]
    .map((name) => [name, readFileSync(join(root, name), "utf8").replaceAll(GENERATED, "")]),
);

/** The blocks of code of a language in all pages. */
const blocksOfPages = (language) =>
  [...pages].flatMap(([page, text]) => blocksOf(text, language).map((code, index) => ({ name: `${page}, ${language} ${index}`, language, code })));

/** JavaScript that runs in Node, and programs that need a browser: all TypeScript, and JavaScript that fetches pictures. */
const scripts = blocksOfPages("js").filter(({ code }) => !code.includes("fetch("));
const programs = [...blocksOfPages("ts"), ...blocksOfPages("js").filter(({ code }) => code.includes("fetch("))];

/** The TypeScript of the book's Start pages and of the README. */
const starts = readdirSync(join(root, "../../docs/book/programs/browser")).filter((name) => name.endsWith(".ts"));

/** What a program prints: the first words of each line. */
const printedBy = (code) => [...code.matchAll(/console\.log\("([^"]+)"/g)].map(([, words]) => words);

/** The files that programs of the pages load: a disc of 32 pixels, a sheet and a map. */
const DISC = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAcklEQVR4nO3WORLAIAxDUe5/6dClybDIkSxmsA/g/ypDa+A8i0H3UaIyTDRMgbDiIQQ7DiFU8S2EOj5FZMWHC" +
    "CsgO/5B3A1wxV9EAQpQADvAfogKcMRzfATA/iXLQkzjasRWXIWA4mxEKM6A/A5HMOi+Dr3WpAVpeD8iAAAAAElFTkSuQmCC",
  "base64",
);
const FILES = {
  "ship.png": DISC,
  "rock.png": DISC,
  "hero.json": JSON.stringify({
    frames: [0, 16].map((x) => ({ filename: `${x}`, frame: { x, y: 0, w: 16, h: 32 }, duration: 100 })),
    meta: { image: "ship.png", frameTags: [{ name: "walk", from: 0, to: 1 }] },
  }),
  "level.tmx": `<map width="2" height="1" tilewidth="32" tileheight="32">
    <tileset firstgid="1" name="t" tilewidth="32" tileheight="32"><image source="rock.png"/></tileset>
    <layer name="ground" width="2" height="1"><data encoding="csv">1,1</data></layer>
    <objectgroup name="things"><object id="1" gid="1" x="0" y="32" width="32" height="32"/></objectgroup></map>`,
};

/** Vite for the folder of the project, without settings. */
const local = { host: "127.0.0.1", port: 0 };
const plain = { root: folder, base: "./", logLevel: "warn", configFile: false, preview: local, server: local };

/** Returns a page until the end of a test. Without a browser, the test fails before it starts a server. */
async function newPage(t) {
  const browser = await launch();
  t.after(() => browser.close());
  return browser.newPage();
}

/** Returns the address of a server until the end of a test. */
async function serve(t, starting) {
  const server = await starting;
  t.after(() => server.close());
  return server.resolvedUrls.local[0];
}

const run = (program, args, cwd = folder) =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

test("the packed package", async (t) => {
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder, join(root, "dist")]));
  cpSync(join(root, "test/project"), folder, { recursive: true });
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--offline", join(folder, filename)]);

  await t.test("has no dependencies and no sources of the tests", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "node_modules/hitmask/package.json"), "utf8"));
    assert.equal(manifest.dependencies, undefined);
    assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["hitmask"]);
  });

  await t.test("runs in Node without a DOM", () => {
    assert.equal(run("node", ["main.mjs"]).trim(), "1 pair, first at 4, 4");
  });

  await t.test("can be imported by a program that never calls init", () => {
    writeFileSync(join(folder, "lazy.mjs"), 'import { Mask } from "hitmask"; console.log(typeof Mask);');
    assert.equal(run("node", ["lazy.mjs"]).trim(), "function");
  });

  await t.test("runs the JavaScript of the pages", () => {
    assert.ok(scripts.length >= 3, `${scripts.length} programs`);
    const given = `
      const picture = (side) => ({ data: new Uint8Array(4 * side * side).fill(255), width: side, height: side });
      Object.assign(globalThis, { rockImage: picture(16), onmessage: null });
      let frames = 0;
      globalThis.requestAnimationFrame = (frame) => ++frames < 3 && frame();
      `;
    scripts.forEach(({ name, code }, index) => {
      const imports = code.match(/^import .*$/m)[0];
      writeFileSync(join(folder, `page${index}.mjs`), `${imports}\n${given}\n${code.replace(imports, "")}`);
      const printed = run("node", [`page${index}.mjs`]);
      for (const words of printedBy(code)) assert.ok(printed.includes(words), `${name} prints "${words}"`);
    });
  });

  await t.test("has masks without worlds, in a module of their own", () => {
    writeFileSync(
      join(folder, "masks.mjs"),
      `import init, { Mask } from "hitmask/mask";
      import * as all from "hitmask/mask";
      await init();
      console.log(Mask.fromText("#.#").overlaps(new Mask(1, 1, true), 2, 0), Object.keys(all).join());`,
    );
    assert.equal(run("node", ["masks.mjs"]).trim(), "true Mask,default");
  });

  await t.test("reads sheets and maps", () => {
    writeFileSync(join(folder, "sheets.mjs"), SHEETS);
    assert.deepEqual(JSON.parse(run("node", ["sheets.mjs"])), {
      frames: [["a", "##", null], ["b", ".#", null]],
      animation: [1, 150],
      missing: 'hero.json: meta.image: no file is named "hero.png": add the file or correct the name',
      terrain: ["##", { x: 1, y: 0 }],
      things: [[1, { x: 3, y: 1 }, 0]],
      slices: [
        {
          ...{ name: "sword", rect: { left: 1, top: 0, width: 9, height: 1 }, origin: null },
          ...{ text: "damage 3", color: [1, 2, 3, 255] },
        },
        true,
        null,
        "#",
        { x: 1, y: 0 },
      ],
      tile: [1, "trap", true, 5, null, null],
      world: 1,
    });
  });

  await t.test("fetches what maps name, and warns of what it leaves out", () => {
    writeFileSync(join(folder, "fetched.mjs"), FETCHED);
    const { none, strict, ...found } = JSON.parse(run("node", ["fetched.mjs"]));
    assert.deepEqual(found.beside, [2, []]);
    for (const name of ["moved", "far"]) {
      assert.equal(found[name][0], 2, name);
      assert.equal(found[name][1][0][1], "moved", name);
    }
    assert.equal(found.stale[0], 1);
    assert.equal(found.stale[1][0][1], "left-out");
    assert.match(none, /no file is named "gone\.png"/);
    assert.match(strict, /stale\.tmx: /);
  });

  await t.test("runs as a script without modules", async (t) => {
    const page = await newPage(t);
    const address = await serve(t, preview({ ...plain, build: { outDir: "node_modules" } }));
    await page.goto(`${address}hitmask/package.json`);
    await page.addScriptTag({ url: "/hitmask/script/hitmask-phaser.js" });
    const found = await page.evaluate(async () => {
      await globalThis.hitmask.init();
      const { Mask, World, PixelCollisions } = globalThis.hitmask;
      const world = new World();
      const dot = world.addMask(new Mask(2, 2, true));
      world.spawnMany(dot, [0, 0, 1, 1]);
      return [world.step().pairs.length, typeof PixelCollisions];
    });
    assert.deepEqual(found, [2, "function"]);
  });

  await t.test("passes the strictest settings of TypeScript", () => {
    run("node", [join(root, "node_modules/typescript/bin/tsc"), "--project", folder]);
  });

  await t.test("the TypeScript of the pages and of the comments passes the strictest settings", () => {
    for (const name of ["phaser", "pixi.js"]) symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    mkdirSync(join(folder, "docs"));
    const files = readdirSync(join(root, "ts")).filter((name) => name.endsWith(".ts"));
    const texts = files.map((name) => readFileSync(join(root, "ts", name), "utf8").replaceAll(/^ *\* ?/gm, ""));
    const comments = texts.flatMap((text) => blocksOf(text, "ts")).filter((code) => code.includes("import "));
    const counts = [programs.length, comments.length, starts.length];
    assert.ok(counts[0] >= 2 && counts[1] >= 1 && counts[2] >= 3, `programs on pages, in comments, in the book: ${counts}`);
    programs.forEach(({ language, code }, index) => writeFileSync(join(folder, `docs/${index}.${language}`), code));
    comments.forEach((code, index) => writeFileSync(join(folder, `docs/comment${index}.ts`), code));
    for (const name of starts) cpSync(join(root, "../../docs/book/programs/browser", name), join(folder, "docs", name));
    const { compilerOptions } = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8"));
    const settings = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, include: ["*.ts"] };
    writeFileSync(join(folder, "docs/tsconfig.json"), JSON.stringify(settings));
    run("node", [join(root, "node_modules/typescript/bin/tsc"), "--project", join(folder, "docs")]);
  });

  await t.test("the programs of the pages that need a browser print a hit", async (t) => {
    for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, "docs", name), bytes);
    programs.forEach(({ language }, index) => {
      const html = `<!doctype html><title></title><body><script type="module" src="./${index}.${language}"></script>`;
      writeFileSync(join(folder, `docs/${index}.html`), html);
    });
    const page = await newPage(t);
    const starting = createServer({ ...plain, cacheDir: join(folder, "cache-docs") }).then((server) => server.listen());
    const address = await serve(t, starting);
    for (const [index, { name, code }] of programs.entries()) {
      const said = [];
      const listen = (event, text) => page.on(event, (what) => said.push(text(what)));
      listen("console", (message) => message.text());
      listen("pageerror", (error) => `uncaught ${error}`);
      await page.goto(`${address}docs/${index}.html`);
      const words = printedBy(code);
      assert.ok(words.some((word) => word.startsWith("hit")), `${name} prints a hit`);
      const isDone = () => words.every((word) => said.some((line) => line.startsWith(word)));
      for (let i = 0; i < 300 && !isDone() && !said.some((line) => line.startsWith("uncaught")); i++) await page.waitForTimeout(100);
      assert.ok(isDone() && !said.some((line) => line.startsWith("uncaught")), `${name} prints ${words}, got\n${said.join("\n")}`);
      page.removeAllListeners();
    }
  });

  await t.test("has the sizes, and the oldest versions of engines, that the pages name", () => {
    const line = pages.get("docs/loading.md").match(/^- \*\*Size\*\*: .*$/m)[0];
    const said = [...line.matchAll(/(\d+)(?: KB|[,)])/g)].map(([, number]) => Number(number));
    const sizes = ["wasm", "mask/wasm", "sheets/wasm"].flatMap((name) => {
      const module = readFileSync(join(root, "dist", name, "hitmask_bg.wasm"));
      return [module, gzipSync(module, { level: 9, memLevel: 9 }), brotliCompressSync(module)].map(({ length }) => length / 1000);
    });
    assert.equal(said.length, sizes.length, line);
    assert.ok(pages.get("README.md").includes(`${said[1]} KB with gzip`), "the README names the size of docs/loading.md");
    said.forEach((size, index) => assert.ok(Math.abs(size / sizes[index] - 1) < 0.02, `${line}\nis ${sizes.map(Math.round)}`));
    const versionOf = (name) => JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
    const { peerDependencies } = JSON.parse(readFileSync(join(root, "dist/package.json"), "utf8"));
    assert.equal(`${peerDependencies.phaser}.0`, `>=${versionOf("phaser-3.60")}`);
    for (const name of ["phaser-3.60", "phaser-3.90", "phaser"]) {
      const [version] = versionOf(name).match(/^\d+\.\d+/);
      assert.ok(pages.get("docs/phaser.md").includes(version), `docs/phaser.md names Phaser ${version}`);
    }
  });

  for (const [what, start] of [
    ["a Vite build", async () => {
      await build(plain);
      return preview(plain);
    }],
    ["the server of Vite for development", () => createServer({ ...plain, cacheDir: join(folder, "cache") }).then((server) => server.listen())],
  ]) {
    await t.test(`works in ${what}`, async (t) => {
      const page = await newPage(t);
      const address = await serve(t, start());
      const faults = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      await page.goto(address);
      await page.waitForFunction("document.title !== ''", undefined, { timeout: 20_000 }).catch(() => {});
      assert.deepEqual(faults, []);
      assert.equal(await page.title(), "1 pair, first at 4, 4; 2 in a worker");
    });
  }
});
