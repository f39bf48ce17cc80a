/** The callbacks of the adapters, and the pairs that they are called for. Internal. */

/** What an engine knows about its groups. */
export interface Groups<G extends object> {
  /** Returns the members of a group, or `null` if this is not a group. */
  members(group: object): Iterable<object> | null;
  /** Returns whether an object is in a group. */
  contains(group: G, sprite: object): boolean;
}

/** A sprite, a list of sprites, or a group of the engine. */
export type Sprites<S, G> = S | readonly S[] | G;

/** A callback that was added. */
export interface Listener {
  /** Whether the callback is called. Set it to `false` for a pause. */
  active: boolean;
  /** Removes the callback. */
  destroy(): void;
}

/** Pairs of sprites: two in a row belong together. */
export interface Pairs<S> {
  readonly pairs: readonly S[];
  readonly began: readonly S[];
  readonly ended: readonly S[];
}

type Callback<S> = (first: S, second: S) => void;
type Process<S> = (first: S, second: S) => boolean;

/** Adds a listener to a list. */
function listen<T extends object>(list: Set<T & Listener>, what: T): Listener {
  const listener: T & Listener = { ...what, active: true, destroy: () => void list.delete(listener) };
  list.add(listener);
  return listener;
}

export class Listeners<S extends object, G extends object> {
  readonly #groups: Groups<G>;
  readonly #began = new Set<Listener & { callback: Callback<S> }>();
  readonly #ended = new Set<Listener & { callback: Callback<S> }>();
  readonly #overlaps = new Set<Listener & { callback: Callback<S>; first: Matcher<S>; second: Matcher<S> }>();
  /** Pairs whose begin nobody was told, because a callback destroyed one of the two first. Nor is their end told. */
  #untold: S[] = [];

  constructor(groups: Groups<G>) {
    this.#groups = groups;
  }

  on(when: "began" | "ended", callback: Callback<S>, context: unknown): Listener {
    return listen(when === "began" ? this.#began : this.#ended, { callback: callback.bind(context) });
  }

  addOverlap(
    first: Sprites<S, G>,
    second: Sprites<S, G> | null | undefined,
    callback: Callback<S>,
    process: Process<S> | null | undefined,
    context: unknown,
  ): Listener {
    const call = (a: S, b: S) => {
      if (!process || process.call(context, a, b)) callback.call(context, a, b);
    };
    const matcher = this.#matcher(first);
    const other = second == null || second === first ? matcher : this.#matcher(second);
    return listen(this.#overlaps, { callback: call, first: matcher, second: other });
  }

  /** Calls the listeners for the pairs of a step. A sprite that leaves in a callback is not in later callbacks. */
  call({ pairs, began, ended }: Pairs<S>, isHere: (sprite: S) => boolean): void {
    const untold = this.#untold;
    this.#untold = [];
    each(ended, (a, b) => {
      for (let i = 0; i < untold.length; i += 2) if (untold[i] === a && untold[i + 1] === b) return;
      for (const listener of this.#ended) if (listener.active) listener.callback(a, b);
    });
    each(began, (a, b) => {
      if (!isHere(a) || !isHere(b)) return void this.#untold.push(a, b);
      for (const listener of this.#began) if (listener.active && isHere(a) && isHere(b)) listener.callback(a, b);
    });
    for (const listener of this.#overlaps) {
      if (!listener.active || pairs.length === 0) continue;
      const [first, second] = [listener.first(), listener.second()];
      each(pairs, (a, b) => {
        if (!listener.active || !isHere(a) || !isHere(b)) return;
        if (first(a) && second(b)) listener.callback(a, b);
        else if (first(b) && second(a)) listener.callback(b, a);
      });
    }
  }

  clear(): void {
    for (const list of [this.#began, this.#ended, this.#overlaps]) list.clear();
    this.#untold = [];
  }

  /** Groups and lists may change between steps, so that each step asks them again. */
  #matcher(sprites: Sprites<S, G>): Matcher<S> {
    if (Array.isArray(sprites)) {
      return () => {
        const members = new Set<S>(sprites);
        return (sprite) => members.has(sprite);
      };
    }
    if (this.#groups.members(sprites as object)) {
      return () => (sprite) => this.#groups.contains(sprites as G, sprite);
    }
    return () => (sprite) => sprite === sprites;
  }
}

/** Returns, for a step, what says whether a sprite is meant. */
type Matcher<S> = () => (sprite: S) => boolean;

function each<S>(pairs: readonly S[], body: (a: S, b: S) => void): void {
  for (let i = 0; i < pairs.length; i += 2) body(pairs[i], pairs[i + 1]);
}
