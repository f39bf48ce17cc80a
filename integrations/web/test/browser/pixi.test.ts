import init from "hitmask";
import { PixelCollisions } from "hitmask/pixi";
import * as PIXI from "pixi.js";
import { type Kit, plain, type Placing, testAdapter, VIEW } from "./adapter.ts";
import { art, canvasOf, frames, pack, readGrid, turnedImage } from "./drawn.ts";

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
  hide(sprite, hidden) {
    sprite.visible = !hidden;
  },
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

testAdapter(kit);
void plain;
