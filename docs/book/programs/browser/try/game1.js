import { Mask, World } from "hitmask";

// #region add
const world = new World();
const pictures = new Map(); // by mask

/** Adds the mask of a picture: opaque pixels are solid. */
function add(image) {
  const mask = world.addMask(Mask.from(image));
  pictures.set(mask, image);
  return mask;
}
// #endregion add

// #region spawn
const shipMask = add(await picture("ship.png"));
const rockMask = add(await picture("rock.png"));
const ship = world.spawn(shipMask, 40, 130);
for (let i = 0; i < 8; i++) {
  const look = { scale: 0.7 + i / 8, origin: { x: 20, y: 20 } };
  world.spawn(rockMask, 120 + 60 * i, (130 * i) % 220, look);
}
// #endregion spawn

// #region drift
function drift(id, step) {
  const { x, y } = world.get(id).position;
  if (x < -40 || y > 340) return sendBack(id);
  const to = { x: x - 1 - id % 3, y: y + (id % 2) * (step % 2) };
  world.set(id, { position: to, angle: 2 * x });
}

function sendBack(id) {
  const { y } = world.get(id).position;
  world.moveTo(id, 440, (y + 130) % 220);
}
// #endregion drift

frame((step) => {
  // #region move
  if (keys.has("ArrowLeft")) pointer.x -= 3;
  if (keys.has("ArrowRight")) pointer.x += 3;
  if (keys.has("ArrowUp")) pointer.y -= 3;
  if (keys.has("ArrowDown")) pointer.y += 3;
  world.moveTo(ship, pointer.x - 24, pointer.y - 16);
  for (const id of world.ids()) {
    if (id !== ship) drift(id, step);
  }
  // #endregion move

  // #region draw
  context.fillStyle = "#101828";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#8fa3c4";
  for (let i = 0; i < 60; i++) { // stars
    const far = 137 * i + step * (1 + i % 3) / 2;
    context.fillRect(400 - far % 400, (61 * i) % 300, 1, 1);
  }
  for (const id of world.ids()) { // each drawn where it collides
    context.setTransform(...world.drawTransform(id));
    context.drawImage(pictures.get(world.get(id).mask), 0, 0);
  }
  context.resetTransform();
  // #endregion draw
});
