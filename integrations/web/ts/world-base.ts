/// <reference lib="esnext.disposable" preserve="true" />
/** The masks, the sprites and the positions of a world. {@link World} adds the questions. */

import { coordinates, type Coordinates, idList, type Ids } from "./arrays.js";
import { type At, bits, count, displacement, known, maskId as checkedMask, movement, object, shown, split } from "./check.js";
import { buffer, disposable, guard, NO_CLONE, release } from "./instance.js";
import { Mask, rawOf } from "./mask.js";
import { type EraseOptions, type Probe, probeOf } from "./query.js";
import { shape } from "./shape.js";
import { decode, decodeMany, encode, place, type ManyChanges, type ManyOptions } from "./sprite.js";
import type { Sprite, SpriteChanges, SpriteOptions, Sprites } from "./sprite.js";
import type { Shape } from "./types.js";
import { RawWorld } from "./wasm/hitmask.js";

/** What {@link World} and its documentation call a world without its questions. */
export abstract class WorldBase {
  #raw: RawWorld | null;
  /** @internal */
  readonly _noClone = NO_CLONE;

  constructor() {
    this.#raw = guard(() => new RawWorld());
  }

  /** Frees the memory. Every later call with this world throws, except `free`. */
  free(): void {
    const raw = this.#raw;
    this.#raw = null;
    release(raw);
  }

  /** Frees the memory at the end of a `using` block, in engines that have `Symbol.dispose`. */
  declare readonly [Symbol.dispose]: () => void;

  /** Puts another raw world in the place of this one. @internal */
  _become(raw: RawWorld): this {
    this.free();
    this.#raw = raw;
    return this;
  }

  // Masks.

  /**
   * Adds a mask and returns its id. Later changes of `mask` do not change the mask of the world. Masks and sprites are numbered apart,
   * each from 0, so the id of a mask in the place of a sprite is no error if there is such a sprite.
   */
  addMask(mask: Mask): number {
    const rawMask = rawOf(mask, "mask");
    return this._call((raw) => raw.add_mask(rawMask));
  }

  /** Returns a mask of the world. Changes of the result do not change the mask of the world. */
  mask(maskId: number): Mask {
    checkedMask(maskId);
    return Mask._of(this._call((raw) => raw.mask(maskId)));
  }

  /** Replaces the pixels of a mask, also by a mask of another size. All sprites that show the mask change with it. */
  replaceMask(maskId: number, mask: Mask): void {
    checkedMask(maskId);
    const rawMask = rawOf(mask, "mask");
    this._call((raw) => raw.replace_mask(maskId, rawMask));
  }

  /**
   * Makes the pixels of a mask solid that a mask or a shape covers. Its origin is at (x, y) of the mask, by default at
   * (0, 0).
   */
  drawOnMask(maskId: number, what: Mask | Shape, ...at: At | []): void {
    this.#edit(maskId, what, at, true);
  }

  /** Makes the pixels of a mask empty that a mask or a shape covers, as an explosion does with terrain. */
  eraseFromMask(maskId: number, what: Mask | Shape, ...at: At | []): void {
    this.#edit(maskId, what, at, false);
  }

  /**
   * Rounds the angles of the sprites that show a mask to equal steps of a circle, 1 to 65536. It is for crowds that rotate: the world renders
   * the masks of all angles once, and sprites share them. With 64 steps, an angle is up to 2.8 degrees off. Places are rounded to half pixels
   * too, and of a `transform` the scale and the shear to 12 bits. By default, and with `null`, sprites are shown as given.
   */
  setAngleSteps(maskId: number, steps: number | null): void {
    checkedMask(maskId);
    const given = steps === null ? undefined : count(steps, "steps");
    this._call((raw) => raw.set_angle_steps(maskId, given));
  }

  /** Removes a mask that no sprite shows, and returns it. */
  removeMask(maskId: number): Mask {
    checkedMask(maskId);
    return Mask._of(this._call((raw) => raw.remove_mask(maskId)));
  }

  // Sprites.

  /**
   * Adds a sprite that shows a mask at a place, and returns its id. A sprite with an angle, a scale, an origin or a transform is
   * shown at its place with the fraction; any other goes to the nearest pixel, halves right and down.
   */
  spawn(maskId: number, ...args: At<[options?: SpriteOptions]>): number {
    const [x, y, options] = split(args);
    const at = { mask: maskId, position: { x: place(x, "x"), y: place(y, "y") } };
    const { given, rows } = encode(options ? { ...at, ...checked(options) } : at, 1, "options");
    return this._call((raw) => raw.spawn(given, rows));
  }

