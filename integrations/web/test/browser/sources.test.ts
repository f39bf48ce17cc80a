import init, { Mask, type MaskSource } from "hitmask";
import { assert, equal, test, throws } from "./harness.ts";

await init();

const [WIDTH, HEIGHT] = [66, 5];
/** Alpha 127 and 128 in turn, over word boundaries. */
const alpha = (x: number, y: number) => ((x + y) % 3 === 0 ? 128 : 127);

function pixels(): ImageData {
  const data = new ImageData(WIDTH, HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) data.data.set([250, 200, 150, alpha(x, y)], 4 * (y * WIDTH + x));
  }
  return data;
}

function canvas(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")!.putImageData(pixels(), 0, 0);
  return canvas;
}

async function image(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

function check(source: MaskSource): void {
  const mask = Mask.from(source);
  equal([mask.width, mask.height], [WIDTH, HEIGHT]);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) equal(mask.contains(x, y), alpha(x, y) > 127, `(${x}, ${y})`);
  }
  equal(Mask.from(source, { alphaAbove: 126 }).count(), WIDTH * HEIGHT);
  equal(Mask.from(source, { alphaAbove: 128 }).count(), 0);
  const frame = Mask.from(source, { frame: { left: 63, top: 1, width: 3, height: 2 } });
  equal([frame.width, frame.height], [3, 2]);
  for (let y = 0; y < 2; y++) for (let x = 0; x < 3; x++) equal(frame.contains(x, y), mask.contains(63 + x, 1 + y));
}

test("ImageData", () => check(pixels()));
test("pixels in a Uint8Array, also in the middle of a buffer", () => {
  const { data } = pixels();
  const bytes = new Uint8Array(data.length + 12);
  bytes.set(data, 7);
  check({ data: bytes.subarray(7, 7 + data.length), width: WIDTH, height: HEIGHT });
});
test("a canvas", () => check(canvas()));
test("a canvas of WebGL", () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [4, 4];
  const gl = canvas.getContext("webgl", { preserveDrawingBuffer: true, premultipliedAlpha: true })!;
  if (gl === null) return;
  gl.clearColor(1, 1, 1, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  equal(Mask.from(canvas).count(), 16);
});
test("an OffscreenCanvas", () => {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  canvas.getContext("2d")!.putImageData(pixels(), 0, 0);
  check(canvas);
});
test("an image", async () => check(await image(canvas().toDataURL())));
test("an ImageBitmap", async () => {
  check(await createImageBitmap(pixels()));
  check(await createImageBitmap(pixels(), { premultiplyAlpha: "none" }));
});
test("a VideoFrame", () => {
  const init = { format: "RGBA", codedWidth: WIDTH, codedHeight: HEIGHT, timestamp: 0 } as const;
  const isFirefox = navigator.userAgent.includes("Firefox");
  // In Firefox, an alpha may be one off, as the documentation of `MaskSource` says.
  const data = pixels().data.map((value, i) => (isFirefox && i % 4 === 3 ? 255 * Number(value > 127) : value));
  const frame = new VideoFrame(data, init);
  if (isFirefox) assert(Mask.from(frame).equals(Mask.from(pixels())));
  else check(frame);
  frame.close();
});
test("a video element", async () => {
  const source = document.createElement("canvas");
  [source.width, source.height] = [64, 32];
  const context = source.getContext("2d")!;
  const paint = () => {
    context.fillStyle = "black";
    context.fillRect(0, 0, 64, 32);
    context.fillStyle = "white";
    context.fillRect(16, 8, 16, 16);
  };
  paint();
  const video = document.createElement("video");
  video.muted = true;
  await throws(() => Mask.from(video), Error, "loadeddata");
  const stream = source.captureStream(30);
  video.srcObject = stream;
  const timer = setInterval(paint, 30);
  await video.play();
  await new Promise((done) => video.requestVideoFrameCallback(done));
  clearInterval(timer);
  const mask = Mask.from(video, { lumaAbove: 128 });
  equal([mask.width, mask.height, mask.bounds()], [64, 32, { left: 16, top: 8, width: 16, height: 16 }]);
  stream.getTracks().forEach((track) => track.stop());
});
test("an SVG image", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect x="2" y="1" width="3" height="2"/></svg>';
  equal(Mask.from(await image(`data:image/svg+xml,${encodeURIComponent(svg)}`)).bounds(), {
    left: 2,
    top: 1,
    width: 3,
    height: 2,
  });
});

