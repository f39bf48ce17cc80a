/** The race: hitmask in the frame loop against the peers in a worker, on the same positions. */
import type { Atlas } from "./atlas.ts";
import type { Scene } from "./scene.ts";

export interface Job {
  readonly run: number;
  /** Pictures that the worker has not seen yet. */
  readonly pictures: ImageData[];
  readonly positions: Int32Array;
  readonly shapes: Uint16Array;
  /** Milliseconds that the tutorials' loop may take. */
  readonly budget: number;
}

/** The time of a step, and the pairs that it found. */
export interface Result {
  readonly milliseconds: number;
  readonly hits: number;
}

export interface Outcome {
  readonly run: number;
  /** The bitmask over a grid. */
  readonly grid: Result;
  /** The bitmask over flatbush. */
  readonly bitmask: Result;
  /** The milliseconds are those of all pairs: extrapolated if not all of them were tested. */
  readonly loop: Result & {
    readonly tested: number;
    readonly total: number;
    /** Tested pairs for which the loop and the bitmask disagree. */
    readonly wrong: number;
  };
}

export interface Standing extends Omit<Outcome, "run"> {
  readonly hitmask: Result;
}

const pause = 900;
const budget = 260;

export class Race {
  /** Called with each new result. */
  onResult: (standing: Standing) => void = () => {};
  readonly #worker: Worker;
  readonly #atlas: Atlas;
  #sent = 0;
  #run = 0;
  #waiting = false;
  #next = 0;
  #hits = 0;
  #hitmask: number[] = [];
  #grid: number[] = [];
  #bitmask: number[] = [];
  #loop: number[] = [];

  constructor(atlas: Atlas) {
    this.#atlas = atlas;
    this.#worker = new Worker(new URL("./race-worker.ts", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Outcome>) => this.#receive(data));
  }

  /** Forgets the times of another number of sprites. */
  reset(): void {
    this.#run++;
    this.#hitmask = [];
    this.#grid = [];
    this.#bitmask = [];
    this.#loop = [];
    this.#next = 0;
  }

  /** Takes the time of one step of hitmask. Clocks of browsers tick coarsely: the mean of many steps is shown. */
  time(milliseconds: number): void {
    this.#hitmask.push(milliseconds);
    if (this.#hitmask.length > 90) this.#hitmask.shift();
  }

  get hitmaskTime(): number {
    return this.#hitmask.reduce((sum, time) => sum + time, 0) / Math.max(1, this.#hitmask.length);
  }

  /** Starts the next run if the last one is over. To be called right after a step. */
  offer(scene: Scene, now: number): void {
    if (this.#waiting || now < this.#next) return;
    const pictures = [];
    for (; this.#sent < this.#atlas.variants.length; this.#sent++) pictures.push(this.#atlas.pixels(this.#sent));
    const positions = scene.positions.slice(0, 2 * scene.count);
    const shapes = scene.variant.slice(0, scene.count);
    this.#hits = scene.pairs.length / 2;
    this.#waiting = true;
    const job: Job = { run: this.#run, pictures, positions, shapes, budget };
    this.#worker.postMessage(job, [positions.buffer, shapes.buffer]);
  }

  #receive({ run, grid, bitmask, loop }: Outcome): void {
    this.#waiting = false;
    this.#next = performance.now() + pause;
    if (run !== this.#run) return;
    this.#grid.push(grid.milliseconds);
    this.#bitmask.push(bitmask.milliseconds);
    this.#loop.push(loop.milliseconds);
    this.onResult({
      hitmask: { milliseconds: this.hitmaskTime, hits: this.#hits },
      grid: { ...grid, milliseconds: median(this.#grid) },
      bitmask: { ...bitmask, milliseconds: median(this.#bitmask) },
      loop: { ...loop, milliseconds: median(this.#loop) },
    });
  }
}

/** The median of the last five values. */
function median(values: number[]): number {
  if (values.length > 5) values.shift();
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
