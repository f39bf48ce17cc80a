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

/** The pixels whose center lies in a circle. The center of the pixel (x, y) is (x + 0.5, y + 0.5). */
export interface Circle {
  readonly center: Point;
  readonly radius: number;
}

/** The pixels of a line between two whole pixels. Both ends belong to the line. */
export interface Line {
  readonly from: Point;
  readonly to: Point;
}

/** The pixels whose center lies in a polygon. The center of the pixel (x, y) is (x + 0.5, y + 0.5). */
export interface Polygon {
  readonly points: readonly Point[];
}

/** A shape that is compared with masks or drawn on them. */
export type Shape = Rect | Circle | Line | Polygon;

/** The pixels that two masks or two sprites share. */
export interface Overlap {
  /** The topmost, then leftmost shared pixel. */
  readonly first: Point;
  /** The number of shared pixels. */
  readonly area: number;
  /** The smallest rectangle around the shared pixels. */
  readonly bounds: Rect;
}

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

/** The first contact of a mask that moves towards another mask. */
export interface Contact {
  /** The first offset at which the masks share a pixel. */
  readonly at: Point;
  /** The offset before `at`, or `null` if the masks overlap at the start. */
  readonly before: Point | null;
  /** The number of steps from the start to `at`. */
  readonly step: number;
  /** The contact normal: a unit vector from the moving mask to the other mask. */
  readonly normal: Point;
}

/** A mask and the position of its top-left pixel. */
export interface Placed<M> {
  readonly mask: M;
  readonly at: Point;
}

/** Solid pixels of a mask that hang together. */
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

/** The first pixel of a ray that is solid in a sprite, in world pixels. */
export interface SpriteHit extends RayHit {
  /** The id of the sprite. */
  readonly sprite: number;
}

/** The first contact of a moving sprite with a sprite in its way. */
export interface SweepHit {
  /** The id of the sprite in the way. */
  readonly sprite: number;
  /** The number of the first step after which the sprites share a pixel. It is 0 if they overlap at the start. */
  readonly step: number;
  /** The last free position of the moving sprite, or `null` if `step` is 0. */
  readonly before: Point | null;
  /** The topmost, then leftmost pixel that the sprites share in the contact, in world pixels. */
  readonly first: Point;
  /** The contact normal: a unit vector from the moving sprite to the sprite in its way. */
  readonly normal: Point;
}

/** The result of a move or a sweep of a sprite. */
export interface Moved {
  /** The position at the end. */
  readonly at: Point;
  /** The contacts with sprites in the way, in their order. Each sprite comes once. */
  readonly hits: readonly SweepHit[];
  /** The sprite with the smallest id that the moving sprite overlaps at the start, or `null`. */
  readonly startedInside: number | null;
}

/** A sprite that {@link World.nearest} found. */
export interface Near {
  /** The id of the sprite. */
  readonly sprite: number;
  /** The distance in pixels from the point to the nearest solid pixel of the sprite. */
  readonly distance: number;
}
