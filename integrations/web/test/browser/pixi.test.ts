import init from "hitmask";
import { PixelCollisions } from "hitmask/pixi";
import * as PIXI from "pixi.js";
import { type Kit, plain, type Placing, sameAsDrawn, VIEW } from "./adapters/kit.ts";
import { testEvents } from "./adapters/events.ts";
import { testFaults } from "./adapters/faults.ts";
import { testTransforms } from "./adapters/transforms.ts";
import { art, canvasOf, frames, pack, readGrid, turnedImage } from "./adapters/drawn.ts";
import { assert, equal, test, throws, warnings } from "./harness.ts";

await init();
const app = new PIXI.Application();
await app.init({
  ...{ width: VIEW, height: VIEW, preference: "webgl", antialias: false, backgroundAlpha: 0, autoStart: false },
});

// Each frame comes three times: as it is, turned in the atlas, and in an atlas of twice the resolution.
const upright = pack(frames.map(({ image }) => image));
const turned = pack(frames.map(({ image }) => turnedImage(image)));
const textures: Record<string, PIXI.Texture> = {};
for (const [kind, { canvas, left }, scale] of [
  ["", upright, 1],
  [" turned", turned, 1],
  [" half", upright, 2],
] as const) {
  const isTurned = kind === " turned";
  const data: PIXI.SpritesheetData = { frames: {}, meta: { scale } };
  frames.forEach(({ name, image: { width, height }, trim }, i) => {
    data.frames[name + kind] = {
      frame: { x: left[i], y: 1, w: width, h: height },
      rotated: isTurned,
      trimmed: trim !== undefined,
      spriteSourceSize: { x: trim?.x ?? 0, y: trim?.y ?? 0, w: width, h: height },
      sourceSize: { w: trim?.fullWidth ?? width, h: trim?.fullHeight ?? height },
    };
  });
  const source = new PIXI.CanvasSource({ resource: canvas, scaleMode: "nearest", resolution: scale });
  const sheet = new PIXI.Spritesheet(new PIXI.Texture({ source }), data);
  Object.assign(textures, await sheet.parse());
}

const unreadable = PIXI.RenderTexture.create({ width: 16, height: 16 });

export const kit: Kit<PIXI.Sprite, PIXI.Container> = {
  frames: Object.keys(textures),
  collisions: (options = {}) => new PixelCollisions(options) as never,
  sprite(name, placing, parent = app.stage) {
    const sprite = new PIXI.Sprite(textures[name]);
    parent.addChild(sprite);
    kit.place(sprite, placing);
    return sprite;
  },
  place(sprite, { x, y, origin, flipX, flipY, rotation, scaleX, scaleY }: Placing) {
    sprite.position.set(x, y);
    sprite.rotation = rotation;
    sprite.scale.set(flipX ? -scaleX : scaleX, flipY ? -scaleY : scaleY);
    sprite.anchor.set(origin.x / sprite.texture.orig.width, origin.y / sprite.texture.orig.height);
  },
  setFrame(sprite, name) {
    sprite.texture = textures[name];
  },
  container({ x, y, rotation, scaleX, scaleY }, parent = app.stage) {
    const container = new PIXI.Container({ x, y, rotation, scale: { x: scaleX, y: scaleY } });
    parent.addChild(container);
    return container;
  },
  fresh(seed) {
    const canvas = canvasOf(art(16, 16, seed));
    const source = new PIXI.CanvasSource({ resource: canvas, scaleMode: "nearest" });
    const texture = new PIXI.Texture({ source });
    const sprite = new PIXI.Sprite({ texture, x: 40, y: 40 });
    sprite.once("destroyed", () => texture.destroy(true));
    app.stage.addChild(sprite);
    return {
      sprite,
      redraw(seed) {
        canvas.getContext("2d")!.putImageData(art(16, 16, seed), 0, 0);
        source.update();
      },
    };
  },
  live() {
    const ticker = new PIXI.Ticker();
    const collisions = new PixelCollisions<PIXI.Sprite>({ ticker });
    const end = () => {
      collisions.destroy();
      ticker.destroy();
    };
    let time = 0;
    return { collisions: collisions as never, frame: () => ticker.update((time += 16)), end };
  },
  group() {
    const group = app.stage.addChild(new PIXI.Container());
    return {
      group,
      add: (object) => void group.addChild(object as PIXI.Container),
      remove: (sprite) => void app.stage.addChild(sprite),
      destroy: () => group.destroy({ children: true }),
    };
  },
  others: () => [new PIXI.Text({ text: "text" }), new PIXI.Graphics().rect(0, 0, 9, 9).fill(0xffffff), new PIXI.Container()],
  name(sprite, name) {
    sprite.label = name;
  },
  spoil(sprite) {
    sprite.texture = unreadable;
  },
  hide(sprite, hidden) {
    sprite.visible = !hidden;
  },
  roundsScaled: true,
  round(sprite, on) {
    sprite.roundPixels = on;
  },
  destroy: (sprite) => sprite.destroy(),
  draw(sprite) {
    const all = (container: PIXI.Container): PIXI.Container[] => [container, ...container.children.flatMap(all)];
    const drawn = all(app.stage).filter((object) => object instanceof PIXI.Sprite);
    for (const other of drawn) other.renderable = other === sprite;
    app.render();
    return readGrid((app.renderer as PIXI.WebGLRenderer).gl);
  },
};

