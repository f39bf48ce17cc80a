/** The masks of the frames of textures. Internal. */
import { Mask, type MaskSource, type Rect, type Solid, type World } from "./api.js";

/** The pixels of a frame. */
export interface Picture {
  readonly mask: Mask;
  /** The size at which the engine draws the frame, before its transform. It is the size of the mask for most frames. */
  readonly width: number;
  readonly height: number;
}

/** A frame in a world. */
export interface FrameMask<F> {
  readonly frame: F;
  /** The number of angles of a circle to which its sprites are rounded, or `null`. */
  readonly steps: number | null;
  /** The id of the mask in the world. */
  readonly id: number;
  /** The size at which the engine draws a pixel of the mask, before its transform. It is 1 x 1 for most frames. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  /** The number of sprites that show it. */
  users: number;
  /** Whether the frame has to be read again. */
  stale: boolean;
}

/** The pictures of all frames that were read, by the rule that says which pixels are solid. Worlds share them. */
const pictures = new WeakMap<object, Map<string, Picture>>();

/** How many masks without sprites a world keeps, for frames that come back. */
const MAX_IDLE = 256;

/** The masks of frames in a world: one for each frame and number of angles, while sprites show it and for some time after. */
export class FrameMasks<F extends object> {
  readonly #world: World;
  readonly #read: (frame: F) => Picture;
  readonly #rule: string;
  readonly #masks = new Map<F, Map<number | null, FrameMask<F>>>();
  /** The frames that no sprite shows. The first was left first. */
  readonly #idle = new Set<FrameMask<F>>();

  constructor(world: World, solid: Solid, read: (frame: F) => Picture) {
    this.#world = world;
    this.#read = read;
    this.#rule = JSON.stringify(solid);
  }

  get size(): number {
    let size = 0;
    for (const bySteps of this.#masks.values()) size += bySteps.size;
    return size;
  }

  /** Returns the mask of a frame for one more sprite. */
  use(frame: F, steps: number | null): FrameMask<F> {
    const bySteps = this.#masks.get(frame) ?? new Map<number | null, FrameMask<F>>();
    let found = bySteps.get(steps);
    if (!found) {
      const { mask, width, height } = this.#picture(frame);
      const size = { pixelWidth: mask.width && width / mask.width, pixelHeight: mask.height && height / mask.height };
      const id = this.#world.addMask(mask);
      if (steps !== null) this.#world.setAngleSteps(id, steps);
      found = { frame, steps, ...size, id, users: 0, stale: false };
      this.#masks.set(frame, bySteps.set(steps, found));
    }
    this.#idle.delete(found);
    found.users += 1;
    return found;
  }

  /** Gives the mask of a frame back. */
  release(mask: FrameMask<F>): void {
    mask.users -= 1;
    if (mask.users > 0) return;
    if (mask.stale) return this.#remove(mask);
    this.#idle.add(mask);
    const [oldest] = this.#idle;
    if (!oldest || this.#idle.size <= MAX_IDLE) return;
    this.#idle.delete(oldest);
    const bySteps = this.#masks.get(oldest.frame)!;
    bySteps.delete(oldest.steps);
    if (bySteps.size === 0) this.#masks.delete(oldest.frame);
    this.#remove(oldest);
  }

  /** Forgets what was read of a frame. The next `use` reads it again. */
  forget(frame: F): void {
    pictures.delete(frame);
    for (const found of this.#masks.get(frame)?.values() ?? []) {
      found.stale = true;
      if (this.#idle.delete(found)) this.#remove(found);
    }
    this.#masks.delete(frame);
  }

  #remove(mask: FrameMask<F>): void {
    this.#world.removeMask(mask.id).free();
  }

  #picture(frame: F): Picture {
    let byRule = pictures.get(frame);
    if (!byRule) pictures.set(frame, (byRule = new Map()));
    let picture = byRule.get(this.#rule);
    if (!picture) byRule.set(this.#rule, (picture = this.#read(frame)));
    return picture;
  }
}

/** Reads a rectangle of a picture. `name` says which texture it is in errors. */
export function readMask(picture: MaskSource, frame: Rect, solid: Solid, name: string): Mask {
  try {
    return Mask.from(picture, { ...solid, frame });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot read the pixels of ${name}: ${reason}`, { cause });
  }
}

/** Returns whether an object is a picture that does not change by itself and whose pixels can be read. */
export function isPicture(object: unknown): object is MaskSource {
  const { HTMLImageElement, HTMLCanvasElement, OffscreenCanvas, ImageBitmap } = globalThis;
  // A worker lacks some of the classes.
  const kinds: unknown[] = [HTMLImageElement, HTMLCanvasElement, OffscreenCanvas, ImageBitmap];
  return kinds.some((kind) => typeof kind === "function" && object instanceof kind);
}
