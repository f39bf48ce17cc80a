/** The sprites of an engine in a world: where they stand and what they show. Internal. */
import { type FrameMask, FrameMasks, type Picture } from "./frames.js";
import { type Impact, type Point, type Solid, type SpriteOptions, type Step, World } from "./api.js";
import { known, whole } from "./check.js";
import { checkSprite, type Groups, type Pairs } from "./listeners.js";
import { encode, NAMES, type Sprite } from "./sprite.js";
import { identity, snap, type Transform } from "./transform.js";

/** The farthest position from the origin, along each axis. */
const MAX_POSITION = 2 ** 30;
/** No sprite whose picture is drawn from farther away can stand at such a position, because masks have less than 2^27 pixels a side. */
const FAR = MAX_POSITION + 2 ** 28;
/** A pixel that is drawn smaller than this, in square pixels, is not drawn. */
const FLAT = 1e-9;
/** What a sprite is that was to be shown under a map. The numbers are those of the module, where the third is a sprite at whole pixels. */
const MAPPED = 1;
const REFUSED = 2;

/** The values that an adapter takes from the engine or keeps for itself. */
const PLACED = ["position", "fraction", "flipX", "flipY", "turn", "angle", "scale", "origin", "transform"] as const;
const OWN = ["mask", ...PLACED, "data"] as const satisfies (keyof Sprite)[];
type Own = (typeof OWN)[number];
const OPTIONS = NAMES.filter((name): name is Exclude<keyof Sprite, Own> => !OWN.includes(name as Own));

/**
 * Options of a sprite. Call `collisions.jump(sprite)` after you let a continuous sprite jump to another place. For sprites that never
 * meet, `world.oneSidedLayers()` finds those of which only one names a layer of the other.
 */
export interface AddOptions extends Omit<SpriteOptions, Own> {
  /**
   * Rounds the rotation of the sprite to this many equal angles of a circle, 1 to 65536, and its place to whole pixels. It is for crowds that
   * rotate: sprites with the same frame and number share their rotated masks. That is faster, and with 64 steps up to 2.8 degrees off. By
   * default, and with `null`, sprites collide as they are drawn.
   */
  readonly angleSteps?: number | null | undefined;
}

/** Checks options as `add` takes them. */
export function checkOptions(options: AddOptions): void {
  known(options, [...OPTIONS, "angleSteps"]);
  const { angleSteps, ...ofSprite } = options;
  encode(ofSprite, 1, "options");
  if (angleSteps != null) whole(angleSteps, "angleSteps", 1, 65_536);
}

/** Returns the options that are given. */
export function given(options: AddOptions): AddOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as AddOptions;
}

/** What an engine knows about its sprites. */
export interface Engine<S extends object, F extends object> extends Groups<never> {
  /** Which way the engine rounds a y in the middle between two pixels, if it rounds. All engines round such an x up. */
  readonly roundsYUp: boolean;
  frame(sprite: S): F;
  read(frame: F): Picture;
  /** Returns whether the sprite is in the game. */
  isActive(sprite: S): boolean;
  /** Is called before each run of calls of `place`. */
  start(): void;
  /**
   * Writes the map from the rectangle that the engine draws, whose top left is (0, 0), to the world. Returns `false` if
   * the sprite does not take part at the moment.
   */
  place(sprite: S, transform: Transform): boolean;
  /**
   * Returns numbers that say when the engine draws a sprite: it draws sprites in the lexicographic order of their numbers. Returns
   * `null` if it does not draw the sprite.
   */
  order(sprite: S): number[] | null;
  /**
   * Returns a point in the coordinates in which sprites collide. Pointers of the engine have others. Returns `null` if a pointer points at
   * no place.
   */
  pointOf(point: Point): Point | null;
  /** Calls `leave` when the sprite is destroyed. Returns a function that stops this. */
  watch(sprite: S, leave: () => void): () => void;
  name(sprite: S): string;
}

