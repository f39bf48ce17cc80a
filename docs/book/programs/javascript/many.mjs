// #region many
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const disc = world.addMask(Mask.fromText(".##.\n####\n####\n.##."));
const places = new Float64Array(20_000); // x and y in turn
for (let i = 0; i < 10_000; i++) {
  places.set([5 * (i % 100), 5 * Math.floor(i / 100)], 2 * i);
}
world.spawnMany(disc, places);

for (let frame = 0; frame < 3; frame++) {
  for (let i = 0; i < 20_000; i += 4) {
    places[i] += 0.6; // your own movement, with fractions
    places[i + 1] += 0.2;
  }
  world.setPositions(places); // once a frame, all in one call
  // Two ids for each pair: every collision once.
  const { pairs } = world.step();
  console.log("pairs:", pairs.length / 2);
}
// #endregion many
