import { Mask, World } from "hitmask";

const world = new World();
const pictures = new Map(); // by mask
const [SHIP, ROCK, COIN, SHOT] = [1, 2, 4, 8]; // a bit each

/** Adds the mask of a picture: opaque pixels are solid. */
function add(image) {
  const mask = world.addMask(Mask.from(image));
  pictures.set(mask, image);
  return mask;
}

const shipMask = add(await picture("ship.png"));
const rockMask = add(await picture("rock.png"));
const coins = await picture("coins.png"); // the first of four
const coin = await createImageBitmap(coins, 0, 0, 16, 16);
const coinMask = add(coin);
const bolt = new OffscreenCanvas(12, 3);
bolt.getContext("2d").fillStyle = "#ffd166";
bolt.getContext("2d").fillRect(0, 0, 12, 3);
const shotMask = add(bolt);

const ship = world.spawn(shipMask, 40, 130,
  { layers: SHIP, collidesWith: ROCK | COIN });
for (let i = 0; i < 8; i++) {
  const look = { scale: 0.7 + i / 8, origin: { x: 20, y: 20 } };
  world.spawn(rockMask, 120 + 60 * i, (130 * i) % 220,
    { ...look, layers: ROCK, collidesWith: SHIP | SHOT });
}
for (let i = 0; i < 5; i++) {
  world.spawn(coinMask, 200 + 70 * i, (90 * i) % 220,
    { layers: COIN, collidesWith: SHIP, sensor: true });
}

const explosion = await picture("explosion.png");
let [blasts, score] = [[], 0];

function explode({ x, y }) {
  blasts.push({ x: x - 40, y: y - 32, light: 1 });
}

function drawBlasts() {
  blasts = blasts.filter(({ light }) => light > 0);
  for (const blast of blasts) { // they fade
    context.globalAlpha = blast.light;
    context.drawImage(explosion, blast.x, blast.y);
    blast.light -= 0.04;
  }
  context.globalAlpha = 1;
}

/** Calls a function with the two ids of each pair. */
function each(ids, react) {
  for (let i = 0; i < ids.length; i += 2) {
    react(ids[i], ids[i + 1]);
  }
}

function drift(id, step) {
  const { x, y } = world.get(id).position;
  if (x < -40 || y > 340) return sendBack(id);
  const to = { x: x - 1 - id % 3, y: y + (id % 2) * (step % 2) };
  const turns = world.get(id).layers === ROCK;
  world.set(id, { position: to, angle: turns ? 2 * x : 0 });
}

function sendBack(id) {
  const { y } = world.get(id).position;
  world.moveTo(id, 440, (y + 130) % 220);
}

frame((step) => {
  if (keys.has("ArrowLeft")) pointer.x -= 3;
  if (keys.has("ArrowRight")) pointer.x += 3;
  if (keys.has("ArrowUp")) pointer.y -= 3;
  if (keys.has("ArrowDown")) pointer.y += 3;
  world.moveTo(ship, pointer.x - 24, pointer.y - 16);
  if ((keys.has(" ") || pointer.down) && step % 10 === 0) {
    // #region shoot
    world.spawn(shotMask, pointer.x + 20, pointer.y - 1,
      { layers: SHOT, collidesWith: ROCK, continuous: true });
    // #endregion shoot
  }
  for (const id of world.ids()) {
    const { layers } = world.get(id);
    if (layers === SHOT) world.moveBy(id, 60, 0);
    else if (layers & (ROCK | COIN)) drift(id, step);
  }

  const gone = [];
  const result = world.step(); // once a frame, after all moves
  each(result.beganBetween(SHIP, ROCK), (ship, rock) => {
    explode(world.contact(ship, rock).first);
    gone.push(rock);
    score -= 5;
  });
  each(result.beganBetween(SHIP, COIN), (ship, coin) => {
    console.log("coin", coin);
    gone.push(coin);
    score += 5;
  });
  // #region impacts
  each(result.beganBetween(SHOT, ROCK), (shot) => {
    const impact = result.firstImpact(shot); // the nearest rock
    explode(impact.contact.first);
    gone.push(shot, impact.b);
    score += 2;
  });
  // #endregion impacts
  for (const id of world.ids()) {
    const { layers, position } = world.get(id);
    if (layers === SHOT && position.x > 400) gone.push(id);
  }
  for (const id of new Set(gone)) { // each once
    if (world.get(id).layers === SHOT) world.despawn(id);
    else sendBack(id);
  }

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
  drawBlasts();
  context.fillStyle = "white";
  context.font = "16px sans-serif";
  context.fillText(`score ${score}`, 12, 24);
});
