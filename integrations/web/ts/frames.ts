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

/** The masks of frames in a world: one for each frame, while sprites show it and for some time after. */
export class FrameMasks<F extends object> {
  readonly #world: World;
  readonly #read: (frame: F) => Picture;
  readonly #rule: string;
  readonly #masks = new Map<F, FrameMask<F>>();
  /** The frames that no sprite shows. The first was left first. */
  readonly #idle = new Set<FrameMask<F>>();

  constructor(world: World, solid: Solid, read: (frame: F) => Picture) {
    this.#world = world;
    this.#read = read;
    this.#rule = JSON.stringify(solid);
  }

  get size(): number {
    return this.#masks.size;
  }

  /** Returns the mask of a frame for one more sprite. */
  use(frame: F): FrameMask<F> {
    let found = this.#masks.get(frame);
    if (!found) {
      const { mask, width, height } = this.#picture(frame);
      const size = { pixelWidth: mask.width && width / mask.width, pixelHeight: mask.height && height / mask.height };
      found = { frame, ...size, id: this.#world.addMask(mask), users: 0, stale: false };
      this.#masks.set(frame, found);
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
    this.#masks.delete(oldest.frame);
    this.#remove(oldest);
  }

  /** Forgets what was read of a frame. The next `use` reads it again. */
  forget(frame: F): void {
    pictures.delete(frame);
    const found = this.#masks.get(frame);
    if (!found) return;
    found.stale = true;
    this.#masks.delete(frame);
    if (this.#idle.delete(found)) this.#remove(found);
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
