import { Mask, World } from "hitmask";

const world = new World();
const rock = world.addMask(Mask.from(await picture("rock.png")));
const barrel = world.addMask(new Mask(70, 7, true));
// Its base is a point of the picture: it stays at the position.
const look = { origin: { x: 0, y: 3.5 }, layers: 2 };
const turret = world.spawn(barrel, 200, 290, look);
const rocks = new Map();
for (let x = 0; x < 420; x += 70) launch(x);
let [angle, old] = [-70, { ...pointer }];

function launch(x) {
  const place = { x, y: 30 + 150 * Math.random() };
  const look = { scale: 1.7, origin: { x: 20, y: 20 } };
  rocks.set(world.spawn(rock, place, look), place);
}

/** Fills the pixels that collide. */
function fill(id, color) {
  const { mask, at } = world.shape(id);
  const runs = mask.runs(); // y, the first x, the end of each
  context.fillStyle = color;
  for (let i = 0; i < runs.length; i += 3) {
    const [y, from, to] = runs.subarray(i, i + 3);
    context.fillRect(at.x + from, at.y + y, to - from, 1);
  }
}

frame(() => {
  context.fillStyle = "#101828";
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [id, place] of rocks) {
    place.x = ((place.x + 60.7) % 520) - 60;
    world.set(id, { position: place, angle: place.x + place.y });
    fill(id, world.contact(turret, id) ? "#ff4d6d" : "#a8957f");
  }
  angle += 1.5 * (keys.has("ArrowRight") - keys.has("ArrowLeft"));
  if (pointer.x !== old.x || pointer.y !== old.y) {
    old = { ...pointer };
    angle = Math.atan2(old.y - 290, old.x - 200) * 180 / Math.PI;
  }
  world.set(turret, { angle });
  fill(turret, "#fac846");
  const [a, b] = world.drawTransform(turret); // where it points
  const at = (far) => ({ x: 200 + a * far, y: 290 + b * far });
  const hit = world.castRay(at(72), at(600), { layers: 1 });
  const end = hit?.at ?? at(600); // the first pixel of a rock
  const fires = pointer.down || keys.has(" ");
  context.setLineDash(fires ? [] : [2, 8]);
  context.strokeStyle = "#ff4d6d";
  context.beginPath();
  context.moveTo(at(72).x, at(72).y);
  context.lineTo(end.x, end.y);
  context.stroke();
  if (!fires || !hit) return;
  world.erase({ ...hit.at, radius: 5 }, { layers: 1 });
  if (world.shape(hit.id).mask.count() > 200) return;
  world.despawn(hit.id);
  rocks.delete(hit.id);
  launch(-50);
  console.log("rock", hit.id, "is gone");
});