  /**
   * Adds many sprites and returns their ids. `masks` is one mask id for all or an array with one for each; `positions` has x
   * and y of each in turn. If a value is wrong, it throws and adds none.
   */
  spawnMany(masks: number | Ids, positions: Coordinates, options: ManyOptions = {}): Uint32Array {
    const list = coordinates(positions, "positions");
    const mask = ArrayBuffer.isView(masks) || Array.isArray(masks) ? idList(masks as Ids, "masks") : (masks as number);
    const all: ManyChanges = { mask, position: list, ...checked(options) };
    const sprites = list.length / 2;
    const { given, rows } = encode(all, sprites, "options");
    return this._call((raw) => raw.spawn_many(sprites, given, rows));
  }

  /** Removes a sprite. Its pairs are in `ended` of the next step. */
  despawn(id: number): void {
    count(id, "id");
    this._call((raw) => raw.despawn(id));
  }

  /** Removes many sprites, and returns how many. Ids without a sprite are skipped, so a sprite may be named twice. */
  despawnMany(ids: Ids): number {
    const list = idList(ids);
    return this._call((raw) => raw.despawn_many(list));
  }

  /** Removes all sprites. The masks stay, except those of {@link World.ownMask}. The pairs are in `ended` of the next step. */
  clear(): void {
    this._call((raw) => raw.clear());
  }

  /** Returns whether the world has a sprite with this id. */
  contains(id: number): boolean {
    return id >>> 0 === id && this._call((raw) => raw.contains(id));
  }

  /** The number of sprites. */
  get size(): number {
    return this._call((raw) => raw.size);
  }

  /** The number of slots, which is more than each id. */
  get slotCount(): number {
    return this._call((raw) => raw.slot_count);
  }

  /** Returns the ids of all sprites, sorted. */
  ids(): Uint32Array {
    return this._call((raw) => raw.ids());
  }

  /**
   * Returns examples of sprites that never meet because only one of the two collides with a layer of the other: two ids each, that of the
   * sprite that does first. It is for debugging: a hero falls through the ground if `collidesWith` of the ground lacks his layer. Sprites of
   * equal `layers`, `collidesWith` and `fixed` have one example. One side may be what you want: coins may look for the hero only.
   */
  oneSidedLayers(): Uint32Array {
    return this._call((raw) => raw.one_sided_layers());
  }

  /** Returns all values of a sprite. {@link World.drawTransform} says how to draw it. */
  get(id: number): Sprite;
  /** Returns all values of many sprites, a column for each value. `set(ids, get(ids))` changes nothing. */
  get(ids: Ids): Sprites;
  get(ids: number | Ids): Sprite | Sprites {
    if (typeof ids === "number") {
      const list = Uint32Array.of(count(ids, "id"));
      return decode(this._call((raw) => raw.get(list)));
    }
    const list = idList(ids);
    return decodeMany(list, this._call((raw) => raw.get(list)));
  }

  /**
   * Changes values of a sprite: its mask, position, flips, angle and so on. Values that are not given stay. If a value is
   * wrong, it throws and nothing changes.
   */
  set(id: number, changes: SpriteChanges): void;
  /** Changes values of many sprites. Each value is one for all, or an array with one for each. */
  set(ids: Ids, changes: ManyChanges): void;
  set(ids: number | Ids, changes: ManyChanges): void {
    object(changes, "changes", "an object");
    const list = typeof ids === "number" ? Uint32Array.of(count(ids, "id")) : idList(ids);
    // The columns of `get` include the ids.
    const { ids: _, ...values } = changes as ManyChanges & { ids?: unknown };
    const { given, rows } = encode(values, list.length, "changes");
    this._call((raw) => raw.set(list, given, rows));
  }

  /** Returns the data of a sprite. A despawned sprite keeps its data until its id is free for a new sprite. */
  data(id: number): number {
    count(id, "id");
    return this._call((raw) => raw.data(id));
  }

  // Terrain.

  /**
   * Gives a sprite a mask of its own, with the pixels of the old one, and returns the id of the mask. Edits of it change no other
   * sprite. The mask goes with its sprite, which keeps it if this method is called again. To dig, {@link World.erase} is enough.
   */
  ownMask(id: number): number {
    count(id, "id");
    return this._call((raw) => raw.own_mask(id));
  }

  /**
   * Digs a shape of the world out of all sprites, or out of those in some layers, and returns the ids of the sprites that lost
   * pixels, sorted. They get masks of their own first, so others that show the same masks lose nothing. A sprite without a
   * pixel left stays in the world.
   */
  erase(shape: Probe, options: EraseOptions = {}): Uint32Array {
    known(options, ["layers"]);
    const layers = options.layers === undefined ? undefined : bits(options.layers, "layers");
    const probe = probeOf(shape, "shape");
    return this._call((raw) => (probe.length === 3 ? raw.erase_mask(...probe, layers) : raw.erase_shape(...probe, layers)));
  }

  /**
   * Splits a sprite into its connected parts, and returns the ids of the new sprites. The sprite keeps its largest part. Each
   * other part becomes a sprite at its place, with a mask of its own, like the sprite in everything else. Pixels that share a
   * side or a corner are connected. A sprite of one part or none stays as it is.
   */
  split(id: number): Uint32Array {
    count(id, "id");
    return this._call((raw) => raw.split(id));
  }

