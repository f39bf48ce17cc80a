import { Mask, Remainder, World } from "hitmask";

const hills = await picture("ground.png");
const art = await picture("ship.png"); // the nose points right
const world = new World();
world.spawn(world.addMask(Mask.from(hills)), 0, 190);
const plate = new Mask(60, 5, true);
const pad = world.spawn(world.addMask(plate), 325, 241);
const shape = world.addMask(Mask.from(art));
const middle = { x: 24, y: 16 }; // it turns about this point
const ship = world.spawn(shape, 0, 0, { origin: middle });
const remainder = new Remainder(); // keeps fractions of pixels
const radians = Math.PI / 180;
let vx, vy, angle, end;

function begin() {
  [vx, vy, angle, end] = [0.4, 0, 270, null]; // 270 is up
  world.set(ship, { position: { x: 90, y: 40 }, angle });
}
begin();

frame(() => {
  if (end && --end.wait === 0) begin();
  let turn = keys.has("ArrowRight") - keys.has("ArrowLeft");
  const thrust = keys.has("ArrowUp") || pointer.down;
  const { x, y } = world.get(ship).position;
  const speed = Math.hypot(vx, vy);
  if (pointer.down) { // turn to the pointer
    const to = Math.atan2(pointer.y - y, pointer.x - x) / radians;
    turn = Math.sign(((to - angle + 900) % 360) - 180);
  }
  if (!end) {
    angle = (angle + 2 * turn + 360) % 360;
    vx += thrust * 0.05 * Math.cos(angle * radians);
    vy += thrust * 0.05 * Math.sin(angle * radians) + 0.015;
    world.set(ship, { angle });
    const by = remainder.take(vx, vy);
    const [hit] = world.moveUntil(ship, x + by.x, y + by.y).hits;
    if (hit || x < -30 || x > 430 || y < -100) {
      const isSoft = speed < 0.9 && Math.abs(angle - 270) < 12;
      const text = isSoft && hit?.id === pad ? "Landed" : "Crash";
      end = { text, first: hit?.first, wait: 100 };
      console.log(text, "at a speed of", speed, end.first);
    }
  }

  context.fillStyle = "#101828";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(hills, 0, 190);
  context.fillStyle = "#ffd166";
  context.fillRect(325, 241, 60, 5);
  context.setTransform(...world.drawTransform(ship));
  context.drawImage(art, 0, 0);
  if (thrust && !end) context.fillRect(-9, 13, 9, 6); // flame
  context.resetTransform();
  context.font = "16px sans-serif";
  context.fillText(end?.text ?? speed.toFixed(1), 12, 24);
  if (!end?.first) return;
  context.fillStyle = "#ff4d6d"; // the first pixel that touched
  context.fillRect(end.first.x - 3, end.first.y - 3, 7, 7);
});
