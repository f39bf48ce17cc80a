/** Draws less if the browser cannot keep up: first fewer pixels, then fewer exact contacts. */

const levels = [
  { resolution: 1, contacts: 1500 },
  { resolution: 0.75, contacts: 700 },
  { resolution: 0.5, contacts: 250 },
] as const;

/** Milliseconds a frame may take on average before the next level, and for how long. */
const slow = 38;
const patience = 1600;

export class Quality {
  #level = 0;
  #mean = 16;
  #slowSince = 0;

  get resolution(): number {
    return levels[this.#level].resolution;
  }

  get contacts(): number {
    return levels[this.#level].contacts;
  }

  /** Starts anew, for another number of sprites. */
  reset(now: number): void {
    this.#mean = 16;
    this.#slowSince = now;
  }

  /** Takes the time since the last frame. Returns whether the level changed. */
  take(interval: number, now: number): boolean {
    // A gap of a second is a hidden page, not a slow one.
    if (interval < 1000) this.#mean += (interval - this.#mean) * 0.06;
    if (this.#mean < slow) this.#slowSince = now;
    if (now - this.#slowSince < patience || this.#level === levels.length - 1) return false;
    this.#level++;
    this.reset(now);
    return true;
  }
}
