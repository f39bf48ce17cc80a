/** The map of the whole swarm: a dot for each sprite, bright dots where sprites collide, and the part in view. */
import type { Camera } from "./camera.ts";
import type { Scene } from "./scene.ts";

const size = 176;

export class Radar {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #image: ImageData;

  constructor(canvas: HTMLCanvasElement) {
    canvas.width = canvas.height = size;
    this.#canvas = canvas;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("The browser gives no 2D canvas.");
    this.#context = context;
    this.#image = context.createImageData(size, size);
  }

  draw(scene: Scene, camera: Camera): void {
    if (this.#canvas.clientWidth === 0) return;
    const { data } = this.#image;
    data.fill(0);
    const scale = (size / 2 - 3) / scene.radius;
    const { x, y, heat } = scene;
    const strength = Math.min(120, 26 + 260_000 / scene.count);
    for (let id = 0; id < scene.count; id++) {
      const column = Math.floor(size / 2 + x[id] * scale);
      const row = Math.floor(size / 2 + y[id] * scale);
      if (column < 0 || row < 0 || column >= size || row >= size) continue;
      const at = 4 * (row * size + column);
      const hot = heat[id] > 0.5;
      data[at] = Math.min(255, Math.max(data[at], 120) + (hot ? 110 : 0));
      data[at + 1] = Math.min(255, Math.max(data[at + 1], 140) + (hot ? 30 : 0));
      data[at + 2] = hot ? Math.max(0, 190 - 60) : 215;
      data[at + 3] = Math.min(255, data[at + 3] + (hot ? 1.6 * strength : strength));
    }
    const context = this.#context;
    context.putImageData(this.#image, 0, 0);
    const view = camera.view();
    context.strokeStyle = "#7deaff";
    context.lineWidth = 1.5;
    const side = Math.max(5, (view.right - view.left) * scale);
    const down = Math.max(5, (view.bottom - view.top) * scale);
    const [cx, cy] = [size / 2 + camera.centerX * scale, size / 2 + camera.centerY * scale];
    context.strokeRect(cx - side / 2, cy - down / 2, side, down);
  }
}
