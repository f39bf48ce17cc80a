/**
 * Pixel-perfect collisions for PixiJS 8.
 *
 * ```ts
 * import { PixelCollisions } from "hitmask/pixi";
 * import { Container, Sprite, Ticker } from "pixi.js";
 *
 * const [ship, rocks] = [Sprite.from("ship.png"), new Container()];
 * const collisions = new PixelCollisions<Sprite>({ ticker: Ticker.shared });
 * collisions.add(ship).add(rocks);
 * collisions.addOverlap(ship, rocks, (ship, rock) => rock.destroy());
 * ```
 *
 * @module
 */
import { isPicture, type Picture, readMask } from "./frames.js";
import { Mask, type MaskSource, type Point, type Solid } from "./api.js";
import { bool, object, shown } from "./check.js";
import type { Groups, Listener, Sprites } from "./listeners.js";
import { identity, isAlongAxes, type Linear, multiply, snap, type Transform } from "./transform.js";
import { type CollisionOptions, type FindOptions, solidIn, SpriteCollisions } from "./adapter.js";
import type { AddOptions, Engine } from "./engine-world.js";

export type { AddOptions, CollisionOptions, FindOptions, Listener, Sprites };

// The types name only what is used, so that this module needs neither a version of PixiJS nor its types.

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** What is used of PixiJS's `Ticker`. */
export interface PixiTicker {
  add(callback: () => void, context?: undefined, priority?: number): unknown;
  remove(callback: () => void): unknown;
}

/** What is used of PixiJS's `Texture`. */
export interface PixiTexture {
  readonly label?: string | undefined;
  readonly orig: Size;
  readonly trim?: (Size & Corner) | undefined;
  readonly uvs: { x0: number; y0: number; x1: number; y1: number; x2: number; y2: number; x3: number; y3: number };
  readonly source: {
    readonly label?: string | undefined;
    readonly pixelWidth: number;
    readonly pixelHeight: number;
    readonly resource: unknown;
    readonly format: string;
  };
}

/** What is used of PixiJS's `Container`. */
export interface PixiContainer {
  readonly parent: PixiContainer | null;
  readonly children: readonly object[];
  readonly visible: boolean;
  readonly renderable: boolean;
  readonly sortableChildren: boolean;
  readonly zIndex: number;
  readonly destroyed: boolean;
  readonly localTransform: Readonly<Transform>;
  updateLocalTransform(): void;
  toLocal(position: Corner): Corner;
}

/** What is used of PixiJS's `Sprite` and `AnimatedSprite`. */
export interface PixiSprite extends PixiContainer {
  readonly texture: PixiTexture;
  readonly anchor: Corner;
  readonly roundPixels?: boolean;
  readonly renderPipeId: string;
  readonly label: string;
  once(event: "destroyed", callback: () => void): unknown;
  off(event: "destroyed", callback: () => void): unknown;
}

/** Options of {@link PixelCollisions}. */
export interface PixiOptions extends CollisionOptions {
  /** Calls `update` in each frame, after callbacks of normal priority and before the picture is drawn: `app.ticker`. */
  readonly ticker?: PixiTicker | undefined;
  /**
   * The container in whose coordinates sprites collide, for example the one that a camera moves and zooms. Sprites
   * outside do not collide. By default, sprites collide in the coordinates of the stage, as they are drawn.
   */
  readonly space?: PixiContainer | undefined;
  /**
   * Whether the application rounds what it draws to whole pixels: give it what you give to `app.init`. A sprite that rounds by its own
   * `roundPixels` is known. The default is `false`.
   */
  readonly roundPixels?: boolean | undefined;
}

/** The priority between callbacks of normal priority (0) and the one that draws (-25). */
const BEFORE_RENDER = -20;

/**
 * Pixel-perfect collisions between sprites.
 *
 * Sprites collide as they are drawn: with their texture, trimmed or rotated in its atlas or not, anchor, scale,
 * rotation, skew and containers. Sprites that are not visible, that are in a container that is not visible, or that
 * have no parent do not collide. `renderable`, alpha, masks and filters do not matter.
 *
 * In TypeScript, `new PixelCollisions<Sprite>()` has the type of the sprites in its results.
 */
export class PixelCollisions<S extends PixiSprite = PixiSprite> extends SpriteCollisions<
  S,
  PixiTexture,
  PixiContainer
