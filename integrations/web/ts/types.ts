/** A pixel, or a vector in pixels. The origin is at the top left, and y points down. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of whole pixels. It is half-open: the pixels at `left + width` and at `top + height` are outside. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The pixels whose center lies in a circle about (x, y). The numbers may have fractions. The center of the pixel (0, 0) is
 * (0.5, 0.5).
 */
export interface Circle extends Point {
  /** The radius in pixels, 0 or more. */
  readonly radius: number;
}

/** The pixels of a line between two pixels. Both ends belong to the line. Fractions of the ends are dropped. */
export interface Line {
  readonly from: Point;
  readonly to: Point;
}

/** The pixels whose center lies in a polygon. The corners may have fractions. The center of the pixel (0, 0) is (0.5, 0.5). */
export interface Polygon {
  readonly points: readonly Point[];
}

/** A shape that is compared with masks or drawn on them. */
export type Shape = Rect | Circle | Line | Polygon;

/** The first solid pixel on a ray. */
export interface RayHit {
  /** The solid pixel. */
  readonly at: Point;
  /** The pixel before `at` on the ray, or `null` if the ray starts in a solid pixel. */
  readonly before: Point | null;
  /** The number of steps from the start of the ray to `at`. A step is one pixel along the longer axis. */
  readonly step: number;
  /** The outward unit normal of the surface at `at`, or `null` if the ray starts in a solid pixel. */
  readonly normal: Point | null;
}

/** Where a mask that moves first meets another mask. */
export interface SweepHit {
  /** The first offset at which the masks share a pixel. */
  readonly at: Point;
  /** The offset before `at`, or `null` if the masks overlap at the start. */
  readonly before: Point | null;
  /** The number of steps from the start to `at`. */
  readonly step: number;
  /** The contact normal: a unit vector out of the mask at rest, towards the moving mask. */
  readonly normal: Point;
}

/** The result of {@link Mask.sweep}. */
export interface Sweep {
  /** The first contact, or `null` if the way is free. */
  readonly hit: SweepHit | null;
  /** Whether the masks overlap at the start. */
  readonly startedInside: boolean;
}

/** A mask and the position of its top-left pixel. */
export interface Placed<M> {
  readonly mask: M;
  readonly at: Point;
}

/** Solid pixels of a mask that are connected. */
export interface Component<M> extends Placed<M> {
  /** The number of solid pixels. */
  readonly count: number;
}

/** A closed line around the solid pixels of a mask, or around one of its holes. */
export interface Contour {
  /** The corners: x and y of each, in turn. */
  readonly points: Int32Array;
  readonly isHole: boolean;
}

/** Four neighbors share an edge with a pixel; eight share an edge or a corner. */
export type Connectivity = 4 | 8;