testTransforms(kit);
testEvents(kit);
testFaults(kit);

test("update follows callbacks of the ticker, before the picture is drawn", () => {
  const [a, b] = [10, 100].map((x) => kit.sprite("even", { ...plain, x, y: 10 }));
  const order: string[] = [];
  const move = () => {
    order.push("move");
    b.x = 12;
  };
  const render = () => void order.push("render");
  // As the application does.
  app.ticker.add(render, undefined, PIXI.UPDATE_PRIORITY.LOW);
  const collisions = new PixelCollisions({ ticker: app.ticker }).add([a, b]);
  app.ticker.add(move);
  collisions.addOverlap(a, b, () => order.push("overlap"));
  app.ticker.update(performance.now() + 100);
  equal(order, ["move", "overlap", "render"]);
  collisions.destroy();
  app.ticker.update(performance.now() + 200);
  equal(order.length, 5, "calls after destroy");
  app.ticker.remove(render);
  app.ticker.remove(move);
  a.destroy();
  b.destroy();
});

test("a camera changes nothing for the sprites of a space", () => {
  const camera = app.stage.addChild(new PIXI.Container());
  const [a, b] = [20, 30].map((x) => kit.sprite("even", { ...plain, x, y: 20 }, camera));
  const outside = kit.sprite("even", { ...plain, x: 20, y: 20 });
  const collisions = new PixelCollisions({ space: camera }).add([a, b, outside]);
  collisions.update();
  const area = collisions.contact(a, b)?.area;
  assert(area, "no overlap");
  for (let i = 0; i < 20; i++) {
    camera.position.set(i * 3.3, -i);
    camera.rotation = i / 7;
    camera.scale.set(1 + i / 10, 1 - i / 30);
    collisions.update();
    equal([collisions.contact(a, b)?.area, collisions.idOf(outside), collisions.world.size], [area, null, 2]);
  }
  equal(collisions.find({ x: 21, y: 20 }).includes(a), true);
  collisions.destroy();
  camera.destroy({ children: true });
  outside.destroy();
});

test("the mask follows an animation", () => {
  const names = ["even", "trimmed", "tiny turned"];
  const sprite = new PIXI.AnimatedSprite({ textures: names.map((name) => textures[name]), autoUpdate: false });
  sprite.position.set(50, 60);
  app.stage.addChild(sprite);
  const collisions = new PixelCollisions().add(sprite);
  for (let i = 0; i < 7; i++) {
    sprite.gotoAndStop(i % 3);
    sameAsDrawn(kit, collisions as never, sprite, names[i % 3]);
  }
  collisions.destroy();
  sprite.destroy();
});

