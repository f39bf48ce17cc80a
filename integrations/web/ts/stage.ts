/** The sprites of an engine in a world: where they stand and what they show. Internal. */
import { type FrameMask, FrameMasks, type Picture } from "./frames.js";
import { type Point, type Solid, World } from "./api.js";
import type { Pairs } from "./listeners.js";
import { identity, type Transform, offsetOf, type Pose, poseOf, samePose, snap, upright } from "./pose.js";

/** The farthest position from the origin, along each axis. */
const MAX_POSITION = 2 ** 30;
/** A pixel that is drawn smaller than this, in square pixels, is not drawn. */
const FLAT = 1e-9;

/** Options of a sprite. */
export interface AddOptions {
  /** The layers of the sprite, as bits. The default is 1. */
  readonly layers?: number | undefined;
  /** The layers that the sprite collides with, as bits. The default is all layers. */
  readonly collidesWith?: number | undefined;
  /** Whether the sprite seldom moves. Two fixed sprites never collide. */
  readonly fixed?: boolean | undefined;
}

/** What an engine knows about its sprites. */
export interface Engine<S extends object, F extends object> {
  /** Which way the engine rounds a y in the middle between two pixels, if it rounds. All engines round such an x up. */
  readonly roundsYUp: boolean;
  /** Throws if this is not a sprite whose pixels can be read. */
  check(sprite: object): asserts sprite is S;
  frame(sprite: S): F;
  read(frame: F): Picture;
  /** Is called before each run of calls of `place`. */
  start(): void;
  /**
   * Writes the map from the rectangle that the engine draws, whose top left is (0, 0), to the world. Returns `false` if
   * the sprite does not take part at the moment.
   */
  place(sprite: S, transform: Transform): boolean;
  /** Calls `leave` when the sprite is destroyed. Returns a function that stops this. */
  watch(sprite: S, leave: () => void): () => void;
  name(sprite: S): string;
}

/** A sprite that was added. */
interface Entry<S, F> {
  readonly sprite: S;
  readonly options: AddOptions;
  /** The id in the world, or -1 if the sprite does not take part at the moment. */
  id: number;
  shown: FrameMask<F>;
  /** The mask of a sheared sprite, which no other sprite can share. */
  sheared: number | null;
  pose: Pose;
  /** The map that `pose` shows, from the pixels of the mask. */
  a: number;
  b: number;
  c: number;
  d: number;
  /** The position in the world, less the translation of the map. */
  offset: Point;
  readonly stop: () => void;
}

export class Stage<S extends object, F extends object> {
  readonly world = new World();
  readonly masks: FrameMasks<F>;
  readonly #engine: Engine<S, F>;
  readonly #exact: boolean;
  readonly #entries = new Map<S, Entry<S, F>>();
  /** The sprite of each id. An id that left stays until the next step, because it may be in `ended`. */
  readonly #byId: (S | undefined)[] = [];
  #left: number[] = [];
  /** The positions of the world. */
  #positions: Int32Array = new Int32Array();
  /** Whether the world has to read `#positions` before it answers. */
  #isMoved = false;
  readonly #transform = identity();

  constructor(engine: Engine<S, F>, solid: Solid, exact: boolean) {
    this.#engine = engine;
    this.#exact = exact;
    this.masks = new FrameMasks(this.world, solid, (frame) => engine.read(frame));
  }

  get size(): number {
    return this.#entries.size;
  }

  has(sprite: S): boolean {
    return this.#entries.has(sprite);
  }

  idOf(sprite: S): number | null {
    const id = this.#entries.get(sprite)?.id ?? -1;
    return id < 0 ? null : id;
  }

  spriteOf(id: number): S | undefined {
    return this.#byId[id];
  }

