/** Pixel-perfect collisions between sprites: what the adapters of all engines share. Internal. */
import type { Contact, Impact, Point, Probe, Solid, World } from "./api.js";
import { type At, known, split } from "./check.js";
import { checkSprite, type Groups, type Listener, Listeners, type Sprites } from "./listeners.js";
import { solidOf } from "./mask.js";
import { type AddOptions, checkOptions, type Engine, given, EngineWorld } from "./engine-world.js";

/** Options of `PixelCollisions`. At most one of `alphaAbove`, `colorKey` and `lumaAbove` says what is solid. */
export interface CollisionOptions extends Solid {}

/** Options of `find` and `pick`. */
export interface FindOptions<S> {
  /** If given, only sprites in one of these layers are found. Each bit is a layer. */
  readonly layers?: number | undefined;
  /** A sprite that is left out. */
  readonly without?: S | undefined;
}

type Callback<S, R> = (a: S, b: S) => R;

/** Returns what the options of an adapter say is solid. `names` are those that only this engine has. */
export function solidIn(options: CollisionOptions, names: readonly string[]): Solid {
  known(options, [...names, "alphaAbove", "colorKey", "lumaAbove"]);
  const { alphaAbove, colorKey, lumaAbove } = options;
  const solid = { alphaAbove, colorKey, lumaAbove };
  solidOf(solid);
  return solid;
}

/** Pixel-perfect collisions between sprites. Each engine has a class that extends this one. */
export class SpriteCollisions<S extends object, F extends object, G extends object> {
  readonly #engine: Engine<S, F> & Groups<G>;
  readonly #engineWorld: EngineWorld<S, F>;
  readonly #listeners: Listeners<S, G>;
  /** The groups whose members join by themselves. */
  readonly #groups = new Map<object, AddOptions>();
  /** Sprites that were removed, and do not join again with their group. */
  readonly #removed = new WeakSet<object>();
  /** All sprites that were ever added or removed, and members of groups that are none. */
  readonly #known = new WeakSet<object>();
  #state: "ready" | "updating" | "destroyed" = "ready";

  protected constructor(engine: Engine<S, F> & Groups<G>, solid: Solid) {
    this.#engine = engine;
    this.#engineWorld = new EngineWorld(engine, solid);
    this.#listeners = new Listeners(engine);
  }

  /**
   * The world that holds the sprites, for rays, sweeps and moves. `idOf` and `spriteOf` translate its ids. A move of the world does not
   * move the sprite: add the move to the position of the sprite.
   */
  get world(): World {
    return this.#here().world;
  }

  /** The number of sprites that were added and have not left. */
  get size(): number {
    return this.#engineWorld.size;
  }

  /** The number of masks in memory: one for each frame that sprites show, and at most 256 for frames shown before. */
  get maskCount(): number {
    return this.#engineWorld.masks.size;
  }

