// Runs in a worker of the sandboxed frame: gives the program its names, runs it, and reports what it prints and what goes wrong. It is a
// classic script: Chromium starts no module worker in a frame without an origin, but imports the program as a module.
import init, * as hitmask from "hitmask";
import type { Answer, Input, Report, Start } from "./messages";

const scope = self as any;
Error.stackTraceLimit = 50; // the calls of WebAssembly must not hide the line of the program
const { setTimeout, performance } = scope;
const nextFrame: (call: (now: number) => void) => void = scope.requestAnimationFrame?.bind(scope) ?? ((call: (now: number) => void) => setTimeout(() => call(performance.now()), 16));

const pointer = { x: 0, y: 0, down: false, pressed: false };
const keys = new Set<string>();
const pictures = new Map<string, { promise: Promise<ImageBitmap>; answer(answer: Answer): void }>();
let port: MessagePort;
let program = ""; // the address of the module
let [frames, failed] = [0, false];
const report = (message: Report) => port.postMessage(message);

/** Some lines at a time, so that an endless loop that prints cannot flood the page. */
const MOST_LINES = 100;
let [lines, dropped, told]: [string[], number, number] = [[], 0, 0];
function print(...values: unknown[]) {
  if (lines.length < MOST_LINES) lines.push(values.map(show).join(" ").slice(0, 1000));
  else dropped += 1;
  if (performance.now() - told > 100) flush();
  else if (lines.length === 1) setTimeout(flush, 100);
}
function flush() {
  if (lines.length > 0) report({ kind: "lines", lines, dropped });
  [lines, dropped, told] = [[], 0, performance.now()];
}
function show(value: unknown): string {
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000);
  if (typeof value !== "object" || value === null || value instanceof Error) return String(value);
  if (ArrayBuffer.isView(value)) return `[${Array.from(value as Uint8Array).slice(0, 100).map(show).join(", ")}]`;
  try {
    const text = JSON.stringify(value, (_, part) => (typeof part === "number" ? Math.round(part * 1000) / 1000 : part));
    return text?.replace(/"(\w+)":/g, "$1: ").replaceAll(",", ", ") ?? `a ${value.constructor.name}`;
  } catch {
    return String(value);
  }
}

/** Returns the line of the program in which an error was thrown, or that called what threw it. */
function lineOf(error: unknown): number | null {
  const place = error instanceof Error ? error.stack?.split(`${program}:`)[1] : undefined;
  return place ? parseInt(place, 10) : null;
}

/** Ends the program with words. */
function fail(error: unknown, line = lineOf(error)) {
  if (failed) return;
  failed = true;
  flush();
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `the program has thrown ${show(error)}`;
  report({ kind: "fault", message, line, frames });
}

/** Calls a function 60 times a second with the number of the step: 0, 1, 2 and so on. */
function frame(call: (step: number) => unknown) {
  if (typeof call !== "function") throw new TypeError(`frame takes a function, such as frame(step => { … }), got ${show(call)}`);
  const first = frames;
  let due = 0;
  const tick = async (now: number) => {
    if (failed) return;
    nextFrame(tick);
    if (now < due - 4) return; // a screen with more than 60 frames a second
    due = Math.max(due + 1000 / 60, now);
    try {
      const result = call(frames - first);
      frames += 1;
      pointer.pressed = false;
      await result;
    } catch (error) {
      fail(error);
    }
  };
  nextFrame(tick);
}

/** Returns a picture of the book. */
function picture(name: string): Promise<ImageBitmap> {
  let asked = pictures.get(name);
  if (!asked) {
    const place = Error(); // for the line of the call
    let answer!: (answer: Answer) => void;
    const promise = new Promise<ImageBitmap>((done, refuse) => {
      answer = (answer) => {
        if (answer.kind === "picture" && answer.bytes) return done(createImageBitmap(new Blob([answer.bytes])));
        place.message = answer.kind === "picture" ? answer.message! : "";
        refuse(place);
      };
    });
    pictures.set(name, (asked = { promise, answer }));
    report({ kind: "picture", name: String(name) });
  }
  return asked.promise;
}

