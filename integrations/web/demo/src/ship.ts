/** The ship: it follows the mouse, a finger or the arrow keys, or flies by itself through the gaps. */
import type { Color, Frame } from "./frame.ts";
import type { Scene } from "./scene.ts";

const fastest = 620;
const cruise = 120;
/** How far ahead the autopilot looks, in pixels. */
const looks = [10, 26, 44, 68, 100, 140] as const;
/** More than the size of the largest picture. */
const reach = 600;
const calm: Color = [0.24, 0.72, 1];
const struck: Color = [1, 0.45, 0.2];

interface Spark {
  x: number;
  y: number;
  vx: number;
  vy: number;
  life: number;
}

export class Ship {
  x = 0;
  y = 0;
  /** Boxes that overlapped the box of the ship and left without a shared pixel. */
  slipped = 0;
  /** Sprites that shared a pixel with the ship. */
  touched = 0;
  /** Where the visitor points to, in world pixels. */
  target: { x: number; y: number } | null = null;
  /** Steering by keys: each part is -1, 0 or 1. */
  readonly steer = { x: 0, y: 0 };
  autopilot = true;
  #vx = 60;
  #vy = -30;
  #heading = Math.PI / 4;
  #shock = 0;
  /** Sprites whose box overlaps the box of the ship, and whether they touched it. */
  readonly #near = new Map<number, boolean>();
  readonly #sparks: Spark[] = [];
  readonly #directions: readonly number[];

  /** Seconds without steering after which the autopilot flies again. */
  patience = 12;
  #idle = 0;

  /** `directions` are the variants of the ship, clockwise from "up". */
  constructor(directions: readonly number[]) {
    this.#directions = directions;
  }

  /** The visitor steers. */
  takeOver(): void {
    this.autopilot = false;
    this.#idle = 0;
  }

