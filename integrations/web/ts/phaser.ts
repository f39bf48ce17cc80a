/**
 * Pixel-perfect collisions for Phaser 3 and 4.
 *
 * ```ts
 * import { PixelCollisions } from "hitmask/phaser";
 * import Phaser from "phaser";
 *
 * class Level extends Phaser.Scene {
 *   create() {
 *     const ship = this.add.sprite(100, 100, "ship");
 *     const rocks = this.add.group(this.add.sprite(200, 100, "rock"));
 *     const collisions = new PixelCollisions<Phaser.GameObjects.Sprite>(this);
 *     collisions.add(ship).add(rocks);
 *     collisions.addOverlap(ship, rocks, (ship, rock) => rock.destroy());
 *   }
 * }
 * ```
 *
 * @module
 */
import { isPicture, type Picture, readMask } from "./frames.js";
import type { Point, Solid } from "./api.js";
import { bool, shown } from "./check.js";
import type { Groups, Listener, Sprites } from "./listeners.js";
import { identity, isAlongAxes, multiply, type Transform } from "./transform.js";
import { type CollisionOptions, type FindOptions, solidIn, SpriteCollisions } from "./adapter.js";
import type { AddOptions, Engine } from "./engine-world.js";

export type { AddOptions, CollisionOptions, FindOptions, Listener, Sprites };

// The types name only what is used, so that this module needs neither a version of Phaser nor its types.

interface Emitter {
  on(event: string, callback: () => void): unknown;
  once(event: string, callback: () => void): unknown;
  off(event: string, callback: () => void): unknown;
}

/** What is used of `Phaser.Scene`. */
export interface PhaserScene {
  readonly events: Emitter;
}

/** What is used of `Phaser.Cameras.Scene2D.Camera`. */
interface Camera {
  readonly scene: unknown;
  readonly roundPixels: boolean;
  readonly renderRoundPixels?: boolean;
  readonly zoomX: number;
  readonly zoomY: number;
  getWorldPoint(x: number, y: number): Point;
}

/** What is used of `Phaser.Input.Pointer`. */
interface Pointer extends Point {
  readonly camera: Camera | null;
  positionToCamera: unknown;
}

/** What is used of `Phaser.Textures.Frame`. */
export interface PhaserFrame {
  readonly name: string;
  readonly texture: { readonly key: string };
  readonly source: { readonly image: unknown; readonly resolution: number };
  readonly cutX: number;
  readonly cutY: number;
  readonly cutWidth: number;
  readonly cutHeight: number;
  readonly x: number;
  readonly y: number;
  readonly realWidth: number;
  readonly realHeight: number;
  readonly rotated: boolean;
  readonly customPivot: boolean;
}

/** What is used of `Phaser.GameObjects.DisplayList` and `Phaser.GameObjects.Layer`. */
interface DrawnList {
  readonly list?: readonly object[] | null;
  readonly visible?: boolean;
  readonly depth?: number;
  readonly displayList?: object | null;
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly parentContainer: Placed | null;
  readonly displayList?: object | null;
  readonly depth: number;
  readonly visible: boolean;
}

/** What is used of `Phaser.GameObjects.Sprite` and `Phaser.GameObjects.Image`. */
export interface PhaserSprite extends Placed {
  readonly type: string;
  readonly name: string;
  readonly scene: unknown;
  readonly active: boolean;
  readonly frame: PhaserFrame;
  readonly displayOriginX: number;
  readonly displayOriginY: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** Phaser 4 has it. */
  willRoundVertices?(camera: never, onlyTranslated: boolean): boolean;
  once(event: string, callback: () => void): unknown;
  off(event: string, callback: () => void): unknown;
}

/** What is used of `Phaser.GameObjects.Group`. */
export interface PhaserGroup {
  /** The members, or nothing after the group was destroyed. */
  readonly children?: unknown;
  getChildren(): readonly object[];
  contains(child: never): boolean;
}

/** Options of {@link PixelCollisions}. */
export interface PhaserOptions extends CollisionOptions {
  /** Whether `update` is called by itself after each update of the scene, before it is drawn. The default is `true`. */
  readonly autoUpdate?: boolean | undefined;
}

/**
 * Pixel-perfect collisions between the sprites and images of a scene. They end with the scene.
 *
 * Sprites collide as they are drawn in the world: with their frame, trimmed or not, origin, flips, scale, rotation and
 * containers. Crops, cameras, scroll factors and visibility do not matter; sprites that are not active do not collide.
 *
 * In TypeScript, `new PixelCollisions<Phaser.GameObjects.Sprite>(scene)` has the type of the sprites in its results.
 */
export class PixelCollisions<S extends PhaserSprite = PhaserSprite> extends SpriteCollisions<
  S,
  PhaserFrame,
  PhaserGroup