const module = (text: string) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const IMPORT = /((?:\bfrom|\bimport)\s*)(["'])([^"'\n]*)\2/g;

async function run(code: string) {
  scope.hitmask = hitmask;
  const names = Object.keys(hitmask).filter((name) => name !== "default");
  // Programs elsewhere call `await init()`: here the module is ready.
  const library = module(`export default async () => {}; export const { ${names.join(", ")} } = self.hitmask;`);
  const others = [...code.matchAll(IMPORT)].filter(([, , , name]) => name !== "hitmask");
  program = module(code.replace(IMPORT, (all, before, quote, name) => (name === "hitmask" ? `${before}${quote}${library}${quote}` : all)));
  try {
    await import(/* @vite-ignore */ program);
  } catch (error) {
    const lineAt = (index: number) => code.slice(0, index).split("\n").length;
    if (lineOf(error) !== null || !(error instanceof Error)) return fail(error);
    if (error instanceof TypeError && others.length > 0) {
      const { 3: name, index } = others[0];
      return fail(Error(`here a program can import "hitmask" only, got "${name}"`), lineAt(index));
    }
    const missing = /export named:? '([\w$]+)'/.exec(error.message)?.[1];
    if (missing) return fail(Error(`hitmask has no export with the name ${missing}`), lineAt(code.indexOf(missing)));
    if (error instanceof SyntaxError) return fail(error, await lineOfSyntaxError(code));
    fail(error);
  }
}

/**
 * Returns the line of an error of syntax. A module that is imported does not tell it, but an uncaught error of a script does. The script has
 * the lines of the program inside a function that nobody calls, and nothing in the place of its imports.
 */
function lineOfSyntaxError(code: string): Promise<number | null> {
  const body = code.replace(/^[ \t]*import\b[^;'"]*["'][^"'\n]*["'][ \t]*;?/gm, (all) => all.replace(/[^\n]/g, " "));
  return new Promise((done) => {
    toldLine = (line) => done(line ? Math.min(line, code.trimEnd().split("\n").length) : null);
    setTimeout(() => {
      scope.importScripts(module(`"use strict";async()=>{${body}\n}`));
      done(null);
    });
  });
}
let toldLine: ((line: number) => void) | undefined;

scope.addEventListener("message", async ({ data, ports }: MessageEvent<{ start: Start; canvas: OffscreenCanvas }>) => {
  port = ports[0];
  const { start, canvas } = data;
  port.onmessage = ({ data: answer }: MessageEvent<Answer>) => {
    if (answer.kind === "ask") report({ kind: "alive", frames });
    else pictures.get(answer.name)?.answer(answer);
  };
  scope.addEventListener("message", ({ data: input }: MessageEvent<Input>) => {
    if (input.kind === "pointer") Object.assign(pointer, { x: input.x, y: input.y, down: input.down, pressed: pointer.pressed || input.pressed });
    else if (input.kind === "blur") keys.clear();
    else if (input.down) keys.add(input.key);
    else keys.delete(input.key);
  });
  try {
    await init(start.wasm);
  } catch (error) {
    return fail(error instanceof Error ? Error(error.message) : error, null);
  }
  scope.addEventListener("error", (event: ErrorEvent) => {
    event.preventDefault();
    if (toldLine) return toldLine(event.lineno);
    fail(event.error ?? Error(event.message), lineOf(event.error) ?? (event.filename === program ? event.lineno : null));
  });
  scope.addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => {
    event.preventDefault();
    fail(event.reason);
  });
  for (const name of ["log", "info", "warn", "error", "debug"]) scope.console[name] = print;
  pointer.x = start.width / 2;
  pointer.y = start.height / 2;
  const context = canvas.getContext("2d")!;
  context.imageSmoothingEnabled = false; // draws the pixels that collide
  Object.assign(scope, { canvas, context, pointer, keys, frame, picture });
  scope.postMessage = undefined; // the frame listens to nothing
  report({ kind: "started" });
  await run(start.code);
  flush();
}, { once: true });
