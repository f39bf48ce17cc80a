import { Mask, World } from "hitmask";

const maze = await picture("maze.png");
const walls = Mask.from(maze, { lumaAbove: 127 }); // the paper
walls.invert(); // the lines
const ball = new Mask(11, 11);
ball.fillShape({ x: 5.5, y: 5.5, radius: 5.5 });

const world = new World();
world.spawn(world.addMask(walls), 0, 0, { fixed: true });
const me = world.spawn(world.addMask(ball), 7, 7);

// Every place of the ball at once: solid where it hits a wall.
const { mask: free, at: corner } = walls.collidingOffsets(ball);
free.invert();
const here = free.connectedComponents(4).find(({ mask, at }) =>
  mask.contains(7 - corner.x - at.x, 7 - corner.y - at.y));
console.log("the ball can reach", here.count, "places");

const trail = [];
let old = { ...pointer };
let goal = null; // the place of the pointer in the maze

frame(() => {
  const { x, y } = world.get(me).position;
  if (pointer.x !== old.x || pointer.y !== old.y) {
    old = { ...pointer };
    const [left, top] = [(old.x - 2) / 1.5, (old.y - 12) / 1.5];
    goal = { x: left - 5, y: top - 5 };
  }
  let dx = keys.has("ArrowRight") - keys.has("ArrowLeft");
  let dy = keys.has("ArrowDown") - keys.has("ArrowUp");
  if (dx || dy) goal = null;
  if (goal) dx = Math.sign(Math.round(goal.x - x));
  if (goal) dy = Math.sign(Math.round(goal.y - y));
  // Slides along walls, and cuts no corner.
  const to = { x: x + 2 * dx, y: Math.max(7, y + 2 * dy) };
  const { at } = world.moveUntil(me, to, { motion: "slide" });
  if (at.x !== x || at.y !== y) trail.push(at);
  if (at.y > 178) { // through the exit
    console.log("out after", trail.length, "steps");
    world.jumpTo(me, 7, 7);
    trail.length = 0;
    goal = null;
  }

  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(1.5, 0, 0, 1.5, 2, 12);
  context.drawImage(maze, 0, 0);
  context.fillStyle = "#f59e0b";
  for (const { x, y } of trail) {
    context.fillRect(x + 4, y + 4, 3, 3);
  }
  context.fillStyle = "#0b6bcb";
  context.beginPath();
  context.arc(at.x + 5.5, at.y + 5.5, 5.5, 0, 7);
  context.fill();
  context.resetTransform();
});
