/** The sprites: where they are, how they move, and which of them collide. */
import { Mask, World } from "hitmask";
import type { Atlas, Look } from "./atlas.ts";
import { Places } from "./places.ts";
import { random } from "../../peers/random.ts";

/** What a test of boxes needs of a variant: the tight rectangle of its solid pixels. */
export interface Tight {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Rule = "pixels" | "boxes";

/** World pixels per sprite: the density of the scene is the same for each number of sprites. */
const areaPerSprite = 7400;
/** How far the arms of the spiral turn, in radians for both of them. */
const twist = 5.5;
/** How hard two sprites push each other, in pixels a second squared. */
const push = 110;
const maxRingPairs = 300;
/** Room for sprites that are added later. */
const spare = 4096;

function isRing(look: Look): boolean {
  return typeof look.kind.art === "object";
}

export class Scene {
  readonly world = new World();
  /** The ship is the first sprite. */
  readonly ship = 0;
  /** The radius of the disc that the sprites stay in. */
  readonly radius: number;
  /** Where the ship starts: in an arm of the spiral. */
  readonly home: { readonly x: number; readonly y: number };
  /** By sprite: the top-left corner, the velocity, the variant, and how recently it collided. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  readonly variant: Uint16Array;
  readonly heat: Float32Array;
  readonly tight: Tight[] = [];
  /** The pixels on which the sprites stand: x and y each. */
  readonly positions: Int32Array;
  /** Pairs of the last step: those that share a pixel. */
  pairs: Uint32Array = new Uint32Array();
  rule: Rule = "pixels";
  count = 0;
  readonly #speed: Float32Array;
  readonly #mass: Float32Array;
  readonly #masks: number[] = [];
  readonly #solid: number[] = [];
  readonly #atlas: Atlas;
  /** By variant: whether the shape is a ring, whose middle says nothing about where its rocks are. */
  readonly #hollow: boolean[] = [];
  readonly #random: () => number;

  constructor(atlas: Atlas, wanted: number, custom: readonly number[], seed = 7) {
    this.#atlas = atlas;
    this.#random = random(seed);
    const capacity = wanted + spare;
    this.radius = Math.sqrt((wanted * areaPerSprite) / Math.PI) + 160;
    const share = 0.46;
    this.home = {
      x: share * this.radius * Math.cos((twist / 2) * share),
      y: share * this.radius * Math.sin((twist / 2) * share),
    };
    this.x = new Float32Array(capacity);
    this.y = new Float32Array(capacity);
    this.vx = new Float32Array(capacity);
    this.vy = new Float32Array(capacity);
    this.variant = new Uint16Array(capacity);
    this.heat = new Float32Array(capacity);
    this.positions = new Int32Array(2 * capacity);
    this.#speed = new Float32Array(capacity);
    this.#mass = new Float32Array(capacity);
    for (let variant = 0; variant < atlas.variants.length; variant++) this.addVariant(variant);
    for (const look of atlas.looks) {
      for (const variant of look.variants) this.#hollow[variant] = isRing(look);
    }
    this.#fill(wanted, custom);
  }