  join(sprite: object, options: AddOptions): void {
    if (this.#entries.has(sprite as S)) return;
    this.#engine.check(sprite);
    const shown = this.masks.use(this.#engine.frame(sprite));
    const stop = this.#engine.watch(sprite, () => this.leave(sprite));
    const hidden = { id: -1, sheared: null, pose: upright, a: NaN, b: NaN, c: NaN, d: NaN, offset: { x: 0, y: 0 } };
    this.#entries.set(sprite, { sprite, options, shown, stop, ...hidden });
  }

  leave(sprite: S): void {
    const entry = this.#entries.get(sprite);
    if (!entry) return;
    this.#entries.delete(sprite);
    entry.stop();
    this.#hide(entry);
    this.masks.release(entry.shown);
  }

  /** Moves sprites to where the engine draws them now. */
  move(sprites: readonly S[]): void {
    this.#engine.start();
    for (const sprite of sprites) {
      const entry = this.#entries.get(sprite);
      if (!entry) throw new Error("the sprite was not added, or has left: call add(sprite) first");
      this.#place(entry);
    }
    if (this.#isMoved) this.world.sync();
    this.#isMoved = false;
  }

  /** Moves all sprites to where the engine draws them now, and returns the pairs. */
  step(): Pairs<S> {
    this.#engine.start();
    for (const entry of this.#entries.values()) this.#place(entry);
    const { pairs, began, ended } = this.world.step();
    this.#isMoved = false;
    const sprites = (ids: Uint32Array) => Array.from(ids, (id) => this.#byId[id] as S);
    const found = { pairs: sprites(pairs), began: sprites(began), ended: sprites(ended) };
    for (const id of this.#left) this.#byId[id] = undefined;
    this.#left = [];
    return found;
  }

  destroy(): void {
    for (const entry of this.#entries.values()) entry.stop();
    this.#entries.clear();
    this.#byId.length = 0;
    this.world.free();
  }

  /** Takes a sprite out of the world. */
  #hide(entry: Entry<S, F>): void {
    if (entry.id < 0) return;
    this.world.despawn(entry.id);
    this.#left.push(entry.id);
    entry.id = -1;
    this.#unshear(entry);
  }

  #place(entry: Entry<S, F>): void {
    const { sprite, shown: before } = entry;
    if (!this.#engine.place(sprite, this.#transform)) return this.#hide(entry);
    const frame = this.#engine.frame(sprite);
    const isOther = before.frame !== frame || before.stale;
    if (isOther) entry.shown = this.masks.use(frame);
    try {
      this.#follow(entry, isOther);
    } catch (error) {
      this.#hide(entry);
      throw error;
    } finally {
      if (isOther) this.masks.release(before);
    }
  }

  /** Shows a sprite as `#transform` says. */
  #follow(entry: Entry<S, F>, isOther: boolean): void {
    const transform = this.#transform;
    const { pixelWidth, pixelHeight } = entry.shown;
    const [a, b] = [transform.a * pixelWidth, transform.b * pixelWidth];
    const [c, d] = [transform.c * pixelHeight, transform.d * pixelHeight];
    const area = Math.abs(a * d - b * c);
    if (area < FLAT) return this.#hide(entry);
    if (!Number.isFinite(area)) {
      const name = this.#engine.name(entry.sprite);
      throw new RangeError(
        `the scale and the rotation of ${name} must be finite, got the map (${a}, ${b}, ${c}, ${d})`,
      );
    }
    const isTurned = a !== entry.a || b !== entry.b || c !== entry.c || d !== entry.d;
    [entry.a, entry.b, entry.c, entry.d] = [a, b, c, d];
    if (isOther || isTurned || entry.id < 0) this.#turn(entry, isOther);
    const { x, y } = entry.offset;
    this.#move(entry, snap(transform.tx + x, true), snap(transform.ty + y, this.#engine.roundsYUp));
  }

  /** Shows the map of a sprite, and notes the offset of its position. */
  #turn(entry: Entry<S, F>, isOtherFrame: boolean): void {
    const { shown, id } = entry;
    const pose = poseOf(entry, this.#exact);
    if (!pose) return this.#shear(entry);
    entry.offset = offsetOf(pose, entry, shown.columns, shown.rows);
    const isOther = isOtherFrame || entry.sheared !== null || !samePose(pose, entry.pose);
    if (id >= 0 && isOther) this.world._show(id, shown.id, pose);
    entry.pose = pose;
    this.#unshear(entry);
  }

  /** Shows a map that shears, which the poses of a world do not, with a mask of its own. */
  #shear(entry: Entry<S, F>): void {
    const { a, b, c, d } = entry;
    const { mask: whole, columns, rows } = entry.shown;
    // About the middle of the mask, as a world does.
    const [x, y] = [(a * columns + c * rows) / 2, (b * columns + d * rows) / 2];
    const { mask, at } = whole.transformed({ a, b, c, d, e: -x, f: -y });
    entry.offset = { x: x + at.x, y: y + at.y };
    entry.pose = upright;
    if (entry.sheared !== null) {
      this.world.replaceMask(entry.sheared, mask);
    } else {
      entry.sheared = this.world.addMask(mask);
      if (entry.id >= 0) this.world._show(entry.id, entry.sheared, upright);
    }
    mask.free();
  }

  #unshear(entry: Entry<S, F>): void {
    if (entry.sheared !== null) this.world.removeMask(entry.sheared).free();
    entry.sheared = null;
  }

  #move(entry: Entry<S, F>, x: number, y: number): void {
    if (!(Math.abs(x) <= MAX_POSITION && Math.abs(y) <= MAX_POSITION)) {
      const name = this.#engine.name(entry.sprite);
      throw new RangeError(`the position of ${name} must be finite and at most 2^30 pixels from 0, got (${x}, ${y})`);
    }
    if (entry.id < 0) {
      entry.id = this.world.spawn(entry.sheared ?? entry.shown.id, x, y, { ...entry.options, ...entry.pose });
      this.#byId[entry.id] = entry.sprite;
      return;
    }
    const at = 2 * entry.id;
    // An array from before a spawn is too short, or detached and has no entries.
    if (at >= this.#positions.length) this.#positions = this.world.positions;
    if (this.#positions[at] === x && this.#positions[at + 1] === y) return;
    this.#positions[at] = x;
    this.#positions[at + 1] = y;
    this.#isMoved = true;
  }
}
