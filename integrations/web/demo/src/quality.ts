/** Draws fewer pixels if the browser cannot keep up, and only if it helps. */

/** Milliseconds a frame may take on average before fewer pixels are tried, and how long a trial takes. */
const slow = 36;
const trial = 2200;
const factors = [1, 0.7, 0.5] as const;

export class Quality {
  /** With `fixed`, the resolution stays. */
  constructor(fixed: boolean) {
    this.#fixed = fixed;
  }

  readonly #fixed: boolean;
  #level = 0;
  #mean = 16;
  #since = 0;
  /** The mean before the level changed. */
  #before = 0;
  #settled = false;

  /** The share of the resolution of the screen. */
  get resolution(): number {
    return factors[this.#level];
  }

  /** How many pairs get exact contacts in a frame. */
  get contacts(): number {
    return this.#mean < slow ? 1500 : 600;
  }

  /** Starts anew, for another number of sprites. */
  reset(now: number): void {
    this.#mean = 16;
    this.#since = now;
    this.#before = 0;
    this.#settled = false;
  }

  /** Takes the time since the last frame. Returns whether the resolution changed. */
  take(interval: number, now: number): boolean {
    // A gap of a second is a hidden page, not a slow one.
    if (interval < 1000) this.#mean += (interval - this.#mean) * 0.08;
    if (this.#fixed || this.#settled || now - this.#since < trial) return false;
    this.#since = now;
    if (this.#before > 0 && this.#mean > 0.8 * this.#before) {
      // Fewer pixels did not help: something else is slow, and the picture may as well be sharp.
      this.#settled = true;
      this.#level--;
      return true;
    }
    if (this.#level > 0 && this.#mean < 0.5 * slow) {
      // It was slow for a moment only, as while the page loads.
      this.#settled = true;
      this.#level = 0;
      return true;
    }
    if (this.#mean < slow || this.#level === factors.length - 1) {
      this.#before = 0;
      return false;
    }
    this.#before = this.#mean;
    this.#level++;
    return true;
  }
}
