import init from "hitmask";
import { PixelCollisions } from "hitmask/phaser";
import Phaser from "phaser";
import { type Kit, placed, plain, type Placing, sameAsDrawn, VIEW } from "./adapters/kit.ts";
import { testEvents } from "./adapters/events.ts";
import { testPoses } from "./adapters/poses.ts";
import { assert, equal, test, throws, warnings } from "./harness.ts";
import { art, canvasOf, frames, pack, readGrid } from "./adapters/drawn.ts";

type Sprite = Phaser.GameObjects.Sprite;
type Container = Phaser.GameObjects.Container;

await init();
const scene = await start();

/** Starts a game without its own loop, and returns its scene. */
function start(): Promise<Phaser.Scene> {
  return new Promise((resolve) => {
    const game = new Phaser.Game({
      ...{
        type: Phaser.WEBGL,
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
  setFrame: (sprite, name) => void sprite.setFrame(name),
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
  hide: (sprite, hidden) => void sprite.setActive(!hidden),
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

testPoses(kit);
testEvents(kit);

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
  equal([calls.length, collisions.has(rock)], [0, false], "a sprite that was removed");
  collisions.add(rock).update();
  equal([calls.length, collisions.has(rock)], [1, true], "a sprite that was added again");
  calls = [];
  rocks.destroy();
  shot.setX(200);
  collisions.update();
  equal([calls.length, collisions.size], [0, 3]);
  collisions.remove(shots);
  equal(collisions.size, 2);
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
    /the sprite with frame "turned" of texture "atlas" takes no part until its texture changes: .* pack the atlas without/.test(warned[0]),
    warned[0],
  );
  equal([collisions.idOf(sprite), collisions.idOf(other) !== null], [null, true], "the others go on");
  sprite.setFrame("even");
  equal(warnings(() => collisions.update()), []);
  assert(collisions.overlaps(sprite, other), "it takes part again");
  const group = scene.add.group([scene.add.sprite(0, 0, dynamic)]);
  collisions.add(scene.add.group());
  await throws(() => collisions.add(group), Error, "from a camera");
  equal(warnings(() => [1, 2].forEach(() => collisions.update())).length, 1, "a member of a group too");
  group.destroy(true);
  other.destroy();
  for (const object of [
    scene.add.tileSprite(0, 0, 9, 9, "atlas"),
    scene.add.container(),
    scene.add.text(0, 0, "text"),
  ]) {
    await throws(() => collisions.add(object as never), TypeError, `got ${object.type}: draw other objects`);
    object.destroy();
  }
  collisions.destroy();
  sprite.destroy();
});