  get speed(): number {
    return Math.hypot(this.#vx, this.#vy);
  }

  /** Starts again in a new scene. */
  reset(scene: Scene): void {
    this.x = scene.home.x;
    this.y = scene.home.y;
    this.#near.clear();
    this.target = null;
  }

  move(scene: Scene, seconds: number): void {
    const steered = this.target !== null || this.steer.x !== 0 || this.steer.y !== 0;
    this.#idle = steered ? 0 : this.#idle + seconds;
    if (this.#idle > this.patience) this.autopilot = true;
    if (this.autopilot) this.#seekGap(scene, seconds);
    else if (this.steer.x !== 0 || this.steer.y !== 0) this.#push(this.steer.x, this.steer.y, 1500 * seconds);
    else if (this.target) this.#approach(this.target, seconds);
    else this.#slow(Math.exp(-3 * seconds));
    const speed = this.speed;
    if (speed > fastest) this.#slow(fastest / speed);
    this.x += this.#vx * seconds;
    this.y += this.#vy * seconds;
    const far = Math.hypot(this.x, this.y) / (scene.radius + 200);
    if (far > 1) {
      this.x /= far;
      this.y /= far;
    }
    if (speed > 8) this.#turn(Math.atan2(this.#vx, -this.#vy), seconds);
    this.place(scene);
    this.#shock *= Math.exp(-4 * seconds);
    this.#exhaust(seconds);
  }

  /** Writes the place and the direction of the ship into the scene. */
  place(scene: Scene): void {
    const count = this.#directions.length;
    const turn = Math.round((this.#heading / (2 * Math.PI)) * count);
    scene.show(scene.ship, this.#directions[((turn % count) + count) % count]);
    const { x, y } = scene.middle(scene.ship);
    scene.x[scene.ship] += this.x - x;
    scene.y[scene.ship] += this.y - y;
  }

  #push(x: number, y: number, by: number): void {
    const length = Math.hypot(x, y) || 1;
    this.#slow(0.95);
    this.#vx += (x / length) * by;
    this.#vy += (y / length) * by;
  }

  #slow(by: number): void {
    this.#vx *= by;
    this.#vy *= by;
  }

  #approach({ x, y }: { x: number; y: number }, seconds: number): void {
    const blend = 1 - Math.exp(-9 * seconds);
    this.#vx += ((x - this.x) * 4 - this.#vx) * blend;
    this.#vy += ((y - this.y) * 4 - this.#vy) * blend;
  }

  /** Looks ahead in some directions, and flies where the pixels of the ship stay free for longest. */
  #seekGap(scene: Scene, seconds: number): void {
    const { width, height } = this.#size(scene);
    const isFree = (along: number, aside: number, angle: number) => {
      const x = Math.round(this.x + along * Math.cos(angle) - aside * Math.sin(angle) - width / 2);
      const y = Math.round(this.y + along * Math.sin(angle) + aside * Math.cos(angle) - height / 2);
      return scene.world.isFree({ id: scene.ship, x, y });
    };
    const ahead = Math.atan2(this.#vy, this.#vx);
    const home = Math.hypot(this.x, this.y) > 0.75 * scene.radius ? Math.atan2(-this.y, -this.x) : ahead;
    // A ship that already touches something looks for the way out, beyond what it touches.
    const stuck = !isFree(0, 0, ahead);
    let best = ahead;
    let bestScore = -Infinity;
    for (let i = -8; i <= 8; i++) {
      const angle = ahead + i * 0.37;
      let score = 0.4 * Math.cos(angle - home) - 0.05 * Math.abs(i);
      for (const along of looks) {
        if (isFree(along, 0, angle)) {
          score += 1;
          // Sprites move: some room on both sides is better than none.
          if (along < 70) score += 0.4 * (Number(isFree(along, 12, angle)) + Number(isFree(along, -12, angle)));
        } else if (!stuck) break;
      }
      if (score > bestScore) [best, bestScore] = [angle, score];
    }
    const speed = bestScore < 5 ? 0.6 * cruise : cruise;
    const blend = 1 - Math.exp(-6 * seconds);
    this.#vx += (speed * Math.cos(best) - this.#vx) * blend;
    this.#vy += (speed * Math.sin(best) - this.#vy) * blend;
  }

  #size(scene: Scene): { width: number; height: number } {
    const middle = scene.middle(scene.ship);
    return { width: 2 * (middle.x - scene.x[scene.ship]), height: 2 * (middle.y - scene.y[scene.ship]) };
  }

  #turn(wanted: number, seconds: number): void {
    const turn = Math.atan2(Math.sin(wanted - this.#heading), Math.cos(wanted - this.#heading));
    this.#heading += turn * (1 - Math.exp(-9 * seconds));
  }

  /** Counts touches, and boxes that were passed without a touch. */
  judge(scene: Scene): void {
    const { ship, pairs, tight, variant } = scene;
    const positions = scene.positions;
    const touching = new Set<number>();
    // The ship has the smallest id, so that its pairs come first.
    for (let i = 0; i < pairs.length && pairs[i] === ship; i += 2) touching.add(pairs[i + 1]);
    const box = tight[variant[ship]];
    const left = positions[2 * ship] + box.left;
    const top = positions[2 * ship + 1] + box.top;
    const before = new Map(this.#near);
    for (let id = 1; id < scene.count; id++) {
      // Most sprites are far away: one comparison is enough for them.
      if (Math.abs(positions[2 * id] - left) > reach || Math.abs(positions[2 * id + 1] - top) > reach) continue;
      const other = tight[variant[id]];
      const x = positions[2 * id] + other.left;
      const y = positions[2 * id + 1] + other.top;
      if (x >= left + box.width || y >= top + box.height || x + other.width <= left || y + other.height <= top) continue;
      const was = before.get(id);
      before.delete(id);
      if (touching.has(id) && !was) {
        this.touched++;
        this.#shock = 1;
      }
      this.#near.set(id, was === true || touching.has(id));
    }
    for (const [id, hit] of before) {
      if (!hit) this.slipped++;
      this.#near.delete(id);
    }
  }

  #exhaust(seconds: number): void {
    if (this.speed > 30 && this.#sparks.length < 70) {
      const [x, y] = [-Math.sin(this.#heading), Math.cos(this.#heading)];
      const spread = (Math.random() - 0.5) * 8;
      this.#sparks.push({
        x: this.x + x * 24 - y * spread,
        y: this.y + y * 24 + x * spread,
        vx: this.#vx * 0.2 + x * 70,
        vy: this.#vy * 0.2 + y * 70,
        life: 1,
      });
    }
    for (let i = this.#sparks.length - 1; i >= 0; i--) {
      const spark = this.#sparks[i];
      spark.life -= 1.5 * seconds;
      spark.x += spark.vx * seconds;
      spark.y += spark.vy * seconds;
      if (spark.life <= 0) this.#sparks.splice(i, 1);
    }
  }

  draw(frame: Frame): void {
    const { zoom } = frame.camera;
    for (const { x, y, life } of this.#sparks) frame.light(x, y, 5 + 9 * (1 - life), calm, 0.55 * life * life, frame.sky);
    frame.light(this.x, this.y, Math.max(78, 16 / zoom), calm, 0.5 * (1 - this.#shock), frame.sky);
    frame.light(this.x, this.y, Math.max(120, 22 / zoom), struck, 0.9 * this.#shock, frame.sky);
    if (zoom < 0.35) frame.light(this.x, this.y, 7 / zoom, [0.7, 0.95, 1], 1);
  }
}
