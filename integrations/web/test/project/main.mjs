import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const block = world.addMask(Mask.from({ data: new Uint8ClampedArray(100).fill(255), width: 5, height: 5 }));
world.spawn(block, 0, 0);
world.spawn(block, 4, 4);
const { pairs } = world.step();
const { first } = world.contacts(pairs);
console.log(`${pairs.length / 2} pair, first at ${first[0]}, ${first[1]}`);
