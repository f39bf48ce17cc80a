/** Maps of the plane, as game engines have them. Internal. */

/** A linear map of the plane, as in a matrix of CSS: x' = a x + c y, y' = b x + d y. */
export interface Linear {
  a: number;
  b: number;
  c: number;
  d: number;
}

/** An affine map: a linear map, and then a translation. */
export interface Transform extends Linear {
  tx: number;
  ty: number;
}

/** Returns `a * b` in `out`: the map that applies `b` first and `a` second. `out` may be `a` or `b`. */
export function multiply(a: Transform, b: Transform, out: Transform): void {
  const { a: xx, b: yx, c: xy, d: yy, tx, ty } = b;
  const { a: axx, b: ayx, c: axy, d: ayy, tx: atx, ty: aty } = a;
  out.a = axx * xx + axy * yx;
  out.b = ayx * xx + ayy * yx;
  out.c = axx * xy + axy * yy;
  out.d = ayx * xy + ayy * yy;
  out.tx = axx * tx + axy * ty + atx;
  out.ty = ayx * tx + ayy * ty + aty;
}

/** Returns the identity map. */
export function identity(): Transform {
  return { a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 };
}

/** Whether a map takes the axes to axes, but for the noise of products. */
export function isAlongAxes({ a, b, c, d }: Linear): boolean {
  const isNoise = (noise: number, beside: number) => Math.abs(noise) <= 1e-5 * Math.abs(beside);
  return (isNoise(b, a) && isNoise(c, d)) || (isNoise(a, b) && isNoise(d, c));
}

/** A position counts as the middle between two pixels if it is this near: the 32-bit floats of a GPU are not more exact. */
const TIE = 1 / 1024;

/**
 * Rounds a position to a whole pixel. A renderer without smoothing shows a picture there too, because the centers of
 * the pixels on the screen decide. In the middle between two pixels, `up` decides. Engines that round positions choose
 * a side, and otherwise the last bits of the coordinates decide what a graphics card draws.
 */
export function snap(position: number, up: boolean): number {
  return up ? Math.floor(position + 0.5 + TIE) : Math.ceil(position - 0.5 - TIE);
}
