/** The pictures of the examples, drawn by code: a ship, and rocks with holes. */

/** Returns random numbers from 0 to 1 that are the same in each run. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function draw(width: number, height: number, body: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  body(canvas.getContext("2d")!);
  return canvas;
}

/** Returns a ship whose nose points up. */
export function shipPicture(): HTMLCanvasElement {
  return draw(44, 48, (context) => {
    const fill = (color: string, ...points: [number, number][]) => {
      context.beginPath();
      for (const [x, y] of points) context.lineTo(x, y);
      context.fillStyle = color;
      context.fill();
    };
    fill("#5b6c9e", [22, 14], [44, 42], [36, 44], [22, 34], [8, 44], [0, 42]);
    fill("#e8ecf8", [22, 0], [30, 24], [27, 46], [17, 46], [14, 24]);
    fill("#7fd4ff", [22, 12], [26, 24], [22, 29], [18, 24]);
  });
}

/** Returns a rock with holes that show what is behind. If the seed is a multiple of 3, it has one large hole. */
export function rockPicture(size: number, seed: number): HTMLCanvasElement {
  const random = randomOf(seed);
  const middle = size / 2;
  return draw(size, size, (context) => {
    const bumps = Array.from({ length: 12 }, () => 0.74 + 0.26 * random());
    context.beginPath();
    bumps.forEach((bump, i) => {
      const angle = (i / bumps.length) * 2 * Math.PI;
      context.lineTo(middle + middle * bump * Math.cos(angle), middle + middle * bump * Math.sin(angle));
    });
    context.closePath();
    const light = context.createRadialGradient(size * 0.35, size * 0.3, 0, middle, middle, middle);
    light.addColorStop(0, "#d6c3a5");
    light.addColorStop(1, "#6d5a48");
    context.fillStyle = light;
    context.fill();
    const holes = 1 + (seed % 3);
    for (let i = 0; i < holes; i++) {
      const angle = ((i + random()) / holes) * 2 * Math.PI;
      const [distance, radius] = holes === 1 ? [0, size * 0.31] : [middle * 0.45, size * (0.12 + 0.06 * random())];
      const [x, y] = [middle + distance * Math.cos(angle), middle + distance * Math.sin(angle)];
      // A dark rim, and the hole in it.
      for (const [composite, rim] of [
        ["source-atop", 3],
        ["destination-out", 0],
      ] as const) {
        context.globalCompositeOperation = composite;
        context.beginPath();
        context.arc(x, y, radius + rim, 0, 2 * Math.PI);
        context.fillStyle = "#4a3b30";
        context.fill();
      }
    }
  });
}
