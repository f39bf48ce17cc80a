// A small server of static files for the demo: node tools/serve.mjs FOLDER [--port N]. It serves this machine only.
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Returns the file that a path of an address names, or `null` if there is none in the folder. */
async function find(root, pathname) {
  let path;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (path.includes("\0")) return null;
  const wanted = join(root, path.endsWith("/") ? `${path}index.html` : path);
  try {
    // Links are resolved before the check, so that they cannot lead out of the folder either.
    const file = await realpath(wanted);
    const info = await stat(file);
    return file.startsWith(root + sep) && info.isFile() ? { file, size: info.size } : null;
  } catch {
    return null;
  }
}

/**
 * Serves a folder below a path. Without a port, it takes 8080 or the next port that is free; 0 is any port.
 * Returns the server and its address.
 */
export async function serve(folder, { port, base = "/" } = {}) {
  const root = await realpath(resolve(folder));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const read = request.method === "GET" || request.method === "HEAD";
    const found = read && pathname.startsWith(base) ? await find(root, `/${pathname.slice(base.length)}`) : null;
    if (!found) {
      response.writeHead(read ? 404 : 405, { "content-type": "text/plain; charset=utf-8" });
      response.end(read ? "There is no such file.\n" : "Only GET and HEAD are served.\n");
      return;
    }
    response.writeHead(200, {
      "content-type": types[extname(found.file)] ?? "application/octet-stream",
      "content-length": found.size,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") response.end();
    else createReadStream(found.file).pipe(response);
  });
  const listen = (at) =>
    new Promise((done, fail) => {
      server.once("error", fail);
      server.listen(at, "127.0.0.1", () => {
        server.off("error", fail);
        done();
      });
    });
  const last = port ?? 8099;
  for (let at = port ?? 8080; ; at++) {
    try {
      await listen(at);
      break;
    } catch (error) {
      if (error.code !== "EADDRINUSE" || at >= last) throw error;
    }
  }
  return { server, address: `http://127.0.0.1:${server.address().port}${base}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { parseArgs } = await import("node:util");
  try {
    const { values, positionals } = parseArgs({ options: { port: { type: "string" } }, allowPositionals: true });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (positionals.length !== 1) throw new Error("usage: node tools/serve.mjs FOLDER [--port N]");
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
      throw new Error(`--port must be 0 to 65535, got ${values.port}`);
    }
    const { address } = await serve(positionals[0], { port });
    console.log(`The demo is at ${address} (Ctrl+C ends it)`);
  } catch (error) {
    console.error(error.code === "EADDRINUSE" ? `port ${error.port} is in use: choose another with --port` : error.message);
    process.exitCode = 1;
  }
}
