/** How a game engine draws a sprite, and how a world shows it. Internal. */

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

/** What a world needs to show a mask under a linear map. */
export interface Pose {
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly turn: 0 | 1 | 2 | 3;
  readonly angle: number;
  readonly scale: { readonly x: number; readonly y: number };
  readonly exact: boolean;
}

/** The pose of a sprite that is drawn as its picture is. */
export const upright: Pose = { flipX: false, flipY: false, turn: 0, angle: 0, scale: { x: 1, y: 1 }, exact: false };

/** The angles of a circle that a world shows by default. */
const ANGLES = 64;
/** Products of sines and factors are off by less than this, also if the engine keeps them as 32-bit floats. */
const NOISE = 1e-5;
/** A position counts as the middle between two pixels if it is this near: the 32-bit floats of a GPU are not more exact. */
const TIE = 1 / 1024;

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

/** Rounds a factor to a near whole number, or to the inverse of one. */
function tidy(factor: number): number {
  const whole = Math.round(factor);
  if (whole >= 1 && Math.abs(factor - whole) <= NOISE * factor) return whole;
  const parts = Math.round(1 / factor);
  return parts >= 1 && Math.abs(factor * parts - 1) <= NOISE ? 1 / parts : factor;
}

/** Whether a factor is 1, 2, 3 ... or 1/2, 1/3 ... */
const isPlain = (factor: number) => Number.isInteger(factor) || Number.isInteger(1 / factor);
/** Whether a factor is a power of two. A world shows those as they are. */
const isPower = (factor: number) => Number.isInteger(Math.log2(factor));

/**
 * Returns the pose that shows a linear map: flips, then quarter turns, then the scale, then the angle. Returns `null`
 * if the map shears. Without `exact`, the angle is the nearest of 64. Factors such as 3 or 1/3 are always exact.
 */
export function poseOf({ a, b, c, d }: Linear, exact: boolean): Pose | null {
  const [width, height] = [Math.hypot(a, b), Math.hypot(c, d)];
  if (Math.abs(a * c + b * d) > NOISE * width * height) return null;
  // A mirrored map is a flip and a rotation. Of the two ways to say it, the one with the smaller angle is taken.
  const mirrored = a * d - b * c < 0;
  const flipX = mirrored && a < 0;
  const radians = flipX ? Math.atan2(-b, -a) : Math.atan2(b, a);
  const turns = radians / (2 * Math.PI);
  const steps = Math.round(turns * ANGLES);
  const quarters = Math.round(turns * 4);
  const isQuarter = exact ? Math.abs(turns * 4 - quarters) <= NOISE : steps * 4 === quarters * ANGLES;
  const [x, y] = [tidy(width), tidy(height)];
  const keep = exact || (isPlain(x) && isPlain(y) && !(isPower(x) && isPower(y)));
  const flips = { flipX, flipY: mirrored && !flipX };
  if (isQuarter) {
    // The turn comes before the scale in a world, and the other way round here.
    const scale = quarters % 2 === 0 ? { x, y } : { x: y, y: x };
    return { ...flips, turn: (((quarters % 4) + 4) % 4) as Pose["turn"], angle: 0, scale, exact: keep };
  }
  const angle = exact ? turns * 360 : (steps * 360) / ANGLES;
  return { ...flips, turn: 0, angle, scale: { x, y }, exact: keep };
}

export function samePose(a: Pose, b: Pose): boolean {
  return (
    a.flipX === b.flipX &&
    a.flipY === b.flipY &&
    a.turn === b.turn &&
    a.angle === b.angle &&
    a.scale.x === b.scale.x &&
    a.scale.y === b.scale.y &&
    a.exact === b.exact
  );
}

/**
 * Returns the position of a sprite in a world, less the translation of its map and not rounded, so that the middle of
 * its mask is where the map sends it. The world scales and rotates about the middle, rounded down, of the turned mask.
 */
export function offsetOf(pose: Pose, { a, b, c, d }: Linear, width: number, height: number): { x: number; y: number } {
  const odd = pose.turn % 2 === 1;
  const middleX = Math.floor((odd ? height : width) / 2);
  const middleY = Math.floor((odd ? width : height) / 2);
  let [x, y] = [middleX, middleY];
  if (pose.turn === 1) [x, y] = [middleY, height - middleX];
  else if (pose.turn === 2) [x, y] = [width - middleX, height - middleY];
  else if (pose.turn === 3) [x, y] = [width - middleY, middleX];
  if (pose.flipX) x = width - x;
  if (pose.flipY) y = height - y;
  return { x: a * x + c * y - middleX, y: b * x + d * y - middleY };
}

/**
 * Rounds a position to a whole pixel. A renderer without smoothing shows a picture there too, because the centers of
 * the pixels on the screen decide. In the middle between two pixels, `up` decides. Engines that round positions choose
 * a side, and otherwise the last bits of the coordinates decide what a graphics card draws.
 */
export function snap(position: number, up: boolean): number {
  return up ? Math.floor(position + 0.5 + TIE) : Math.ceil(position - 0.5 - TIE);
}
