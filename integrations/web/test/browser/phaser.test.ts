import init from "hitmask";
import { PixelCollisions } from "hitmask/phaser";
import type Phaser from "phaser";
import { type Kit, placed, plain, type Placing, sameAsDrawn, VIEW } from "./adapters/kit.ts";
import { testEvents } from "./adapters/events.ts";
import { testFaults } from "./adapters/faults.ts";
import { testTransforms } from "./adapters/transforms.ts";
import { assert, equal, test, throws, warnings } from "./harness.ts";
import { art, canvasOf, count, difference, frames, pack, readGrid } from "./adapters/drawn.ts";

type Sprite = Phaser.GameObjects.Sprite;
type Container = Phaser.GameObjects.Container;

/** The versions that the tests run with. */
const versions = {
  "": () => import("phaser"),
  "3.90": () => import("phaser-3.90"),
  "3.60": () => import("phaser-3.60"),
};
const version = new URLSearchParams(location.search).get("version") ?? "";
const { default: engine } = await versions[version as keyof typeof versions]();
assert(engine.VERSION.startsWith(version || "4."), `Phaser is ${engine.VERSION}`);

await init();
const scene = await start();

/** Starts a game without its own loop, and returns its scene. */
function start(): Promise<Phaser.Scene> {
  return new Promise((resolve) => {
    const game = new engine.Game({
      ...{
        type: engine.WEBGL,
        width: VIEW,
        height: VIEW,
        transparent: true,
        antialias: false,
        antialiasGL: false,
        banner: false,
      },
      audio: { noAudio: true },
      scene: {
        create(this: Phaser.Scene) {
          game.loop.stop();
          resolve(this);
        },
      },
    });
  });
}

const { canvas, left } = pack(frames.map(({ image }) => image));
const atlas = scene.textures.addCanvas("atlas", canvas)!;
frames.forEach(({ name, image, trim }, i) => {
  const frame = atlas.add(name, 0, left[i], 1, image.width, image.height)!;
  if (trim) frame.setTrim(trim.fullWidth, trim.fullHeight, trim.x, trim.y, image.width, image.height);
});

let time = 0;

/** Lets the game run for a frame. */
function frame(): void {
  time += 16;
  scene.game.step(time, 16);
}

let fresh = 0;
scene.textures.addDynamicTexture("dynamic", 16, 16);
const dynamic = "dynamic";

export const kit: Kit<Sprite, Container> = {
  frames: frames.map(({ name }) => name),
  collisions: (options = {}) => new PixelCollisions(scene, { autoUpdate: false, ...options }) as never,
  sprite(name, placing, parent) {
    const sprite = scene.add.sprite(0, 0, "atlas", name);
    parent?.add(sprite);
    kit.place(sprite, placing);
    return sprite;
  },
  place(sprite, { x, y, origin, flipX, flipY, rotation, scaleX, scaleY }: Placing) {
    sprite.setPosition(x, y).setFlip(flipX, flipY).setRotation(rotation).setScale(scaleX, scaleY);
    sprite.setOrigin(origin.x / sprite.frame.realWidth, origin.y / sprite.frame.realHeight);
  },
  setFrame: (sprite, name) => void sprite.setTexture("atlas", name),
  container({ x, y, rotation, scaleX, scaleY }, parent) {
    const container = scene.add.container(x, y).setRotation(rotation).setScale(scaleX, scaleY);
    parent?.add(container);
    return container;
  },
  fresh(seed) {
    const key = `fresh ${fresh++}`;
    const texture = scene.textures.addCanvas(key, canvasOf(art(16, 16, seed)))!;
    const sprite = scene.add.sprite(40, 40, key);
    sprite.once("destroy", () => scene.textures.remove(key));
    return {
      sprite,
      redraw(seed) {
        texture.context.putImageData(art(16, 16, seed), 0, 0);
        texture.refresh();
      },
    };
  },
  live() {
    const collisions = new PixelCollisions<Sprite>(scene);
    return { collisions: collisions as never, frame, end: () => collisions.destroy() };
  },
  group() {
    const group = scene.add.group();
    return {
      group,
      add: (object) => void group.add(object as Sprite),
      remove: (sprite) => void group.remove(sprite),
      destroy(others) {
        group.destroy();
        for (const other of others) (other as Sprite).destroy();
      },
    };
  },
  others: () => [scene.add.text(0, 0, "text"), scene.add.rectangle(0, 0, 9, 9, 0xffffff), scene.add.container()],
  name: (sprite, name) => void sprite.setName(name),
  spoil: (sprite) => void sprite.setTexture(dynamic),
  hide: (sprite, hidden) => void sprite.setActive(!hidden),
  roundsScaled: engine.VERSION.startsWith("3."),
  round: (_sprite, on) => void scene.cameras.main.setRoundPixels(on),
  destroy: (sprite) => sprite.destroy(),
  draw(sprite) {
    for (const other of scene.children.list as Sprite[]) other.setVisible(other === sprite || other === root(sprite));
    frame();
    return readGrid((scene.renderer as Phaser.Renderer.WebGL.WebGLRenderer).gl);
  },
};

