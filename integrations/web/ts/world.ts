import { coordinates, type Coordinates, idList, type Ids, NO_PLACE, pairList } from "./arrays.js";
import { type At, bool, count, finite, floored, known, movement, offset, pixel, shown, split, withinOf } from "./check.js";
import { Contact, type ContactOptions, type Contacts, contactsOf, Impact, Step } from "./contact.js";
import { carried, moved, moves, near, nearMany, rayHits, spriteRayHit, spriteRayHits, sweeps, swept } from "./hits.js";
import type { Carried, Moved, Moves, Neighbor, Neighbors, RayHits, SpriteRayHit, Sweeps, Swept } from "./hits.js";
import { buffer, guard } from "./instance.js";
import { Mask } from "./mask.js";
import { BLOCK, type Probe, probeOf, query, SWEEP, type Who, whoOf } from "./query.js";
import type { BlockOptions, NearestFreeOptions, QueryOptions, SweepOptions } from "./query.js";
import { optional, point, rect } from "./results.js";
import { shape } from "./shape.js";
import { place } from "./sprite.js";
import type { Placed, Point, Rect, Shape } from "./types.js";
import { MotionKind, RawWorld } from "./wasm/hitmask.js";
import { WorldBase } from "./world-base.js";

/**
 * The places in each row of {@link World.nearestMany} and {@link World.nearestOthersMany} that a world with fewer sprites has too. So a program that asks for few sprites
 * finds as many places as it asks for.
 */
const FEW_PLACES = 64;

/** The options of {@link World.moveUntil}. */
export interface MoveOptions {
  /**
   * `"stop"` (the default) stops before the first sprite in the way. `"slide"` slides along sprites in the way, towards the place and never
   * away from it. `"walk"` walks along x over slopes and stairs as high as `stepUp` and `stepDown`. It ignores the y of the place and never
   * falls: slide down.
   */
  readonly motion?: "stop" | "slide" | "walk" | undefined;
  /** How far a walk climbs for each pixel of x, in pixels. A walk needs both heights. */
  readonly stepUp?: number | undefined;
  /** How far a walk goes down for each pixel of x, in pixels. */
  readonly stepDown?: number | undefined;
  /**
   * If given, only sprites in one of these layers are in the way: a hero drops through a platform that is in none of them. They narrow
   * what the sprite collides with: if it collides with none of them, the move is a `RangeError`. With 0, it passes through everything.
   */
  readonly layers?: number | undefined;
  /** If true, sensors block the move as other sprites do. The default is false. */
  readonly withSensors?: boolean | undefined;
  /** If true, a sprite that overlaps another at the start does not move, and hits it at step 0. The default is false. */
  readonly hitFromInside?: boolean | undefined;
}

/** The options of {@link World.pushOut} and {@link World.pushOutMany}. */
export interface PushOptions {
  /** A direction, a vector of whole numbers: the sprite moves along it only. With (0, 0), it stays. */
  readonly along?: Point | undefined;
  /** A rectangle of the world that the solid pixels have to lie in. A sprite that has left it moves back. */
  readonly within?: Rect | undefined;
}

/** The limits of a world: the result of {@link World.limits}. Apart from lists that become errors, results do not depend on them. */
export interface WorldLimits {
  /** The largest number of pairs of a list. A step with more throws. The default is 2^25. */
  readonly pairs: number;
  /** The memory that tables of the results of small masks may take, in bytes. The default is 2^24, and 0 is none. */
  readonly offsetTableBytes: number;
  /** The memory from which scaled and rotated masks that no sprite shows are dropped, in bytes. The default is 2^26. */
  readonly variantBytes: number;
}

/** The options of {@link World.carry}. */
export interface CarryOptions {
  /**
   * The ids of the sprites that ride. By default, they are those that stand on the platform, and those that stand on these. Sensors and
   * fixed sprites ride only if they are named here.
   */
  readonly riders?: Ids | undefined;
}

const FREE = [...BLOCK, "within"];
const MOVE = ["motion", "stepUp", "stepDown", "layers", "withSensors", "hitFromInside"];

const MOTIONS: Record<NonNullable<MoveOptions["motion"]>, MotionKind> = {
  stop: MotionKind.Stop,
  slide: MotionKind.Slide,
  walk: MotionKind.Walk,
};

