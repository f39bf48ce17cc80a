/** Bad sprites, wrong options and wrong calls: what they must not stop, and what they must say. */
import { type Kit, plain, type Placing } from "./kit.ts";
import { assert, equal, test, throws, warnings } from "../harness.ts";

export function testFaults<S extends object, C extends object>(kit: Kit<S, C>): void {
  test("a bad sprite of each kind among 100 good ones stops neither the 600 frames nor the other pairs, and is named once", () => {
    const { collisions, frame, end } = kit.live();
    const pairs = Array.from({ length: 50 }, (_, i) => {
      const [x, y] = [100 * (i % 10), 100 * Math.floor(i / 10)];
      return [x, x + 2].map((x) => kit.sprite("even", { ...plain, x, y }));
    });
    collisions.add(pairs.flat());
    const bad: Record<string, Partial<Placing>> = {
      ...{ "no number": { x: NaN }, infinite: { y: -Infinity }, "far away": { x: -2e9 }, farther: { y: 3e9 } },
      ...{ "too large": { scaleX: 1e8, scaleY: 1e8 }, "without an angle": { rotation: NaN }, endless: { scaleX: Infinity } },
    };
    const wells = ["no picture", ...Object.keys(bad)].map((name, i) => {
      const home = { ...plain, x: 100 * i, y: 1000 };
      const [sprite, partner] = [kit.sprite("even", home), kit.sprite("even", home)];
      kit.name(sprite, name);
      collisions.add([sprite, partner]);
      return { name, sprite, partner, home };
    });
    const group = kit.group();
    const others = kit.others();
    others.forEach((other, i) => kit.name(other as S, `other ${i}`));
    const member = kit.sprite("even", { ...plain, x: 0, y: 2000 });
    collisions.add(group.group);
    const all = [...pairs.flat(), ...wells.flatMap(({ sprite, partner }) => [sprite, partner])];
    let calls = 0;
    collisions.addOverlap(all, null, () => void calls++);
    const counts: number[] = [];
    const said = warnings(() => {
      for (let i = 0; i < 600; i++) {
        if (i === 10) {
          for (const { name, sprite, home } of wells) kit.place(sprite, { ...home, ...bad[name] });
          kit.spoil(wells[0].sprite);
          for (const object of [...others, member]) group.add(object);
        }
        if (i === 500) for (const { sprite, home } of wells) kit.place(sprite, home);
        if (i === 500) kit.setFrame(wells[0].sprite, "even");
        // The far and the broken ones change, and are not named again.
        if (i === 300) kit.place(wells[3].sprite, { ...wells[3].home, x: -2.1e9 });
        calls = 0;
        frame();
        counts.push(calls);
      }
    });
    const well = 50 + wells.length;
    const expected = counts.map((_, i) => (i < 10 || i >= 500 ? well : 50));
    equal(counts, expected, "pairs in each frame");
    equal(said.length, wells.length + others.length, said.join("\n"));
    for (const name of [...wells.map(({ name }) => name), ...others.map((_, i) => `other ${i}`)]) {
      const about = said.filter((line) => line.includes(JSON.stringify(name)));
      assert(about.length === 1, `${about.length} warnings about ${name}:\n${said.join("\n")}`);
    }
    assert(collisions.contains(member), "the good member of the group");
    for (const sprite of [...all, member]) kit.destroy(sprite);
    group.destroy(others);
    end();
  });

  test("wrong options are errors of add, with the options that the adapter has", async () => {
    const collisions = kit.collisions();
    const [a, b] = [0, 1].map((x) => kit.sprite("even", { ...plain, x }));
    const names = "the options are layers, collidesWith, fixed, sensor, oneWay, continuous";
    for (const options of [{ layer: 2 }, { origin: { x: 0, y: 0 } }, { angle: 3 }, { fraction: { x: 0, y: 0 } }, { transform: null }, { data: 3 }]) {
      const [name] = Object.keys(options);
      await throws(() => collisions.add(a, options), TypeError, `unknown option "${name}": ${names}`);
    }
    await throws(() => collisions.add(a, { layers: 2 ** 32 }), RangeError, "layers must be");
    await throws(() => collisions.add(a, { layers: "1" }), TypeError, 'layers must be a whole number from 0 to 2^32 - 1, got "1"');
    await throws(() => collisions.add(a, { collidesWith: 0.5 }), TypeError, "collidesWith");
    await throws(() => collisions.add(a, { fixed: 1 }), TypeError, "fixed must be true or false");
    await throws(() => collisions.add(a, { oneWay: "up" }), TypeError, 'or null, got "up"');
    await throws(() => collisions.add(a, null as never), TypeError, "options must be an object, got null");
    equal([collisions.size, collisions.contains(a)], [0, false]);

    collisions.add(a, { layers: 1 << 31, collidesWith: ~2, sensor: true }).add(b, { layers: 2 });
    collisions.update();
    const { layers, collidesWith } = collisions.world.get(collisions.idOf(a)!);
    equal([layers, collidesWith], [2 ** 31, 2 ** 32 - 3], "bits with a sign");
    equal(collisions.overlapping(a), []);
    collisions.set(b, { layers: 4 });
    equal(collisions.overlapping(a).length, 1, "other layers after set");
    await throws(() => collisions.set(b, { layer: 2 }), TypeError, names);
    const group = kit.group();
    group.add(a);
    group.add(kit.fresh(3).sprite);
    await throws(() => collisions.set(group.group, { layers: 8 }), Error, "was not added, or has left");
    await throws(() => collisions.set([b, kit.fresh(1).sprite], { layers: 2 }), Error, "was not added, or has left");
    equal(collisions.overlapping(a).length, 1, "a set that throws changes none");
    collisions.destroy();
    for (const sprite of [a, b]) kit.destroy(sprite);
    group.destroy([]);
  });

  test("a second add changes the options that it gives", () => {
    const collisions = kit.collisions();
    const [a, b] = [0, 1].map((x) => kit.sprite("even", { ...plain, x }));
    collisions.add([a, b], { layers: 2, sensor: true });
    equal(collisions.overlaps(a, b), true);
    collisions.add(a, { layers: 4, collidesWith: 4 });
    const { layers, sensor } = collisions.world.get(collisions.idOf(a)!);
    equal([layers, sensor, collisions.overlapping(a).length], [4, true, 0]);
    collisions.destroy();
    for (const sprite of [a, b]) kit.destroy(sprite);
  });

  test("a sprite that is active again keeps what was set on the world", () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", plain);
    collisions.add(sprite).update();
    collisions.world.set(collisions.idOf(sprite)!, { layers: 8, sensor: true, data: 77 });
    for (const hidden of [true, false]) {
      kit.hide(sprite, hidden);
      collisions.update();
    }
    const { layers, sensor, data } = collisions.world.get(collisions.idOf(sprite)!);
    equal([layers, sensor, data], [8, true, 77]);
    kit.hide(sprite, true);
    collisions.update();
    collisions.set(sprite, { layers: 16 });
    kit.hide(sprite, false);
    collisions.update();
    equal(collisions.world.get(collisions.idOf(sprite)!).layers, 16, "set while it was away");
    collisions.destroy();
    kit.destroy(sprite);
  });

  test("a sprite that is taken out of its group leaves, and one that was added by itself stays", () => {
    const collisions = kit.collisions();
    const [one, two] = [kit.group(), kit.group()];
    const [a, b, c] = [0, 1, 2].map((x) => kit.sprite("even", { ...plain, x }));
    for (const sprite of [a, b]) one.add(sprite);
    collisions.add(one.group, { layers: 2 }).add(two.group, { layers: 4 }).add([b, c]);
    collisions.update();
    equal(collisions.size, 3);
    one.remove(a);
    one.remove(b);
    collisions.update();
    equal([a, b, c].map((sprite) => collisions.contains(sprite)), [false, true, true]);
    two.add(a);
    collisions.update();
    equal(collisions.world.get(collisions.idOf(a)!).layers, 4, "the options of the new group");
    collisions.set(two.group, { layers: 32 });
    two.add(c);
    collisions.update();
    equal([a, c].map((sprite) => collisions.world.get(collisions.idOf(sprite)!).layers), [32, 1]);
    for (const sprite of [a, b, c]) kit.destroy(sprite);
    collisions.update();
    equal(collisions.size, 0);
    collisions.destroy();
    for (const group of [one, two]) group.destroy([]);
  });

  test("an add that throws adds none", async () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", plain);
    const { sprite: other } = kit.fresh(2);
    kit.spoil(other);
    await throws(() => collisions.add([sprite, other]), Error, "has no pixels that can be read");
    await throws(() => collisions.add([sprite, undefined as never]), TypeError, "got undefined");
    const group = kit.group();
    for (const member of [sprite, other]) group.add(member);
    await throws(() => collisions.add(group.group), Error, "has no pixels that can be read");
    equal(collisions.size, 0);
    equal(warnings(() => collisions.update()), []);
    equal(collisions.size, 0, "the group was not added either");
    kit.destroy(sprite);
    kit.destroy(other);
    group.destroy([]);
    collisions.destroy();
  });

  test("wrong arguments of calls are errors that say what was expected", async () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", plain);
    const nothing = undefined as never;
    for (const call of [() => collisions.add(nothing), () => collisions.remove(nothing), () => collisions.addOverlap(nothing, null, () => {})]) {
      await throws(call, TypeError, /expected a Sprite.*, got undefined/);
    }
    await throws(() => collisions.add([[sprite]] as never), TypeError, "got an object of class Array");
    await throws(() => collisions.addOverlap(sprite, nothing, () => {}), TypeError, "second must be a sprite, a list or a group, got undefined; give null");
    await throws(() => collisions.addOverlap(sprite, null, nothing), TypeError, "callback must be a function, got undefined");
    await throws(() => collisions.addOverlap(sprite, [sprite], () => {}, 3 as never), TypeError, "process must be a function, got 3");
    await throws(() => collisions.addOverlap([sprite, 5 as never], null, () => {}), TypeError, "got 5");
    await throws(() => collisions.onBegin(nothing), TypeError, "callback must be a function");
    await throws(() => collisions.onEnd(nothing), TypeError, "callback must be a function");
    await throws(() => collisions.contact(sprite, nothing), Error, "was not added, or has left: call add(sprite) first");
    collisions.add(sprite);
    await throws(() => collisions.contact(sprite, nothing), TypeError, "got undefined");
    await throws(() => collisions.refresh(nothing), TypeError, "got undefined");
    await throws(() => collisions.find({ x: 0, y: 0 }, { layer: 1 }), TypeError, 'unknown option "layer"');
    await throws(() => collisions.pick({ x: 0, y: 0 }, { layer: 1 }), TypeError, 'unknown option "layer"');
    await throws(() => collisions.find({ x: 0, y: 0 }, { without: 3 }), TypeError, "got 3");
    await throws(() => kit.collisions({ alpha: 3 } as never), TypeError, /unknown option "alpha": the options are .*, alphaAbove, colorKey, lumaAbove/);
    await throws(() => kit.collisions({ alphaAbove: 300 } as never), RangeError, "alphaAbove");
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("addOverlap of sprites that were never added warns once", () => {
    const collisions = kit.collisions();
    const [a, b, c] = [0, 1, 2].map((x) => kit.sprite("even", { ...plain, x }));
    kit.name(b, "forgotten");
    const group = kit.group();
    group.add(c);
    collisions.add(a);
    collisions.addOverlap(a, [b], () => {});
    collisions.addOverlap(a, group.group, () => {});
    const said = warnings(() => [1, 2, 3].forEach(() => collisions.update()));
    equal(said.length, 2, said.join("\n"));
    assert(/addOverlap waits for .*"forgotten".*, which was not added: call add\(sprite\) too/.test(said[0]), said[0]);
    collisions.addOverlap(a, b, () => {});
    collisions.add([b, c]);
    equal(warnings(() => collisions.update()), [], "sprites that were added later");
    for (const sprite of [a, b, c]) kit.destroy(sprite);
    equal(warnings(() => collisions.update()), [], "sprites that have left");
    collisions.destroy();
    group.destroy([]);
  });

  test("calls after destroy say so", async () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", plain);
    collisions.add(sprite);
    const { world } = collisions;
    collisions.destroy();
    const calls = [
      ...[() => collisions.add(sprite), () => collisions.set(sprite, {}), () => collisions.addOverlap(sprite, null, () => {})],
      ...[() => collisions.onBegin(() => {}), () => collisions.onEnd(() => {}), () => collisions.contact(sprite, sprite)],
      ...[() => collisions.overlapping(sprite), () => collisions.find({ x: 0, y: 0 }), () => collisions.pick({ x: 0, y: 0 })],
      ...[() => collisions.refresh(sprite), () => collisions.update(), () => collisions.world],
    ];
    for (const call of calls) await throws(call, Error, "destroyed, by destroy() or at the end of its scene: make new PixelCollisions");
    await throws(() => world.get(0), Error, "PixelCollisions free theirs at the end of their scene");
    collisions.remove(sprite);
    equal([collisions.contains(sprite), collisions.idOf(sprite), collisions.size], [false, null, 0]);
    kit.destroy(sprite);
  });

  test("a sprite that is hidden in a callback is in no later callback, as one that is destroyed", () => {
    const collisions = kit.collisions();
    const [shot, ...foes] = [0, 1, 2].map((x) => kit.sprite("even", { ...plain, x }));
    collisions.add([shot, ...foes]);
    let [hits, begun] = [0, 0];
    collisions.onBegin(() => void begun++);
    collisions.addOverlap(shot, foes, () => {
      hits += 1;
      kit.hide(shot, true);
    });
    collisions.update();
    equal([hits, begun], [1, 3]);
    collisions.update();
    equal([hits, collisions.idOf(shot)], [1, null]);
    collisions.destroy();
    for (const sprite of [shot, ...foes]) kit.destroy(sprite);
  });

  test("a continuous sprite passes through nothing, upright or not, and jumps if it is told to", () => {
    for (const look of [plain, { ...plain, rotation: 0.4 }, { ...plain, scaleX: 1.5, scaleY: 0.75 }]) {
      const collisions = kit.collisions();
      const [bullet, wall, behind] = [0.3, 100.8, 150.1].map((x) => kit.sprite("even", { ...look, x }));
      collisions.add([bullet, behind], { continuous: true }).add(wall);
      let hits = 0;
      collisions.addOverlap(bullet, wall, () => void hits++);
      collisions.addOverlap(behind, wall, () => void hits++); // never: its path begins where the first update sees it
      for (const x of [0.3, 300.6, 0.3]) {
        const id = collisions.idOf(bullet);
        kit.place(bullet, { ...look, x });
        if (x < 1 && id !== null) collisions.jump(bullet);
        collisions.update();
      }
      equal(hits, 1);
      collisions.destroy();
      for (const sprite of [bullet, wall, behind]) kit.destroy(sprite);
    }
  });
}
