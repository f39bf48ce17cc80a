/**
 * The positions of all sprites of a world, x and y for each slot.
 *
 * They are in the memory of JavaScript, and a step copies them into the module. A view into the memory of the module would
 * save the copy, but a program that keeps such a view could write into memory that the module has freed.
 */
export class Positions {
  #all = new Int32Array(0);
  #view = this.#all;

  /** Returns the positions of a number of slots. */
  view(slots: number): Int32Array {
    if (this.#view.length !== 2 * slots) {
      this.#reserve(slots);
      this.#view = this.#all.subarray(0, 2 * slots);
    }
    return this.#view;
  }

  set(slot: number, x: number, y: number): void {
    this.#reserve(slot + 1);
    this.#all[2 * slot] = x;
    this.#all[2 * slot + 1] = y;
  }

  clone(): Positions {
    const copy = new Positions();
    copy.#all = this.#all.slice();
    return copy;
  }

  /** Makes room for slots. The old buffer is detached, so that a write into an old view cannot go unnoticed. */
  #reserve(slots: number): void {
    if (2 * slots <= this.#all.length) return;
    const larger = new Int32Array(Math.max(2 * slots, 2 * this.#all.length, 64));
    larger.set(this.#all);
    structuredClone(this.#all.buffer, { transfer: [this.#all.buffer] });
    this.#all = larger;
    this.#view = larger.subarray(0, 0);
  }
}
