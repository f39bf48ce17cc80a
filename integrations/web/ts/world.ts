import { bool, count, int, pixel, shape, shown, whole } from "./check.js";
import { buffer, guard } from "./instance.js";
import { Mask, rawOf } from "./mask.js";
import { Positions } from "./positions.js";
import { HIT_LENGTH, optional, optionalPoint, overlap, point, rayHit, rect } from "./results.js";
import { fromNumbers, toNumbers, type SpriteOptions, type SpriteState } from "./sprite.js";
import type { Moved, Near, Overlap, Placed, Point, Rect, Shape, SpriteHit, SweepHit } from "./types.js";
import { MotionKind, RawWorld } from "./wasm/hitmask.js";

/** A place where a world looks for sprites: a pixel, a shape, or the solid pixels of a mask at a position. */
export type Probe = Point | Shape | { readonly mask: Mask; readonly x: number; readonly y: number };

/** The result of {@link World.step}: lists of pairs, with two ids for each pair, the smaller first. They are sorted. */
export interface Step {
  /** The pairs that collide. */
  readonly pairs: Uint32Array;
  /** The pairs that collide now and did not after the step before. */
  readonly began: Uint32Array;
  /** The pairs that collided after the step before and do not now, also those of despawned sprites. */
  readonly ended: Uint32Array;
}

/** The contacts of pairs of sprites, with a row for each pair. A pair that does not collide has zeros, and NaN as normal. */
export interface Contacts {
  /** The pairs: two ids each. */
  readonly pairs: Uint32Array;
  /** The topmost, then leftmost shared pixels in the world: x and y each. */
  readonly first: Int32Array;
  /** The numbers of shared pixels. */
  readonly area: Float64Array;
  /** The rectangles around the shared pixels: left, top, width and height each. */
  readonly bounds: Int32Array;
  /** The unit vectors along which the first sprite of each pair leaves the second: x and y each. NaN if there is none. */
  readonly normal: Float64Array | null;
  /** The shortest moves of the first sprite of each pair after which the two do not overlap: x and y each. */
  readonly penetration: Int32Array | null;
}

/** The options of queries. */
export interface QueryOptions {
  /** If given, only sprites in one of these layers are considered. Each bit is a layer. */
  readonly layers?: number | undefined;
}

/** The options of {@link World.sweep}. */
export interface SweepOptions extends QueryOptions {
  /** If true, a sprite that the moving sprite overlaps at the start stops it at once. The default is false. */
  readonly fromInside?: boolean | undefined;
}

/** The options of {@link World.moveUntil}. */
export interface MoveOptions {
  /**
   * `"stop"` (the default) stops before the first sprite in the way. `"stopFromInside"` does not move at all if the sprite
   * overlaps another at the start. `"slide"` slides along sprites in the way. `"walk"` walks along x over slopes and stairs.
   */
  readonly motion?: "stop" | "stopFromInside" | "slide" | "walk" | undefined;
  /** How far a walk climbs for each pixel of x, in pixels. The default is 0. */
  readonly stepUp?: number | undefined;
  /** How far a walk goes down for each pixel of x, in pixels. The default is 0. */
  readonly stepDown?: number | undefined;
}

const MOTIONS: Record<NonNullable<MoveOptions["motion"]>, MotionKind> = {
  stop: MotionKind.Stop,
  stopFromInside: MotionKind.StopFromInside,
  slide: MotionKind.Slide,
  walk: MotionKind.Walk,
};

/** The numbers of a sweep hit, and of a row of contacts, as the module returns them. */
const SWEEP_HIT_LENGTH = 8;
const CONTACT_LENGTH = 11;

