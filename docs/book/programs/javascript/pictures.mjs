// Loads a PNG in Node: 8 bits for each of red, green, blue and alpha, as the pictures of the book are. A browser has
// `createImageBitmap` for this.
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

export function loadPicture(path) {
  return decode(readFileSync(path));
}

export function decode(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const [width, height, parts] = [view.getUint32(16), view.getUint32(20), []];
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = 4 * width;
  const data = new Uint8ClampedArray(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const i = y * stride + x;
      const left = x < 4 ? 0 : data[i - 4];
      const up = y < 1 ? 0 : data[i - stride];
      const corner = x < 4 || y < 1 ? 0 : data[i - stride - 4];
      const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      const paeth = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      data[i] = (rows[y * (stride + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth][filter]) & 255;
    }
  }
  return { data, width, height };
}