> {
  readonly #scene: PhaserScene;
  readonly #onUpdate = (): void => this.update();
  readonly #onEnd = (): void => this.destroy();

  constructor(scene: PhaserScene, options: PhaserOptions = {}) {
    checkScene(scene);
    const solid = solidIn(options, ["autoUpdate"]);
    super(new PhaserEngine<S>(solid, scene), solid);
    this.#scene = scene;
    if (bool(options.autoUpdate ?? true, "autoUpdate")) scene.events.on("postupdate", this.#onUpdate);
    scene.events.once("shutdown", this.#onEnd);
    scene.events.once("destroy", this.#onEnd);
  }

  override destroy(): void {
    const { events } = this.#scene;
    events.off("postupdate", this.#onUpdate);
    events.off("shutdown", this.#onEnd);
    events.off("destroy", this.#onEnd);
    super.destroy();
  }
}

/** Throws if this is not a scene that has started. A game has events too, but not those of a scene. */
function checkScene(scene: PhaserScene | undefined): void {
  if (typeof scene?.events?.once === "function" && "sys" in scene) return;
  throw new TypeError(`scene must be a scene of Phaser that has started, got ${shown(scene)}: new PixelCollisions(this) in create()`);
}

/** Where the package shows how to make such a texture. */
const SEE = 'docs/phaser.md of this package has a program, under "Tiles, texts and other objects"';

class PhaserEngine<S extends PhaserSprite> implements Engine<S, PhaserFrame>, Groups<PhaserGroup> {
  readonly expected = "a Sprite, an Image, a list or a Group of Phaser";
  readonly roundsYUp = true;
  readonly #solid: Solid;
  readonly #scene: PhaserScene & { readonly cameras?: { readonly main: Camera } };
  readonly #local = identity();
  readonly #container = identity();
  /** The container of the last sprite, whose map is in `#container`. */
  #last: Placed | null = null;
  /** The main camera, whose setting `roundPixels` counts. */
  #camera: Camera | null = null;
  #rounds: Rounds = "nothing";

  constructor(solid: Solid, scene: PhaserScene) {
    this.#solid = solid;
    this.#scene = scene;
  }

  fault(object: unknown): { got: string; fix: string } | null {
    const sprite = (typeof object === "object" && object !== null ? object : {}) as Partial<PhaserSprite>;
    const { type, frame } = sprite;
    const isDestroyed = "scene" in sprite && !sprite.scene;
    if (frame && (type === "Sprite" || type === "Image") && !isDestroyed) return null;
    const fix = type === "Container" ? "give the sprites in it, container.list" : `draw other objects on a canvas texture, and show it with an Image: ${SEE}`;
    return { got: `${isDestroyed ? "a destroyed " : ""}${type ? described(sprite) : shown(object)}`, fix };
  }

  isActive(sprite: PhaserSprite): boolean {
    return sprite.active;
  }

  frame(sprite: PhaserSprite): PhaserFrame {
    return sprite.frame;
  }

  read(frame: PhaserFrame): Picture {
    const { cutX: left, cutY: top, cutWidth: width, cutHeight: height } = frame;
    const name = nameOf(frame);
    if (frame.texture.key === "__MISSING") {
      throw new Error("Phaser shows its placeholder, because no texture has the key: look at the key, and at preload()");
    }
    if (frame.rotated) {
      throw new Error(`${name} is rotated in its atlas, which Phaser draws distorted: pack the atlas without rotation`);
    }
    const { image, resolution } = frame.source;
    if (!isPicture(image)) {
      throw new Error(
        `${name} has no pixels that can be read, because it is a render texture, a compressed texture or a video: ` +
          `use a texture of an image or a canvas, for example scene.textures.createCanvas(): ${SEE}`,
      );
    }
    const mask = readMask(image, { left, top, width, height }, this.#solid, name);
    return { mask, width: width / resolution, height: height / resolution };
  }

  start(): void {
    this.#last = null;
    this.#camera = this.#scene.cameras?.main ?? null;
    this.#rounds = roundsOf(this.#camera);
  }

  place(sprite: PhaserSprite, transform: Transform): true {
    const { frame, displayOriginX, displayOriginY, flipX, flipY } = sprite;
    // A flip is about the middle of the untrimmed frame, but about the origin if the atlas sets a pivot.
    const [mirrorX, mirrorY] = [flipX && !frame.customPivot, flipY && !frame.customPivot];
    const x = frame.x - displayOriginX + (mirrorX ? 2 * displayOriginX - frame.realWidth : 0);
    const y = frame.y - displayOriginY + (mirrorY ? 2 * displayOriginY - frame.realHeight : 0);
    localOf(sprite, flipX ? -1 : 1, flipY ? -1 : 1, transform);
    if (this.#rounds === "places" && !sprite.willRoundVertices) {
      transform.tx = Math.floor(transform.tx);
      transform.ty = Math.floor(transform.ty);
    }
    transform.tx += transform.a * x + transform.c * y;
    transform.ty += transform.b * x + transform.d * y;
    const parent = sprite.parentContainer;
    if (parent) {
      if (parent !== this.#last) this.#enter(parent);
      multiply(this.#container, transform, transform);
    }
    if (this.#roundsCorner(sprite, transform)) {
      transform.tx = Math.floor(transform.tx + 0.5);
      transform.ty = Math.floor(transform.ty + 0.5);
    }
    return true;
  }

  /** Whether Phaser draws the top-left corner of the picture at a whole pixel, and the rest where it then is. */
  #roundsCorner(sprite: PhaserSprite, transform: Transform): boolean {
    if (!sprite.willRoundVertices) return this.#rounds === "corners" ? isAlongAxes(transform) : this.#rounds === "places" && hasWholeZoom(this.#camera!);
    const onlyTranslated = transform.a === 1 && transform.b === 0 && transform.c === 0 && transform.d === 1;
    return isAlongAxes(transform) && !!this.#camera && sprite.willRoundVertices(this.#camera as never, onlyTranslated);
  }

  order(sprite: PhaserSprite): number[] | null {
    const order: number[] = [];
    let at: DrawnList & { readonly parentContainer?: object | null } = sprite;
    for (;;) {
      if (at.visible === false) return null;
      const [container, list]: (DrawnList | null | undefined)[] = [at.parentContainer, at.displayList];
      const parent = container ?? list;
      const index = parent?.list?.indexOf(at) ?? -1;
      // The list of the scene is in no list.
      if (!parent || index < 0) return order.length > 0 ? order : null;
      // A container draws its children in the order of its list, whatever their depths.
      order.unshift(container ? 0 : (at.depth ?? 0), index);
      at = parent;
    }
  }

  watch(sprite: PhaserSprite, leave: () => void): () => void {
    sprite.once("destroy", leave);
    return () => void sprite.off("destroy", leave);
  }

  /** A pointer has the coordinates of the screen, and the camera that it points through. */
  pointOf(point: Point): Point | null {
    if (!("positionToCamera" in point)) return point;
    const { x, y, camera } = point as Pointer;
    const through = camera && camera.scene === this.#scene ? camera : this.#scene.cameras?.main;
    const at = through?.getWorldPoint(x, y) ?? point;
    return Number.isFinite(at.x + at.y) ? at : null;
  }

  name(sprite: Partial<PhaserSprite>): string {
    const named = sprite.name ? ` ${JSON.stringify(sprite.name)}` : "";
    return sprite.frame ? `the sprite${named} with ${nameOf(sprite.frame)}` : described(sprite);
  }

  members(group: unknown): Iterable<object> | null {
    return isGroup(group) ? group.getChildren() : null;
  }

  contains(group: PhaserGroup, sprite: object): boolean {
    return isGroup(group) && group.contains(sprite as never);
  }

  /** Notes the map of a container. */
  #enter(container: Placed): void {
    localOf(container, 1, 1, this.#container);
    for (let parent = container.parentContainer; parent; parent = parent.parentContainer) {
      localOf(parent, 1, 1, this.#local);
      multiply(this.#local, this.#container, this.#container);
    }
    this.#last = container;
  }
}

/**
 * What Phaser 3 rounds with `roundPixels`, which `pixelArt` switches on: until 3.60 the corners of a picture, later the place of a sprite down,
 * and then the top-left corner of its picture. (Each sprite of Phaser 4 says itself whether its corners are rounded.)
 */
type Rounds = "nothing" | "corners" | "places";

function roundsOf(camera: Camera | null): Rounds {
  if (!camera?.roundPixels) return "nothing";
  return "renderRoundPixels" in camera ? "places" : "corners";
}

/** Phaser rounds corners only with a camera that does not cut pixels. */
function hasWholeZoom({ zoomX, zoomY }: Camera): boolean {
  return Number.isInteger(zoomX) && Number.isInteger(zoomY);
}

/** Writes the map of an object into its container. */
function localOf({ x, y, rotation, scaleX, scaleY }: Placed, flipX: number, flipY: number, out: Transform): void {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  out.a = cos * scaleX * flipX;
  out.b = sin * scaleX * flipX;
  out.c = -sin * scaleY * flipY;
  out.d = cos * scaleY * flipY;
  out.tx = x;
  out.ty = y;
}

function isGroup(group: unknown): group is PhaserGroup {
  return typeof group === "object" && group !== null && "getChildren" in group && (group as PhaserGroup).children !== undefined;
}

/** Returns the type of an object, and its name if it has one. */
function described({ type, name }: Partial<PhaserSprite>): string {
  return name ? `${type} ${JSON.stringify(name)}` : String(type);
}

function nameOf(frame: PhaserFrame): string {
  // A texture that was removed has no key.
  return `frame ${JSON.stringify(frame.name)} of texture ${JSON.stringify(frame.texture?.key ?? "that was removed")}`;
}