/** Returns the outermost container of a sprite. */
function root(sprite: Sprite): Phaser.GameObjects.GameObject {
  let at: Sprite | Container = sprite;
  while (at.parentContainer) at = at.parentContainer;
  return at;
}

testTransforms(kit);
testEvents(kit);
testFaults(kit);

test("update follows the update of the scene, before it is drawn, and ends with the scene", async () => {
  const [a, b] = [10, 100].map((x) => kit.sprite("even", { ...plain, x, y: 10 }));
  const collisions = new PixelCollisions(scene).add([a, b]);
  const order: string[] = [];
  scene.events.once("update", () => {
    order.push("update");
    b.x = 12;
  });
  collisions.addOverlap(a, b, () => order.push("overlap"));
  scene.game.events.once("prerender", () => order.push("render"));
  frame();
  equal(order, ["update", "overlap", "render"]);
  collisions.destroy();
  frame();
  equal(order.length, 3, "calls after destroy");

  a.destroy();
  b.destroy();

  const second = scene.scene.add("second", {}, true)!;
  frame();
  for (const end of ["restart", "stop"] as const) {
    const late = new PixelCollisions(second).add(second.add.sprite(5, 5, "atlas", "even"));
    frame();
    equal(late.world.size, 1);
    second.scene[end]();
    frame();
    frame();
    await throws(() => late.update(), Error, "make new PixelCollisions");
  }
  scene.scene.remove("second");
});

test("the mask follows an animation", () => {
  const names = ["even", "trimmed", "tiny"];
  scene.anims.create({
    key: "all",
    frameRate: 1000 / 16,
    repeat: -1,
    frames: names.map((frame) => ({ key: "atlas", frame })),
  });
  const sprite = kit.sprite("even", { ...plain, x: 60, y: 60 });
  const collisions = new PixelCollisions(scene, { autoUpdate: false }).add(sprite);
  sprite.play("all");
  const seen = new Set<string>();
  for (let i = 0; i < 8; i++) {
    frame();
    sprite.anims.pause();
    sameAsDrawn(kit, collisions as never, sprite, `step ${i}, ${sprite.frame.name}`);
    sprite.anims.resume();
    seen.add(sprite.frame.name);
  }
  equal([...seen].sort(), [...names].sort());
  collisions.destroy();
  sprite.destroy();
});

test("groups are live, and may be destroyed", () => {
  const collisions = new PixelCollisions(scene, { autoUpdate: false });
  const [rocks, shots] = [scene.add.group(), scene.add.group()];
  let calls: [Sprite, Sprite][] = [];
  collisions.add(rocks).add(shots);
  // The types of the sprites are those that the callback asks for.
  collisions.addOverlap(rocks, shots, (rock: Sprite, shot: Sprite) => calls.push([rock, shot]));
  const [rock, shot, other] = [0, 1, 2].map((x) => kit.sprite("even", { ...plain, x, y: 9 }));
  rocks.addMultiple([rock, other]);
  shots.add(shot);
  collisions.update();
  equal(collisions.size, 3);
  assert(calls.length === 2 && calls.every(([a, b]) => rocks.contains(a) && b === shot), `${calls.length} calls`);
  calls = [];
  rocks.remove(other);
  collisions.update();
  assert(calls.length === 1 && calls[0][0] === rock && calls[0][1] === shot, `${calls.length} calls`);
  calls = [];
  collisions.remove(rock).update();
  equal([calls.length, collisions.contains(rock)], [0, false], "a sprite that was removed");
  collisions.add(rock).update();
  equal([calls.length, collisions.contains(rock)], [1, true], "a sprite that was added again");
  calls = [];
  rocks.destroy();
  shot.setX(200);
  collisions.update();
  equal([calls.length, collisions.size], [0, 2]);
  collisions.remove(shots);
  equal(collisions.size, 1);
  shots.destroy(true);
  collisions.update();
  rock.destroy();
  other.destroy();
  equal(collisions.size, 0);
  collisions.destroy();
});

