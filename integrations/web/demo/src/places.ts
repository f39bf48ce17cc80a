/** Finds places for sprites, so that a new scene begins with near misses instead of heaps. */

const cell = 80;

/** Circles in a grid. Each circle stands in the cell of its center. */
export class Places {
  readonly #side: number;
  readonly #half: number;
  readonly #first: Int32Array;
  readonly #next: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  readonly #radius: number[] = [];
  #largest = 0;

  constructor(radius: number) {
    this.#half = radius + cell;
    this.#side = Math.ceil((2 * this.#half) / cell);
    this.#first = new Int32Array(this.#side * this.#side).fill(-1);
  }

  #column(value: number): number {
    return Math.min(this.#side - 1, Math.max(0, Math.floor((value + this.#half) / cell)));
  }

  add(x: number, y: number, radius: number): void {
    const at = this.#column(y) * this.#side + this.#column(x);
    this.#next.push(this.#first[at]);
    this.#first[at] = this.#x.push(x) - 1;
    this.#y.push(y);
    this.#radius.push(radius);
    this.#largest = Math.max(this.#largest, radius);
  }

  /** Whether a circle of this radius meets no other circle. */
  isFree(x: number, y: number, radius: number): boolean {
    const reach = radius + this.#largest;
    const [left, right] = [this.#column(x - reach), this.#column(x + reach)];
    const bottom = this.#column(y + reach);
    for (let row = this.#column(y - reach); row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        for (let i = this.#first[row * this.#side + column]; i >= 0; i = this.#next[i]) {
          const [dx, dy, sum] = [this.#x[i] - x, this.#y[i] - y, this.#radius[i] + radius];
          if (dx * dx + dy * dy < sum * sum) return false;
        }
      }
    }
    return true;
  }
}
