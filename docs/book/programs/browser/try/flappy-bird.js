import { Mask, World } from "hitmask";

const bird = await picture("ship.png");
const pipe = new OffscreenCanvas(50, 300);
const paint = pipe.getContext("2d");
paint.fillStyle = "#4c9a52";
paint.beginPath(); // a pipe with a point: no box fits it
const corners = [[25, 0], [50, 50], [50, 300], [0, 300], [0, 50]];
for (const [x, y] of corners) {
  paint.lineTo(x, y);
}
paint.fill();

const world = new World();
const me = world.spawn(world.addMask(Mask.from(bird)), 60, 100);
const pipeMask = world.addMask(Mask.from(pipe));
const pipes = [400, 625].map((x) => ({
  x, gap: 150,
  low: world.spawn(pipeMask, 0, 0, { fixed: true }),
  high: world.spawn(pipeMask, 0, 0, { fixed: true, flipY: true }),
}));
let [y, fall, score, best] = [100, 0, 0, 0];

frame(() => {
  const flaps = keys.has(" ") || pointer.pressed;
  fall = flaps ? -4 : fall + 0.22;
  y += fall;
  for (const one of pipes) {
    one.x -= 2;
    if (one.x < -50) {
      [one.x, one.gap] = [400, 90 + 120 * Math.random()];
      score += 1;
    }
    world.moveTo(one.low, one.x, one.gap + 55);
    world.moveTo(one.high, one.x, one.gap - 355);
  }
  world.moveTo(me, 60, y);
  // One shared pixel is enough.
  if (!world.isFree(me) || y < -40 || y > 300) {
    best = Math.max(best, score);
    console.log("crash, score", score);
    pipes.forEach((one, i) => (one.x = 400 + 225 * i));
    [y, fall, score] = [100, 0, 0];
  }

  context.fillStyle = "#bfe3f5";
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const { low, high } of pipes) {
    for (const id of [low, high]) {
      context.setTransform(...world.drawTransform(id));
      context.drawImage(pipe, 0, 0);
    }
  }
  context.resetTransform();
  context.drawImage(bird, 60, Math.round(y));
  context.fillStyle = "#123";
  context.font = "16px sans-serif";
  context.fillText(`score ${score}, best ${best}`, 12, 24);
});
