/** Callbacks, queries, frames that change, and what is left behind. */
import { Random, shared } from "./drawn.ts";
import { type Kit, ownScale, plain, sameAsDrawn, VIEW } from "./kit.ts";
import { assert, equal, test, throws } from "../harness.ts";

export function testEvents<S extends object, C extends object>(kit: Kit<S, C>): void {
  test("callbacks come once a pair and update, in the order of the arguments", () => {
    const collisions = kit.collisions();
    const [ship, ...rocks] = [0, 4, 8, 100].map((x) => kit.sprite("even", { ...plain, x, y: 20 }));
    const name = (sprite: S) => (sprite === ship ? "ship" : `rock ${rocks.indexOf(sprite)}`);
    const calls: string[] = [];
    const log = (what: string) => (a: S, b: S) => void calls.push(`${what} ${name(a)}, ${name(b)}`);
    const take = () => calls.splice(0).sort();
    // The rocks come first in the world, and second in the call.
    collisions.add(rocks);
    collisions.add(ship);
    const hits = collisions.addOverlap(ship, rocks, log("hit"));
    const within = collisions.addOverlap(rocks, null, log("rocks"), (a) => a === rocks[0]);
    collisions.update();
    equal(take(), ["hit ship, rock 0", "hit ship, rock 1", "rocks rock 0, rock 1"]);
    collisions.onBegin(log("begin"));
    collisions.onEnd(log("end"));
    collisions.update();
    equal(take(), ["hit ship, rock 0", "hit ship, rock 1", "rocks rock 0, rock 1"], "nothing moves");

    within.active = false;
    kit.place(rocks[2], { ...plain, x: 1, y: 20 });
    kit.place(rocks[0], { ...plain, x: 100, y: 20 });
    collisions.update();
    equal(
      take(),
      [
        ...["begin rock 1, rock 2", "begin rock 2, ship", "end rock 0, rock 1", "end rock 0, ship"],
        ...["hit ship, rock 1", "hit ship, rock 2"],
      ],
      "two rocks have moved",
    );
    hits.destroy();
    collisions.remove(ship);
    collisions.update();
    equal(take(), ["end rock 1, ship", "end rock 2, ship"], "the ship has left");
    equal([collisions.contains(ship), collisions.contains(rocks[0]), collisions.size], [false, true, 3]);
    for (const sprite of [ship, ...rocks]) kit.destroy(sprite);
    collisions.update();
    equal(take(), ["end rock 1, rock 2"]);
    equal([collisions.size, collisions.world.size], [0, 0]);
    collisions.destroy();
  });

  test("pairs of a continuous sprite come in the order of its path, with what it met first", () => {
    for (const isReversed of [false, true]) {
      const collisions = kit.collisions();
      const rocks = [220, 140, 60].map((x) => kit.sprite("even", { ...plain, x, y: 20 })); // the far one has the smallest id
      const shot = kit.sprite("even", { ...plain, x: -60, y: 20 });
      collisions.add(rocks);
      collisions.add(shot, { continuous: true });
      const met: string[] = [];
      const name = (sprite: S) => `rock ${rocks.indexOf(sprite)}`;
      collisions.onBegin((a, b) => void met.push(`begin ${name(a === shot ? b : a)}`));
      collisions.addOverlap(isReversed ? rocks : shot, isReversed ? shot : rocks, (a, b) => {
        met.push(name(a === shot ? b : a));
        assert(collisions.contact(a, b) === null, "it is beyond the rock by now");
      });
      collisions.update();
      equal([met, collisions.impact(shot, rocks[0])], [[], null]);
      kit.place(shot, { ...plain, x: 400, y: 20 });
      collisions.update();
      equal(met, ["begin rock 2", "begin rock 1", "begin rock 0", "rock 2", "rock 1", "rock 0"]);
      const impacts = rocks.map((rock) => collisions.impact(shot, rock)!);
      equal(impacts.map(({ a, b }) => [a, b].sort()), rocks.map((rock) => [collisions.idOf(shot)!, collisions.idOf(rock)!].sort()));
      assert(impacts[2]!.fraction < impacts[1]!.fraction && impacts[1]!.fraction < impacts[0]!.fraction, "in the order of the path");
      assert(impacts.every(({ contact }) => contact.area > 0), "the contact of the touch");
      collisions.update();
      equal([collisions.impact(shot, rocks[2]), collisions.impact(rocks[0], rocks[1])], [null, null], "they are apart");
      for (const sprite of [shot, ...rocks]) kit.destroy(sprite);
      collisions.destroy();
    }
  });

  test("a sprite destroyed in a callback is in no later callback, and each end follows a begin", () => {
    const collisions = kit.collisions();
    const [a, b, c] = [0, 2, 4].map((x) => kit.sprite("even", { ...plain, x, y: 20 }));
    const [began, ended] = [[] as S[][], [] as S[][]];
    collisions.add([a, b, c]);
    collisions.onBegin((first, second) => {
      began.push([first, second]);
      if (collisions.contains(a)) kit.destroy(a);
    });
    collisions.onEnd((first, second) => void ended.push([first, second]));
    let overlaps = 0;
    collisions.addOverlap([a, b, c], null, (first, second) => {
      overlaps += 1;
      assert(first !== a && second !== a, "the destroyed sprite overlaps");
    });
    collisions.update();
    equal([began.length, ended.length, overlaps], [2, 0, 1]);
    assert(began[0][0] === a && began[0][1] === b && began[1][0] === b && began[1][1] === c, "other pairs began");
    collisions.update();
    equal([ended.length, overlaps, collisions.size], [1, 2, 2]);
    assert(ended[0][0] === a && ended[0][1] === b, "another pair ended");
    kit.destroy(b);
    kit.destroy(c);
    collisions.destroy();
  });

  test("sprites spawned in a callback take part from the next update, also with the ids of others", () => {
    const collisions = kit.collisions();
    const sprites: S[] = [];
    const spawn = () => {
      const sprite = kit.sprite("even", { ...plain, x: 10, y: 10 });
      collisions.add(sprite);
      sprites.push(sprite);
    };
    spawn();
    spawn();
    const ends = new Map<S, number>();
    collisions.onEnd((a, b) => {
      for (const sprite of [a, b]) ends.set(sprite, (ends.get(sprite) ?? 0) + 1);
    });
    for (let i = 0; i < 50; i++) {
      collisions.update();
      assert(collisions.overlaps(sprites[0], sprites[1]), "the sprites do not overlap");
      kit.destroy(sprites.shift()!);
      spawn();
    }
    collisions.update();
    equal([ends.size, [...ends.values()].reduce((a, b) => a + b)], [51, 100]);
    equal([collisions.size, collisions.world.size, collisions.maskCount], [2, 2, 1]);
    for (const sprite of sprites) kit.destroy(sprite);
    collisions.destroy();
  });

  test("the mask follows the frame", () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", { ...plain, x: 50, y: 50 });
    collisions.add(sprite);
    for (let i = 0; i < 40; i++) {
      const frame = kit.frames[i % kit.frames.length];
      kit.setFrame(sprite, frame);
      const [scaleX, scaleY] = [ownScale(frame), ownScale(frame)];
      kit.place(sprite, { ...plain, x: 70 + i, y: 70, rotation: i % 3 ? 0 : Math.PI / 2, scaleX, scaleY });
      sameAsDrawn(kit, collisions, sprite, `frame ${frame}`);
    }
    equal(collisions.maskCount, kit.frames.length);
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("sprites that are out of the game do not take part", () => {
    const collisions = kit.collisions();
    const [a, b] = [10, 14].map((x) => kit.sprite("even", { ...plain, x, y: 10 }));
    let [began, ended] = [0, 0];
    collisions.onBegin(() => void began++);
    collisions.onEnd(() => void ended++);
    collisions.add([a, b]);
    for (let i = 0; i < 4; i++) {
      kit.hide(a, i % 2 === 1);
      collisions.update();
      equal([collisions.world.size, collisions.idOf(a) === null], i % 2 ? [1, true] : [2, false]);
      equal(collisions.overlaps(a, b), i % 2 === 0);
      equal(collisions.find({ x: 10.7, y: 10.2 }).includes(a), i % 2 === 0);
      equal(collisions.find({ x: 10.7, y: 10.2 }, { without: a }).includes(a), false);
    }
    equal([began, ended], [2, 2]);
    kit.hide(a, false);
    kit.place(a, { ...plain, x: 10, y: 10, scaleX: 0 });
    collisions.update();
    equal(collisions.idOf(a), null, "a sprite without width");
    kit.destroy(a);
    kit.destroy(b);
    collisions.destroy();
  });

  test("a texture that is drawn on is read again after refresh", () => {
    const collisions = kit.collisions();
    const { sprite, redraw } = kit.fresh(50);
    collisions.add(sprite);
    sameAsDrawn(kit, collisions, sprite, "before");
    redraw(51);
    collisions.refresh(sprite);
    sameAsDrawn(kit, collisions, sprite, "after");
    equal(collisions.maskCount, 1);
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("contact and overlaps see where sprites are now, without an update", () => {
    const collisions = kit.collisions();
    const [a, b] = [10, 90].map((x) => kit.sprite("even", { ...plain, x, y: 10 }));
    collisions.add([a, b]);
    equal(collisions.overlaps(a, b), false);
    for (const x of [80, 10, 100]) {
      kit.place(a, { ...plain, x, y: 10 });
      const area = shared(kit.draw(a), kit.draw(b));
      equal(collisions.contact(a, b)?.area ?? 0, area);
      equal(collisions.overlaps(a, b), x !== 10);
    }
    kit.destroy(a);
    kit.destroy(b);
    collisions.destroy();
  });

  test("10,000 frames with new sprites and textures leave nothing behind", () => {
    const random = new Random(13);
    const collisions = kit.collisions();
    const sprites: S[] = [];
    let masks = 0;
    for (let i = 0; i < 10_000; i++) {
      const frame = random.of(kit.frames);
      const sprite =
        i % 10 ? kit.sprite(frame, { ...plain, x: random.below(VIEW), y: random.below(VIEW) }) : kit.fresh(i).sprite;
      sprites.push(sprite);
      collisions.add(sprite);
      if (sprites.length > 8) kit.destroy(sprites.shift()!);
      collisions.update();
      masks = Math.max(masks, collisions.maskCount);
    }
    equal([collisions.size, collisions.world.size], [8, 8]);
    assert(masks <= 256 + 9, `there were ${masks} masks`);
    for (const sprite of sprites) kit.destroy(sprite);
    collisions.update();
    equal([collisions.size, collisions.world.size], [0, 0]);
    collisions.destroy();
  });

  test("misuse is an error that says what to do", async () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", plain);
    await throws(() => collisions.overlaps(sprite, sprite), Error, "call add(sprite) first");
    await throws(() => collisions.add({} as S), TypeError, "draw other objects on a canvas");
    collisions.add(sprite);
    kit.place(sprite, { ...plain, x: 2 ** 30, y: -(2 ** 30) });
    collisions.update();
    const other = kit.sprite("even", { ...plain, x: 2 ** 30, y: -(2 ** 30) });
    collisions.add(other);
    const again = collisions.addOverlap(sprite, other, () => collisions.update());
    await throws(() => collisions.update(), Error, "cannot update in a callback");
    again.destroy();
    let calls = 0;
    collisions.addOverlap(sprite, other, () => {
      calls += 1;
      collisions.destroy();
    });
    collisions.addOverlap(sprite, other, () => calls++);
    collisions.update();
    equal([calls, collisions.size], [1, 0]);
    collisions.destroy();
    await throws(() => collisions.update(), Error, "make new PixelCollisions");
    kit.destroy(sprite);
    kit.destroy(other);
  });
}
