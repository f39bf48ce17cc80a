// The script of calls that the tests of all languages run: the answers are equal, number by number.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const scripts = ["script", "motion"].map((name) =>
  JSON.parse(readFileSync(new URL(`../../../tests/calls/${name}.json`, import.meta.url), "utf8")),
);

/** Returns a list of numbers as a point. */
const point = ([x, y]) => ({ x, y });
/** Returns a list of numbers as a rectangle. */
const rect = ([left, top, width, height]) => ({ left, top, width, height });

/** Returns the name of a value of a result in the script. */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name) => name.replace(/_[a-z]/g, (letters) => letters[1].toUpperCase());

/** Returns a result in the form of the script: points and rectangles are lists of numbers. */
function plain(value) {
  if (ArrayBuffer.isView(value)) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value ?? null;
  if ("width" in value) return [value.left, value.top, value.width, value.height];
  const entries = Object.entries(value).map(([name, one]) => [snake(name), plain(one)]);
  if (entries.length === 2 && "x" in value && "y" in value) return [value.x, value.y];
  return Object.fromEntries(entries);
}

/** Returns a flat list in groups of `size`. */
const groups = (list, size) =>
  Array.from({ length: list.length / size }, (_, index) => Array.from(list.slice(size * index, size * (index + 1))));

/** Returns the contacts of many pairs, an object for each. */
function rows({ pairs, first, area, bounds, normal, penetration }) {
  const [ends, firsts, boxes] = [groups(pairs, 2), groups(first, 2), groups(bounds, 4)];
  const [normals, moves] = [groups(normal, 2), groups(penetration, 2)];
  return ends.map(([a, b], row) => ({
    ...{ a, b, first: firsts[row], area: area[row], bounds: boxes[row] },
    ...{ normal: normals[row], penetration: moves[row] },
  }));
}

/** Returns the place where a call looks for sprites. */
function probe(call) {
  if (call.point) return point(call.point);
  if (call.rect) return rect(call.rect);
  if (call.circle) return { ...point(call.circle), radius: call.circle[2] };
  if (call.line) return { from: point(call.line), to: point(call.line.slice(2)) };
  return { points: call.polygon.map(point) };
}

/** The sides, by their numbers in the script. */
const SIDES = ["left", "right", "top", "bottom"];

/** Turns the rows of a transform in the script into the order of a canvas, and back. */
const toCanvas = (rows) => rows && [rows[0][0], rows[1][0], rows[0][1], rows[1][1]];
const toRows = (by) => by && [[by[0], by[2]], [by[1], by[3]]];

/** Returns the options of a sprite. */
function options(values) {
  const convert = ([name, value]) => {
    if (name === "one_way") return ["oneWay", SIDES[value] ?? null];
    if (name === "transform") return [name, toCanvas(value)];
    return [camel(name), Array.isArray(value) ? point(value) : value];
  };
  return Object.fromEntries(Object.entries(values).map(convert));
}

