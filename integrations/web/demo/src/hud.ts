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
    for (const who of ["hitmask", "bitmask", "loop"]) write(span(`ms-${who}`), "…");
    write(this.#verdict, "The next run starts …");
    this.#verdict.dataset.state = "waiting";
  }

  showRace({ hitmask, bitmask, loop }: Standing): void {
    const fastest = Math.max(0.001, hitmask.milliseconds);
    write(span("ms-hitmask"), milliseconds(hitmask.milliseconds));
    write(span("ms-bitmask"), milliseconds(bitmask.milliseconds));
    const all = loop.tested === loop.total;
    write(span("ms-loop"), `${all ? "" : "≈ "}${milliseconds(loop.milliseconds)}`);
    write(span("what-hitmask"), `${count(hitmask.hits)} pairs · in this frame loop`);
    write(span("what-bitmask"), `${count(bitmask.hits)} pairs · ${times(bitmask.milliseconds / fastest)} the time`);
    const part = all
      ? `${count(loop.hits)} pairs`
      : `estimated from ${count(loop.tested)} of ${count(loop.total)} boxes`;
    write(span("what-loop"), `${part} · ${times(loop.milliseconds / fastest)} the time`);
    // Ratios of 2 and of 2,000 have to fit: the bars are logarithmic, from a fifth of the fastest on.
    const slowest = Math.max(hitmask.milliseconds, bitmask.milliseconds, loop.milliseconds);
    const bar = (time: number) => Math.log(Math.max(1, (5 * time) / fastest)) / Math.log((5 * slowest) / fastest);
    for (const [who, time] of [
      ["hitmask", hitmask.milliseconds],
      ["bitmask", bitmask.milliseconds],
      ["loop", loop.milliseconds],
    ] as const) {
      span(`bar-${who}`).style.setProperty("--share", String(bar(time)));
    }
    const equal = hitmask.hits === bitmask.hits && loop.wrong === 0 && (!all || loop.hits === hitmask.hits);
    this.#verdict.dataset.state = equal ? "equal" : "different";
    this.#verdict.dataset.counts = [hitmask.hits, bitmask.hits, all ? loop.hits : ""].join(" ");
    const agreed = all ? `All three found the same ${count(hitmask.hits)} pairs.` : `Same ${count(hitmask.hits)} pairs; the loop agrees on all it tested.`;
    write(this.#verdict, equal ? `${agreed} Bars are logarithmic.` : "The counts differ: this is a bug, please report it.");
  }
}
