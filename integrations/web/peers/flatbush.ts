import Flatbush from "flatbush";
import type { Bitmask } from "./bitmask.ts";
import { PairList, type Peer, type Sprites } from "./peer.ts";
import { pixelsOverlap, canvasesOverlap, type Pixels, type SpriteContext } from "./pixels.ts";

/** A rectangle of an image, half-open. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pairs of sprites whose boxes overlap, by a flatbush that is built anew for each step. */
export class FlatbushBoxes implements Peer {
  readonly #sprites: Sprites<Box>;
  readonly #list = new PairList();

  constructor(sprites: Sprites<Box>) {
    this.#sprites = sprites;
  }

  get pairs(): Uint32Array {
    return this.#list.view;
  }

  step(positions: Int32Array): number {
    const list = this.#list;
    list.clear();
    const { masks, shapes } = this.#sprites;
    const count = positions.length >> 1;
    if (count === 0) return 0;
    const tree = new Flatbush(count, 16, Int32Array);
    // Boxes that touch are hits for flatbush: the last pixel, not the edge, is the corner.
    for (let i = 0; i < count; i++) {
      const box = masks[shapes[i]];
      const left = positions[2 * i] + box.left;
      const top = positions[2 * i + 1] + box.top;
      tree.add(left, top, left + box.width - 1, top + box.height - 1);
    }
    tree.finish();
    let a = 0;
    const later = (b: number) => b > a;
    for (a = 0; a < count; a++) {
      const box = masks[shapes[a]];
      if (box.width === 0) continue;
      const left = positions[2 * a] + box.left;
      const top = positions[2 * a + 1] + box.top;
      for (const b of tree.search(left, top, left + box.width - 1, top + box.height - 1, later)) {
        if (masks[shapes[b]].width > 0) list.push(a, b);
      }
    }
    return list.count;
  }
}

/** Boxes by flatbush, then one test of pixels for each pair of boxes. */
abstract class FlatbushThen<M> implements Peer {
  readonly #boxes: FlatbushBoxes;
  readonly #sprites: Sprites<M>;
  readonly #list = new PairList();

  constructor(sprites: Sprites<M>, boxes: readonly Box[]) {
    this.#sprites = sprites;
    this.#boxes = new FlatbushBoxes({ masks: boxes, shapes: sprites.shapes });
  }

  protected abstract test(a: M, b: M, dx: number, dy: number): boolean;

  /** The pairs of boxes of the last step. */
  get candidates(): Uint32Array {
    return this.#boxes.pairs;
  }

  get pairs(): Uint32Array {
    return this.#list.view;
  }

  step(positions: Int32Array): number {
    const list = this.#list;
    const { masks, shapes } = this.#sprites;
    list.clear();
    this.#boxes.step(positions);
    const pairs = this.#boxes.pairs;
    for (let i = 0; i < pairs.length; i += 2) {
      const a = pairs[i];
      const b = pairs[i + 1];
      const dx = positions[2 * b] - positions[2 * a];
      const dy = positions[2 * b + 1] - positions[2 * a + 1];
      if (this.test(masks[shapes[a]], masks[shapes[b]], dx, dy)) list.push(a, b);
    }
    return list.count;
  }
}

export class FlatbushBitmask extends FlatbushThen<Bitmask> {
  constructor(sprites: Sprites<Bitmask>) {
    super(sprites, sprites.masks);
  }

  protected test(a: Bitmask, b: Bitmask, dx: number, dy: number): boolean {
    return a.overlaps(b, dx, dy);
  }
}

export class FlatbushPixels extends FlatbushThen<Pixels> {
  constructor(sprites: Sprites<Pixels>) {
    super(sprites, sprites.masks.map(whole));
  }

  protected test(a: Pixels, b: Pixels, dx: number, dy: number): boolean {
    return pixelsOverlap(a, b, dx, dy);
  }
}

export class FlatbushCanvas extends FlatbushThen<SpriteContext> {
  constructor(sprites: Sprites<SpriteContext>) {
    super(sprites, sprites.masks.map((context) => whole(context.canvas)));
  }

  protected test(a: SpriteContext, b: SpriteContext, dx: number, dy: number): boolean {
    return canvasesOverlap(a, b, dx, dy);
  }
}

/** The loops of the tutorials know nothing of tight boxes. */
function whole(image: { readonly width: number; readonly height: number }): Box {
  return { left: 0, top: 0, width: image.width, height: image.height };
}
