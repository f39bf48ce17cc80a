import { type At, finite, object, split } from "./check.js";
import { guard } from "./instance.js";
import { take_whole } from "./wasm/hitmask.js";

/**
 * Turns moves with fractions into whole moves, and keeps the rest for the next. After many frames, a sprite has moved by the
 * sum of the moves, rounded to the nearest pixel.
 *
 * ```ts
 * const remainder = new Remainder();
 * world.moveBy(hero, remainder.take(velocity.x * seconds, velocity.y * seconds));
 * ```
 *
 * If a wall stops the sprite, set the rest of this axis to 0, so that the sprite does not move again by itself:
 * `remainder.rest.x = 0`.
 */
export class Remainder {
  /** What is left along x and y, in pixels: from -0.5 up to, but without, 0.5. */
  rest: { x: number; y: number } = { x: 0, y: 0 };

  constructor(...none: never[]) {
    if (none.length > 0) throw new TypeError("new Remainder() takes no arguments: give the move to take(x, y)");
  }

  /**
   * Adds a move in pixels, and returns the whole move that is due: each axis rounded to the nearest pixel, halves up.
   *
   * @throws RangeError if a number is NaN or infinite, or if the sum is further than 2^30 from 0. The rest stays as it is.
   */
  take(...by: At): { x: number; y: number } {
    const [x, y] = split(by);
    finite(x, "x");
    finite(y, "y");
    object(this.rest, "rest", "a point { x, y }");
    const [restX, restY] = [finite(this.rest.x, "rest.x"), finite(this.rest.y, "rest.y")];
    const [wholeX, wholeY, leftX, leftY] = guard(() => take_whole(restX, restY, x, y)) as unknown as [number, number, number, number];
    this.rest = { x: leftX, y: leftY };
    return { x: wholeX, y: wholeY };
  }
}
