// The programs that readers change: the files of `programs/browser/try`.
const texts: Record<string, string> = import.meta.glob("../../../programs/browser/try/*.js", { eager: true, query: "?raw", import: "default" });

export interface Program { readonly name: string; readonly title: string; readonly hint: string }

/** The marks of the parts that pages show. */
const MARK = /^[ \t]*\/\/ #(end)?region\b.*\n/gm;

/** What to do with the running program, in a sentence. */
export const programs: readonly Program[] = [
  { name: "first", title: "Ship and rocks", hint: "Move the ship with the pointer. The pixels that it shares with a rock light up." },
  { name: "flappy-bird", title: "Flappy bird", hint: "Press the space bar, or the picture, to flap." },
  { name: "bullet-hell", title: "Bullet hell", hint: "Dodge with the arrow keys or the pointer." },
  { name: "worms", title: "Worms", hint: "Press in the picture to shoot there." },
  { name: "picking", title: "Pick under the pointer", hint: "Move the pointer over the rocks; press to take one away." },
  { name: "word-cloud", title: "Word cloud", hint: "Press in the picture: a new cloud grows around this point." },
  { name: "lander", title: "Lander", hint: "Arrow keys: up is thrust, left and right turn. Or hold the picture: the ship thrusts and turns to the pointer." },
  { name: "maze", title: "A maze from a PNG", hint: "Roll the ball with the arrow keys or the pointer, down to the exit at the right." },
  { name: "turret", title: "Turret", hint: "Aim with the pointer, or the left and right arrow keys. Hold the pointer, or the space bar, to fire." },
  { name: "game1", title: "A first game, step 1", hint: "Fly with the pointer or the arrow keys." },
  { name: "game2", title: "A first game, step 2", hint: "Fly with the pointer or the arrow keys. A rock that hits you explodes and costs 5 points." },
  { name: "game3", title: "A first game, step 3", hint: "Fly with the pointer or the arrow keys. Hold the pointer or the space bar to fire. Collect the coins." },
  { name: "game4", title: "A first game, step 4", hint: "Fly with the pointer or the arrow keys. Hold the pointer or the space bar to fire: nothing is too fast to hit." },
  { name: "game5", title: "A first game, step 5", hint: "Fly to the hero and pick him up. Hold the pointer or the space bar to fire." },
  { name: "game6", title: "A first game, step 6", hint: "Shots and rocks dig craters. Press S to save the game, L to load it. Hold the pointer or the space bar to fire." },
];

export function codeOf(name: string): string {
  const code = texts[`../../../programs/browser/try/${name}.js`];
  if (code === undefined) throw new Error(`there is no program ${name} in programs/browser/try`);
  return code.replace(MARK, "");
}