/**
 * Many sprites, and the pairs of them that share a solid pixel.
 *
 * A sprite has an id, a small whole number. The id of a despawned sprite is not given to a new sprite before the second
 * step after, so the ids in `ended` can still be looked up in tables of yours. Positions are whole pixels from -2^30 to 2^30: those of the top-left pixel of the mask before it is turned or scaled.
 *
 * ```ts
 * const world = new World();
 * const rock = world.addMask(Mask.from(image));
 * const [a, b] = [world.spawn(rock, 0, 0), world.spawn(rock, 40, 10)];
 * world.positions[2 * b] -= 30;
 * const { pairs, began, ended } = world.step();
 * ```
 *
 * The memory is freed when the world is garbage, or at once by {@link World.free} or `using`.
 */
export class World {
  #raw: RawWorld | null;
  #positions = new Positions();

  constructor() {
    this.#raw = guard(() => new RawWorld());
  }

  /** Frees the memory. Every later call with this world throws. */
  free(): void {
    this.#raw?.free();
    this.#raw = null;
  }

  /** Frees the memory at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.free();
  }

  /** Returns a copy of the world, for rollback or to try something. Both worlds go on alike from here. */
  clone(): World {
    const world = new World();
    world.free();
    world.#raw = this.#call((raw) => raw.copy());
    world.#positions = this.#positions.clone();
    return world;
  }

  // Masks.

  /** Adds a mask and returns its id. Later changes of `mask` do not change the mask of the world. */
  addMask(mask: Mask): number {
    const rawMask = rawOf(mask, "mask");
    return this.#call((raw) => raw.add_mask(rawMask));
  }