/**
 * Many sprites, and the pairs of them that share a solid pixel.
 *
 * A sprite has an id, a small whole number. Ids are used again: a new sprite may receive the id of a despawned one after the next
 * step, or one step later if `ended` names it, so the ids in `ended` can still be looked up in tables of yours. The world cannot
 * tell the two sprites apart: forget an id when you despawn its sprite. If you keep ids for longer, give each sprite a `data` of
 * its own, and compare {@link World.data}. Places are pixels from -2^30 to 2^30.
 *
 * A call with a point takes `x, y` or `{ x, y }`. A sprite without angle, scale, origin and transform goes to the nearest pixel, halves
 * right and down. Points of queries lose their fraction; displacements with a fraction are errors.
 *
 * ```ts
 * const world = new World();
 * const rock = world.addMask(Mask.from(image));
 * const [a, b] = [world.spawn(rock, 0, 0), world.spawn(rock, { x: 40, y: 10 })];
 * world.moveBy(b, -30, 0);
 * const { pairs, began, ended } = world.step();
 * ```
 *
 * The memory is freed when the world is garbage, or at once by {@link World.free} or `using`. A class of yours may extend it;
 * {@link World.clone} and {@link World.fromBytes} return a plain `World`, because they cannot know the arguments of your
 * constructor.
 */
export class World extends WorldBase {
  // Copies.

  /** Returns a copy of the world, for rollback or to try something. Both worlds go on alike from here. */
  clone(): World {
    const raw = this._call((raw) => raw.copy());
    return new World()._become(raw);
  }

  /**
   * Returns the world as bytes, to save it or to post it to a worker. They are alike in all languages of hitmask. `masks: false` leaves
   * the masks out, for a game that makes them from its pictures anyway: a sprite then takes some 32 bytes.
   */
  toBytes(options: { readonly masks?: boolean | undefined } = {}): Uint8Array<ArrayBuffer> {
    known(options, ["masks"]);
    const masks = bool(options.masks ?? true, "masks");
    return this._call((raw) => raw.to_bytes(masks)) as Uint8Array<ArrayBuffer>;
  }

