/** The callbacks of the adapters, and the pairs that they are called for. Internal. */
import { callback as checkedCallback } from "./check.js";

/** What an engine knows about its groups. */
export interface Groups<G extends object> {
  /** What can be added. */
  readonly expected: string;
  /** Returns what an object is and what to do instead, or `null` if it is a sprite. */
  fault(object: unknown): { readonly got: string; readonly fix: string } | null;
  /** Returns the members of a group, or `null` if this is not a group. */
  members(group: unknown): Iterable<object> | null;
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

/** Throws if this is not a sprite of the engine. */
export function checkSprite(engine: Groups<never>, sprite: unknown): void {
  const fault = engine.fault(sprite);
  if (fault) throw new TypeError(`expected ${engine.expected}, got ${fault.got}: ${fault.fix}`);
}

type Callback<S> = (first: S, second: S) => void;
type Process<S> = (first: S, second: S) => boolean;

/** Adds a listener to a list. */
function listen<T extends object>(list: Set<T & Listener>, what: T): Listener {
  const listener: T & Listener = { ...what, active: true, destroy: () => void list.delete(listener) };
  list.add(listener);
  return listener;
}

/** The sprites of one argument of `addOverlap`. */
interface Side<S> {
  readonly match: Matcher<S>;
  /** Returns the sprites that it names now. */
  readonly sprites: () => Iterable<object>;
  /** Whether it was known at an update that they were added. */
  isAdded: boolean;
}

export class Listeners<S extends object, G extends object> {
  readonly #groups: Groups<G>;
  readonly #began = new Set<Listener & { callback: Callback<S> }>();
  readonly #ended = new Set<Listener & { callback: Callback<S> }>();
  readonly #overlaps = new Set<Listener & { callback: Callback<S>; first: Side<S>; second: Side<S> }>();
  /** Pairs whose begin nobody was told, because a callback destroyed one of the two first. Nor is their end told. */
  #untold: S[] = [];

  constructor(groups: Groups<G>) {
    this.#groups = groups;
  }

  on(when: "began" | "ended", callback: Callback<S>, context: unknown): Listener {
    return listen(when === "began" ? this.#began : this.#ended, { callback: checkedCallback(callback, "callback").bind(context) });
  }

  addOverlap(
    first: Sprites<S, G>,
    second: Sprites<S, G> | null,
    callback: Callback<S>,
    process: Process<S> | null | undefined,
    context: unknown,
  ): Listener {
    if (second === undefined) {
      throw new TypeError("second must be a sprite, a list or a group, got undefined; give null for the pairs within the first");
    }
    checkedCallback(callback, "callback");
    if (process != null) checkedCallback(process, "process");
    const call = (a: S, b: S) => {
      if (!process || process.call(context, a, b)) callback.call(context, a, b);
    };
    const side = this.#side(first);
    const other = second === null || second === first ? side : this.#side(second);
    return listen(this.#overlaps, { callback: call, first: side, second: other });
  }

  /** Warns of sprites of `addOverlap` that were never added, once. */
  warn(wasAdded: (sprite: object) => boolean, nameOf: (sprite: S) => string): void {
    for (const { first, second } of this.#overlaps) {
      for (const side of first === second ? [first] : [first, second]) {
        if (side.isAdded) continue;
        for (const sprite of side.sprites()) {
          side.isAdded = true;
          if (wasAdded(sprite)) continue;
          console.warn(`hitmask: addOverlap waits for ${nameOf(sprite as S)}, which was not added: call add(sprite) too`);
          break;
        }
      }
    }
  }

  /** Calls the listeners for the pairs of a step. A sprite that leaves or is hidden in a callback is not in later callbacks. */
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
      const [first, second] = [listener.first.match(), listener.second.match()];
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
  #side(sprites: Sprites<S, G>): Side<S> {
    const isAdded = false;
    if (this.#groups.members(sprites)) {
      const match: Matcher<S> = () => (sprite) => this.#groups.contains(sprites as G, sprite);
      return { match, sprites: () => this.#groups.members(sprites) ?? [], isAdded };
    }
    const list = Array.isArray(sprites) ? (sprites as readonly S[]) : null;
    for (const sprite of list ?? [sprites]) checkSprite(this.#groups, sprite);
    if (!list) return { match: () => (sprite) => sprite === sprites, sprites: () => [sprites as object], isAdded };
    const match: Matcher<S> = () => {
      const members = new Set<S>(list);
      return (sprite) => members.has(sprite);
    };
    return { match, sprites: () => list, isAdded };
  }
}

/** Returns, for a step, what says whether a sprite is meant. */
type Matcher<S> = () => (sprite: S) => boolean;

function each<S>(pairs: readonly S[], body: (a: S, b: S) => void): void {
  for (let i = 0; i < pairs.length; i += 2) body(pairs[i], pairs[i + 1]);
}
