// The bars of the first page: the case that the README's chart shows too, from the measured figures.
import { readFileSync } from "node:fs";

export interface Bar { label: string; /** Nanoseconds. */ time: number }
export interface Bars { bars: Bar[]; machine: string }
export declare const data: Bars;

const CASE = "exact-uniform-10k";
const WHO = { hitmask: "hitmask", "R*-tree, then a loop over pixels": "naive-over-rstar", "a loop over all pairs": "naive-all-pairs" };

interface Row { case: string; who: string; ns: number[] }

export default {
  watch: ["../../../../figures/report.json"],
  load([file]: string[]): Bars {
    const { machine, rows } = JSON.parse(readFileSync(file!, "utf8")) as { machine: Record<string, string>; rows: Row[] };
    const bars = Object.entries(WHO).map(([label, who]) => {
      const row = rows.find((row) => row.case === CASE && row.who === who);
      if (!row) throw new Error(`${file}: no row of ${CASE} and ${who}`);
      return { label, time: row.ns.sort((a, b) => a - b)[row.ns.length >> 1]! };
    });
    return { bars, machine: `${machine.processor} (${machine.family}), one thread, ${machine.date}` };
  },
};
