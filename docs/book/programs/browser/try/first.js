import { Mask, World } from "hitmask";

const ship = await picture("ship.png");
const rock = await picture("rock.png");
const world = new World();
const me = world.spawn(world.addMask(Mask.from(ship)), 0, 0);
const rockMask = world.addMask(Mask.from(rock)); // solid pixels
const origin = { x: 20, y: 20 }; // the point it turns about
const rocks = [];
for (let i = 0; i < 9; i++) {
  const [scale, speed] = [1 + (i % 3), 0.3 + (i % 4) / 4];
  const id = world.spawn(rockMask, 0, 0, { scale, origin });
  rocks.push({ id, x: 55 * i, y: (110 * i) % 300, speed });
}

/** Fills the solid pixels of a mask at a place. */
function fill(mask, at, color) {
  context.fillStyle = color;
  const runs = mask.runs(); // y, the first x, the end of each
  for (let i = 0; i < runs.length; i += 3) {
    const [y, from, to] = runs.subarray(i, i + 3);
    context.fillRect(at.x + from, at.y + y, to - from, 1);
  }
}

frame((step) => {
  world.moveTo(me, pointer.x - 24, pointer.y - 16);
  for (const { id, x, y, speed } of rocks) {
    const position = { x: ((x + speed * step) % 520) - 60, y };
    world.set(id, { position, angle: speed * step });
  }
  const { began } = world.step(); // once a frame, after all moves
  for (let i = 0; i < began.length; i += 2) {
    const { first, area } = world.contact(began[i], began[i + 1]);
    if (began[i] === me) console.log("hit at", first, area, "px");
  }

  context.fillStyle = "#101828";
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const id of world.ids()) { // each drawn where it collides
    context.setTransform(...world.drawTransform(id));
    context.drawImage(id === me ? ship : rock, 0, 0);
  }
  context.resetTransform();
  const { mask, at } = world.shape(me);
  for (const id of world.overlapping(me)) {
    const other = world.shape(id);
    const by = { x: other.at.x - at.x, y: other.at.y - at.y };
    fill(mask.overlapMask(other.mask, by), at, "#ff4d6d");
  }
});
