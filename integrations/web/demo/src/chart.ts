/** The chart of frame times: what the whole frame took, and hitmask's part of it. */

const length = 160;
const budget = 1000 / 60;

export class Chart {
  readonly #canvas: HTMLCanvasElement;
  readonly #frames = new Float32Array(length);
  readonly #steps = new Float32Array(length);
  #at = 0;
  #top = 30;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  add(frame: number, step: number): void {
    this.#frames[this.#at] = frame;
    this.#steps[this.#at] = step;
    this.#at = (this.#at + 1) % length;
  }

  draw(): void {
    const canvas = this.#canvas;
    const ratio = Math.min(2, devicePixelRatio);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0) return;
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d");
    if (!context) return;
    // One slow frame, as when a scene is made, must not flatten the others: it may leave the chart.
    const typical = [...this.#frames].sort((a, b) => a - b)[Math.floor(0.92 * length)];
    const wanted = [30, 60, 120, 240, 480, 960].find((top) => top > 1.15 * typical) ?? 1920;
    this.#top += (wanted - this.#top) * 0.25;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const y = (time: number) => height - 1 - ((height - 8) * Math.min(time, this.#top)) / this.#top;
    this.#area(context, this.#frames, width, height, y, "rgb(140 156 210 / 0.28)", "rgb(160 176 226 / 0.75)");
    this.#area(context, this.#steps, width, height, y, "rgb(84 224 255 / 0.55)", "#7deaff");
    context.strokeStyle = "rgb(255 255 255 / 0.45)";
    context.setLineDash([3, 4]);
    context.beginPath();
    context.moveTo(0, Math.round(y(budget)) + 0.5);
    context.lineTo(width, Math.round(y(budget)) + 0.5);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = "rgb(214 222 246 / 0.85)";
    context.font = "11px system-ui, sans-serif";
    // An outline keeps the label readable over the areas.
    context.strokeStyle = "rgb(10 14 32 / 0.9)";
    context.lineWidth = 4;
    context.strokeText("16.7 ms", 2, Math.max(10, y(budget) - 4));
    context.fillText("16.7 ms", 2, Math.max(10, y(budget) - 4));
  }

  #area(
    context: CanvasRenderingContext2D,
    values: Float32Array,
    width: number,
    height: number,
    y: (time: number) => number,
    fill: string,
    line: string,
  ): void {
    const outline = new Path2D();
    for (let i = 0; i < length; i++) {
      const x = (width * i) / (length - 1);
      const place = y(values[(this.#at + i) % length]);
      if (i === 0) outline.moveTo(x, place);
      else outline.lineTo(x, place);
    }
    context.strokeStyle = line;
    context.lineWidth = 1.25;
    context.stroke(outline);
    outline.lineTo(width, height);
    outline.lineTo(0, height);
    context.fillStyle = fill;
    context.fill(outline);
  }
}