  /**
   * Adds a sprite, a list of sprites, or a group. A group is live: sprites that are put into it later join at the next `update`, and
   * sprites that are taken out of it leave. Destroyed sprites leave by themselves. Sprites that were added before get the options that
   * are given.
   *
   * If the texture of a sprite cannot be read, it throws and adds none. If that happens in an `update`, because the texture changes
   * or the sprite joins with its group, the sprite is left out with a warning until its texture changes. So is a sprite whose position, scale
   * or rotation is not finite or too large. Members of a group that are not sprites are left out with a warning too.
   */
  add(sprites: Sprites<S, G>, options: AddOptions = {}): this {
    const engineWorld = this.#here();
    checkOptions(options);
    const members = this.#engine.members(sprites);
    const group = members ? (sprites as object) : null;
    const list = members ? [...members].filter((member) => this.#isSprite(member)) : this.#list(sprites);
    for (const sprite of list) checkSprite(this.#engine, sprite);
    const joined: object[] = [];
    try {
      for (const sprite of list) {
        if (!engineWorld.has(sprite as S)) joined.push(sprite);
        engineWorld.join(sprite as S, options, group, false);
      }
    } catch (error) {
      for (const sprite of joined) engineWorld.leave(sprite as S);
      throw error;
    }
    if (group) this.#groups.set(group, { ...this.#groups.get(group), ...given(options) });
    for (const sprite of list) {
      this.#removed.delete(sprite);
      this.#known.add(sprite);
    }
    return this;
  }

  /**
   * Changes options of a sprite, of a list, or of a group with its members of now and later. Options that are not given stay.
   *
   * @throws Error if a sprite was not added, or has left. Then it changes none.
   */
  set(sprites: Sprites<S, G>, options: AddOptions): this {
    const engineWorld = this.#here();
    checkOptions(options);
    const members = this.#engine.members(sprites);
    const before = this.#groups.get(sprites);
    const all = members ? [...members] : this.#list(sprites);
    // A member of a group that was added may join later, or may have been removed.
    const list = before ? all.filter((member) => engineWorld.has(member as S)) : all;
    for (const sprite of list) engineWorld.check(sprite as S);
    if (before) this.#groups.set(sprites, { ...before, ...given(options) });
    for (const sprite of list) engineWorld.set(sprite as S, options);
    return this;
  }

  /**
   * Removes a sprite, a list of sprites, or a group with its members. Their pairs end at the next `update`. A sprite
   * that was removed does not join again with its group, only by `add`.
   */
  remove(sprites: Sprites<S, G>): this {
    this.#groups.delete(sprites);
    for (const sprite of this.#engine.members(sprites) ?? this.#list(sprites)) {
      if (typeof sprite !== "object" || sprite === null) checkSprite(this.#engine, sprite);
      this.#engineWorld.leave(sprite as S);
      this.#removed.add(sprite);
      this.#known.add(sprite);
    }
    return this;
  }

  /** Returns whether a sprite was added and has not left. */
  contains(sprite: S): boolean {
    return this.#engineWorld.has(sprite);
  }

  /**
   * Calls back in each update for each pair of a sprite of `first` and a sprite of `second` that share a solid pixel,
   * once a pair. If `second` is `null`, the pairs are within `first`. If there is a `process`, it is called first, and the
   * callback only if it returns `true`.
   */
  addOverlap<A extends S = S, B extends S = A>(
    first: Sprites<A, G>,
    second: Sprites<B, G> | null,
    callback: (first: A, second: B) => void,
    process?: ((first: A, second: B) => boolean) | null,
    context?: unknown,
  ): Listener {
    // The members of `first` and `second` have the types that the callback asks for.
    const [call, decide] = [callback, process] as [Callback<S, void>, Callback<S, boolean> | null | undefined];
    this.#here();
    return this.#listeners.addOverlap(first, second, call, decide, context);
  }

  /**
   * Calls back for each pair of sprites that began to overlap in an update. The two are in no particular order. The pairs of a `continuous`
   * sprite come in the order of its path, so the first one is what a bullet met first.
   */
  onBegin<A extends S = S>(callback: (a: A, b: A) => void, context?: unknown): Listener {
    this.#here();
    return this.#listeners.on("began", callback as Callback<S, void>, context);
  }

  /**
   * Calls back for each pair of sprites whose overlap ended in an update, also if one of them was removed or destroyed.
   * The two are in the order in which the pair began.
   */
  onEnd<A extends S = S>(callback: (a: A, b: A) => void, context?: unknown): Listener {
    this.#here();
    return this.#listeners.on("ended", callback as Callback<S, void>, context);
  }

  /** Returns whether two sprites share a solid pixel, where they stand now. */
  overlaps(a: S, b: S): boolean {
    return this.contact(a, b) !== null;
  }

  /**
   * Returns the solid pixels that two sprites share and how the two separate, where they stand now, in the coordinates of the
   * game. The normal and the penetration are those of `a`. It is `null` if they share no pixel.
   */
  contact(a: S, b: S): Contact | null {
    this.#here().move([a, b]);
    const [first, second] = [this.idOf(a), this.idOf(b)];
    return first === null || second === null ? null : this.world.contact(first, second);
  }

  /**
   * Returns where two sprites, of which one is `continuous`, touched first on their paths in the last update: also for a bullet that is
   * behind the other by now, with which it shares no pixel and has no {@link contact}. Its `a` is the one with the smaller id: ask
   * `contact.normalOf(id)` and `beforeOf(id)`, with an id of {@link idOf}. Returns `null` if the two did not touch.
   */
  impact(a: S, b: S): Impact | null {
    return this.#here().impact(a, b);
  }

  /**
   * Returns the sprites that share a pixel with a sprite where it stands now, and that their layers let it collide with. The others
   * stand where they stood at the last update.
   */
  overlapping(sprite: S): S[] {
    const engineWorld = this.#here();
    if (!this.contains(sprite)) return [];
    engineWorld.move([sprite]);
    const id = this.idOf(sprite);
    return id === null ? [] : this.#spritesOf(this.world.overlapping(id));
  }

  /**
   * Returns the sprites with a solid pixel at a point, in a shape or under a mask, where they stood at the last update. A
   * point is the pixel that it lies in, as pointers have it. A pointer of the engine is taken as what it points at, through its camera.
   */
  find(probe: Probe, options: FindOptions<S> = {}): S[] {
    known(options, ["layers", "without"]);
    const { layers, without } = options;
    if (without !== undefined) checkSprite(this.#engine, without);
    const id = without && this.idOf(without);
    const place = this.#placeOf(probe);
    return place === null ? [] : this.#spritesOf(this.world.find(place, { layers, without: id ?? undefined }));
  }

  /**
   * Returns the sprite on top at a point: of the sprites with a solid pixel there, the one that the engine draws last. Returns `null`
   * if there is none. The sprites are those that {@link find} finds, without those that the engine does not draw. It takes a pointer of the engine
   * too: `pick(pointer)`.
   */
  pick(...args: At<[options?: FindOptions<S>]>): S | null {
    const [first, ...rest] = args;
    let [top, last]: [S | null, number[]] = [null, []];
    const place = this.#placeOf(first);
    if (place === null) return top;
    const [x, y, options] = split([place, ...rest] as typeof args);
    for (const sprite of this.find({ x, y }, options)) {
      const order = this.#engine.order(sprite);
      if (order && (top === null || isAfter(order, last))) [top, last] = [sprite, order];
    }
    return top;
  }

  /** Returns the id of a sprite in `world`. It is `null` until the first `update` after `add`, and while the sprite is inactive. */
  idOf(sprite: S): number | null {
    return this.#engineWorld.idOf(sprite);
  }

  /** Returns the sprite with an id of `world`. */
  spriteOf(id: number): S | undefined {
    return this.#engineWorld.spriteOf(id);
  }

  /**
   * Reads the frame of a sprite again, for example after drawing on its canvas. All sprites that show the frame follow
   * at the next `update`.
   */
  refresh(sprite: S): void {
    this.#here().refresh(sprite);
  }

  /**
   * Call it after you have let a `continuous` sprite jump to another place: the next update does not test the path
   * there.
   */
  jump(sprite: S): void {
    this.#here().jump(sprite);
  }

  /** Takes over the transforms and the frames of all sprites, and calls the callbacks for the pairs. */
  update(): void {
    const engineWorld = this.#here();
    if (this.#state === "updating") throw new Error("cannot update in a callback");
    this.#state = "updating";
    try {
      this.#joinGroups();
      this.#listeners.warn((sprite) => this.#known.has(sprite), (sprite) => this.#engine.name(sprite));
      this.#listeners.call(engineWorld.step(), (sprite) => engineWorld.isActive(sprite));
    } finally {
      // A callback may destroy it.
      if (this.#state === "updating") this.#state = "ready";
    }
  }

  /** Lets all sprites go and frees the memory. The sprites themselves stay. Later calls throw, except `destroy`, `remove` and `contains`. */
  destroy(): void {
    if (this.#state === "destroyed") return;
    this.#state = "destroyed";
    this.#groups.clear();
    this.#listeners.clear();
    this.#engineWorld.destroy();
  }

  #spritesOf(ids: Uint32Array): S[] {
    return Array.from(ids, (id) => this.spriteOf(id)).filter((sprite) => sprite !== undefined);
  }

  /** Returns the world of the engine, unless it was destroyed. */
  #here(): EngineWorld<S, F> {
    if (this.#state !== "destroyed") return this.#engineWorld;
    throw new Error("this PixelCollisions was destroyed, by destroy() or at the end of its scene: make new PixelCollisions");
  }

  /** Lets the members of groups join, and those go that are in their group no more. */
  #joinGroups(): void {
    const late: [object, object, AddOptions][] = [];
    this.#engineWorld.startRound();
    for (const [group, options] of this.#groups) {
      const members = this.#engine.members(group);
      if (!members) this.#groups.delete(group);
      for (const member of members ?? []) if (!this.#engineWorld.isMember(member, group)) late.push([member, group, options]);
    }
    this.#engineWorld.endRound();
    for (const [member, group, options] of late) {
      if (this.#engineWorld.has(member as S) || this.#removed.has(member) || !this.#isSprite(member)) continue;
      this.#engineWorld.join(member as S, options, group, true);
      this.#known.add(member);
    }
  }

  /** Returns whether a member of a group is a sprite. If it is not, warns once. */
  #isSprite(member: object): boolean {
    const fault = this.#engine.fault(member);
    if (fault && !this.#known.has(member)) {
      this.#known.add(member);
      const { got, fix } = fault;
      console.warn(`hitmask: ${got} in a group does not collide: ${fix}; or call remove(it) before, to leave it out without this warning`);
    }
    return !fault;
  }

  /** Returns a place in the coordinates of the sprites, or `null` if a pointer points at none. */
  #placeOf<T>(place: T): T | Point | null {
    return typeof place === "object" && place !== null ? this.#engine.pointOf(place as unknown as Point) : place;
  }

  #list(sprites: unknown): readonly object[] {
    return Array.isArray(sprites) ? sprites : [sprites as object];
  }
}

/** Compares two lists of numbers in lexicographic order. */
function isAfter(a: readonly number[], b: readonly number[]): boolean {
  const first = a.findIndex((number, index) => number !== b[index]);
  return first >= 0 && (first >= b.length || a[first]! > b[first]!);
}
