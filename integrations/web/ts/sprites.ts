/** Pixel-perfect collisions between sprites: what the adapters of all engines share. Internal. */
import type { Contact, Probe, QueryOptions, Solid, World } from "./api.js";
import { type At, split } from "./check.js";
import { type Groups, type Listener, Listeners, type Sprites } from "./listeners.js";
import { type AddOptions, type Engine, Stage } from "./stage.js";

/** Options of `PixelCollisions`. At most one of `alphaAbove`, `colorKey` and `lumaAbove` says what is solid. */
export interface CollisionOptions extends Solid {
  /**
   * Whether sprites collide at exactly the angle and the scale at which they are drawn. By default, a sprite collides
   * at the nearest of 64 angles and at a scale that is at most 1.1 % off, so that sprites share their rotated and
   * scaled masks. Quarter turns, flips, and factors such as 2, 3 and 1/3 are always exact.
   */
  readonly exact?: boolean | undefined;
}

type Callback<S, R> = (a: S, b: S) => R;

/** Pixel-perfect collisions between sprites. Each engine has a class that extends this one. */
export class SpriteCollisions<S extends object, F extends object, G extends object> {
  readonly #engine: Engine<S, F> & Groups<G>;
  readonly #stage: Stage<S, F>;
  readonly #listeners: Listeners<S, G>;
  /** The groups whose members join by themselves. */
  readonly #groups = new Map<object, AddOptions>();
  /** Sprites that were removed, and do not join again with their group. */
  readonly #removed = new WeakSet<object>();
  #state: "ready" | "updating" | "destroyed" = "ready";

  protected constructor(engine: Engine<S, F> & Groups<G>, { exact = false, ...solid }: CollisionOptions) {
    this.#engine = engine;
    this.#stage = new Stage(engine, solid, exact);
    this.#listeners = new Listeners(engine);
  }

  /** The world that holds the sprites, for rays and other queries. `idOf` and `spriteOf` translate its ids. */
  get world(): World {
    return this.#stage.world;
  }

  /** The number of sprites that were added and have not left. */
  get size(): number {
    return this.#stage.size;
  }

  /** The number of masks in memory: one for each frame that sprites show, and at most 256 for frames shown before. */
  get maskCount(): number {
    return this.#stage.masks.size;
  }