test("pick returns the sprite that is drawn on top", () => {
  const collisions = new PixelCollisions<Sprite>(scene, { autoUpdate: false });
  const [a, b, c] = [0, 1, 2].map(() => kit.sprite("even", { ...plain, x: 60, y: 60 }));
  const at = scene.add.container(0, 0);
  const layer = scene.add.layer();
  collisions.add([a, b], { sensor: true }).add(c, { fixed: true, oneWay: "top" });
  collisions.update();
  const { mask, at: corner } = collisions.world.shape(collisions.idOf(a)!);
  const { x, y } = { x: corner.x + mask.runs()[1], y: corner.y + mask.runs()[0] };
  const top = (): Sprite | null => {
    collisions.update();
    assert(collisions.pick(x, y) === collisions.pick({ x: x + 0.5, y: y + 0.5 }), "two forms of a point");
    return collisions.pick(x, y);
  };
  const named = (sprite: Sprite | null) => ["a", "b", "c"][[a, b, c].indexOf(sprite!)] ?? null;
  equal([named(top()), named(collisions.pick(-999, 0))], ["c", null]);
  a.setDepth(1);
  equal(named(top()), "a", "the depth counts before the list is sorted");
  frame();
  equal(named(top()), "a", "and after");
  a.setVisible(false);
  equal(named(top()), "c", "an invisible sprite");
  b.setDepth(3);
  at.add([b, c]).setDepth(1);
  equal(named(top()), "c", "the depth does not count in a container");
  a.setVisible(true);
  layer.add(a);
  equal(named(top()), "c", "a layer below");
  layer.setDepth(2);
  equal(named(top()), "a", "a layer above");
  at.setDepth(3).setVisible(false);
  equal(named(top()), "a", "an invisible container");
  equal(collisions.world.get(collisions.idOf(c)!).oneWay, "top");
  collisions.destroy();
  for (const object of [a, b, c, at, layer]) object.destroy();
});

test("a flip about the pivot of an atlas stands where the engine draws it", () => {
  const pivoted = atlas.add("pivoted", 0, left[0], 1, 32, 24)!;
  Object.assign(pivoted, { customPivot: true, pivotX: 0.25, pivotY: 0.75 });
  const sprite = scene.add.sprite(120, 130, "atlas", "pivoted");
  equal([sprite.originX, sprite.originY], [0.25, 0.75]);
  const collisions = new PixelCollisions(scene, { autoUpdate: false }).add(sprite);
  for (let i = 0; i < 16; i++) {
    sprite
      .setFlip(i % 2 === 1, (i >> 1) % 2 === 1)
      .setScale(1 + ((i >> 2) % 2))
      .setAngle(90 * (i >> 3));
    sameAsDrawn(kit, collisions as never, sprite, `case ${i}`);
  }
  collisions.destroy();
  sprite.destroy();
});

test("a container, a destroyed sprite and a missing texture are errors that say what to do", async () => {
  const collisions = new PixelCollisions(scene, { autoUpdate: false });
  const container = scene.add.container().setName("tank");
  await throws(() => collisions.add(container as never), TypeError, 'got Container "tank": give the sprites in it, container.list');
  container.destroy();
  const sprite = kit.sprite("even", plain);
  sprite.destroy();
  await throws(() => collisions.add(sprite), TypeError, "got a destroyed Sprite");
  const missing = scene.add.sprite(0, 0, "tpyo");
  await throws(() => collisions.add(missing), Error, "no texture has the key: look at the key, and at preload()");
  missing.setTexture("atlas", "even");
  collisions.add(missing).update();
  missing.setTexture("tpyo");
  const warned = warnings(() => [1, 2].forEach(() => collisions.update()));
  assert(warned.length === 1 && warned[0].includes("no texture has the key"), warned.join());
  equal(collisions.idOf(missing), null, "the placeholder does not collide");
  missing.destroy();
  collisions.destroy();
});

test("PixelCollisions without its scene, or with a game, are errors", async () => {
  for (const wrong of [undefined, {}, scene.game, scene.scene]) {
    await throws(() => new PixelCollisions(wrong as never), TypeError, "new PixelCollisions(this) in create()");
  }
  await throws(() => new PixelCollisions(scene, { autoUpdate: 1 as never }), TypeError, "autoUpdate must be true or false");
});

