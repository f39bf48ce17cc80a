import init, { Mask } from "hitmask";
import { assert, equal, test, throws } from "./harness.ts";

/** Runs a page in a frame, and returns what it posts. */
async function inFrame(page: string, prepare?: (frame: Window & typeof globalThis) => void): Promise<string> {
  const frame = document.createElement("iframe");
  const answer = new Promise<string>((done, fail) => {
    setTimeout(() => fail(new Error(`${page} posts nothing`)), 20_000);
    addEventListener("message", (event) => event.source === frame.contentWindow && done(String(event.data)));
  });
  frame.src = page;
  document.body.append(frame);
  prepare?.(frame.contentWindow as Window & typeof globalThis);
  const text = await answer;
  frame.remove();
  return text;
}

/** Posts masks to a worker as soon as it is made, before it has loaded the package, and returns the number of pairs that it finds. */
function inWorker(masks: Mask[]): Promise<number> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage(masks.map((mask) => mask.toBytes()));
  return new Promise((done, fail) => {
    worker.onmessage = (event) => done(Number(event.data));
    worker.onerror = (event) => fail(new Error(event.message));
  });
}

test("a missing module is an error with its address, and init can be tried again", async () => {
  await throws(() => init("/missing.wasm"), Error, /404|module|magic|MIME/i);
  await throws(() => init(new Uint8Array([1, 2, 3])), Error, "not the one of this version");
  await throws(() => new Mask(1, 1), Error, "await init()");
});

test("a page in the place of the module is named, with its address", async () => {
  const page = "/test/browser/index.html";
  await throws(() => init(page), Error, /got a page \(HTML\) instead of its module from http.*index\.html: look at the path/);
  await throws(() => init(fetch(page)), Error, "got a page (HTML)");
  const text = await fetch(page).then((response) => response.arrayBuffer());
  await throws(() => init(text), Error, "got a page (HTML) instead of its module: look at the path");
  await throws(() => init(new Uint8Array(text)), Error, "got a page (HTML)");
  await throws(() => init("/dist/missing.js"), Error, /has the status 404|got a page/);
});

test("init takes bytes, and a mask works", async () => {
  const response = await fetch(new URL("../../dist/wasm/hitmask_bg.wasm", import.meta.url));
  await init(await response.arrayBuffer());
  equal(new Mask(3, 3, true).count(), 9);
});

test("a worker has an instance of its own", async () => {
  equal(await inWorker([new Mask(5, 5, true), new Mask(3, 3, true)]), 1);
});

test("a content security policy that forbids WebAssembly is named", async () => {
  const text = await inFrame("/test/browser/frames/policy.html");
  assert(text.includes("'wasm-unsafe-eval'"), text);
});

test("an engine without SIMD is named", async () => {
  const text = await inFrame("/test/browser/frames/no-simd.html");
  assert(text.includes("needs WebAssembly SIMD"), text);
});

test("without Symbol.dispose, no method has the name \"undefined\"", async () => {
  equal(await inFrame("/test/browser/frames/no-dispose.html"), "false false 9");
});

test("after a trap, every call throws and says so, and free does nothing", async () => {
  const text = await inFrame("/test/browser/frames/trap.html");
  assert(/^hitmask has failed: .*\nhitmask has failed before and cannot go on: reload .*\nundefined\nundefined$/.test(text), text);
});
