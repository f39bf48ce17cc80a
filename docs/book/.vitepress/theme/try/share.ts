// Code in an address: compressed, in the letters of base64 that need no escape, after `#code=`. What stands behind `#` is never sent to a server.

const START = "#code=";
/** A longer code is no program for this page; compressed bytes can grow without bounds. */
const MOST = 50_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>).getReader();
  const parts: number[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (parts.length + part.value.length > MOST) {
      await reader.cancel();
      throw RangeError(`the code is longer than ${MOST} bytes`);
    }
    parts.push(...part.value);
  }
  return Uint8Array.from(parts);
}

/** Returns the part of an address that carries a code. */
export async function encode(code: string): Promise<string> {
  if (typeof CompressionStream !== "function") throw Error("this browser cannot compress the code: copy it out of the editor instead");
  const bytes = new TextEncoder().encode(code);
  if (bytes.length > MOST) throw RangeError(`the code is longer than ${MOST} bytes`);
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  return START + btoa(String.fromCharCode(...small)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the code that an address carries, or `null` if it carries none. */
export async function decode(hash: string): Promise<string | null> {
  if (!hash.startsWith(START)) return null;
  const small = atob(hash.slice(START.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(Uint8Array.from(small, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