test("a pointer is taken as what it points at, through a camera that is scrolled, zoomed and turned", () => {
  const camera = scene.cameras.main;
  const collisions = new PixelCollisions<Sprite>(scene, { autoUpdate: false });
  const sprite = scene.add.image(500, 400, "__WHITE").setScale(5) as unknown as Sprite;
  collisions.add(sprite).update();
  const pointer = scene.input.activePointer;
  for (const [zoom, angle, scrollX, scrollY] of [[1, 0, 400, 300], [2, 0, 380, 310], [0.5, 30, 420, 290]]) {
    camera.setZoom(zoom).setAngle(angle).setScroll(scrollX, scrollY);
    frame();
    for (const [x, y, isHit] of [[500, 400, true], [488, 400, false], [500, 411, false]] as const) {
      // Where the camera draws a point of the world: the middle of the view stays, and the rest turns and grows about it.
      const [dx, dy] = [x - scrollX - VIEW / 2, y - scrollY - VIEW / 2].map((d) => d * zoom);
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const at = { x: VIEW / 2 + cos * dx - sin * dy, y: VIEW / 2 + sin * dx + cos * dy };
      Object.assign(pointer, at);
      const expected = isHit ? [sprite] : [];
      const found = [collisions.find(pointer), [collisions.pick(pointer)].filter(Boolean)];
      assert(found.every((list) => list.length === expected.length), `zoom ${zoom}, point ${x}, ${y}: ${found.map(String)}`);
    }
  }
  pointer.x = NaN;
  equal([collisions.find(pointer), collisions.pick(pointer)], [[], null], "a pointer at no place");
  pointer.x = 0;
  camera.setZoom(1).setAngle(0).setScroll(0, 0);
  frame();
  collisions.destroy();
  sprite.destroy();
});

test("an image of a tilemap layer, a TileSprite, a text, a container and graphics collides as they are drawn", async () => {
  const tiles = scene.textures.addCanvas("tiles", canvasOf(art(32, 16, 7)))!;
  const layer = () => {
    const map = scene.make.tilemap({ data: [[0, -1, 1], [1, 0, 0]], tileWidth: 16, tileHeight: 16 });
    const layer = map.createLayer(0, map.addTilesetImage("tiles", "tiles", 16, 16)!, 30, 40)!;
    layer.layer.data[1][0].flipX = true;
    return layer;
  };
  const inner = kit.container({ ...plain, x: 100, y: 90, rotation: Math.PI / 2, scaleX: 2 });
  inner.add(kit.sprite("even", { ...plain, x: 3, y: 5 }));
  const graphics = scene.add.graphics().fillStyle(0xffffff).fillCircle(130, 140, 20).fillRect(140, 150, 9, 40);
  type Drawn = Phaser.GameObjects.GameObject & { getBounds?(): Phaser.Geom.Rectangle; setVisible(visible: boolean): unknown };
  const objects: [string, Drawn, Phaser.Geom.Rectangle?][] = [
    ["a layer", layer()],
    ["a layer that is scaled", layer().setScale(2, 3)],
    ["a TileSprite", scene.add.tileSprite(60, 70, 40, 50, "tiles").setTilePosition(5, 9)],
    ["a TileSprite that is turned", scene.add.tileSprite(150, 80, 40, 50, "tiles").setAngle(90)],
    ["a text", scene.add.text(20, 30, "hit", { fontSize: "40px", color: "#fff" })],
    ["a container", inner],
    ["graphics", graphics, new engine.Geom.Rectangle(110, 120, 40, 70)],
  ];
  for (const [what, object, given] of objects) {
    const bounds = given ?? object.getBounds!();
    // As docs/phaser.md says.
    const [left, top] = [Math.floor(bounds.left), Math.floor(bounds.top)];
    const [width, height] = [Math.ceil(bounds.right) - left, Math.ceil(bounds.bottom) - top];
    const drawing = scene.textures.addDynamicTexture("drawing", width, height)!;
    drawing.camera.setScroll(left, top);
    object.setVisible(true);
    drawing.draw(object);
    if (engine.VERSION.startsWith("4")) drawing.render();
    const picture = await new Promise<HTMLImageElement>((resolve) => drawing.snapshot((picture) => resolve(picture as HTMLImageElement)));
    scene.textures.remove("drawing");
    scene.textures.addImage("picture", picture);
    const image = scene.add.image(left, top, "picture").setOrigin(0).setVisible(false) as unknown as Sprite;

    const collisions = kit.collisions();
    await throws(() => collisions.add(object), TypeError, object.type === "Container" ? "container.list" : '"Tiles, texts and other objects"');
    collisions.add(image);
    sameAsDrawn({ ...kit, draw: () => kit.draw(object as Sprite) }, collisions, image, what);
    collisions.destroy();
    image.destroy();
    scene.textures.remove("picture");
  }
  for (const [, object] of objects) object.destroy();
  tiles.destroy();
});