/** A sprite that was added. */
interface Entry<S, F> {
  readonly sprite: S;
  /** The options, and while the sprite does not take part, its data. */
  options: SpriteOptions;
  /** The number of angles to which it is rounded, or `null`. */
  steps: number | null;
  /** The group that the sprite has joined with, or `null` if it was added by itself. */
  group: object | null;
  /** The last round of groups that has found the sprite in its group. */
  round: number;
  /** The id in the world, or -1 if the sprite does not take part at the moment. */
  id: number;
  /** The mask of the frame, or `null` if the frame cannot be read. */
  shown: FrameMask<F> | null;
  /** A frame that cannot be read. */
  bad: F | null;
  /** Whether the world refuses to show the sprite under its map. */
  isRefused: boolean;
  /** What was warned of. */
  readonly warned: Set<Fault>;
  /** The map from the rectangle that the engine draws. */
  tx: number;
  ty: number;
  /** The map from the pixels of the mask, which the world shows. NaN if it shows none. */
  a: number;
  b: number;
  c: number;
  d: number;
  /** Whether the map is more than flips and quarter turns, and its angle as given. The world then keeps the fraction of the translation. */
  isMapped: boolean;
  /** The position of a sprite at whole pixels in the world, less the translation of the map. */
  offsetX: number;
  offsetY: number;
  readonly stop: () => void;
}

/** Why a sprite is left out: what has to change. */
type Fault = "texture" | "scale and rotation" | "position" | "state";

/** One key for two ids, in either order. */
const keyOf = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

export class EngineWorld<S extends object, F extends object> {
  readonly world = new World();
  readonly masks: FrameMasks<F>;
  readonly #engine: Engine<S, F>;
  readonly #entries = new Map<S, Entry<S, F>>();
  /** The sprite of each id. An id that left stays until the next step, because it may be in `ended`. */
  readonly #byId: (S | undefined)[] = [];
  #left: number[] = [];
  /** The first touches of continuous sprites in the last step, by the ids of the two. */
  readonly #impacts = new Map<string, Impact>();
  /** The positions of the world. */
  #positions = new Float64Array();
  /** The linear maps of the sprites that have new ones, four numbers for each. */
  #maps = new Float64Array();
  /** Whether any position that the world has has a fraction. */
  #haveFractions = false;
  /** Whether the world has to read `#positions` before it answers. */
  #isMoved = false;
  readonly #transform = identity();
  #round = 0;

  constructor(engine: Engine<S, F>, solid: Solid) {
    this.#engine = engine;
    this.masks = new FrameMasks(this.world, solid, (frame) => engine.read(frame));
  }

  get size(): number {
    return this.#entries.size;
  }

  has(sprite: S): boolean {
    return this.#entries.has(sprite);
  }

  /** Returns whether a sprite was added, and is in the game. */
  isActive(sprite: S): boolean {
    return this.has(sprite) && this.#engine.isActive(sprite);
  }

  idOf(sprite: S): number | null {
    const id = this.#entries.get(sprite)?.id ?? -1;
    return id < 0 ? null : id;
  }

  spriteOf(id: number): S | undefined {
    return this.#byId[id];
  }

