// Runs in the sandboxed frame: it has the canvas, starts the worker that runs the program, and tells it what the reader does. The worker may
// loop for ever; the frame and the page stay alive.
import type { Input, Start } from "./messages";

addEventListener("message", ({ source, data, ports }: MessageEvent<{ start: Start; worker: string }>) => {
  if (source !== parent || ports.length !== 1) return;
  const { start, worker: text } = data;
  const canvas = document.querySelector("canvas")!;
  [canvas.width, canvas.height] = [start.width, start.height];
  canvas.setAttribute("aria-label", start.label);
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  worker.addEventListener("error", (event) => event.preventDefault()); // the worker reports its errors itself
  const offscreen = canvas.transferControlToOffscreen();
  worker.postMessage({ start, canvas: offscreen }, [offscreen, start.wasm, ports[0]]);
  const tell = (input: Input) => worker.postMessage(input);

  const point = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) * start.width) / box.width, ((event.clientY - box.top) * start.height) / box.height];
    tell({ kind: "pointer", x, y, down: event.buttons > 0, pressed: event.type === "pointerdown" });
  };
  for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const) canvas.addEventListener(name, point);
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));

  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape" && event.type === "keydown") parent.postMessage("leave", "*");
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || event.key === "Escape") return;
    event.preventDefault(); // the page must not scroll
    tell({ kind: "key", key: event.key.length === 1 ? event.key.toLowerCase() : event.key, down: event.type === "keydown" });
  };
  addEventListener("keydown", key);
  addEventListener("keyup", key);
  addEventListener("blur", () => tell({ kind: "blur" }));
  addEventListener("focus", () => canvas.focus());
  if (document.hasFocus()) canvas.focus();
});