  // Positions.

  /**
   * Moves a sprite to a place without a path: the next step tests it only where it stands. It is for teleporters,
   * respawns and the edges of a world that wraps around, and differs from `moveTo` only for sprites that are
   * `continuous`.
   */
  jumpTo(id: number, ...to: At): void {
    const [x, y] = split(to);
    count(id, "id");
    place(x, "x");
    place(y, "y");
    this._call((raw) => raw.jump_to(id, x, y));
  }

  /**
   * Sets where a sprite stood at the last step. The next step tests a `continuous` sprite along the path from this
   * place. It is for sprites that are put back to where they touched something ({@link Impact.beforeOf}).
   * {@link World.jumpTo} to its own place forgets the place.
   */
  setLastPlace(id: number, ...at: At): void {
    const [x, y] = split(at);
    count(id, "id");
    place(x, "x");
    place(y, "y");
    this._call((raw) => raw.set_last_place(id, x, y));
  }

  /**
   * Moves a sprite to a place. A sprite with an angle, a scale, an origin or a transform is shown at its place with the fraction; any
   * other goes to the nearest pixel, halves right and down. Nothing is in its way: {@link World.moveUntil} stops.
   */
  moveTo(id: number, ...to: At): void {
    const [x, y] = split(to);
    count(id, "id");
    place(x, "x");
    place(y, "y");
    this._call((raw) => raw.move_to(id, x, y));
  }

  /**
   * Moves a sprite by whole pixels. A fraction is an error, because a rounded one would add up to another way: a
   * {@link Remainder} keeps the rest for the next move.
   */
  moveBy(id: number, ...by: At): void {
    const [x, y] = split(by);
    count(id, "id");
    movement(x, "x");
    movement(y, "y");
    this._call((raw) => raw.move_by(id, x, y));
  }

  /**
   * Returns the positions of all sprites: x and y of the sprite with the id i at 2 * i and 2 * i + 1. An id without a sprite
   * has -2^31 twice. The array is a copy: write to it, and give it to {@link World.setPositions}.
   */
  getPositions(): Int32Array<ArrayBuffer> {
    return this._call((raw) => raw.get_positions()) as Int32Array<ArrayBuffer>;
  }

  /**
   * Moves all sprites. `positions` is laid out as that of {@link World.getPositions}, and its numbers are whole or real. Real
   * ones are as those of {@link World.moveTo}; an `Int32Array` moves the sprites by whole pixels, so their fractions stay. Entries of ids without a sprite are ignored. An array for fewer ids leaves the others where they are. If
   * a place is NaN or out of range, it throws and nothing moves.
   */
  setPositions(positions: Coordinates): void {
    if (positions instanceof Int32Array) {
      if (positions.length % 2) throw new RangeError(`positions must have an even length, got ${positions.length}`);
      this._call((raw) => {
        // Straight into the module: a parameter would be copied once more.
        const address = raw.positions_address(positions.length);
        new Int32Array(buffer(), address, positions.length).set(positions);
        raw.set_positions();
      });
    } else {
      const list = coordinates(positions, "positions");
      this._call((raw) => raw.set_real_positions(list));
    }
  }

  /**
   * Lets sprites show masks under linear maps, four numbers for each. Returns three numbers for each: the place of a sprite at whole pixels,
   * and what the sprite is. @internal
   */
  _show(ids: Uint32Array, masks: Uint32Array, maps: Float64Array): Float64Array {
    return this._call((raw) => raw.show(ids, masks, maps));
  }

  /** Forgets where a sprite stood at the last step. @internal */
  _endPath(id: number): void {
    this._call((raw) => raw.end_path(id));
  }

  /** Makes a call of the raw world. @internal */
  _call<T>(call: (raw: RawWorld) => T): T {
    const raw = this.#raw;
    if (raw === null) throw new Error("this World was freed: make a new one, or call free() later; PixelCollisions free theirs at the end of their scene");
    return guard(() => call(raw));
  }

  #edit(maskId: number, what: Mask | Shape, at: At | [], solid: boolean): void {
    checkedMask(maskId);
    const [x, y] = at.length === 0 ? [0, 0] : split(at);
    displacement(x, "x");
    displacement(y, "y");
    if (what instanceof Mask) {
      const mask = rawOf(what, "what");
      this._call((raw) => raw.draw_mask(maskId, mask, x, y, solid));
    } else {
      const [kind, numbers] = shape(what, "what", false);
      this._call((raw) => raw.draw_shape(maskId, kind, numbers, x, y, solid));
    }
  }
}

/** Checks that options are those of a new sprite. */
function checked<T extends object>(options: T): T {
  object(options, "options", "an object");
  for (const name of ["mask", "position"]) {
    if (name in options) throw new TypeError(`unknown option ${shown(name)}: ${name} is an argument of its own`);
  }
  return options;
}

disposable(WorldBase.prototype);
