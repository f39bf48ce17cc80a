import { reserve, startStack } from "./stack.js";
import load, { last_panic } from "./wasm/hitmask.js";

/** Where {@link init} gets the WebAssembly module from. */
export type ModuleSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/** Why no call can be made, or `null`. */
let obstacle: string | null = "hitmask is not ready: call `await init()` before you make a Mask or a World";
let exports: { readonly memory: WebAssembly.Memory } | null = null;
let loading: Promise<void> | null = null;

/** A module of a function that returns a vector. Engines without SIMD refuse it. */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Compiles and starts the module once. A second call waits for the first. After a failure, a call tries again. */
export function start(source: () => ModuleSource | Promise<ModuleSource>): Promise<void> {
  loading ??= instantiate(source).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function instantiate(source: () => ModuleSource | Promise<ModuleSource>): Promise<void> {
  if (typeof WebAssembly !== "object") {
    throw new Error("hitmask needs WebAssembly, which this browser or its settings do not offer");
  }
  if (!WebAssembly.validate(SIMD_MODULE)) {
    throw new Error(
      "hitmask needs WebAssembly SIMD, which this engine lacks: use Chrome 98, Firefox 94, Safari 16.4, Node 18 or later",
    );
  }
  try {
    exports = await load({ module_or_path: await fetched(await source()) });
    startStack();
  } catch (error) {
    throw explained(error);
  }
  obstacle = null;
}

const FILE = "copy the file hitmask_bg.wasm there, or give init its address";

/** Returns what a source names. A page in the place of the module is an error: many servers answer a wrong path with a page. */
async function fetched(source: ModuleSource): Promise<Response | BufferSource | WebAssembly.Module> {
  const isAddress = typeof source === "string" || source instanceof URL || isA(globalThis.Request, source);
  const found = isAddress ? await fetch(source as string | URL | Request) : source;
  if (isA(globalThis.Response, found)) {
    if (!found.ok) throw new Error(`hitmask cannot load its module: ${found.url} has the status ${found.status}; ${FILE}`);
    if (/html/.test(found.headers.get("content-type") ?? "")) throw aPage(` from ${found.url}`);
    return found;
  }
  const bytes = ArrayBuffer.isView(found) ? new Uint8Array(found.buffer, found.byteOffset, found.byteLength) : null;
  if ((bytes ?? (found instanceof ArrayBuffer ? new Uint8Array(found) : []))[0] === LESS_THAN) throw aPage("");
  return found;
}

/** The byte `<`, with which pages begin. */
const LESS_THAN = 0x3c;

function aPage(from: string): Error {
  return new Error(`hitmask got a page (HTML) instead of its module${from}: look at the path; ${FILE}`);
}

/** Returns whether a value is of a class that an engine may lack. */
function isA<T>(kind: (new (...args: never[]) => T) | undefined, value: unknown): value is T {
  return typeof kind === "function" && value instanceof kind;
}

/** Returns an error that says how to fix a failed start. */
function explained(error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  if (/unsafe-eval|Content Security Policy|disallowed by embedder|call to WebAssembly/i.test(text)) {
    return new Error(
      "the content security policy of this page forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src",
      { cause: error },
    );
  }
  if (error instanceof TypeError && /fetch|network|load/i.test(text)) {
    return new Error(
      `hitmask cannot load its WebAssembly module: ${text}; serve the file hitmask_bg.wasm, or give init its address`,
      { cause: error },
    );
  }
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) {
    return new Error(`the module given to init is not the one of this version of hitmask: ${text}`, { cause: error });
  }
  return error;
}

/** Makes a call into the module. After a trap, the state of the module is not known, so every later call throws. */
export function guard<T>(call: () => T): T {
  check();
  try {
    return call();
  } catch (error) {
    throw noted(error);
  }
}

/** Throws if no call can be made, or if the stack of the program has no space for one. */
export function check(): void {
  if (obstacle !== null) throw new Error(obstacle);
  reserve(0);
}

/** Marks the module after a trap, and returns the error to throw. */
export function noted(error: unknown): unknown {
  const isTrap = error instanceof WebAssembly.RuntimeError;
  // `check` has made sure that the stack is large enough. If it is not, the call may have ended anywhere.
  if (!isTrap && !(error instanceof Error && /call stack|recursion/.test(error.message))) return error;
  obstacle = "hitmask has failed before and cannot go on: reload the page or restart the worker";
  let panic = "";
  try {
    panic = last_panic();
  } catch {
    // The module cannot even return a string.
  }
  return new Error(`hitmask has failed: ${panic || error.message}; every later call will throw`, { cause: error });
}

/** Frees an object of the module. After a trap there is nothing to free: the memory goes with the page. */
export function release(raw: { free(): void } | null): void {
  if (raw !== null && obstacle === null) guard(() => raw.free());
}

/** Returns the memory of the module as it is now, inside of a {@link guard}. Growth of the memory detaches the buffer. */
export function buffer(): ArrayBuffer {
  return exports!.memory.buffer as ArrayBuffer;
}

/**
 * Masks and worlds live in the memory of the module, which a structured clone does not copy. It would return an object
 * without them. Each mask and each world holds this object, whose only property cannot be read, so that the clone throws.
 */
export const NO_CLONE = Object.defineProperties({} as object, {
  value: {
    enumerable: true,
    get(): never {
      throw new TypeError(
        "a Mask or a World cannot be cloned or posted: post mask.toBytes(), and call Mask.fromBytes at the other end (the same for World)",
      );
    },
  },
  // JSON, which logs use, leaves it out.
  toJSON: { value: () => undefined },
});

/** Lets the objects of a class be freed by `using`, in engines that have it. */
export function disposable(prototype: { free(): void }): void {
  const { dispose } = Symbol as { dispose?: symbol };
  if (dispose === undefined) return;
  Object.defineProperty(prototype, dispose, {
    value(this: { free(): void }) {
      this.free();
    },
  });
}
