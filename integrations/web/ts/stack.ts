/**
 * A check of the stack before each call into the module. Internal.
 *
 * If the stack of a program overflows inside WebAssembly, the call ends in the middle, and nobody knows what it has changed.
 * So the overflow has to come before the call. {@link reserve} is a function of WebAssembly with many local values. An
 * engine checks in its first instruction that the stack has space for all of them, and otherwise throws the error that the
 * recursion of the program would have got anyway. It costs some 5 ns.
 */

/** The space that a call needs, in bytes, with a large margin: frames of code that is not yet optimized are large. */
const SPACE = 48 * 1024;
/** The size of a local value: a vector. */
const VALUE = 16;

/** Returns a number in the format LEB128. The numbers are not negative, and in both variants of the format alike. */
function leb(number: number): number[] {
  const bytes: number[] = [];
  for (; number > 63; number >>>= 7) bytes.push((number & 127) | 128);
  return [...bytes, number];
}

const section = (id: number, bytes: number[]) => [id, ...leb(bytes.length), ...bytes];

/**
 * Returns a module with a function that does nothing if its argument is 0. Otherwise it loads all its local values from memory and
 * stores them at other addresses, so that they have to be on the stack at the same time.
 */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const values = SPACE / VALUE;
  const body = [1, ...leb(values), 0x7b, 0x20, 0, 0x04, 0x40]; // local vectors; if argument 0
  for (let i = 0; i < values; i++) body.push(0x41, ...leb(VALUE * i), 0xfd, 0, 4, 0, 0x21, ...leb(i + 1)); // v128.load, local.set
  for (let i = 0; i < values; i++) {
    body.push(0x41, ...leb(VALUE * ((i + 1) % values)), 0x20, ...leb(i + 1), 0xfd, 11, 4, 0); // local.get, v128.store
  }
  body.push(0x0b, 0x0b);
  return new Uint8Array([
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, 0x7f, 0]), // the type of a function with one argument
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]), // a memory of 64 KB
    ...section(7, [1, 1, 97, 0, 0]), // the name "a"
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
}

/** Throws the engine's error of a full stack unless there is space for a call. The argument is 0. */
export let reserve: (zero: 0) => void = () => {};

/** Makes {@link reserve} check. Engines without SIMD have to be refused before. */
export function startStack(): void {
  reserve = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes())).exports.a as typeof reserve;
}