> {
  readonly #ticker: PixiTicker | undefined;
  readonly #onTick = (): void => this.update();

  constructor(options: PixiOptions = {}) {
    const { ticker, space, roundPixels } = checked(options);
    const solid = solidIn(options, ["ticker", "space", "roundPixels"]);
    super(new PixiEngine<S>(solid, space ?? null, bool(roundPixels ?? false, "roundPixels")), solid);
    this.#ticker = ticker;
    ticker?.add(this.#onTick, undefined, BEFORE_RENDER);
  }

  override destroy(): void {
    this.#ticker?.remove(this.#onTick);
    super.destroy();
  }
}

/** Throws if an application or a ticker is given in the place of the options. */
function checked(options: PixiOptions): PixiOptions {
  const fix = "new PixelCollisions({ ticker: app.ticker })";
  object(options, "options", "an object");
  if ("stage" in options || "deltaMS" in options) throw new TypeError(`options must be those of PixelCollisions, got ${shown(options)}: ${fix}`);
  const { ticker, space } = options;
  if (ticker !== undefined && !(typeof ticker?.add === "function" && typeof ticker.remove === "function")) throw new TypeError(`ticker must be a Ticker, got ${shown(ticker)}: ${fix}`);
  if (space !== undefined && !isContainer(space)) throw new TypeError(`space must be a Container, got ${shown(space)}`);
  return options;
}

class PixiEngine<S extends PixiSprite> implements Engine<S, PixiTexture>, Groups<PixiContainer> {
  // PixiJS rounds in the coordinates of the graphics card, whose y points up.
  readonly roundsYUp = false;
  readonly expected = "a Sprite, a list or a Container of PixiJS";
  readonly #solid: Solid;
  readonly #space: PixiContainer | null;
  readonly #container = identity();
  /** The parent of the last sprite, whose map is in `#container`. */
  #last: PixiContainer | null = null;
  /** Whether sprites in `#last` take part. */
  #isShown = false;

  /** Whether the application rounds the corners of all pictures. */
  readonly #rounds: boolean;

  constructor(solid: Solid, space: PixiContainer | null, rounds: boolean) {
    this.#solid = solid;
    this.#space = space;
    this.#rounds = rounds;
  }

  fault(object: unknown): { got: string; fix: string } | null {
    if (isSprite(object) && !object.destroyed) return null;
    const fix = isGroup(object) ? "call add(container) for the sprites in it" : "draw other objects on a canvas, and show it with a Sprite";
    return { got: isSprite(object) ? "a destroyed Sprite" : described(object), fix };
  }

  isActive(sprite: PixiSprite): boolean {
    return sprite.visible && sprite.parent !== null;
  }

  frame(sprite: PixiSprite): PixiTexture {
    return sprite.texture;
  }

  read(texture: PixiTexture): Picture {
    const { source, trim, orig, uvs } = texture;
    const name = nameOf(texture);
    const { width, height } = trim ?? orig;
    if (!source.resource && source.label === "EMPTY") return { mask: new Mask(0, 0), width, height };
    const picture = pictureOf(source, name);
    // The corners of the frame in the source, in the order in which the engine draws them.
    const x = [uvs.x0, uvs.x1, uvs.x3].map((u) => Math.round(u * source.pixelWidth)) as [number, number, number];
    const y = [uvs.y0, uvs.y1, uvs.y3].map((v) => Math.round(v * source.pixelHeight)) as [number, number, number];
    const [left, top] = [Math.min(...x), Math.min(...y)];
    const frame = { left, top, width: Math.max(...x) - left, height: Math.max(...y) - top };
    const along = { a: x[1] - x[0], b: y[1] - y[0], c: x[2] - x[0], d: y[2] - y[0] };
    return { mask: turned(readMask(picture, frame, this.#solid, name), along), width, height };
  }

  start(): void {
    this.#last = null;
  }

  place(sprite: PixiSprite, transform: Transform): boolean {
    const parent = sprite.parent!;
    if (parent !== this.#last) this.#enter(parent);
    if (!this.#isShown) return false;
    sprite.updateLocalTransform();
    multiply(this.#container, sprite.localTransform, transform);
    const { texture, anchor } = sprite;
    const x = (texture.trim?.x ?? 0) - anchor.x * texture.orig.width;
    const y = (texture.trim?.y ?? 0) - anchor.y * texture.orig.height;
    transform.tx += transform.a * x + transform.c * y;
    transform.ty += transform.b * x + transform.d * y;
    // Each corner is rounded, so a picture along the axes moves as a whole if its sides are whole.
    if ((this.#rounds || sprite.roundPixels) && isAlongAxes(transform)) {
      transform.tx = snap(transform.tx, true);
      transform.ty = snap(transform.ty, this.roundsYUp);
    }
    return true;
  }

  order(sprite: PixiSprite): number[] | null {
    const order: number[] = [];
    for (let at: PixiContainer | null = sprite; at; at = at.parent) {
      if (!at.visible || !at.renderable) return null;
      // A container sorts its children by their z-indices before it draws them.
      if (at.parent) order.unshift(at.parent.sortableChildren ? at.zIndex : 0, at.parent.children.indexOf(at));
    }
    return order;
  }

  watch(sprite: PixiSprite, leave: () => void): () => void {
    sprite.once("destroyed", leave);
    return () => void sprite.off("destroyed", leave);
  }

  /** A pointer event has the coordinates of the screen, and those of the stage. */
  pointOf(point: Point): Point | null {
    const { global } = point as { global?: Point };
    if (!global) return point;
    const at = this.#space?.toLocal(global) ?? global;
    return Number.isFinite(at.x + at.y) ? at : null;
  }

  name(sprite: PixiSprite): string {
    return isSprite(sprite) ? `the sprite ${JSON.stringify(sprite.label)} with ${nameOf(sprite.texture)}` : described(sprite);
  }

  members(group: unknown): Iterable<object> | null {
    return isGroup(group) ? group.children : null;
  }

  contains(group: PixiContainer, sprite: object): boolean {
    return (sprite as PixiSprite).parent === group;
  }

  /** Notes the map of a container to the space, and whether the container is shown there. */
  #enter(container: PixiContainer): void {
    const out = this.#container;
    Object.assign(out, { a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 });
    this.#last = container;
    this.#isShown = true;
    let at: PixiContainer | null = container;
    for (; at && at !== this.#space; at = at.parent) {
      at.updateLocalTransform();
      multiply(at.localTransform, out, out);
      this.#isShown &&= at.visible;
    }
    this.#isShown &&= at === this.#space;
  }
}

function isSprite(object: unknown): object is PixiSprite {
  return (object as Partial<PixiSprite> | null | undefined)?.renderPipeId === "sprite";
}

function isContainer(object: unknown): object is PixiContainer {
  return typeof object === "object" && object !== null && "children" in object && "updateLocalTransform" in object;
}

function isGroup(group: unknown): group is PixiContainer {
  return isContainer(group) && !("renderPipeId" in group) && !group.destroyed;
}

/** Returns the class of an object, and its label if that says more. */
function described(object: unknown): string {
  if (!isContainer(object)) return shown(object);
  const { label, constructor } = object as PixiContainer & { readonly label?: string | null };
  return label && label !== constructor.name ? `${constructor.name} ${JSON.stringify(label)}` : constructor.name;
}

function nameOf(texture: PixiTexture): string {
  // A texture that was destroyed has no source.
  return `texture ${JSON.stringify(texture.label ?? texture.source?.label ?? "")}`;
}

/** Returns the picture of a source, in a form that can be read. */
function pictureOf(source: PixiTexture["source"], name: string): MaskSource {
  const { resource, pixelWidth: width, pixelHeight: height, format } = source;
  const isBytes = resource instanceof Uint8Array || resource instanceof Uint8ClampedArray;
  // In both formats, a pixel is four bytes and the last is alpha.
  if (isBytes && /^(rgba|bgra)8unorm/.test(format)) return { data: resource, width, height };
  if (isPicture(resource)) return resource;
  throw new Error(
    `${name} has no pixels that can be read, because it is a render texture, a compressed texture or a video: ` +
      "make a texture of a canvas instead, for example Texture.from(app.renderer.extract.canvas(texture))",
  );
}

/** Turns and flips a mask, so that its rows run along (a, b) and its columns along (c, d). Takes the mask. */
function turned(mask: Mask, { a, b, c, d }: Linear): Mask {
  const turns = a === 0 && d === 0;
  const steps = [
    turns && "rotated90",
    (turns ? b > 0 : a < 0) && "flippedX",
    (turns ? c < 0 : d < 0) && "flippedY",
  ] as const;
  return steps.reduce((mask, step) => {
    if (!step) return mask;
    const next = mask[step]();
    mask.free();
    return next;
  }, mask);
}
