import { Mask, World } from "hitmask";

const hills = new OffscreenCanvas(400, 120); // the picture to dig
const paint = hills.getContext("2d");
paint.drawImage(await picture("ground.png"), 0, 0);
const pixels = paint.getImageData(0, 0, 400, 120);

const world = new World();
const [soil, ball] = [Mask.from(pixels), new Mask(6, 6, true)];
const ground = world.spawn(world.addMask(soil), 0, 180);
const ballMask = world.addMask(ball);
let [shot, blasts] = [null, []];

/** Shoots from the left so that the arc leads to a point. */
function shoot(x, y) {
  if (shot) world.despawn(shot.id);
  const time = 20 + x / 8; // in frames
  const vx = (x - 10) / time;
  const vy = (y - 100) / time - 0.1 * time;
  // Continuous: each pixel of its path is tested.
  const id = world.spawn(ballMask, 6, 96, { continuous: true });
  shot = { id, x: 6, y: 96, vx, vy };
}

frame((step) => {
  if (pointer.pressed) shoot(pointer.x, pointer.y);
  else if (!shot && step % 60 === 0) shoot(2.6 * step % 400, 240);
  if (shot) {
    shot.x += shot.vx;
    shot.y += shot.vy;
    shot.vy += 0.2;
    world.moveTo(shot.id, shot.x, shot.y);
  }
  const impact = world.step().firstImpact(shot?.id ?? ground);
  if (impact) {
    const { x, y } = impact.contact.first; // on its path
    shot.y = 999; // it ends here
    world.erase({ x, y, radius: 22 }); // out of all sprites there
    world.mask(world.get(ground).mask).clearAlpha(pixels);
    paint.putImageData(pixels, 0, 0); // loses them too
    blasts.push({ x, y, age: 0 });
    console.log("crater at", x, y);
  }
  if (shot?.y > 300) {
    world.despawn(shot.id);
    shot = null;
  }
  context.fillStyle = "#bfe3f5";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(hills, 0, 180);
  context.fillStyle = "#303030";
  if (shot) context.fillRect(shot.x, shot.y, 6, 6);
  for (const blast of blasts) { // circles that fade
    blast.age += 0.05;
    context.fillStyle = `rgb(255 140 40 / ${1 - blast.age})`;
    context.beginPath();
    context.arc(blast.x, blast.y, 22 + 10 * blast.age, 0, 7);
    context.fill();
  }
  blasts = blasts.filter(({ age }) => age < 1);
});
