// Files that readers download. A link to a folder of programs or of pictures is a zip file, in which pictures lie beside the programs that load
// them. A link to a program of the repository is a download, if the site does not know the address of the repository.
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync, type Zippable } from "fflate";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const ART = "docs/book/public/art";
const PROGRAMS = "docs/book/programs/";
const CODE = /\.(rs|py|m?js|ts|gd|tscn|cs|lua|[ch](pp)?)$/;

/** Programs of the repository and zip files that pages link to, by their place in the site. */
const wanted = new Map<string, string>();

/** Returns the place in the site of a folder of the repository, or of a program if programs are wanted too. Other paths are no downloads. */
export function download(path: string, isProgramWanted: boolean): string | undefined {
  const isFolder = isDirectory(path);
  if (isFolder ? path !== ART && !path.startsWith(PROGRAMS) : !isProgramWanted || !CODE.test(path)) return undefined;
  const place = isFolder ? `files/${nameOf(path)}.zip` : `files/${path}`;
  if ((wanted.get(place) ?? path) !== path) throw new Error(`${path} and ${wanted.get(place)} would both be ${place}`);
  wanted.set(place, path);
  return place;
}

const isDirectory = (path: string) => statSync(root + path).isDirectory();
const nameOf = (folder: string) => (folder === ART ? "pictures" : basename(folder));

/** Zips the files of a folder, and the pictures that programs load. */
function zipped(path: string): Uint8Array {
  const files: Zippable = {};
  for (const from of new Set([path, ART])) {
    for (const name of readdirSync(`${root}${from}`).filter((name) => /\.\w+$/.test(name))) files[`${nameOf(path)}/${name}`] = readFileSync(`${root}${from}/${name}`);
  }
  // One time for all, so that equal files make equal zip files.
  return zipSync(files, { mtime: "2026-01-01" });
}

/** Writes all that pages link to into the built site. */
export function writeDownloads(dist: string) {
  for (const [place, path] of wanted) {
    const to = `${dist}/${place}`;
    mkdirSync(dirname(to), { recursive: true });
    if (isDirectory(path)) writeFileSync(to, zipped(path));
    else cpSync(root + path, to);
  }
}
