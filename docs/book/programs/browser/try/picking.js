import { Mask, World } from "hitmask";

const rock = await picture("rock.png"); // it has a hole
const world = new World();
const mask = world.addMask(Mask.from(rock));
const speeds = new Map(); // by id: how fast each rock turns

function spawnAll() {
  for (let i = 0; i < 40; i++) {
    const [x, y] = [25 + 50 * (i % 8), 30 + 60 * (i >> 3)];
    const scale = 0.8 + (i % 4) / 3;
    const look = { scale, origin: { x: 20, y: 20 } };
    const id = world.spawn(mask, x, y, look);
    speeds.set(id, 0.2 + (i % 5) / 5);
  }
}

spawnAll();
frame((step) => {
  for (const [id, speed] of speeds) {
    world.set(id, { angle: speed * step });
  }
  // All rocks with a solid pixel there, sorted by id: the last
  // one is drawn on top.
  const under = world.find(pointer);
  let picked = under.at(-1);
  if (pointer.pressed && picked !== undefined) {
    console.log("rock", picked, world.maskPoint(picked, pointer));
    world.despawn(picked);
    speeds.delete(picked);
    picked = undefined;
    if (speeds.size === 0) spawnAll();
  }

  context.fillStyle = "#e8eef6";
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const id of world.ids()) {
    context.setTransform(...world.drawTransform(id));
    context.drawImage(rock, 0, 0);
  }
  context.resetTransform();
  if (picked !== undefined) { // fill its very pixels
    const { mask: shape, at } = world.shape(picked);
    const runs = shape.runs(); // y, the first x, the end of each
    context.fillStyle = "#ffbe00";
    for (let i = 0; i < runs.length; i += 3) {
      const [y, from, to] = runs.subarray(i, i + 3);
      context.fillRect(at.x + from, at.y + y, to - from, 1);
    }
  }
  context.fillStyle = "#101828";
  context.font = "bold 14px sans-serif";
  const [near] = world.nearest(pointer, 1);
  const away = near?.distance.toFixed(1);
  const text = `${under.length} under the pointer, the nearest`;
  context.fillText(`${text} ${away} pixels away`, 8, 292);
});
