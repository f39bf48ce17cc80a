// Runs a program in a frame without an origin: it has no cookies, no storage and no network, and cannot reach the page. Its code runs in a
// worker of the frame, so that the page can always end it: by removing the frame.
import { withBase } from "vitepress";
import wasmAddress from "../../../../../integrations/web/dist/wasm/hitmask_bg.wasm?url";
import type { Answer, Report, Start } from "./messages";

const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'";
const STYLE = "html,body{margin:0;height:100%;overflow:hidden}canvas{display:block;width:100%;height:100%;touch-action:none;image-rendering:pixelated}canvas:focus-visible{outline:2px solid #0b6bcb;outline-offset:-2px}";
/** A program that does not answer for this long may be in an endless loop. */
const PATIENCE = 3000;

export interface Listener {
  report(report: Report): void;
  /** The program does not answer, or answers again. */
  silent(isSilent: boolean): void;
  /** The reader presses Escape in the frame. */
  leave(): void;
}

let loading: Promise<[frame: string, worker: string, wasm: ArrayBuffer]> | undefined;

function load() {
  loading ??= Promise.all([
    import("./frame.ts?bundle").then(({ default: text }) => text),
    import("./worker.ts?bundle").then(({ default: text }) => text),
    fetch(wasmAddress).then((answer) => {
      if (!answer.ok) throw Error(`hitmask's module cannot be loaded: ${answer.status} ${answer.statusText}`);
      return answer.arrayBuffer();
    }),
  ]).catch((error) => {
    loading = undefined; // the next run tries again
    throw error;
  });
  return loading;
}

/** Fetches a picture of the book for a program. */
async function fetchPicture(name: string): Promise<Answer> {
  const folder = /^[a-z_]+\.png$/.test(name) ? "art" : /^[a-zA-Z0-9_]+\.png$/.test(name) ? "sprites" : null;
  const answer = folder && (await fetch(withBase(`/${folder}/${name}`)));
  if (!answer || !answer.ok) return { kind: "picture", name, message: `there is no picture "${name}": the page lists their names` };
  return { kind: "picture", name, bytes: await answer.arrayBuffer() };
}

/** Starts a program in a place of the page. Returns a function that ends it. */
export async function run(place: HTMLElement, program: Omit<Start, "wasm">, listener: Listener): Promise<() => void> {
  if (typeof WebAssembly !== "object") throw Error("hitmask needs WebAssembly, which this browser or its settings do not offer");
  if (!("transferControlToOffscreen" in HTMLCanvasElement.prototype)) throw Error("this browser cannot draw in a worker: use Chrome 98, Firefox 113, Safari 16.4 or later");
  const [frame, worker, wasm] = await load();
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts");
  element.title = program.label;
  element.srcdoc = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Program</title><style>${STYLE}</style><canvas tabindex="0" role="img"></canvas><script>${frame.replaceAll("</", "<\\/")}</script>`;
  const { port1: port, port2 } = new MessageChannel();
  let [heard, isSilent] = [performance.now(), false];
  const hear = (now: boolean) => {
    if (now) heard = performance.now();
    const silent = !now && performance.now() - heard > PATIENCE;
    if (silent !== isSilent) listener.silent((isSilent = silent));
  };
  port.onmessage = async ({ data }: MessageEvent<Report>) => {
    hear(true);
    if (data.kind === "picture") port.postMessage(await fetchPicture(data.name).catch(() => ({ kind: "picture", name: data.name, message: `the picture "${data.name}" cannot be loaded` })));
    else listener.report(data);
  };
  let asked = performance.now();
  const clock = setInterval(() => {
    // A page in the background, or one that was busy itself, asks late: the program then has the same patience again.
    if (document.hidden || performance.now() - asked > 1500) heard = performance.now();
    asked = performance.now();
    port.postMessage({ kind: "ask" } satisfies Answer);
    hear(false);
  }, 500);
  const leave = ({ source, data }: MessageEvent) => {
    if (source === element.contentWindow && data === "leave") listener.leave();
  };
  addEventListener("message", leave);
  const stop = () => {
    clearInterval(clock);
    removeEventListener("message", leave);
    port.close();
    element.remove();
  };
  await new Promise<void>((done) => {
    element.addEventListener("load", () => done(), { once: true });
    place.append(element);
  });
  const copy = wasm.slice(0);
  element.contentWindow!.postMessage({ start: { ...program, wasm: copy }, worker }, "*", [copy, port2]);
  element.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" }); // on a phone, the picture may be below the screen
  return stop;
}