  /** Returns a mask of the world. Changes of the result do not change the mask of the world. */
  mask(maskId: number): Mask {
    count(maskId, "maskId");
    return Mask._of(this.#call((raw) => raw.mask(maskId)));
  }

  /** Replaces the pixels of a mask, also by a mask of another size. All sprites that show the mask change with it. */
  replaceMask(maskId: number, mask: Mask): void {
    count(maskId, "maskId");
    const rawMask = rawOf(mask, "mask");
    this.#call((raw) => raw.replace_mask(maskId, rawMask));
  }

  /** Makes the pixels of a mask solid that a mask or a shape covers, whose origin is at (x, y) of the mask. */
  drawOnMask(maskId: number, what: Mask | Shape, x = 0, y = 0): void {
    this.#edit(maskId, what, x, y, true);
  }

  /** Makes the pixels of a mask empty that a mask or a shape covers, as an explosion does with terrain. */
  eraseFromMask(maskId: number, what: Mask | Shape, x = 0, y = 0): void {
    this.#edit(maskId, what, x, y, false);
  }

  /** Sets the number of angles of a mask, 1 to 65536. The default is 64. A rotated sprite shows the nearest of them. */
  setAngles(maskId: number, angles: number): void {
    count(maskId, "maskId");
    count(angles, "angles");
    this.#call((raw) => raw.set_angles(maskId, angles));
  }

  /** Removes a mask that no sprite shows, and returns it. */
  removeMask(maskId: number): Mask {
    count(maskId, "maskId");
    return Mask._of(this.#call((raw) => raw.remove_mask(maskId)));
  }

  // Sprites.

  /** Adds a sprite that shows a mask at a position, and returns its id. */
  spawn(maskId: number, x: number, y: number, options?: SpriteOptions): number {
    const numbers = toNumbers({ ...options, mask: maskId, x, y });
    const id = this.#call((raw) => raw.spawn(numbers));
    this.#positions.set(id, x, y);
    return id;
  }

  /** Removes a sprite. Its pairs are in `ended` of the next step. */
  despawn(id: number): void {
    count(id, "id");
    this.#call((raw) => raw.despawn(id));
    this.#positions.set(id, 0, 0);
  }

  /** Returns whether the world has a sprite with this id. */
  has(id: number): boolean {
    return id >>> 0 === id && this.#call((raw) => raw.has(id));
  }

  /** The number of sprites. */
  get size(): number {
    return this.#call((raw) => raw.size);
  }

  /** The number of slots, which is more than each id. */
  get slotCount(): number {
    return this.#call((raw) => raw.slot_count);
  }

  /** Returns the ids of all sprites, sorted. */
  ids(): Uint32Array {
    return this.#call((raw) => raw.ids());
  }

  /** Returns the values of a sprite. */
  get(id: number): SpriteState {
    count(id, "id");
    return fromNumbers(this.#call((raw) => raw.get(id)));
  }

  /** Changes values of a sprite: its mask, position, flips, angle and so on. Values that are not given stay. */
  set(id: number, changes: Partial<SpriteState>): void {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const numbers = toNumbers({ ...this.get(id), ...given });
    this.#call((raw) => raw.set(id, numbers));
    // A coordinate that is not given may have a new value in the live array, which no step has read.
    const { positions } = this;
    if ("x" in given) positions[2 * id] = numbers[1]!;
    if ("y" in given) positions[2 * id + 1] = numbers[2]!;
  }

  /** Sets how a sprite shows which mask. Unlike {@link World.set}, it checks and copies nothing. @internal */
  _show(
    id: number,
    maskId: number,
    { flipX, flipY, turn, angle, scale, exact }: Pick<SpriteState, "flipX" | "flipY" | "turn" | "angle" | "scale" | "exact">,
  ): void {
    this.#call((raw) => raw.show(id, maskId, flipX, flipY, turn, angle, scale.x, scale.y, exact));
  }

  /** Returns the data of a sprite. A despawned sprite keeps its data until its id is free for a new sprite. */
  data(id: number): number {
    count(id, "id");
    return this.#call((raw) => raw.data(id)) ?? this.get(id).data;
  }

  /**
   * The positions of all sprites: x and y of the sprite with the id i at 2 * i and 2 * i + 1. The array is live:
   * {@link World.step} and {@link World.sync} read it. All other calls see the positions as they were read last.
   *
   * Entries of ids without a sprite are ignored. Get the array again after {@link World.spawn}: an older array may be
   * too short, or have the length 0.
   */
  get positions(): Int32Array {
    return this.#positions.view(this.slotCount);
  }

  /** Moves all sprites to {@link World.positions}. If a position is out of range, it throws and nothing moves. */
  sync(): void {
    this.#call((raw) => {
      this.#write(raw);
      raw.sync();
    });
  }

  // Pairs.

  /**
   * Moves all sprites to {@link World.positions}, and returns the pairs that collide and those that began or ended to
   * collide. If a position is out of range, it throws and nothing moves.
   */
  step(): Step {
    return this.#call((raw) => {
      this.#write(raw);
      raw.step();
      const list = (address: number, length: number) => new Uint32Array(buffer(), address, length).slice();
      return {
        pairs: list(raw.pairs_address(), raw.pairs_length()),
        began: list(raw.began_address(), raw.began_length()),
        ended: list(raw.ended_address(), raw.ended_length()),
      };
    });
  }

  /** Returns the pairs that collide now, without a step: two ids for each pair, sorted. */
  collisions(): Uint32Array {
    return this.#call((raw) => raw.collisions());
  }

  /** Returns the pairs whose boxes around the solid pixels overlap: two ids for each pair, not sorted. */
  candidates(): Uint32Array {
    return this.#call((raw) => raw.candidates());
  }

  /**
   * Returns where pairs of sprites overlap, and how they separate. Without `pairs`, they are those of
   * {@link World.collisions}. Layers are ignored. `waysOut: false` leaves out the normals and the penetrations, which take
   * most of the time.
   */
  contacts(pairs?: Uint32Array, options: { readonly waysOut?: boolean | undefined } = {}): Contacts {
    if (pairs !== undefined && !(pairs instanceof Uint32Array)) {
      throw new TypeError(`pairs must be a Uint32Array, got ${shown(pairs)}`);
    }
    if (pairs && pairs.length % 2) throw new RangeError(`pairs must have an even length, got ${pairs.length}`);
    const waysOut = bool(options.waysOut ?? true, "waysOut");
    const list = pairs ?? this.collisions();
    const rows = this.#call((raw) => raw.contacts(list, waysOut));
    const fill = <T extends Int32Array | Float64Array>(array: T, first: number): T => {
      const width = (2 * array.length) / list.length;
      for (let index = 0; index < array.length; index++) {
        array[index] = rows[CONTACT_LENGTH * Math.floor(index / width) + first + (index % width)]!;
      }
      return array;
    };
    const length = list.length / 2;
    return {
      pairs: list.slice(),
      first: fill(new Int32Array(2 * length), 0),
      area: fill(new Float64Array(length), 2),
      bounds: fill(new Int32Array(4 * length), 3),
      normal: waysOut ? fill(new Float64Array(2 * length), 7) : null,
      penetration: waysOut ? fill(new Int32Array(2 * length), 9) : null,
    };
  }

  /** Returns the pixels that two sprites share, or `null`. Layers are ignored. */
  overlap(a: number, b: number): Overlap | null {
    count(a, "a");
    count(b, "b");
    return optional(this.#call((raw) => raw.overlap(a, b)), overlap);
  }

  /** Returns the smallest rectangle around the solid pixels of a sprite, or `null`. */
  bounds(id: number): Rect | null {
    count(id, "id");
    return optional(this.#call((raw) => raw.bounds(id)), rect);
  }

  /** Returns the mask that a sprite shows, flipped, turned, scaled and rotated, and where its top-left pixel is. */
  shape(id: number): Placed<Mask> {
    count(id, "id");
    return this.#call((raw) => Mask._placed(raw.shape(id)));
  }

  // Queries.

  /** Returns the ids of all sprites with a solid pixel in the probe, sorted. */
  find(probe: Probe, options: QueryOptions = {}): Uint32Array {
    const layers = layersOf(options);
    if (typeof probe === "object" && probe !== null && "mask" in probe) {
      const mask = rawOf(probe.mask, "probe.mask");
      pixel(probe, "probe");
      return this.#call((raw) => raw.find_mask(mask, probe.x, probe.y, layers));
    }
    const [kind, numbers] = shape(probe, "probe", true);
    return this.#call((raw) => raw.find_shape(kind, numbers, layers));
  }

  /** Returns the sprites whose boxes are nearest to a point, the nearest first. */
  nearest(at: Point, limit = 1, options: QueryOptions = {}): Near[] {
    pixel(at, "point");
    count(limit, "limit");
    const layers = layersOf(options);
    const flat = this.#call((raw) => raw.nearest(at.x, at.y, limit, layers));
    return Array.from({ length: flat.length / 2 }, (_, index) => ({
      sprite: flat[2 * index]!,
      distance: flat[2 * index + 1]!,
    }));
  }

  /** Returns the first solid pixel on the line from one pixel to another, or `null`. */
  castRay(from: Point, to: Point, options: QueryOptions = {}): SpriteHit | null {
    pixel(from, "from");
    pixel(to, "to");
    const layers = layersOf(options);
    return optional(this.#call((raw) => raw.cast_ray(from.x, from.y, to.x, to.y, layers)), spriteHit);
  }

  /** Returns the first solid pixel of each sprite on the line from one pixel to another, in the order of the line. */
  castRayAll(from: Point, to: Point, options: QueryOptions = {}): SpriteHit[] {
    pixel(from, "from");
    pixel(to, "to");
    const layers = layersOf(options);
    const flat = this.#call((raw) => raw.cast_ray_all(from.x, from.y, to.x, to.y, layers));
    const length = HIT_LENGTH + 1;
    return Array.from({ length: flat.length / length }, (_, index) => spriteHit(flat, length * index));
  }

  // Moves.

  /** Returns how far a sprite can move on a straight line. It does not move. Every pixel step is tested. */
  sweep(id: number, to: Point, options: SweepOptions = {}): Moved {
    count(id, "id");
    pixel(to, "to");
    const fromInside = bool(options.fromInside ?? false, "fromInside");
    const layers = layersOf(options);
    return moved(this.#call((raw) => raw.sweep(id, to.x, to.y, fromInside, layers)));
  }

  /** Returns whether a sprite fits at a position: whether it overlaps no sprite there that it can collide with. */
  isFree(id: number, at: Point, options: QueryOptions = {}): boolean {
    count(id, "id");
    pixel(at, "at");
    const layers = layersOf(options);
    return this.#call((raw) => raw.is_free(id, at.x, at.y, layers));
  }

  /** Moves a sprite towards a position until other sprites are in its way, and updates {@link World.positions}. */
  moveUntil(id: number, to: Point, options: MoveOptions = {}): Moved {
    count(id, "id");
    pixel(to, "to");
    const { motion = "stop", stepUp, stepDown } = options;
    const kind = Object.hasOwn(MOTIONS, motion) ? MOTIONS[motion] : undefined;
    if (kind === undefined) {
      throw new TypeError(`motion must be "stop", "stopFromInside", "slide" or "walk", got ${shown(motion)}`);
    }
    if (kind !== MotionKind.Walk && (stepUp !== undefined || stepDown !== undefined)) {
      throw new TypeError(`stepUp and stepDown are for the motion "walk", got ${shown(motion)}; leave them out`);
    }
    const [up, down] = [count(stepUp ?? 0, "stepUp"), count(stepDown ?? 0, "stepDown")];
    const result = moved(this.#call((raw) => raw.move_until(id, to.x, to.y, kind, up, down)));
    this.#positions.set(id, result.at.x, result.at.y);
    return result;
  }

  // Settings.

  /** The largest number of pairs of a list. A step with more throws. The default is 16,777,216. */
  get pairLimit(): number {
    return this.#call((raw) => raw.pair_limit);
  }

  set pairLimit(pairs: number) {
    whole(pairs, "pairLimit", 0, 2 ** 32 - 1);
    this.#call((raw) => {
      raw.pair_limit = pairs;
    });
  }

  #call<T>(call: (raw: RawWorld) => T): T {
    const raw = this.#raw;
    if (raw === null) throw new Error("this World was freed: make a new one, or call free() later");
    return guard(() => call(raw));
  }

  /** Copies the positions into the module. */
  #write(raw: RawWorld): void {
    const address = raw.positions_address();
    const view = this.#positions.view(raw.slot_count);
    new Int32Array(buffer(), address, view.length).set(view);
  }

  #edit(maskId: number, what: Mask | Shape, x: number, y: number, solid: boolean): void {
    count(maskId, "maskId");
    int(x, "x");
    int(y, "y");
    if (what instanceof Mask) {
      const mask = rawOf(what, "what");
      this.#call((raw) => raw.draw_mask(maskId, mask, x, y, solid));
    } else {
      const [kind, numbers] = shape(what, "what", false);
      this.#call((raw) => raw.draw_shape(maskId, kind, numbers, x, y, solid));
    }
  }
}

function layersOf({ layers }: QueryOptions): number | undefined {
  return layers === undefined ? undefined : count(layers, "layers");
}

function spriteHit(numbers: Float64Array, index = 0): SpriteHit {
  return { sprite: numbers[index]!, ...rayHit(numbers, index + 1) };
}

function moved(numbers: Float64Array): Moved {
  const hits: SweepHit[] = [];
  for (let index = 3; index < numbers.length; index += SWEEP_HIT_LENGTH) {
    hits.push({
      sprite: numbers[index]!,
      step: numbers[index + 1]!,
      before: optionalPoint(numbers, index + 2),
      first: point(numbers, index + 4),
      normal: point(numbers, index + 6),
    });
  }
  const inside = numbers[2]!;
  return { at: point(numbers), hits, startedInside: inside < 0 ? null : inside };
}