test("a color key and a luma threshold ignore alpha", () => {
  const data = new ImageData(3, 1);
  data.data.set([255, 0, 255, 255, 254, 0, 255, 255, 255, 0, 255, 0]);
  equal(Mask.from(data, { colorKey: [255, 0, 255] }).toString(), ".#.");
  data.data.set([128, 128, 128, 0, 129, 129, 129, 0, 0, 255, 0, 0]);
  equal(Mask.from(data, { lumaAbove: 128 }).toString(), ".##");
});

test("an empty picture is an empty mask", () => {
  equal(Mask.from({ data: new Uint8Array(0), width: 0, height: 7 }).height, 7);
  const tall = { data: new Uint8Array(0), width: 0, height: 2 ** 31 - 1 };
  const start = performance.now();
  equal(Mask.from(tall, { frame: { left: 0, top: 0, width: 0, height: 2 ** 31 - 1 } }).isEmpty(), true);
  equal(performance.now() - start < 1000, true, "an empty frame takes no time for its rows");
  equal(Mask.from(canvas(), { frame: { left: 3, top: 3, width: 0, height: 2 } }).isEmpty(), true);
});

test("errors of sources name the fault and the fix", async () => {
  await throws(() => Mask.from(null as never), TypeError, "source must be ImageData");
  await throws(() => Mask.from({} as never), TypeError, "source must be ImageData");
  await throws(() => Mask.from("ship.png" as never), TypeError, '{ data, width, height }, got "ship.png": load the picture first');
  const short = { data: new Uint8Array(15), width: 2, height: 2 };
  await throws(() => Mask.from(short), RangeError, "16 bytes for 2 x 2 pixels, got 15");
  await throws(() => Mask.from({ ...short, data: [1] as never }), TypeError, "Uint8ClampedArray");
  const frame = { left: 60, top: 0, width: 7, height: 1 };
  await throws(() => Mask.from(canvas(), { frame }), RangeError, "inside the picture of 66 x 5 pixels");
  await throws(() => Mask.from(pixels(), { frame: { ...frame, left: -1 } }), RangeError, "left -1");
  await throws(() => Mask.from(pixels(), { alphaAbove: 256 }), RangeError, "0 to 255");
  await throws(() => Mask.from(pixels(), { alphaAbove: 1, lumaAbove: 1 }), TypeError, "only one of");
  await throws(() => Mask.from(pixels(), { colorKey: [1, 2] as never }), TypeError, "[red, green, blue]");
  await throws(() => Mask.from(pixels(), { colorKey: new Array(3) as never }), TypeError, "colorKey[0]");
  await throws(() => Mask.from(pixels(), { threshold: 3 } as never), TypeError, 'unknown option "threshold"');
  const bitmap = await createImageBitmap(pixels());
  bitmap.close();
  await throws(() => Mask.from(bitmap), Error, /closed|detached/);
  const loading = new Image();
  loading.src = `${location.origin}/test/browser/dot.svg?${Math.random()}`;
  await throws(() => Mask.from(loading), Error, "await image.decode()");
});

test("a picture of another origin cannot be read, and the error says how to allow it", async () => {
  const other = location.origin.includes("127.0.0.1") ? "localhost" : "127.0.0.1";
  const foreign = await image(`http://${other}:${location.port}/test/browser/dot.svg`);
  await throws(() => Mask.from(foreign), Error, 'img.crossOrigin = "anonymous"');
});

test("a source is not changed and may be used again", () => {
  const data = pixels();
  const before = data.data.slice();
  Mask.from(data);
  Mask.from(data, { frame: { left: 1, top: 1, width: 2, height: 2 } });
  assert(data.data.every((byte, i) => byte === before[i]));
});
