/** The numbers of the page. */
import { count, milliseconds, times } from "./format.ts";
import { element, write } from "./page.ts";
import type { Standing } from "./race.ts";
import type { Rule } from "./scene.ts";
import type { Ship } from "./ship.ts";

const span = (id: string) => element(id, HTMLSpanElement);

export class Hud {
  readonly #hits = document.getElementById("hits")!;
  readonly #hitsLabel = span("hits-label");
  readonly #falseLabel = span("false-label");
  readonly #falseHits = document.getElementById("false-hits")!;
  readonly #meter = span("truth-meter");
  readonly #frameTime = document.getElementById("frame-time")!;
  readonly #stepTime = document.getElementById("step-time")!;
  readonly #headline = span("headline");
  readonly #slipped = document.getElementById("slipped")!;
  readonly #touched = document.getElementById("touched")!;
  readonly #verdict = element("verdict", HTMLParagraphElement);

  /** The hits by the rule, and how far boxes are from the truth. */
  showHits(rule: Rule, pixels: number, boxes: number): void {
    const byBoxes = rule === "boxes";
    write(this.#hits, count(byBoxes ? boxes : pixels));
    write(this.#falseHits, count(boxes - pixels));
    write(this.#hitsLabel, byBoxes ? "pairs of boxes overlap" : "pairs share pixels");
    write(this.#falseLabel, byBoxes ? "pairs of boxes share no pixel" : "more overlap only with their boxes");
    this.#meter.style.setProperty("--share", String(boxes > 0 ? pixels / boxes : 1));
  }

  showAmount(sprites: number): void {
    write(this.#headline, count(sprites));
  }

  showShip(ship: Ship): void {
    write(this.#slipped, count(ship.slipped));
    write(this.#touched, count(ship.touched));
  }

  showTimes(frame: number, step: number): void {
    write(this.#frameTime, milliseconds(frame));
    write(this.#stepTime, milliseconds(step));
  }

  /** Says why the race does not run, to a visitor who prefers reduced motion. */
  askToPlay(): void {
    write(this.#verdict, "The race runs while the sprites move: press play.");
  }

  /** The race waits for its next result. */
  waitForRace(): void {
    for (const who of ["hitmask", "grid", "bitmask", "loop"]) write(span(`ms-${who}`), "…");
    write(this.#verdict, "The next run starts …");
    this.#verdict.dataset.state = "waiting";
  }

  showRace({ hitmask, grid, bitmask, loop }: Standing): void {
    const fastest = Math.max(0.001, hitmask.milliseconds);
    const all = loop.tested === loop.total;
    const estimate = `estimated from ${count(loop.tested)} of ${count(loop.total)} boxes`;
    for (const [who, { milliseconds: time, hits }] of Object.entries({ hitmask, grid, bitmask, loop })) {
      const isEstimate = who === "loop" && !all;
      write(span(`ms-${who}`), `${isEstimate ? "≈ " : ""}${milliseconds(time)}`);
      const place = who === "hitmask" ? "in this frame loop" : `${times(time / fastest)} the time`;
      write(span(`what-${who}`), `${isEstimate ? estimate : `${count(hits)} pairs`} · ${place}`);
    }
    // Ratios of 2 and of 2,000 have to fit: the bars are logarithmic, from a fifth of the fastest on.
    const slowest = Math.max(...[hitmask, grid, bitmask, loop].map(({ milliseconds }) => milliseconds));
    const bar = (time: number) => Math.log(Math.max(1, (5 * time) / fastest)) / Math.log((5 * slowest) / fastest);
    for (const [who, { milliseconds }] of Object.entries({ hitmask, grid, bitmask, loop })) {
      span(`bar-${who}`).style.setProperty("--share", String(bar(milliseconds)));
    }
    const equal = [grid, bitmask].every(({ hits }) => hits === hitmask.hits) && loop.wrong === 0 && (!all || loop.hits === hitmask.hits);
    this.#verdict.dataset.state = equal ? "equal" : "different";
    this.#verdict.dataset.counts = [hitmask.hits, grid.hits, bitmask.hits, all ? loop.hits : ""].join(" ");
    const agreed = all ? `All four found the same ${count(hitmask.hits)} pairs.` : `Same ${count(hitmask.hits)} pairs; the loop agrees on all it tested.`;
    write(this.#verdict, equal ? `${agreed} Bars are logarithmic.` : "The counts differ: this is a bug, please report it.");
  }
}
