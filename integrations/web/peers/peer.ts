/** What the worlds of the peers have in common: the sprites they are given, and the pairs they return. */

/** The sprites of a world. Sprite `i` shows the mask `masks[shapes[i]]`. */
export interface Sprites<M> {
  readonly masks: readonly M[];
  readonly shapes: ArrayLike<number>;
}

/** Finds the pairs of sprites that share a solid pixel. */
export interface Peer {
  /** Finds all pairs, each once. Sprite `i` stands with its top-left pixel at (positions[2 * i], positions[2 * i + 1]). */
  step(positions: Int32Array): number;
  /** The pairs of the last step: a0, b0, a1, b1, ... in no order. The next step overwrites the array. */
  readonly pairs: Uint32Array;
}

/** A list of pairs that keeps its memory from step to step. */
export class PairList {
  #data = new Uint32Array(1024);
  #length = 0;

  get count(): number {
    return this.#length >> 1;
  }

  get view(): Uint32Array {
    return this.#data.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  push(a: number, b: number): void {
    if (this.#length === this.#data.length) {
      const larger = new Uint32Array(2 * this.#data.length);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.#length++] = a;
    this.#data[this.#length++] = b;
  }
}
