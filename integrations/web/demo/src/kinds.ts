/** The kinds of sprites: which frame of the sheet, how large, in how many directions, how often. */
import sheet from "./sprites.json";

export type FrameName = keyof typeof sheet.frames;

export interface Kind {
  readonly name: string;
  /** A frame of the sheet, or rocks around a circle that make one large sprite with a hole. */
  readonly art: FrameName | Ring;
  readonly scale: number;
  /** The number of directions, evenly spaced. Each direction is a picture of its own, with a mask of its own. */
  readonly turns: number;
  /** How often the kind appears. Rings are placed on their own. */
  readonly weight: number;
  /** A color that multiplies the picture. */
  readonly tint?: string;
  /** Pixels a second. */
  readonly speed: number;
}

export interface Ring {
  readonly radius: number;
  readonly rocks: number;
  /** The share of the circle without rocks, as parts of a turn: from, to. */
  readonly gaps: readonly (readonly [number, number])[];
  readonly seed: number;
}

const slate = "#b0bcdf";
const umber = "#d8a47c";
const violet = "#a598e2";
const teal = "#84bac4";

const rocks: Kind[] = [];

function rock(name: FrameName, tints: readonly string[], turns: number, weight: number, speed: number): void {
  for (const tint of tints) {
    rocks.push({ name: `${name} ${tint}`, art: name, scale: 1, turns, weight: weight / tints.length, tint, speed });
  }
}

rock("meteorGrey_big1", [slate], 6, 1.6, 9);
rock("meteorGrey_big2", [umber], 6, 1.4, 8);
rock("meteorGrey_big3", [violet], 6, 1.6, 10);
rock("meteorGrey_big4", [teal], 6, 1.4, 9);
rock("meteorGrey_med1", [slate, violet], 6, 10, 17);
rock("meteorGrey_med2", [umber, teal], 6, 10, 18);
rock("meteorGrey_small1", [slate, umber], 6, 13, 24);
rock("meteorGrey_small2", [violet, teal], 6, 13, 26);
rock("meteorGrey_tiny1", [slate, violet], 4, 11, 32);
rock("meteorGrey_tiny2", [umber, teal], 4, 11, 34);

function other(art: FrameName, scale: number, turns: number, weight: number, speed: number): Kind {
  return { name: art, art, scale, turns, weight, speed };
}

export const kinds: readonly Kind[] = [
  ...rocks,
  other("laserBlue01", 1.25, 16, 4, 60),
  other("laserRed01", 1.25, 16, 3, 60),
  other("playerLife1_blue", 1, 12, 1.6, 44),
  other("playerLife1_green", 1, 12, 1.6, 44),
  other("playerLife1_orange", 1, 12, 1.6, 44),
  other("playerShip1_green", 0.62, 12, 0.9, 36),
  other("playerShip2_orange", 0.62, 12, 0.9, 36),
  other("playerShip3_orange", 0.62, 12, 0.9, 36),
  other("fishPink", 0.5, 8, 0.7, 26),
  other("fishGreen", 0.5, 8, 0.5, 26),
  other("bee", 0.5, 8, 0.6, 30),
  other("fly", 0.5, 8, 0.4, 30),
  other("ladybug", 0.45, 8, 0.4, 18),
  other("slimeBlue", 0.45, 8, 0.4, 14),
  other("slimePurple", 0.45, 8, 0.4, 14),
  other("wormPink", 0.55, 8, 0.6, 20),
  other("wormGreen", 0.55, 8, 0.5, 20),
  other("saw", 0.6, 4, 0.6, 22),
  other("sawHalf", 0.6, 8, 0.6, 22),
  ring("ring", 150, 22, [[0.06, 0.2]], 3, violet),
  ring("gate", 160, 24, [[0.16, 0.3], [0.66, 0.8]], 7, umber),
  ring("crescent", 140, 20, [[0.36, 0.8]], 11, teal),
];

function ring(name: string, radius: number, rocks: number, gaps: Ring["gaps"], seed: number, tint: string): Kind {
  return { name, art: { radius, rocks, gaps, seed }, scale: 1, turns: 1, weight: 0, tint, speed: 4 };
}

/** The ship of the visitor. */
export const shipKind: Kind = { name: "ship", art: "playerShip1_blue", scale: 0.54, turns: 32, weight: 0, speed: 0 };
