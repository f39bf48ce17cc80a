import { Mask, World } from "hitmask";

const ship = await picture("ship.png");
const world = new World();
const [SHIP, BULLET] = [1, 2]; // layers
const mask = Mask.from(ship).rotated270(); // the nose is up
world.spawn(world.addMask(mask), 0, 0, { layers: SHIP }); // id 0

const count = 700;
const places = new Float32Array(2 * count); // x and y in turn
const dot = world.addMask(Mask.fromText(".#.\n###\n.#."));
// Bullets look for the ship only, never for each other.
const layers = { layers: BULLET, collidesWith: SHIP };
world.spawnMany(dot, places, layers);

let [x, y, hits, flash] = [190, 240, 0, 0];
let old = { ...pointer };

frame((step) => {
  x += 2.5 * (keys.has("ArrowRight") - keys.has("ArrowLeft"));
  y += 2.5 * (keys.has("ArrowDown") - keys.has("ArrowUp"));
  if (pointer.x !== old.x || pointer.y !== old.y) {
    [x, y] = [pointer.x - 16, pointer.y - 24];
    old = { ...pointer };
  }
  for (let i = 0; i < count; i++) { // each flies out on a spiral
    const radius = (step + (i * 400) / count) % 400;
    const turn = 2.4 * i + (step / 400) * Math.sin(step / 300);
    places[2 * i] = 200 + radius * Math.cos(turn);
    places[2 * i + 1] = 60 + radius * Math.sin(turn);
  }
  world.setPositions([x, y, ...places]); // by id
  const began = world.step().beganBetween(SHIP, BULLET);
  hits += began.length / 2;
  flash = began.length > 0 ? 8 : flash - 1;
  if (began.length > 0) console.log("hit by", began[1]);

  context.fillStyle = flash > 0 ? "#502030" : "#101828";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#ffb454";
  for (let i = 0; i < count; i++) {
    context.fillRect(places[2 * i], places[2 * i + 1], 3, 3);
  }
  const [left, top] = [Math.round(x), Math.round(y)];
  context.setTransform(0, -1, 1, 0, left, top + 48);
  context.drawImage(ship, 0, 0);
  context.resetTransform();
  context.fillStyle = "white";
  context.font = "16px sans-serif";
  context.fillText(`${hits} hits`, 12, 24);
});