  /**
   * Adds a sprite, alone or with its group. If its frame cannot be read, throws, or with `warns` warns and lets it wait for another frame.
   * If it was added before, changes the options that are given.
   */
  join(sprite: S, options: AddOptions, group: object | null, warns: boolean): void {
    const found = this.#entries.get(sprite);
    if (found) {
      if (found.group) [found.group, found.round] = [group, this.#round];
      return this.set(sprite, options);
    }
    const map = { tx: 0, ty: 0, a: NaN, b: NaN, c: NaN, d: NaN, isMapped: false, offsetX: 0, offsetY: 0 };
    const { angleSteps: steps = null, ...ofSprite } = given(options);
    const state = { options: ofSprite, steps, group, round: this.#round, id: -1, isRefused: false, warned: new Set<Fault>() };
    const entry: Entry<S, F> = { sprite, ...state, shown: null, bad: null, ...map, stop: () => {} };
    if (warns) this.#use(entry, this.#engine.frame(sprite));
    else entry.shown = this.masks.use(this.#engine.frame(sprite), steps);
    this.#entries.set(sprite, { ...entry, stop: this.#engine.watch(sprite, () => this.leave(sprite)) });
  }

  /** Throws if a sprite was not added, or has left. */
  check(sprite: S): void {
    this.#entry(sprite);
  }

  /** Changes the options of a sprite that are given. */
  set(sprite: S, options: AddOptions): void {
    const entry = this.#entry(sprite);
    const { angleSteps, ...changes } = given(options);
    if (angleSteps !== undefined) entry.steps = angleSteps;
    entry.options = { ...entry.options, ...changes };
    if (entry.id >= 0) this.world.set(entry.id, changes);
  }

  /** Forgets where a sprite stood at the last step. */
  jump(sprite: S): void {
    const { id } = this.#entry(sprite);
    if (id >= 0) this.world._endPath(id);
  }

  /** Begins a round in which groups name their members. */
  startRound(): void {
    this.#round += 1;
  }

  /** Notes that a sprite is in a group. Returns whether it has joined with this group, or was added by itself. */
  isMember(sprite: object, group: object): boolean {
    const entry = this.#entries.get(sprite as S);
    if (!entry) return false;
    if (entry.group === group) entry.round = this.#round;
    return entry.group === null || entry.group === group;
  }

  /** Lets the sprites go that are no longer in the group that they have joined with. */
  endRound(): void {
    for (const { sprite, group, round } of this.#entries.values()) if (group && round !== this.#round) this.leave(sprite);
  }

  leave(sprite: S): void {
    const entry = this.#entries.get(sprite);
    if (!entry) return;
    this.#entries.delete(sprite);
    entry.stop();
    this.#hide(entry);
    if (entry.shown) this.masks.release(entry.shown);
  }

  /** Reads the frame of a sprite again. */
  refresh(sprite: S): void {
    const frame = this.#engine.frame(this.#entry(sprite).sprite);
    this.masks.forget(frame);
    for (const entry of this.#entries.values()) if (entry.bad === frame) entry.bad = null;
  }

  /** Moves sprites to where the engine draws them now. */
  move(sprites: readonly S[]): void {
    this.#follow(sprites.map((sprite) => this.#entry(sprite)));
  }

  /** Moves all sprites to where the engine draws them now, and returns the pairs. */
  step(): Pairs<S> {
    this.#follow([...this.#entries.values()]);
    const step = this.world.step();
    this.#readImpacts(step);
    const sprites = (ids: ArrayLike<number>) => Array.from(ids, (id) => this.#byId[id] as S);
    const found = { pairs: sprites(this.#byPath(step.pairs)), began: sprites(this.#byPath(step.began)), ended: sprites(step.ended) };
    for (const id of this.#left) this.#byId[id] = undefined;
    this.#left = [];
    return found;
  }

  /** Returns where two sprites of which one is continuous touched first in the last step, or `null` if they did not. */
  impact(a: S, b: S): Impact | null {
    const [first, second] = [this.idOf(a), this.idOf(b)];
    return first === null || second === null ? null : (this.#impacts.get(keyOf(first, second)) ?? null);
  }

  /** Reads the first touches of continuous sprites. */
  #readImpacts(step: Step): void {
    this.#impacts.clear();
    const continuous = new Set<number>();
    for (const { id, options } of this.#entries.values()) if (options.continuous) continuous.add(id);
    for (let i = 0; continuous.size > 0 && i < step.pairs.length; i += 2) {
      const [a, b] = [step.pairs[i]!, step.pairs[i + 1]!];
      const impact = continuous.has(a) || continuous.has(b) ? step.impact(a, b) : null;
      if (impact) this.#impacts.set(keyOf(a, b), impact);
    }
  }

  /** Returns pairs in the order of the first touches on their paths. Sprites without a path come first. */
  #byPath(ids: Uint32Array): ArrayLike<number> {
    if (this.#impacts.size === 0) return ids;
    const pairs = Array.from({ length: ids.length / 2 }, (_, i) => [ids[2 * i]!, ids[2 * i + 1]!] as const);
    const fraction = ([a, b]: readonly [number, number]) => this.#impacts.get(keyOf(a, b))?.fraction ?? 0;
    return pairs.sort((one, other) => fraction(one) - fraction(other)).flat();
  }

  destroy(): void {
    for (const entry of this.#entries.values()) entry.stop();
    this.#entries.clear();
    this.#byId.length = 0;
    this.world.free();
  }

  #entry(sprite: S): Entry<S, F> {
    const entry = this.#entries.get(sprite);
    if (entry) return entry;
    checkSprite(this.#engine, sprite);
    throw new Error(`${this.#engine.name(sprite)} was not added, or has left: call add(sprite) first`);
  }

  /** Takes a sprite out of the world. */
  #hide(entry: Entry<S, F>): void {
    if (entry.id < 0) return;
    if (this.world.contains(entry.id)) this.world.despawn(entry.id);
    this.#left.push(entry.id);
    entry.id = -1;
    entry.a = NaN;
  }

  /** Takes a sprite out of the world for some time. Returns `false`: it does not take part. */
  #out(entry: Entry<S, F>): false {
    if (this.world.contains(entry.id)) {
      // The world may have changed them.
      const sprite = this.world.get(entry.id);
      entry.options = Object.fromEntries([...OPTIONS, "data" as const].map((name) => [name, sprite[name]])) as SpriteOptions;
    }
    this.#hide(entry);
    return false;
  }

  /** Takes a sprite out of the world until it is well, and warns once. Returns `false`: it does not take part. */
  #leaveOut(entry: Entry<S, F>, fault: Fault, reason: string): false {
    if (!entry.warned.has(fault)) {
      const name = this.#engine.name(entry.sprite);
      console.warn(`hitmask: ${name} is left out until its ${fault} changes: ${reason}`);
    }
    entry.warned.add(fault);
    return this.#out(entry);
  }

  #tooFar(entry: Entry<S, F>, x: number, y: number): false {
    return this.#leaveOut(entry, "position", `it must be finite and at most 2^30 pixels from 0, got the corner (${x}, ${y})`);
  }

  /** Shows sprites as the engine draws them now. */
  #follow(entries: readonly Entry<S, F>[]): void {
    const turned: Entry<S, F>[] = [];
    const released: FrameMask<F>[] = [];
    // A fault of one sprite does not stop the others.
    const each = (list: readonly Entry<S, F>[], fault: Fault, body: (entry: Entry<S, F>) => void) => {
      for (const entry of list) {
        try {
          body(entry);
        } catch (error) {
          this.#leaveOut(entry, fault, messageOf(error));
        }
      }
    };
    this.#engine.start();
    each(entries, "state", (entry) => this.#read(entry, turned, released));
    const states = this.#show(turned);
    let index = 0;
    each(turned, "scale and rotation", (entry) => this.#settle(entry, states, index++));
    for (const mask of released) this.masks.release(mask);
    if (this.#isMoved) this.#setPositions();
    this.#isMoved = false;
  }

  /** Hands the positions over to the world. If none has a fraction, and none had one, whole numbers are faster. */
  #setPositions(): void {
    const positions = this.#positions;
    const had = this.#haveFractions;
    this.#haveFractions = hasFraction(positions);
    this.world.setPositions(had || this.#haveFractions ? positions : new Int32Array(positions));
  }

  /** Notes the frame and the map of a sprite, and where it stands. One with a new map goes to `turned`, its map to `#maps`. */
  #read(entry: Entry<S, F>, turned: Entry<S, F>[], released: FrameMask<F>[]): boolean {
    const { sprite, shown: before } = entry;
    const transform = this.#transform;
    const takesPart = this.#engine.isActive(sprite) && this.#engine.place(sprite, transform);
    const frame = takesPart ? this.#engine.frame(sprite) : null;
    if (frame === null || frame === entry.bad) return this.#out(entry);
    const isOther = !before || before.frame !== frame || before.steps !== entry.steps || before.stale;
    if (isOther) {
      entry.shown = null;
      // The world may show the old mask until the end.
      if (before) released.push(before);
      if (!this.#use(entry, frame)) return this.#out(entry);
    }
    const shown = entry.shown!;
    const { pixelWidth, pixelHeight } = shown;
    const a = transform.a * pixelWidth;
    const b = transform.b * pixelWidth;
    const c = transform.c * pixelHeight;
    const d = transform.d * pixelHeight;
    const area = Math.abs(a * d - b * c);
    if (area < FLAT) return this.#out(entry);
    if (!Number.isFinite(area)) {
      return this.#leaveOut(entry, "scale and rotation", `they must be finite, got the map (${a}, ${b}, ${c}, ${d})`);
    }
    const { tx, ty } = transform;
    if (!(Math.abs(tx) <= FAR && Math.abs(ty) <= FAR)) return this.#tooFar(entry, tx, ty);
    entry.tx = tx;
    entry.ty = ty;
    const isTurned = a !== entry.a || b !== entry.b || c !== entry.c || d !== entry.d;
    entry.isRefused &&= !isOther && !isTurned;
    if (entry.isRefused) return false;
    if (entry.id < 0) {
      entry.id = this.world.spawn(shown.id, 0, 0, entry.options);
      this.world.jumpTo(entry.id, 0, 0); // no path from here
      this.#byId[entry.id] = sprite;
      this.#positions.fill(0, 2 * entry.id, 2 * entry.id + 2);
    }
    if (!isOther && !isTurned) {
      this.#move(entry);
      return true;
    }
    if (4 * turned.length >= this.#maps.length) this.#maps = longer(this.#maps, 8 * turned.length);
    this.#maps.set([a, b, c, d], 4 * turned.length);
    turned.push(entry);
    return true;
  }

  /** Takes the mask of a frame. If the frame cannot be read, warns, and the sprite waits for another frame. */
  #use(entry: Entry<S, F>, frame: F): boolean {
    try {
      entry.shown = this.masks.use(frame, entry.steps);
      entry.bad = null;
      return true;
    } catch (error) {
      entry.bad = frame;
      return this.#leaveOut(entry, "texture", messageOf(error));
    }
  }

  /** Lets the world show sprites under their maps. */
  #show(turned: readonly Entry<S, F>[]): Float64Array {
    const count = turned.length;
    if (count === 0) return new Float64Array();
    const ids = new Uint32Array(count);
    const masks = new Uint32Array(count);
    for (let index = 0; index < count; index++) {
      ids[index] = turned[index]!.id;
      masks[index] = turned[index]!.shown!.id;
    }
    return this.world._show(ids, masks, this.#maps.subarray(0, 4 * count));
  }

  /** Notes what the world shows of a sprite that has a new map, and where it stands. */
  #settle(entry: Entry<S, F>, states: Float64Array, index: number): void {
    const maps = this.#maps;
    entry.a = maps[4 * index]!;
    entry.b = maps[4 * index + 1]!;
    entry.c = maps[4 * index + 2]!;
    entry.d = maps[4 * index + 3]!;
    const state = states[3 * index + 2];
    if (state === REFUSED) {
      const { a, b, c, d } = entry;
      this.#leaveOut(entry, "scale and rotation", `under the map (${a}, ${b}, ${c}, ${d}), it would be too large`);
      [entry.a, entry.b, entry.c, entry.d] = [a, b, c, d];
      entry.isRefused = true;
    }
    entry.isMapped = state === MAPPED;
    entry.offsetX = states[3 * index]!;
    entry.offsetY = states[3 * index + 1]!;
    this.#move(entry);
  }

  /** Notes the position of a sprite that takes part: whole, or of one that keeps its fraction as the engine has it. */
  #move(entry: Entry<S, F>): void {
    if (entry.id < 0) return;
    const { tx, ty, isMapped } = entry;
    const x = isMapped ? tx : snap(tx + entry.offsetX, true);
    const y = isMapped ? ty : snap(ty + entry.offsetY, this.#engine.roundsYUp);
    if (!(Math.abs(x) <= MAX_POSITION && Math.abs(y) <= MAX_POSITION)) {
      this.#tooFar(entry, x, y);
      return;
    }
    const at = 2 * entry.id;
    if (at >= this.#positions.length) this.#positions = longer(this.#positions, 2 * this.world.slotCount);
    if (this.#positions[at] === x && this.#positions[at + 1] === y) return;
    this.#positions[at] = x;
    this.#positions[at + 1] = y;
    this.#isMoved = true;
  }
}

function hasFraction(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== Math.floor(numbers[i]!)) return true;
  return false;
}

/** Returns a longer copy of an array of numbers. */
function longer(array: Float64Array, least: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(Math.max(least, 2 * array.length, 64));
  copy.set(array);
  return copy;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