/** Plays a script with a module. */
function play({ Mask, Remainder, World }, script) {
  const [masks, world] = [new Map(), new World()];
  const pair = (call) => [masks.get(call.a), masks.get(call.b)];
  const layers = ({ layers }) => ({ layers });
  const blocking = ({ layers, sensors }) => ({ layers, withSensors: sensors });
  const as = ({ id, changes: { position, ...changes } }) => ({ id, ...point(position), ...options(changes) });
  const calls = {
    mask: (call) => void masks.set(call.as, Mask.fromText(call.text)),
    penetration_along(call) {
      const [a, b] = pair(call);
      return a.penetrationAlong(b, point(call.at), point(call.direction));
    },
    sweep(call) {
      const [a, b] = pair(call);
      return a.sweep(b, point(call.start), point(call.end));
    },
    nearest_free(call) {
      const [a, b] = pair(call);
      return a.nearestFree(b, point(call.at), call.limit);
    },
    nearest_free_within(call) {
      const [a, b] = pair(call);
      return a.nearestFree(b, point(call.at), call.limit, { within: rect(call.within) });
    },
    remainder(call) {
      const remainder = new Remainder();
      return { moves: call.moves.map(([x, y]) => remainder.take(x, y)), rest: remainder.rest };
    },
    cast_ray: (call) => masks.get(call.mask).castRay(point(call.start), point(call.end)),
    add_mask: (call) => world.addMask(masks.get(call.mask)),
    spawn: (call) => world.spawn(call.mask, point(call.position), options(call.options)),
    set: (call) => world.set(call.id, options(call.changes)),
    jump_to: (call) => world.jumpTo(call.id, point(call.position)),
    impact: (call) => world.step().impact(call.a, call.b),
    get(call) {
      const sprite = world.get(call.id);
      return { ...sprite, oneWay: sprite.oneWay && SIDES.indexOf(sprite.oneWay), transform: toRows(sprite.transform) };
    },
    overlapping: (call) => world.overlapping(call.id),
    despawn: (call) => world.despawn(call.id),
    data: (call) => void assert.throws(() => world.data(call.id), RangeError),
    move_to: (call) => world.moveTo(call.id, point(call.position)),
    move_by: (call) => world.moveBy(call.id, point(call.by)),
    step() {
      const { pairs, began, ended } = world.step();
      return { pairs: groups(pairs, 2), began: groups(began, 2), ended: groups(ended, 2) };
    },
    began_between: (call) => groups(world.step().beganBetween(call.layers_a, call.layers_b), 2),
    contacts: () => rows(world.step().contacts()),
    contacts_of: (call) => rows(world.step().contactsOf(call.id)),
    contact(call) {
      const contact = world.contact(call.a, call.b);
      if (!contact) return null;
      const { a, b, first, area, bounds, normal, penetration } = contact;
      return { a, b, first, area, bounds, normal, penetration };
    },
    positions: () => groups(world.getPositions(), 2),
    draw_on_mask: (call) => world.drawOnMask(call.mask, probe(call)),
    erase_from_mask: (call) => world.eraseFromMask(call.mask, probe(call)),
    mask_count: (call) => world.mask(call.mask).count(),
    bytes() {
      const bytes = world.toBytes();
      return [bytes.length, bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5)];
    },
    find: (call) => world.find(probe(call), layers(call)),
    nearest: (call) => world.nearest(point(call.point), call.count, layers(call)),
    nearest_others(call) {
      const near = world.nearestOthers(call.id, call.count, layers(call));
      const { ids, distances } = world.nearestOthersMany([call.id], call.count, layers(call));
      near.forEach((one, i) => assert.deepEqual([one.id, one.distance], [ids[i], distances[i]]));
      return near;
    },
    cast_ray_world: (call) => world.castRay(point(call.start), point(call.end), blocking(call)),
    cast_ray_all: (call) => world.castRayAll(point(call.start), point(call.end), blocking(call)),
    sweep_world: (call) => world.sweep(call.id, point(call.to), blocking(call)),
    is_free: (call) => world.isFree({ id: call.id, ...point(call.position) }, blocking(call)),
    is_free_as: (call) => world.isFree(as(call), blocking(call)),
    nearest_free_world: (call) => world.nearestFree({ id: call.id, ...point(call.position) }, call.limit, blocking(call)),
    nearest_free_as: (call) => world.nearestFree(as(call), call.limit, blocking(call)),
    touching: (call) => world.touching(call.id, point(call.by), blocking(call)),
    sweep_shape(call) {
      const { at, hit } = world.sweep({ mask: masks.get(call.mask), ...point(call.position) }, point(call.to), blocking(call));
      return { at, hit };
    },
    push_out: (call) => world.pushOut(call.id, call.limit),
    push_out_along: (call) => world.pushOut(call.id, call.limit, { along: point(call.direction) }),
    carry: (call) => world.carry(call.id, point(call.to), { riders: call.riders ?? undefined }),
    move_until({ id, to, motion, step_up: stepUp, step_down: stepDown, layers }) {
      return world.moveUntil(id, point(to), { motion, stepUp, stepDown, layers });
    },
  };
  for (const name of ["overlaps", "overlap_first", "overlap_area", "overlap_bounds", "overlap_normal", "penetration", "distance"]) {
    calls[name] = (call) => {
      const [a, b] = pair(call);
      return a[camel(name)](b, point(call.at));
    };
  }
  for (const name of ["count", "bounds", "centroid"]) calls[name] = (call) => masks.get(call.mask)[name]();
  for (const [number, { answer, ...call }] of script.entries()) {
    assert.deepEqual(plain(calls[call.call](call)), answer, `call ${number}: ${JSON.stringify(call)}`);
  }
  assert.ok(script.length >= 50);
}

test("the scripts of calls have the answers of Rust", async () => {
  const hitmask = await import("../dist/node.js");
  await hitmask.default();
  for (const script of scripts) play(hitmask, script);
});
