// How a tree of the library groups sprites: along a Hilbert curve, eight to a leaf. The library shows its trees to nobody, so this is its rule
// a second time (crates/world/src/packed: hilbert.rs, sort.rs), for pictures.
import type { Rect } from "./kit";

const BITS = 12;

/** For each state and each quarter (y, x) = 00, 01, 10, 11: the position of the quarter on the curve, and the state inside. */
const QUARTERS = [
  [[0, 1], [3, 3], [1, 0], [2, 0]],
  [[0, 0], [1, 1], [3, 2], [2, 1]],
  [[2, 2], [1, 2], [3, 1], [0, 3]],
  [[2, 3], [3, 0], [1, 3], [0, 2]],
] as const;

function place(x: number, y: number): number {
  let [state, number] = [0, 0];
  for (let level = BITS - 1; level >= 0; level--) {
    const [position, inside] = QUARTERS[state]![((y >> level) & 1) * 2 + ((x >> level) & 1)]!;
    [state, number] = [inside, number * 4 + position];
  }
  return number;
}

export function hull(boxes: readonly Rect[]): Rect {
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.left + box.width)), Math.max(...boxes.map((box) => box.top + box.height))];
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the indices of boxes, eight to a leaf, as a tree has them after a sort. */
export function leaves(boxes: readonly Rect[]): number[][] {
  if (boxes.length === 0) return [];
  // As in sort.rs: the last pixels of a box belong to it, and sums of two edges are centers in half pixels.
  const all = hull(boxes);
  const extent = Math.max(2 * (all.width - 1), 2 * (all.height - 1), 1);
  const shift = Math.max(32 - Math.clz32(extent) - BITS, 0);
  const cell = (sum: number, least: number) => Math.min((sum - 2 * least) >> shift, 2 ** BITS - 1);
  const keys = boxes.map(({ left, top, width, height }) => place(cell(2 * left + width - 1, all.left), cell(2 * top + height - 1, all.top)));
  const order = boxes.map((_, index) => index).sort((a, b) => keys[a]! - keys[b]! || a - b);
  return Array.from({ length: Math.ceil(order.length / 8) }, (_, leaf) => order.slice(8 * leaf, 8 * leaf + 8));
}