  /**
   * Makes a world of the bytes of {@link World.toBytes}, also of those that another language has written. The ids are the
   * same, and both worlds go on alike from here.
   *
   * `masks` are the masks by their ids, for a world that was saved without them. They may differ from the saved ones: the sprites then
   * show the new pictures.
   *
   * @throws RangeError if the bytes are not those of a world, or if a mask is missing.
   */
  static fromBytes(bytes: Uint8Array, options: { readonly masks?: readonly Mask[] | undefined } = {}): World {
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`bytes must be a Uint8Array, got ${shown(bytes)}`);
    known(options, ["masks"]);
    const { masks } = options;
    if (masks !== undefined) {
      if (!Array.isArray(masks)) throw new TypeError(`masks must be an array of masks, got ${shown(masks)}`);
      const shelf = new World();
      for (const mask of masks) shelf.addMask(mask);
      const world = shelf._call((given) => RawWorld.from_bytes_with_masks(bytes, given));
      shelf.free();
      return new World()._become(world);
    }
    const raw = guard(() => RawWorld.from_bytes(bytes));
    return new World()._become(raw);
  }

  // Pairs.

  /** Returns the pairs that collide, and those that began or ended to collide since the step before. */
  step(): Step {
    const [pairs, began, ended] = this._call((raw) => {
      raw.step();
      const list = (address: number, length: number) => new Uint32Array(buffer(), address, length).slice();
      return [
        list(raw.pairs_address(), raw.pairs_length()),
        list(raw.began_address(), raw.began_length()),
        list(raw.ended_address(), raw.ended_length()),
      ] as const;
    });
    const source = {
      earlier: (pairs: Uint32Array, options: ContactOptions) => this.#contacts(pairs, options, true),
      impact: (a: number, b: number) => {
        const numbers = this._call((raw) => raw.impact(a, b));
        return numbers ? new Impact(a, b, numbers) : null;
      },
      firstImpact: (id: number) => {
        const numbers = this._call((raw) => raw.first_impact(id));
        return numbers ? new Impact(id, numbers[0]!, numbers.subarray(1)) : null;
      },
      between: (pairs: Uint32Array, a: number, b: number) => this._call((raw) => raw.pairs_between(pairs, a, b)),
      check: (id: number) => void this.get(id),
    };
    return new Step(source, pairs, began, ended);
  }

  /** Returns the pairs that collide now, without a step: two ids for each pair, sorted. */
  collisions(): Uint32Array {
    return this._call((raw) => raw.collisions());
  }

  /** Returns the pairs whose boxes around the solid pixels overlap: two ids for each pair, not sorted. */
  candidates(): Uint32Array {
    return this._call((raw) => raw.candidates());
  }

  /**
   * Returns the ids of all sprites that share a pixel with a sprite now and may collide with it by their layers, sorted. It
   * needs no step.
   */
  overlapping(id: number, options: QueryOptions = {}): Uint32Array {
    count(id, "id");
    const asked = query(options);
    return this._call((raw) => raw.overlapping(id, ...asked));
  }

  /** Returns where two sprites overlap now and how they separate, or `null` if they share no pixel. Layers are ignored. */
  contact(a: number, b: number): Contact | null {
    count(a, "a");
    count(b, "b");
    return optional(this._call((raw) => raw.contact(a, b)), (numbers) => new Contact(a, b, numbers));
  }

  /**
   * Returns where pairs of sprites overlap now, and how they separate. Without `pairs`, they are those of
   * {@link World.collisions}. Layers are ignored.
   */
  contacts(pairs?: Ids, options: ContactOptions = {}): Contacts {
    return this.#contacts(pairs === undefined ? this.collisions() : pairList(pairs), options, false);
  }

  /** Returns the smallest rectangle around the solid pixels of a sprite, or `null`. */
  bounds(id: number): Rect | null {
    count(id, "id");
    return optional(this._call((raw) => raw.bounds(id)), rect);
  }

  /**
   * Returns the mask that a sprite, or what else a {@link Who} is, shows: flipped, turned, scaled and rotated. `at` is the place of its
   * top-left pixel.
   */
  shape(who: Who): Placed<Mask> {
    const asked = whoOf(who);
    return this._call((raw) => Mask._placed(raw.shape(...asked)));
  }

  /**
   * Returns the map under which to draw the picture of a sprite so that it covers what collides: `[a, b, c, d, e, f]` as `setTransform` of a
   * canvas and `DOMMatrix` take them, from pixels of the picture to those of the world. An angle that {@link World.setAngleSteps} rounds is
   * rounded here too.
   *
   * ```ts
   * context.setTransform(...world.drawTransform(id));
   * context.drawImage(picture, 0, 0);
   * ```
   */
  drawTransform(id: number): [a: number, b: number, c: number, d: number, e: number, f: number] {
    count(id, "id");
    return Array.from(this._call((raw) => raw.draw_transform(id))) as [number, number, number, number, number, number];
  }

  /**
   * Returns the point of a sprite's mask that is at a point of the world: before the flips, the turn, the scale and the
   * angle of the sprite. Both points have fractions, and the result may lie outside the mask. A game digs at a pointer with it:
   * `world.eraseFromMask(terrain, { ...world.maskPoint(id, pointer), radius: 5 })`.
   */
  maskPoint(id: number, ...at: At): Point {
    const [x, y] = split(at);
    count(id, "id");
    finite(x, "x");
    finite(y, "y");
    return point(this._call((raw) => raw.mask_point(id, x, y)));
  }

  // Queries.

  /** Returns the ids of all sprites with a solid pixel in the probe, sorted. */
  find(probe: Probe, options: QueryOptions = {}): Uint32Array {
    const asked = query(options);
    const what = probeOf(probe, "probe");
    return this._call((raw) => (what.length === 3 ? raw.find_mask(...what, ...asked) : raw.find_shape(...what, ...asked)));
  }

  /**
   * Returns the sprites at many points or in many shapes: the index of the probe and the id of a sprite in turn, sorted.
   * `probes` are x and y of points in turn, or an array of points and shapes.
   */
  findMany(probes: Coordinates | readonly (Point | Shape)[], options: QueryOptions = {}): Uint32Array {
    const asked = query(options);
    if (!Array.isArray(probes) || typeof probes[0] === "number") {
      const points = coordinates(probes as Coordinates, "probes");
      return this._call((raw) => raw.find_points(points, ...asked));
    }
    const shapes = probes.map((probe: Point | Shape, index) => shape(probe, `probes[${index}]`, true));
    const kinds = Uint8Array.from(shapes, ([kind]) => kind);
    const lengths = Uint32Array.from(shapes, ([, numbers]) => numbers.length);
    const numbers = Float64Array.from(shapes.flatMap(([, numbers]) => [...numbers]));
    return this._call((raw) => raw.find_shapes(kinds, lengths, numbers, ...asked));
  }

  /**
   * Returns the `count` sprites, by default 1, whose solid pixels are nearest to a point: `nearest(x, y, count, options)` or
   * `nearest({ x, y }, count, options)`. The nearest come first, and of equally near ones the smaller id.
   */
  nearest(...args: At<[count?: number, options?: QueryOptions]>): Neighbor[] {
    const [x, y, most = 1, options = {}] = split(args);
    const [atX, atY] = [floored(x, "x"), floored(y, "y")];
    if (typeof most === "object") throw new TypeError("options come after the count: nearest(x, y, 1, options)");
    count(most, "count");
    const asked = query(options);
    return near(this._call((raw) => raw.nearest(atX, atY, most, ...asked)));
  }

  /**
   * Returns the `count` sprites that are nearest to each of many points. `points` has x and y of each in turn. A `count` beyond 64 and
   * beyond the number of sprites of the world gives only as many places for each point as the larger of the two.
   */
  nearestMany(points: Coordinates, most = 1, options: QueryOptions = {}): Neighbors {
    const list = coordinates(points, "points");
    count(most, "count");
    const asked = query(options);
    const places = Math.min(most, Math.max(this.size, FEW_PLACES));
    return nearMany(this._call((raw) => raw.nearest_many(list, places, ...asked)), list.length / 2, places);
  }

  /**
   * Returns the `most` sprites that are nearest to a sprite, or to what else a {@link Who} is. The distance is the one between the nearest
   * solid pixels: 0 if the two share one. The nearest come first, and of equally near ones the smaller id. All other sprites count, whatever
   * their layers are; `options` can narrow them.
   */
  nearestOthers(who: Who, most = 1, options: QueryOptions = {}): Neighbor[] {
    count(most, "count");
    const asked = query(options);
    const what = whoOf(who);
    return near(this._call((raw) => raw.nearest_others(...what, most, ...asked)));
  }

  /**
   * Returns the `most` sprites that are nearest to each of many sprites, as {@link World.nearestOthers} does. There are places for all
   * of them, as in {@link World.nearestMany}.
   */
  nearestOthersMany(ids: Ids, most = 1, options: QueryOptions = {}): Neighbors {
    const list = idList(ids);
    count(most, "count");
    const asked = query(options);
    const places = Math.min(most, Math.max(this.size, FEW_PLACES));
    return nearMany(this._call((raw) => raw.nearest_others_many(list, places, ...asked)), list.length, places);
  }

  /** Returns the first solid pixel on the line from one pixel to another, or `null`. */
  castRay(from: Point, to: Point, options: BlockOptions = {}): SpriteRayHit | null {
    const [[fromX, fromY], [toX, toY]] = [pixel(from, "from"), pixel(to, "to")];
    const asked = query(options, BLOCK);
    return optional(this._call((raw) => raw.cast_ray(fromX, fromY, toX, toY, ...asked)), spriteRayHit);
  }

  /** Returns the first solid pixel of each sprite on the line from one pixel to another, in the order of the line. */
  castRayAll(from: Point, to: Point, options: BlockOptions = {}): SpriteRayHit[] {
    const [[fromX, fromY], [toX, toY]] = [pixel(from, "from"), pixel(to, "to")];
    const asked = query(options, BLOCK);
    return spriteRayHits(this._call((raw) => raw.cast_ray_all(fromX, fromY, toX, toY, ...asked)));
  }

  /** Returns the first solid pixel on each of many lines. `from` and `to` have x and y of each line in turn. */
  castRays(from: Coordinates, to: Coordinates, options: BlockOptions = {}): RayHits {
    const starts = coordinates(from, "from");
    const ends = coordinates(to, "to", starts.length / 2);
    const asked = query(options, BLOCK);
    return rayHits(this._call((raw) => raw.cast_rays(starts, ends, ...asked)));
  }

  // Moves.

  /**
   * Returns how far a sprite, or what else a {@link Who} is, can move on a straight line to a place: `sweep(who, x, y, options)` or
   * `sweep(who, { x, y }, options)`. It does not move. Every pixel step is tested: a fast sprite never passes through a thin one. Of a sprite
   * that it overlaps at the start, it can leave and slide along it, but never get deeper: neither may its shortest way out grow, nor, while
   * that stays, the number of shared pixels.
   */
  sweep(who: Who, ...args: At<[options?: SweepOptions]>): Swept {
    const [x, y, options = {}] = split(args);
    const asked = query(options, SWEEP);
    const to = [place(x, "x"), place(y, "y")] as const;
    const what = whoOf(who);
    return swept(this._call((raw) => raw.sweep(...what, ...to, ...asked)));
  }

  /** Sweeps many sprites, each on its own while all others stay. `to` has x and y of each place in turn. */
  sweepMany(ids: Ids, to: Coordinates, options: SweepOptions = {}): Sweeps {
    const [list, asked] = [idList(ids), query(options, SWEEP)];
    const places = coordinates(to, "to", list.length);
    return sweeps(this._call((raw) => raw.sweep_many(list, places, ...asked)), list.length);
  }

  /**
   * Returns the ids of the sprites that would block a move by whole pixels, sorted: `touching(who, x, y, options)` or
   * `touching(who, { x, y }, options)`. Nothing moves. By (0, 1), they are the ground that a sprite stands on, and by (0, 0), those
   * that it overlaps now. One-way sprites are not among these, because nobody is blocked inside them.
   */
  touching(who: Who, ...by: At<[options?: SweepOptions]>): Uint32Array {
    const [x, y, options = {}] = split(by);
    movement(x, "x");
    movement(y, "y");
    const asked = query(options, SWEEP);
    const what = whoOf(who);
    return this._call((raw) => raw.touching(...what, x, y, ...asked));
  }

  // Free places.

  /**
   * Returns whether a sprite, or what else a {@link Who} is, overlaps no sprite that it can collide with: whether it fits where it stands,
   * at another place with `{ id, x, y }`, or whether a crouching hero can stand up:
   * `{ id, mask, x, y: y - 8 }`, because a mask that is 8 pixels taller begins 8 pixels higher.
   */
  isFree(who: Who, options: BlockOptions = {}): boolean {
    const asked = query(options, BLOCK);
    const what = whoOf(who);
    return this._call((raw) => raw.is_free(...what, ...asked));
  }

  /**
   * Returns the place nearest to that of a sprite, or of what else a {@link Who} is, at which it fits. It is `null` if no place up to `limit`
   * pixels away is free. The distance is Euclidean. Of equally near places, the result is the topmost, and of equally high ones the leftmost.
   * It may lie behind a wall. Nothing moves.
   */
  nearestFree(who: Who, limit: number, options: NearestFreeOptions = {}): Point | null {
    count(limit, "limit");
    const asked = query(options, FREE);
    const [what, within] = [whoOf(who), withinOf(options)];
    return optional(this._call((raw) => raw.nearest_free(...what, limit, within, ...asked)), point);
  }

  /**
   * Moves a sprite to the nearest place at which it fits, out of several sprites at once and also through walls, or along a direction to the
   * first one. Returns the move, which is (0, 0) if it was free. If no place up to `limit` pixels away is free, it returns `null` and moves
   * nothing.
   */
  pushOut(id: number, limit: number, options: PushOptions = {}): Point | null {
    const moves = this.pushOutMany(Uint32Array.of(count(id, "id")), limit, options);
    return moves[0] === NO_PLACE ? null : point(moves);
  }

  /**
   * Moves many sprites as {@link World.pushOut} does, one after the other: each is free of those before it. Returns x and y of each move
   * in turn. A sprite without a place has -2^31 twice. If an id is wrong, it throws and nothing moves.
   */
  pushOutMany(ids: Ids, limit: number, options: PushOptions = {}): Int32Array {
    const list = idList(ids);
    count(limit, "limit");
    known(options, ["along", "within"]);
    const along = options.along === undefined ? new Int32Array() : Int32Array.from(offset(options.along, "along"));
    const within = withinOf(options);
    return this._call((raw) => raw.push_out(list, limit, along, within));
  }

  // Moves among other sprites.

  /**
   * Moves a sprite from where it stands towards a place until other sprites are in its way. It never gets deeper into a sprite, as
   * {@link World.sweep} explains.
   */
  moveUntil(id: number, ...args: At<[options?: MoveOptions]>): Moved {
    const [x, y, options = {}] = split(args);
    count(id, "id");
    const to = Float64Array.of(place(x, "x"), place(y, "y"));
    const motion = motionOf(options);
    return moved(this._call((raw) => raw.move_until(id, to, ...motion)));
  }

  /**
   * Moves many sprites, one after the other, as {@link World.moveUntil} does. `to` has x and y of each place in turn. If an id
   * or a place is wrong, it throws and nothing moves.
   */
  moveUntilMany(ids: Ids, to: Coordinates, options: MoveOptions = {}): Moves {
    const list = idList(ids);
    const places = coordinates(to, "to", list.length);
    const motion = motionOf(options);
    return moves(this._call((raw) => raw.move_until_many(list, places, ...motion)), list.length);
  }

  /**
   * Moves a platform to a place, with the sprites that ride on it, and pushes others out of its way: `carry(id, x, y, options)` or
   * `carry(id, { x, y }, options)`. The platform always arrives. It moves along x first, then along y. Walls stop riders and pushed
   * sprites; `crushed` has those that could not clear the platform. Sensors and fixed sprites are never pushed or crushed, and a platform
   * that is a sensor carries only the riders that are given.
   */
  carry(id: number, ...args: At<[options?: CarryOptions]>): Carried {
    const [x, y, options = {}] = split(args);
    count(id, "id");
    const to = [place(x, "x"), place(y, "y")] as const;
    known(options, ["riders"]);
    const riders = options.riders === undefined ? undefined : idList(options.riders, "riders");
    return carried(this._call((raw) => raw.carry(id, ...to, riders)));
  }

  // Settings.

  /** The limits of the world. */
  get limits(): WorldLimits {
    const [pairs, offsetTableBytes, variantBytes] = this._call((raw) => raw.limits());
    return { pairs: pairs!, offsetTableBytes: offsetTableBytes!, variantBytes: variantBytes! };
  }

  /** Sets limits of the world. Those that are not given stay. */
  setLimits(limits: { readonly [Name in keyof WorldLimits]?: number | undefined }): void {
    const before = this.limits;
    known(limits, Object.keys(before), "limits");
    const of = (name: keyof WorldLimits) => count(limits[name] ?? before[name], `limits.${name}`);
    const numbers = [of("pairs"), of("offsetTableBytes"), of("variantBytes")] as const;
    this._call((raw) => raw.set_limits(...numbers));
  }

  #contacts(pairs: Uint32Array, options: ContactOptions, mayBeGone: boolean): Contacts {
    known(options, ["waysOut"]);
    const waysOut = bool(options.waysOut ?? true, "waysOut");
    return contactsOf(pairs, this._call((raw) => raw.contacts(pairs, waysOut, mayBeGone)), waysOut);
  }
}

type MotionNumbers = [motion: MotionKind, stepUp: number, stepDown: number, options: number];

function motionOf(options: MoveOptions): MotionNumbers {
  const [asked] = query(options, MOVE);
  const { motion = "stop", stepUp, stepDown } = options;
  const kind = Object.hasOwn(MOTIONS, motion) ? MOTIONS[motion] : undefined;
  if (kind === undefined) throw new TypeError(`motion must be "stop", "slide" or "walk", got ${shown(motion)}`);
  if (kind === MotionKind.Walk && (stepUp === undefined || stepDown === undefined)) {
    throw new TypeError('the motion "walk" needs stepUp and stepDown: how many pixels a step may lead up and down');
  }
  if (kind === MotionKind.Walk) return [kind, count(stepUp!, "stepUp"), count(stepDown!, "stepDown"), asked];
  if (stepUp === undefined && stepDown === undefined) return [kind, 0, 0, asked];
  throw new TypeError(`stepUp and stepDown are for the motion "walk", got ${shown(motion)}; leave them out`);
}