  /** Makes a mask of a variant. Returns the number of its solid pixels. */
  addVariant(variant: number): number {
    const mask = Mask.from(this.#atlas.pixels(variant));
    this.tight[variant] = mask.bounds() ?? { left: 0, top: 0, width: 0, height: 0 };
    this.#solid[variant] = mask.count();
    this.#hollow[variant] = false;
    this.#masks[variant] = this.world.addMask(mask);
    mask.free();
    return this.#solid[variant];
  }

  free(): void {
    this.world.free();
  }

  /** Adds a sprite whose middle is at (x, y). Returns `false` if there is no room. */
  add(variant: number, x: number, y: number, speed: number): boolean {
    const id = this.count;
    if (id === this.x.length) return false;
    const { width, height } = this.#atlas.variants[variant];
    this.x[id] = x - width / 2;
    this.y[id] = y - height / 2;
    const direction = 2 * Math.PI * this.#random();
    this.vx[id] = speed * Math.cos(direction);
    this.vy[id] = speed * Math.sin(direction);
    this.variant[id] = variant;
    this.heat[id] = 0;
    this.#speed[id] = speed;
    this.#mass[id] = Math.max(1, this.#solid[variant]);
    const slot = this.world.spawn(this.#masks[variant], this.x[id], this.y[id]);
    if (slot !== id) throw new Error(`sprite ${id} of the scene became sprite ${slot} of the world`);
    this.count++;
    return true;
  }

  /** Shows another variant of a sprite, about the same middle. */
  show(id: number, variant: number): void {
    if (this.variant[id] === variant) return;
    const before = this.#atlas.variants[this.variant[id]];
    const after = this.#atlas.variants[variant];
    this.x[id] += (before.width - after.width) / 2;
    this.y[id] += (before.height - after.height) / 2;
    this.variant[id] = variant;
    this.#mass[id] = Math.max(1, this.#solid[variant]);
    this.world.set(id, { mask: this.#masks[variant] });
  }

  middle(id: number): { x: number; y: number } {
    const { width, height } = this.#atlas.variants[this.variant[id]];
    return { x: this.x[id] + width / 2, y: this.y[id] + height / 2 };
  }

  #fill(wanted: number, custom: readonly number[]): void {
    const next = this.#random;
    const places = new Places(this.radius);
    const looks = this.#atlas.looks.filter((look) => !isRing(look));
    const total = looks.reduce((sum, look) => sum + look.kind.weight, 0);
    const { x, y } = this.home;
    this.add(this.#atlas.ship.variants[0], x, y, 0);
    places.add(x, y, 90);
    this.#addRings(places, Math.min(wanted - 1, 3 + Math.floor(wanted / 260)));
    const customs = this.count + Math.min(120 * custom.length, wanted / 4);
    while (this.count < wanted) {
      const speed = 0.6 + 0.8 * next();
      if (this.count < customs) {
        this.#addFree(places, custom[this.count % custom.length], 22 * speed);
        continue;
      }
      let pick = next() * total;
      const look = looks.find((look) => (pick -= look.kind.weight) < 0) ?? looks[0];
      this.#addFree(places, look.variants[Math.floor(next() * look.variants.length)], look.kind.speed * speed);
    }
  }

  /** Rings come first: three of them near the ship, the others anywhere. Their rocks keep other sprites away. */
  #addRings(places: Places, count: number): void {
    const rings = this.#atlas.looks.filter(isRing);
    const near = [[-450, -120], [400, 260], [130, -500]].map(([x, y]) => [this.home.x + x, this.home.y + y]);
    for (let i = 0; i < count; i++) {
      const { kind, variants } = rings[i % rings.length];
      if (typeof kind.art !== "object") continue;
      const { radius, rocks } = kind.art;
      let [x, y] = near[i] ?? this.#place();
      for (let tries = 0; tries < 20 && !places.isFree(x, y, radius + 60); tries++) [x, y] = this.#place();
      this.add(variants[0], x, y, kind.speed);
      for (let rock = 0; rock < rocks; rock++) {
        const angle = (2 * Math.PI * rock) / rocks;
        places.add(x + radius * Math.cos(angle), y + radius * Math.sin(angle), 56);
      }
    }
  }

  /** Adds a sprite at a place that looks free, or after some tries at any place. */
  #addFree(places: Places, variant: number, speed: number): void {
    const { width, height } = this.tight[variant];
    const radius = 0.44 * Math.sqrt(width * height);
    let [x, y] = this.#place();
    for (let tries = 0; tries < 5 && !places.isFree(x, y, radius); tries++) [x, y] = this.#place();
    places.add(x, y, radius);
    this.add(variant, x, y, speed);
  }

  /** A place in the disc: thinner between the arms of a spiral, and at the rim. */
  #place(): [number, number] {
    const next = this.#random;
    for (;;) {
      const share = Math.sqrt(next());
      const angle = 2 * Math.PI * next();
      const arm = 0.5 + 0.5 * Math.cos(2 * angle - twist * share);
      const rim = 1 - 0.8 * Math.min(1, Math.max(0, (share - 0.84) / 0.16));
      if (next() > (0.2 + 0.8 * arm * arm) * rim) continue;
      return [share * this.radius * Math.cos(angle), share * this.radius * Math.sin(angle)];
    }
  }

  /** Moves the sprites by their velocities, and writes their places into the world. */
  move(seconds: number): void {
    const { x, y, vx, vy, heat, positions } = this;
    const limit = this.radius * this.radius;
    const cool = Math.exp(-3.5 * seconds);
    const settle = Math.min(1, 0.6 * seconds);
    for (let id = 1; id < this.count; id++) {
      const speed = Math.sqrt(vx[id] * vx[id] + vy[id] * vy[id]) || 1;
      const keep = 1 + (this.#speed[id] / speed - 1) * settle;
      vx[id] *= keep;
      vy[id] *= keep;
      if (x[id] * x[id] + y[id] * y[id] > limit) {
        const pull = (40 * seconds) / this.radius;
        vx[id] -= x[id] * pull;
        vy[id] -= y[id] * pull;
      }
      x[id] += vx[id] * seconds;
      y[id] += vy[id] * seconds;
      heat[id] *= cool;
    }
    heat[this.ship] *= cool;
    for (let id = 0; id < this.count; id++) {
      positions[2 * id] = Math.round(x[id]);
      positions[2 * id + 1] = Math.round(y[id]);
    }
    this.world.setPositions(positions.subarray(0, 2 * this.count));
  }

  /**
   * Pairs that collide push each other apart: along the line between their middles, which is fast, or, if one of them is a
   * ring, along the contact normal.
   */
  pushApart(pairs: Uint32Array, seconds: number): void {
    const { x, y, variant, tight } = this;
    const rings: number[] = [];
    for (let i = 0; i < pairs.length; i += 2) {
      const a = pairs[i];
      const b = pairs[i + 1];
      this.heat[a] = this.heat[b] = 1;
      if (this.#hollow[variant[a]] || this.#hollow[variant[b]]) {
        if (rings.length < 2 * maxRingPairs) rings.push(a, b);
        continue;
      }
      const [p, q] = [tight[variant[a]], tight[variant[b]]];
      const dx = x[b] + q.left + q.width / 2 - x[a] - p.left - p.width / 2;
      const dy = y[b] + q.top + q.height / 2 - y[a] - p.top - p.height / 2;
      const distance = Math.sqrt(dx * dx + dy * dy) || 1;
      this.#bump(a, b, dx / distance, dy / distance, seconds);
    }
    if (rings.length === 0) return;
    const { normal } = this.world.contacts(Uint32Array.from(rings));
    for (let i = 0; normal && i < rings.length; i += 2) {
      // A pair of boxes without a shared pixel has no normal.
      if (normal[i] === normal[i]) this.#bump(rings[i], rings[i + 1], -normal[i], -normal[i + 1], seconds);
    }
  }

  /** A push along the unit vector (nx, ny), which points from `a` to `b`. The lighter sprite moves more. */
  #bump(a: number, b: number, nx: number, ny: number, seconds: number): void {
    const [m, n] = [this.#mass[a], this.#mass[b]];
    const force = (2 * push * seconds) / (m + n);
    this.vx[a] -= nx * force * n;
    this.vy[a] -= ny * force * n;
    this.vx[b] += nx * force * m;
    this.vy[b] += ny * force * m;
  }
}
