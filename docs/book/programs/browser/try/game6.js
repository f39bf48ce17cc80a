import { Mask, World } from "hitmask";

let world = new World();
const pictures = new Map(); // by mask
const [SHIP, ROCK, COIN, SHOT, LAND, HERO] = [1, 2, 4, 8, 16, 32];

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
  { layers: SHIP, collidesWith: ROCK | COIN | HERO | LAND });
for (let i = 0; i < 8; i++) {
  const look = { scale: 0.7 + i / 8, origin: { x: 20, y: 20 } };
  world.spawn(rockMask, 120 + 60 * i, (130 * i) % 220,
    { ...look, layers: ROCK, collidesWith: SHIP | SHOT | LAND });
}
const ground = await picture("ground.png");
const landMask = world.addMask(Mask.from(ground));
const heroMask = add(await picture("hero.png"));
world.spawn(landMask, -240, 182, { layers: LAND, fixed: true });
const hero = world.spawn(heroMask, 220, 100,
  { layers: HERO, collidesWith: SHIP | LAND });
for (let i = 0; i < 5; i++) {
  world.spawn(coinMask, 200 + 70 * i, (90 * i) % 220,
    { layers: COIN, collidesWith: SHIP, sensor: true });
}

const explosion = await picture("explosion.png");
let [blasts, score, saved] = [[], 0, null];

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

// #region dig
function dig({ x, y }) {
  const crater = { x, y, radius: 16 };
  for (const id of world.erase(crater, { layers: LAND })) {
    const loose = world.split(id); // the largest keeps the id
    world.set(loose, { fixed: false });
  }
}
// #endregion dig

// #region fall
function fall(id) {
  const { position: { x, y }, data } = world.get(id);
  const { at } = world.moveUntil(id, x, y + 2, { layers: LAND });
  world.set(id, { data: data + at.y - y }); // how far it fell
}
// #endregion fall

// #region land
/** Draws the pixels that a part of the land still has. */
function drawLand(id) {
  const { mask, at } = world.shape(id);
  const top = 182 + world.data(id);
  const runs = mask.runs(); // y, the first x, the end of each
  for (let i = 0; i < runs.length; i += 3) {
    const [x, y] = [at.x + runs[i + 1], at.y + runs[i]];
    const width = runs[i + 2] - runs[i + 1];
    context.drawImage(ground, x + 240, y - top, width, 1,
      x, y, width, 1);
  }
}
// #endregion land

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
  const goal = { x: pointer.x - 24, y: pointer.y - 16 };
  const { at } = world.moveUntil(ship, goal,
    { motion: "slide", layers: LAND });
  const { x, y } = world.get(hero).position;
  world.moveUntil(hero, x, y + 3, { layers: LAND }); // falls
  const way = Math.sign(at.x + 16 - x); // to the ship
  world.moveUntil(hero, x + way, y,
    { motion: "walk", stepUp: 3, stepDown: 3, layers: LAND });
  if ((keys.has(" ") || pointer.down) && step % 10 === 0) {
    world.spawn(shotMask, at.x + 44, at.y + 15, { layers: SHOT,
      collidesWith: ROCK | LAND, continuous: true });
  }
  for (const id of world.ids()) {
    const { layers, fixed } = world.get(id);
    if (layers === SHOT) world.moveBy(id, 60, 0);
    else if (layers === LAND && !fixed) fall(id);
    else if (layers & (ROCK | COIN)) drift(id, step);
  }

  const [gone, holes] = [[], []];
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
  each(result.beganBetween(SHOT, ROCK | LAND), (shot) => {
    const { b, contact } = result.firstImpact(shot);
    explode(contact.first);
    gone.push(shot);
    if (world.get(b).layers !== ROCK) {
      holes.push(contact.first);
      return;
    }
    gone.push(b);
    score += 2;
  });
  each(result.beganBetween(ROCK, LAND), (rock, land) => {
    const { first } = world.contact(rock, land);
    explode(first);
    gone.push(rock);
    holes.push(first);
  });
  each(result.beganBetween(SHIP, HERO), () => {
    console.log("rescued");
    gone.push(hero);
    score += 20;
  });
  if (y > 300) gone.push(hero);
  // #region remove
  holes.forEach(dig);
  for (const id of world.ids()) {
    const { layers, position, fixed } = world.get(id);
    if (layers === SHOT && position.x > 400) gone.push(id);
    if (layers !== LAND || fixed) continue;
    const isCrumb = world.shape(id).mask.count() < 30;
    if (isCrumb || position.y > 300) gone.push(id);
  }
  // #endregion remove
  for (const id of new Set(gone)) { // each once
    const { layers } = world.get(id);
    if (layers === SHOT || layers === LAND) world.despawn(id);
    else if (id === hero) world.moveTo(id, (x + 190) % 380, -24);
    else sendBack(id);
  }

  // #region save
  if (keys.has("s")) saved = { bytes: world.toBytes(), score };
  if (keys.has("l") && saved) {
    world = World.fromBytes(saved.bytes); // ids are the same
    score = saved.score;
  }
  // #endregion save

  context.fillStyle = "#101828";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#8fa3c4";
  for (let i = 0; i < 60; i++) { // stars
    const far = 137 * i + step * (1 + i % 3) / 2;
    context.fillRect(400 - far % 400, (61 * i) % 300, 1, 1);
  }
  for (const id of world.ids()) { // each drawn where it collides
    context.setTransform(...world.drawTransform(id));
    const image = pictures.get(world.get(id).mask);
    if (image) context.drawImage(image, 0, 0);
  }
  context.resetTransform();
  for (const id of world.ids()) {
    if (world.get(id).layers === LAND) drawLand(id);
  }
  drawBlasts();
  context.fillStyle = "white";
  context.font = "16px sans-serif";
  context.fillText(`score ${score}`, 12, 24);
});
