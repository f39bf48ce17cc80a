/** A small test harness for pages: files of tests call `test`, and `test/browser.test.mjs` runs the tests one by one. */

type Body = () => void | Promise<void>;

export const tests = new Map<string, Body>();

export function test(name: string, body: Body): void {
  if (tests.has(name)) throw new Error(`there are two tests named ${JSON.stringify(name)}`);
  tests.set(name, body);
}

export function assert(condition: unknown, message = "assertion failed"): asserts condition {
  if (!condition) throw new Error(message);
}

/** Compares two values as JSON. Typed arrays are compared as arrays. */
export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const text = (value: unknown) => JSON.stringify(value, (_, v) => (ArrayBuffer.isView(v) ? [...(v as Uint8Array)] : v));
  const [a, b] = [text(actual), text(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, got ${a}`);
}

/** Checks that a call throws an error of a class, with a message that contains a text or matches a pattern. */
export async function throws(
  body: () => unknown,
  kind: new (...args: never[]) => Error,
  message: string | RegExp,
): Promise<void> {
  let error: unknown;
  try {
    await body();
  } catch (caught) {
    error = caught;
  }
  if (!(error instanceof kind)) throw new Error(`expected ${kind.name} ${message}, got ${error}`);
  const fits = typeof message === "string" ? error.message.includes(message) : message.test(error.message);
  if (!fits) throw new Error(`expected a message with ${message}, got: ${error.message}`);
  // Rust's own forms of ids and of values: MaskId(5v1), Some(3).
  if (/\b[A-Z]\w*\(\d|\d+v\d+|\b(None|Some|Ok|Err)\b/.test(error.message)) throw new Error(`a message in Rust: ${error.message}`);
}

/** Returns the warnings that a call writes to the console. */
export function warnings(body: () => void): string[] {
  const [warn, list] = [console.warn, [] as string[]];
  console.warn = (message: string) => void list.push(message);
  try {
    body();
  } finally {
    console.warn = warn;
  }
  return list;
}
