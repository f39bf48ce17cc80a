// The test looks for: prints "hit by"
// #region game
import init, { Mask, World } from "hitmask";

await init();
const context = document.querySelector("canvas").getContext("2d");
const ship = await createImageBitmap(await (await fetch("ship.png")).blob());
const world = new World();
const [SHIP, BULLET] = [1, 2];
world.spawn(world.addMask(Mask.from(ship)), 296, 330, { layers: SHIP });
const dot = world.addMask(Mask.fromText(".##.\n####\n####\n.##."));
const count = 4000;
const places = new Float32Array(2 * count);
world.spawnMany(dot, places, { layers: BULLET, collidesWith: SHIP });

function frame(time) {
  for (let i = 0; i < count; i++) { // each flies out on a spiral, again and again
    const radius = (time / 40 + (i * 420) / count) % 420;
    const turn = 2.4 * i + time / 12000;
    places[2 * i] = 318 + radius * Math.cos(turn);
    places[2 * i + 1] = 180 + radius * Math.sin(turn);
  }
  world.setPositions([296, 330, ...places]); // by id: the hero is 0
  const hits = world.step().beganBetween(SHIP, BULLET);
  if (hits.length > 0) console.log("hit by", hits.length / 2);
  context.fillStyle = hits.length > 0 ? "#502030" : "#101828";
  context.fillRect(0, 0, 640, 420);
  context.fillStyle = "#ffb454";
  for (let i = 0; i < count; i++)
    context.fillRect(places[2 * i], places[2 * i + 1], 3, 3);
  context.drawImage(ship, 296, 330);
  requestAnimationFrame(frame);
}
frame(0);
// #endregion game