test("pivot, skew, size, and frames that are drawn at another size", () => {
  const collisions = new PixelCollisions();
  const { source } = textures.even;
  const frame = new PIXI.Rectangle(1, 1, 32, 24);
  const texture = new PIXI.Texture({ source, frame, orig: new PIXI.Rectangle(0, 0, 64, 72) });
  const sprites = {
    pivot: new PIXI.Sprite({ texture: textures.odd, x: 70, y: 60, pivot: { x: 5, y: -7 }, angle: 90, scale: 2 }),
    size: new PIXI.Sprite({ texture: PIXI.Texture.WHITE, x: 30, y: 40, width: 100, height: 33 }),
    other: new PIXI.Sprite({ texture, x: 50, y: 60, scale: { x: 1, y: -1 }, anchor: { x: 0, y: 1 } }),
  };
  for (const [name, sprite] of Object.entries(sprites)) {
    app.stage.addChild(sprite);
    collisions.add(sprite);
    sameAsDrawn(kit, collisions as never, sprite, name);
    sprite.destroy();
  }
  const skewed = new PIXI.Sprite({ texture: textures.even, x: 128, y: 128, anchor: 0.5, skew: { x: 0.3, y: -0.1 } });
  app.stage.addChild(skewed);
  collisions.add(skewed);
  sameAsDrawn(kit, collisions as never, skewed, "skew");
  skewed.destroy();
  collisions.destroy();
});

test("with rounded positions, also mirrored and turned sprites of odd size stand where the engine draws them", () => {
  const collisions = new PixelCollisions();
  const sprite = new PIXI.Sprite({ texture: textures.odd, x: 128, y: 128, anchor: 0.5, roundPixels: true });
  app.stage.addChild(sprite);
  collisions.add(sprite);
  for (let i = 0; i < 32; i++) {
    sprite.scale.set(i % 2 ? -1 : 1, (i >> 1) % 2 ? -1 : 1);
    sprite.angle = 90 * ((i >> 2) % 4);
    sprite.x = 128 + (i >> 4) / 3;
    sameAsDrawn(kit, collisions as never, sprite, `case ${i}`);
  }
  collisions.destroy();
  sprite.destroy();
});

test("containers are live groups of their sprites", () => {
  const collisions = new PixelCollisions();
  const rocks = app.stage.addChild(new PIXI.Container({ x: 5 }));
  const ship = kit.sprite("even", { ...plain, x: 20, y: 20 });
  collisions.add(ship).add(rocks);
  const calls: PIXI.Sprite[] = [];
  collisions.addOverlap(ship, rocks, (first: PIXI.Sprite, rock: PIXI.Sprite) => {
    assert(first === ship, "another first sprite");
    calls.push(rock);
  });
  collisions.update();
  equal(calls.length, 0);
  const rock = kit.sprite("even", { ...plain, x: 10, y: 20 }, rocks);
  const graphics = rocks.addChild(new PIXI.Graphics().rect(0, 0, 50, 50).fill(0xffffff));
  collisions.remove(graphics);
  equal(warnings(() => collisions.update()), [], "what was removed before");
  assert(calls.length === 1 && calls[0] === rock, `${calls.length} calls`);
  rocks.visible = false;
  collisions.update();
  equal([calls.length, collisions.world.size], [1, 1]);
  rocks.visible = true;
  rock.renderable = false;
  collisions.update();
  equal(calls.length, 2);
  rocks.removeChild(rock);
  collisions.update();
  equal([calls.length, collisions.world.size, collisions.size], [2, 1, 1]);
  rock.destroy();
  rocks.destroy({ children: true });
  collisions.update();
  equal(collisions.size, 1);
  collisions.destroy();
  ship.destroy();
});

test("an application, or another object in the place of an option, is an error that says what to give", async () => {
  const fix = "new PixelCollisions({ ticker: app.ticker })";
  await throws(() => new PixelCollisions(app as never), TypeError, fix);
  await throws(() => new PixelCollisions({ ticker: app as never }), TypeError, fix);
  await throws(() => new PixelCollisions(app.ticker as never), TypeError, fix);
  await throws(() => new PixelCollisions({ space: {} as never }), TypeError, "space must be a Container");
});