test("rounded pixels, which pixelArt switches on, draw turned sprites elsewhere in old versions of Phaser 3 only", () => {
  const collisions = kit.collisions();
  const ship = scene.textures.createCanvas("ship", 48, 32)!;
  ship.context.fillRect(0, 12, 48, 8);
  ship.context.fillRect(4, 0, 14, 32);
  ship.refresh();
  const sprite = scene.add.sprite(90.7, 90.6, "ship");
  collisions.add(sprite);
  const camera = scene.cameras.main;
  for (const round of [false, true]) {
    camera.setRoundPixels(round);
    let [differ, drawn] = [0, 0];
    for (let angle = 7; angle < 360; angle += 11) {
      sprite.setAngle(angle);
      collisions.update();
      const [shown, own] = [kit.draw(sprite), placed(collisions, sprite)];
      differ += difference(own, shown);
      drawn += count(shown);
    }
    const share = differ / drawn;
    const isMoved = round && engine.VERSION.startsWith("3.6");
    assert(isMoved ? share > 0.02 : share < 0.01, `rounded: ${round}, ${(100 * share).toFixed(1)} % of the pixels differ`);
  }
  camera.setRoundPixels(false);
  collisions.destroy();
  sprite.destroy();
  ship.destroy();
});

test("alphaAbove says which pixels are solid", () => {
  const sprite = kit.sprite("even", { ...plain, x: 20, y: 20 });
  const areas = [126, 127, 128, 254].map((alphaAbove) => {
    const collisions = new PixelCollisions(scene, { autoUpdate: false, alphaAbove }).add(sprite);
    collisions.update();
    const { solid } = placed(collisions as never, sprite);
    collisions.destroy();
    return solid.reduce((sum, bit) => sum + bit);
  });
  const { data } = frames[0].image;
  const count = (above: number) => data.filter((value, i) => i % 4 === 3 && value > above).length;
  equal(areas, [126, 127, 128, 254].map(count));
  sprite.destroy();
});

test("what has no pixels that can be read is an error with the name of the texture", async () => {
  const collisions = new PixelCollisions(scene, { autoUpdate: false });
  const dynamic = scene.textures.addDynamicTexture("from a camera", 16, 16)!;
  const sprite = scene.add.sprite(0, 0, dynamic);
  await throws(
    () => collisions.add(sprite),
    Error,
    /frame "__BASE" of texture "from a camera" has no pixels .*createCanvas/,
  );
  sprite.setTexture("atlas", "even");
  collisions.add(sprite).update();
  atlas.add("turned", 0, left[0], 1, 32, 24)!.rotated = true;
  sprite.setFrame("turned");
  const other = scene.add.sprite(0, 0, "atlas", "even");
  collisions.add(other);
  const warned = warnings(() => [1, 2, 3].forEach(() => collisions.update()));
  equal(warned.length, 1, "one bad texture warns once");
  assert(
    /the sprite with frame "turned" of texture "atlas" is left out until its texture changes: .* pack the atlas without/.test(warned[0]),
    warned[0],
  );
  equal([collisions.idOf(sprite), collisions.idOf(other) !== null], [null, true], "the others go on");
  sprite.setFrame("even");
  equal(warnings(() => collisions.update()), []);
  assert(collisions.overlaps(sprite, other), "it takes part again");
  const group = scene.add.group();
  collisions.add(group);
  group.add(scene.add.sprite(0, 0, dynamic));
  equal(warnings(() => [1, 2].forEach(() => collisions.update())).length, 1, "a member of a group too");
  group.destroy(true);
  other.destroy();
  for (const object of [
    scene.add.tileSprite(0, 0, 9, 9, "atlas"),
    scene.add.text(0, 0, "text"),
  ]) {
    await throws(() => collisions.add(object as never), TypeError, `got ${object.type}: draw other objects`);
    object.destroy();
  }
  collisions.destroy();
  sprite.destroy();
});
