import init from "hitmask";
import { PixelCollisions } from "hitmask/phaser";
import Phaser from "phaser";
import { type Kit, plain, type Placing, testAdapter, VIEW } from "./adapter.ts";
import { art, canvasOf, frames, pack, readGrid } from "./drawn.ts";

type Sprite = Phaser.GameObjects.Sprite;
type Container = Phaser.GameObjects.Container;

await init();
const scene = await start();

/** Starts a game without its own loop, and returns its scene. */
function start(): Promise<Phaser.Scene> {
  return new Promise((resolve) => {
    const game = new Phaser.Game({
      ...{ type: Phaser.WEBGL, width: VIEW, height: VIEW, transparent: true, antialias: false, antialiasGL: false, banner: false },
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

testAdapter(kit);
void plain;