test("a pointer event is taken as what it points at, also in a space that is moved and zoomed", () => {
  const space = app.stage.addChild(new PIXI.Container({ x: 30, y: -20, scale: 2, angle: 90 }));
  const sprite = kit.sprite("even", { ...plain, x: 40, y: 50 }, space);
  const [inSpace, onStage] = [new PixelCollisions<PIXI.Sprite>({ space }), new PixelCollisions<PIXI.Sprite>()];
  for (const collisions of [inSpace, onStage]) {
    collisions.add(sprite).update();
    let hits = 0;
    for (let x = 0; x < 40; x++) {
      const { x: globalX, y: globalY } = space.toGlobal({ x: 40.5 + x, y: 60.5 });
      const event = { x: 7000, y: 7000, global: { x: globalX, y: globalY } };
      const isSolid = inSpace.find({ x: 40 + x, y: 60 }).length === 1;
      equal([collisions.find(event).length === 1, collisions.pick(event) === sprite], [isSolid, isSolid], `x ${x}`);
      hits += Number(isSolid);
    }
    assert(hits > 5 && hits < 35, `${hits} hits`);
  }
  for (const object of [inSpace, onStage, sprite, space]) object.destroy();
});

test("pick returns the sprite that is drawn on top", () => {
  const collisions = new PixelCollisions<PIXI.Sprite>();
  const [a, b, c] = [0, 1, 2].map(() => kit.sprite("even", { ...plain, x: 60, y: 60 }));
  const group = app.stage.addChild(new PIXI.Container());
  collisions.add([a, b], { sensor: true }).add(c, { fixed: true, oneWay: "top" });
  collisions.update();
  const { mask, at: corner } = collisions.world.shape(collisions.idOf(a)!);
  const { x, y } = { x: corner.x + mask.runs()[1], y: corner.y + mask.runs()[0] };
  const top = (): string | null => {
    collisions.update();
    const found = collisions.pick(x, y);
    assert(found === collisions.pick({ x: x + 0.5, y: y + 0.5 }), "two forms of a point");
    return ["a", "b", "c"][[a, b, c].indexOf(found!)] ?? null;
  };
  equal([top(), collisions.pick(-999, 0)], ["c", null]);
  group.addChild(b);
  equal(top(), "b", "a container above");
  a.zIndex = 1;
  equal(top(), "a", "the z-index counts before the container is sorted");
  a.renderable = false;
  equal(top(), "b", "a sprite that is not drawn");
  group.visible = false;
  equal(top(), "c", "an invisible container");
  equal(collisions.world.get(collisions.idOf(c)!).oneWay, "top");
  collisions.destroy();
  app.stage.sortableChildren = false;
  for (const object of [a, b, c, group]) object.destroy();
});

test("what has no pixels that can be read is an error with the name of the texture", async () => {
  const collisions = new PixelCollisions();
  const target = PIXI.RenderTexture.create({ width: 16, height: 16 });
  target.label = "from a camera";
  const sprite = app.stage.addChild(new PIXI.Sprite(target));
  await throws(
    () => collisions.add(sprite),
    Error,
    /texture "from a camera" has no pixels .*renderer\.extract\.canvas/,
  );
  app.renderer.render({ container: new PIXI.Graphics().rect(2, 3, 9, 9).fill(0xffffff), target });
  sprite.texture = PIXI.Texture.from(app.renderer.extract.canvas(target) as HTMLCanvasElement);
  collisions.add(sprite).update();
  equal(collisions.world.bounds(collisions.idOf(sprite)!), { left: 2, top: 3, width: 9, height: 9 });
  sprite.texture = target;
  equal(warnings(() => [1, 2, 3].forEach(() => collisions.update())).length, 1, "one bad texture warns once");
  equal(collisions.idOf(sprite), null);
  sprite.texture = PIXI.Texture.EMPTY;
  collisions.update();
  equal(collisions.idOf(sprite), null, "an empty texture");
  sprite.destroy();
  const others = [
    new PIXI.TilingSprite({ texture: textures.even, width: 99, height: 99 }),
    new PIXI.Graphics().rect(0, 0, 9, 9).fill(0xffffff),
    new PIXI.Text({ text: "text" }),
  ];
  await throws(() => collisions.add(sprite), TypeError, "got a destroyed Sprite");
  for (const object of others) {
    await throws(() => collisions.add(object as never), TypeError, "draw other objects on a canvas");
    await throws(() => collisions.add([object] as never), TypeError, "draw other objects on a canvas");
    object.destroy();
  }
  collisions.destroy();
});
