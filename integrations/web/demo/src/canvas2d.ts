/** Draws frames with a 2D canvas, for browsers without WebGL 2. Fewer lights, and shared pixels for fewer pairs. */
import type { Atlas } from "./atlas.ts";
import type { Frame, Renderer } from "./frame.ts";

const maxShared = 150;
const maxLights = 250;

export class CanvasRenderer implements Renderer {
  readonly name = "canvas 2D";
  readonly #context: CanvasRenderingContext2D;
  readonly #atlas: Atlas;
  readonly #scratch = document.createElement("canvas");

  constructor(canvas: HTMLCanvasElement, atlas: Atlas) {
    const context = canvas.getContext("2d");
    if (!context) throw new Error("The browser gives no 2D canvas.");
    this.#context = context;
    this.#atlas = atlas;
  }

  resize(): void {
    // The size of the canvas is all that counts.
  }

  updateAtlas(): void {
    // The atlas itself is drawn from.
  }

  draw(frame: Frame, pixelRatio: number): void {
    const context = this.#context;
    const { camera } = frame;
    const { canvas, variants } = this.#atlas;
    const scale = camera.zoom * pixelRatio;
    const { left, top } = camera.view();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    context.imageSmoothingEnabled = scale < 2.5;
    this.#drawLights(frame.sky.view);
    const sprites = frame.sprites.view;
    for (let i = 0; i < sprites.length; i += 4) {
      const { left, top, width, height } = variants[sprites[i + 2]];
      context.drawImage(canvas, left, top, width, height, sprites[i], sprites[i + 1], width, height);
    }
    const boxes = frame.boxes.view;
    context.lineWidth = 1 / camera.zoom;
    for (let i = 0; i < boxes.length; i += 8) {
      const color = boxes.subarray(i + 4, i + 7).map((part) => Math.min(255, Math.round(255 * part)));
      context.strokeStyle = `rgb(${color.join(" ")})`;
      context.fillStyle = `rgb(${color.join(" ")} / ${boxes[i + 7]})`;
      context.fillRect(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
      context.strokeRect(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
    }
    const shared = frame.shared.view;
    for (let i = 0; i < Math.min(shared.length, 6 * maxShared); i += 6) this.#drawShared(shared.subarray(i, i + 6));
    this.#drawLights(frame.lights.view);
  }

  /** Cuts one picture out with the other, colors what is left, and draws it. */
  #drawShared([ax, ay, one, bx, by, other]: Float32Array): void {
    const { canvas, variants } = this.#atlas;
    const [a, b] = [variants[one], variants[other]];
    const [left, top] = [Math.max(ax, bx), Math.max(ay, by)];
    const width = Math.min(ax + a.width, bx + b.width) - left;
    const height = Math.min(ay + a.height, by + b.height) - top;
    if (width <= 0 || height <= 0) return;
    this.#scratch.width = width;
    this.#scratch.height = height;
    const layer = this.#scratch.getContext("2d")!;
    layer.drawImage(canvas, a.left + left - ax, a.top + top - ay, width, height, 0, 0, width, height);
    layer.globalCompositeOperation = "destination-in";
    layer.drawImage(canvas, b.left + left - bx, b.top + top - by, width, height, 0, 0, width, height);
    layer.globalCompositeOperation = "source-in";
    layer.fillStyle = "#ffedae";
    layer.fillRect(0, 0, width, height);
    this.#context.drawImage(this.#scratch, left, top);
  }

  #drawLights(lights: Float32Array): void {
    const context = this.#context;
    context.globalCompositeOperation = "lighter";
    for (let i = 0; i < Math.min(lights.length, 6 * maxLights); i += 6) {
      const [x, y, radius, ...color] = lights.subarray(i, i + 6);
      // A weak light is a bright color with little alpha: a dark color would cover what is below it.
      const strength = Math.max(...color, 1e-3);
      const paint = color.map((part) => Math.round((255 * part) / strength)).join(" ");
      const fade = context.createRadialGradient(x, y, 0, x, y, radius);
      fade.addColorStop(0, `rgb(${paint} / ${Math.min(1, strength)})`);
      fade.addColorStop(0.35, `rgb(${paint} / ${Math.min(1, 0.25 * strength)})`);
      fade.addColorStop(1, `rgb(${paint} / 0)`);
      context.fillStyle = fade;
      context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    }
    context.globalCompositeOperation = "source-over";
  }
}