  /**
   * Adds a sprite, a list of sprites, or a group. Sprites that are put into the group later join at the next `update`.
   * Destroyed sprites leave by themselves.
   *
   * If the texture of a sprite cannot be read, it throws. If that happens in an `update`, because the texture changes or the
   * sprite joins with its group, it warns once, and the sprite takes no part until its texture changes.
   */
  add(sprites: Sprites<S, G>, options: AddOptions = {}): this {
    if (this.#engine.members(sprites)) this.#groups.set(sprites, options);
    for (const sprite of this.#list(sprites)) {
      this.#stage.join(sprite, options, false);
      this.#removed.delete(sprite);
    }
    return this;
  }

  /**
   * Removes a sprite, a list of sprites, or a group with its members. Their pairs end at the next `update`. A sprite
   * that was removed does not join again with its group, only by `add`.
   */
  remove(sprites: Sprites<S, G>): this {
    this.#groups.delete(sprites);
    for (const sprite of this.#list(sprites)) {
      this.#stage.leave(sprite as S);
      this.#removed.add(sprite);
    }
    return this;
  }

  /** Returns whether a sprite was added and has not left. */
  has(sprite: S): boolean {
    return this.#stage.has(sprite);
  }

  /**
   * Calls back in each update for each pair of a sprite of `first` and a sprite of `second` that share a solid pixel,
   * once a pair. Without `second`, the pairs are within `first`. If there is a `process`, it is called first, and the
   * callback only if it returns `true`.
   */
  addOverlap<A extends S = S, B extends S = A>(
    first: Sprites<A, G>,
    second: Sprites<B, G> | null | undefined,
    callback: (first: A, second: B) => void,
    process?: ((first: A, second: B) => boolean) | null,
    context?: unknown,
  ): Listener {
    // The members of `first` and `second` have the types that the callback asks for.
    const [call, decide] = [callback, process] as [Callback<S, void>, Callback<S, boolean> | null | undefined];
    return this.#listeners.addOverlap(first, second, call, decide, context);
  }

  /** Calls back for each pair of sprites that began to overlap in an update. The two are in no particular order. */
  onBegin<A extends S = S>(callback: (a: A, b: A) => void, context?: unknown): Listener {
    return this.#listeners.on("began", callback as Callback<S, void>, context);
  }

  /**
   * Calls back for each pair of sprites whose overlap ended in an update, also if one of them was removed or destroyed.
   * The two are in the order in which the pair began.
   */
  onEnd<A extends S = S>(callback: (a: A, b: A) => void, context?: unknown): Listener {
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
    this.#stage.move([a, b]);
    const [first, second] = [this.idOf(a), this.idOf(b)];
    return first === null || second === null ? null : this.world.contact(first, second);
  }

  /**
   * Returns the sprites that share a pixel with a sprite where it stands now, and that their layers let it collide with. The others
   * stand where they stood at the last update.
   */
  overlapping(sprite: S): S[] {
    if (!this.has(sprite)) return [];
    this.#stage.move([sprite]);
    const id = this.idOf(sprite);
    return id === null ? [] : this.#spritesOf(this.world.overlapping(id));
  }

  /**
   * Returns the sprites with a solid pixel at a point, in a shape or under a mask, where they stood at the last update. A
   * point is the pixel that it lies in, as pointers have it.
   */
  find(probe: Probe, options: QueryOptions = {}): S[] {
    return this.#spritesOf(this.world.find(probe, options));
  }

  /**
   * Returns the sprite on top at a point: of the sprites with a solid pixel there, the one that the engine draws last. Returns `null`
   * if there is none. The sprites are those that {@link find} finds, without those that the engine does not draw.
   */
  pick(...args: At<[options?: QueryOptions]>): S | null {
    const [x, y, options] = split(args);
    let [top, last]: [S | null, number[]] = [null, []];
    for (const sprite of this.find({ x, y }, options)) {
      const order = this.#engine.order(sprite);
      if (order && (top === null || isAfter(order, last))) [top, last] = [sprite, order];
    }
    return top;
  }

  /** Returns the id of a sprite in `world`, or `null` if the sprite does not take part at the moment. */
  idOf(sprite: S): number | null {
    return this.#stage.idOf(sprite);
  }

  /** Returns the sprite with an id of `world`. */
  spriteOf(id: number): S | undefined {
    return this.#stage.spriteOf(id);
  }

  /**
   * Reads the frame of a sprite again, for example after drawing on its canvas. All sprites that show the frame follow
   * at the next `update`.
   */
  refresh(sprite: S): void {
    this.#stage.refresh(sprite);
  }

  /** Takes over the transforms and the frames of all sprites, and calls the callbacks for the pairs. */
  update(): void {
    if (this.#state !== "ready") {
      const isDestroyed = this.#state === "destroyed";
      throw new Error(
        isDestroyed ? "cannot update after destroy: make new PixelCollisions" : "cannot update in a callback",
      );
    }
    this.#state = "updating";
    try {
      this.#joinGroups();
      this.#listeners.call(this.#stage.step(), (sprite) => this.#stage.has(sprite));
    } finally {
      // A callback may destroy it.
      if (this.#state === "updating") this.#state = "ready";
    }
  }

  /** Lets all sprites go and frees the memory. The sprites themselves stay. */
  destroy(): void {
    if (this.#state === "destroyed") return;
    this.#state = "destroyed";
    this.#groups.clear();
    this.#listeners.clear();
    this.#stage.destroy();
  }

  #spritesOf(ids: Uint32Array): S[] {
    return Array.from(ids, (id) => this.spriteOf(id)).filter((sprite) => sprite !== undefined);
  }

  #joinGroups(): void {
    for (const [group, options] of this.#groups) {
      const members = this.#engine.members(group);
      if (!members) this.#groups.delete(group);
      for (const sprite of members ?? []) if (!this.#removed.has(sprite)) this.#stage.join(sprite, options, true);
    }
  }

  #list(sprites: Sprites<S, G>): Iterable<object> {
    return this.#engine.members(sprites) ?? (Array.isArray(sprites) ? sprites : [sprites]);
  }
}

/** Compares two lists of numbers in lexicographic order. */
function isAfter(a: readonly number[], b: readonly number[]): boolean {
  const first = a.findIndex((number, index) => number !== b[index]);
  return first >= 0 && (first >= b.length || a[first]! > b[first]!);
}
