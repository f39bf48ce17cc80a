/** Sprite sheets of Aseprite, TexturePacker, Cocos2d and libGDX, and maps of Tiled and LDtk. */

import { type At, bool, floored, known, number, object, rect as rectNumbers, shown, split } from "../check.js";
import { Mask, solidOf, type Solid } from "../mask.js";
import type { SpriteOptions } from "../sprite.js";
import type { Placed, Point, Rect } from "../types.js";
import { guard } from "./instance.js";
import { RawFiles, RawMap, RawSheet, type SolidKind } from "./wasm/hitmask.js";

/** Files in memory: their bytes, or their text, by their names. A name is relative to the folder of the sheet. */
export type Files = { readonly [name: string]: Uint8Array | ArrayBuffer | string };

/** The options of readers. At most one of `alphaAbove`, `colorKey` and `lumaAbove` says what is solid. */
export interface SheetOptions extends Solid {
  /** Whether a tile of Tiled with collision shapes collides as these shapes, and not as its pixels. The default is true. */
  readonly tileShapes?: boolean | undefined;
  /** Whether what would be a warning is an error. The default is false: one bad item of a file costs that item. */
  readonly strict?: boolean | undefined;
}

/** What a reader left out, or read in another way than the file says. */
export interface SheetWarning {
  /** The name of the file. */
  readonly file: string;
  /** The place in the file, such as `layers[2].data[7]`, or the empty text. */
  readonly place: string;
  /** What the reader did; `more` is the item that counts the warnings beyond 100. */
  readonly kind: "moved" | "left-out" | "changed" | "damaged" | "more";
  /** What is wrong, and what the reader did. */
  readonly text: string;
  /** All of it as a sentence, for the author of the file. */
  readonly message: string;
}

/** A value that the author of a map gives: a list or an object has parts. */
export type Property = boolean | number | string | readonly (Property | null)[] | { readonly [name: string]: Property | null };

/** The values that the author of a map gives a tile, an object or a layer, by their names. */
export type Properties = { readonly [name: string]: Property };

/** A slice of Aseprite at one frame: a named box, such as a hurtbox or a sword, with the artist's notes. */
export interface Slice {
  /** Its name. Several slices may have one name. */
  readonly name: string;
  /** Its box in pixels of the frame, which may lead out of the frame. `frame.maskIn(rect)` is the part of the mask in it. */
  readonly rect: Rect;
  /** Its origin, a point of the frame in pixels, or `null`. Aseprite calls it pivot. */
  readonly origin: Point | null;
  /** The text of its user data, or the empty text. */
  readonly text: string;
  /** The color of its user data, or `null`. */
  readonly color: readonly [red: number, green: number, blue: number, alpha: number] | null;
}

/** A frame of a sheet or a map, as the artist drew it: trimming and rotation of a packer are undone. */
export interface Frame {
  /** The first of its names. */
  readonly name: string;
  /**
   * `TAG INDEX` for each tag around it, with the index in the tag from 0, and the names that the file gives it. A region of libGDX with an
   * index has `NAME INDEX`.
   */
  readonly names: readonly string[];
  /** Its mask. Equal frames share one. */
  readonly mask: Mask;
  readonly width: number;
  readonly height: number;
  /** Its origin, a point of the frame in pixels, or `null`: the `origin` of a sprite. Editors call it pivot or anchor. */
  readonly origin: Point | null;
  /** How long an animation shows it, in milliseconds. */
  readonly duration: number;
  /** The class of the tile in Tiled, or the empty text. */
  readonly class: string;
  /** The properties of the tile that it shows. A tile of LDtk has `true` for each enum tag, and its custom data as `data`. */
  readonly properties: Properties;
  /** The slices at this frame, in the order of the file. */
  readonly slices: readonly Slice[];
  /** Returns the first slice with a name, or `null`. */
  slice(name: string): Slice | null;
  /**
   * Returns the part of the mask inside a rectangle of the frame, and the place of the part in the frame. The part is as large as
   * the rectangle inside the frame: 0 x 0 pixels if the rectangle lies outside.
   */
  maskIn(rect: Rect): Placed<Mask>;
}

/** An animation. */
export interface Animation {
  readonly name: string;
  /** The indices of its frames in the order in which it shows them, and how long it shows each, in milliseconds. */
  readonly frames: readonly { readonly frame: number; readonly duration: number }[];
  /** How often it plays, or `null` for ever. */
  readonly repeat: number | null;
  /** How long it plays once, in milliseconds. */
  readonly duration: number;
  /** Returns the index of the frame that it shows at a time in milliseconds. */
  frameAt(time: number): number;
}

/** A frame at a place of a map: a tile, an object or an entity. */
export interface MapSprite {
  /** The index of the frame. */
  readonly frame: number;
  /** `world.spawn(maskIds[frame], position, options)` makes a sprite of it. */
  readonly position: Point;
  readonly options: SpriteOptions;
  readonly name: string;
  readonly class: string;
  readonly id: string;
  /** Whether the editor shows it. */
  readonly isVisible: boolean;
  /** Its properties by their names. */
  readonly properties: Properties;
}

/** A point of a map, such as the place where a player starts. */
export interface MapPoint {
  readonly at: Point;
  readonly name: string;
  readonly class: string;
  readonly id: string;
  /** Its properties by their names. */
  readonly properties: Properties;
}

/** The values of a grid of LDtk, row by row. */
export interface ValueGrid {
  readonly at: Point;
  readonly columns: number;
  readonly rows: number;
  readonly cellSize: number;
  readonly cells: readonly number[];
}

/** A layer of a map. */
export interface MapLayer {
  readonly name: string;
  readonly class: string;
  /** The names of the groups around it, with `/` between them. */
  readonly group: string;
  readonly kind: "tiles" | "objects" | "picture" | "values" | "other";
  /** The offset of the layer in pixels, which its sprites include. */
  readonly offset: Point;
  readonly isVisible: boolean;
  readonly sprites: readonly MapSprite[];
  readonly points: readonly MapPoint[];
  readonly values: ValueGrid | null;
  /** Its properties by their names. */
  readonly properties: Properties;
  /**
   * Returns the tile or the object with a solid pixel at a pixel of the map: of several, the one on top. Returns `null` if there is
   * none. Sprites that the editor does not show are left out.
   *
   * The first pixel that a sprite shares with the terrain of a layer names the tile that the sprite touches.
   */
  tileAt(...at: At): MapSprite | null;
  /** Draws the layer into one mask. Sprites that the editor does not show are left out. */
  terrain(): Placed<Mask>;
  /** Draws the cells with one of the given values into one mask. */
  valueTerrain(values: readonly number[]): Placed<Mask>;
}

interface RawAnimation extends Omit<Animation, "frameAt"> {}
interface RawFrame extends Omit<Frame, "mask" | "slice" | "maskIn"> {
  readonly mask: number;
}

/** What sheets and maps have in common. */
abstract class Frames {
  readonly frames: readonly Frame[];
  readonly animations: readonly Animation[];
  /** What was left out, or read in another way than the files say. */
  readonly warnings: readonly SheetWarning[];

  /** @internal */
  constructor(
    raw: RawSheet | RawMap,
    { frames, animations, masks, warnings }: { frames: RawFrame[]; animations: RawAnimation[]; masks: number; warnings: SheetWarning[] },
  ) {
    this.warnings = warnings;
    const shared = Array.from({ length: masks }, (_, index) => Mask.fromBytes(guard(() => raw.mask(index))));
    this.frames = frames.map((frame, index) => ({
      ...frame,
      mask: shared[frame.mask]!,
      slice: (name: string) => frame.slices.find((slice) => slice.name === name) ?? null,
      maskIn: (rect: Rect) => placed(guard(() => raw.mask_in(index, ...rectNumbers(rect, "rect")))),
    }));
    this.animations = animations.map((animation, index) => ({
      ...animation,
      frameAt: (time: number) => {
        number(time, "time");
        return guard(() => raw.frame_at(index, time));
      },
    }));
  }

  /** Returns the frame with a name, or `null`. */
  frame(name: string): Frame | null {
    return this.frames.find(({ names }) => names.includes(name)) ?? null;
  }

  /** Returns the animation with a name, or `null`. */
  animation(name: string): Animation | null {
    return this.animations.find((animation) => animation.name === name) ?? null;
  }
}

/** The frames and the animations of a sprite sheet: `.aseprite`, JSON of Aseprite or TexturePacker, `.plist` of Cocos2d, or `.atlas` of libGDX. */
export class Sheet extends Frames {
  /**
   * Reads a sheet from files in memory. The format is found from the content.
   *
   * @throws RangeError if a file is missing or damaged. The message names the file and the field.
   */
  static read(files: Files, name: string, options: SheetOptions = {}): Sheet {
    return Sheet.#of(readFrom(filesOf(files), name, options, RawSheet.read));
  }

  /** Fetches a sheet and all files that it names, and reads it. */
  static async open(url: string | URL, options: SheetOptions = {}): Promise<Sheet> {
    return Sheet.#of(await openFrom(url, options, RawSheet.read));
  }

  static #of(raw: RawSheet): Sheet {
    return new Sheet(raw, JSON.parse(guard(() => raw.values())));
  }
}

/** A map of Tiled or LDtk: layers of sprites that show frames. */
export class Map extends Frames {
  readonly layers: readonly MapLayer[];
  readonly #animationOf: readonly (number | null)[];

  private constructor(raw: RawMap) {
    const values = JSON.parse(guard(() => raw.values()));
    super(raw, values);
    this.#animationOf = values.animationOf;
    this.layers = values.layers.map((layer: Omit<MapLayer, "terrain" | "valueTerrain" | "tileAt">, index: number) => ({
      ...layer,
      tileAt: (...at: At) => {
        const [x, y] = split(at);
        return layer.sprites[guard(() => raw.tile_at(index, floored(x, "x"), floored(y, "y"))) ?? -1] ?? null;
      },
      terrain: () => placed(guard(() => raw.terrain(index))),
      valueTerrain: (values: readonly number[]) => placed(guard(() => raw.value_terrain(index, Uint32Array.from(values)))),
    }));
  }

  /** Reads a map from files in memory, as {@link Sheet.read} does. */
  static read(files: Files, name: string, options: SheetOptions = {}): Map {
    return new Map(readFrom(filesOf(files), name, options, RawMap.read));
  }

  /** Fetches a map and all files that it names, and reads it. */
  static async open(url: string | URL, options: SheetOptions = {}): Promise<Map> {
    return new Map(await openFrom(url, options, RawMap.read));
  }

  /** Returns the first layer with a name, or `null`. */
  layer(name: string): MapLayer | null {
    return this.layers.find((layer) => layer.name === name) ?? null;
  }

  /** Returns a property of a sprite, or, without it, of the tile that the sprite shows; `null` if neither has it. */
  property(sprite: MapSprite, name: string): Property | null {
    const owners = [sprite.properties, this.frames[sprite.frame]?.properties ?? {}];
    return owners.find((properties) => Object.hasOwn(properties, name))?.[name] ?? null;
  }

  /** Returns the animation of a frame, or `null` if the frame is not animated. */
  animationOf(frame: number): Animation | null {
    return this.animations[this.#animationOf[frame] ?? -1] ?? null;
  }
}

function placed(terrain: { bytes(): Uint8Array; readonly x: number; readonly y: number }): Placed<Mask> {
  return { mask: Mask.fromBytes(guard(() => terrain.bytes())), at: { x: terrain.x, y: terrain.y } };
}

type Read<R> = (files: RawFiles, name: string, kind: SolidKind, value: number, tileShapes: boolean, strict: boolean) => R;

function readFrom<R>(files: RawFiles, name: string, options: SheetOptions, read: Read<R>): R {
  known(options, ["alphaAbove", "colorKey", "lumaAbove", "tileShapes", "strict"]);
  if (typeof name !== "string") throw new TypeError(`name must be a string, got ${shown(name)}`);
  // The two modules number the kinds alike.
  const [kind, value] = solidOf(options) as unknown as [SolidKind, number];
  const tileShapes = bool(options.tileShapes ?? true, "tileShapes");
  const strict = bool(options.strict ?? false, "strict");
  return guard(() => read(files, name, kind, value, tileShapes, strict));
}

function filesOf(files: Files): RawFiles {
  object(files, "files", "an object with the bytes of each file by its name");
  const raw = guard(() => new RawFiles());
  for (const [name, content] of Object.entries(files)) {
    const isText = typeof content === "string";
    if (!isText && !(content instanceof Uint8Array) && !(content instanceof ArrayBuffer)) {
      throw new TypeError(`file ${shown(name)} must be a Uint8Array, an ArrayBuffer or a string, got ${shown(content)}`);
    }
    guard(() => raw.insert(name, isText ? new TextEncoder().encode(content) : new Uint8Array(content)));
  }
  return raw;
}

/** Reads a sheet or a map again and again, and fetches the file that the reader wants each time. */
async function openFrom<R>(url: string | URL, options: SheetOptions, read: Read<R>): Promise<R> {
  const address = new URL(url, globalThis.document?.baseURI);
  const sheet = decodeURIComponent(address.pathname.split("/").at(-1)!);
  const files = guard(() => new RawFiles());
  for (let name: string | undefined = sheet; ; ) {
    const bytes = await fetched(name, address, name === sheet);
    guard(() => files.insert(name!, bytes));
    // An error counts once the reader has seen all files that it wants.
    let result: { value: R } | { error: unknown };
    try {
      result = { value: readFrom(files, sheet, options, read) };
    } catch (error) {
      result = { error };
    }
    name = guard(() => files.wanted());
    if (name !== undefined) continue;
    if ("error" in result) throw result.error;
    return result.value;
  }
}

/** Returns the bytes of a file that the sheet at an address names, or `undefined` if the origin of the sheet has no such file. */
async function fetched(name: string, sheet: URL, isSheet: boolean): Promise<Uint8Array | undefined> {
  const from = isSheet ? sheet : new URL(name.split("/").map(encodeURIComponent).join("/"), sheet);
  if (from.origin !== sheet.origin) return undefined;
  const response = await fetch(from);
  if (response.ok) {
    // Servers of apps with one page answer with the page if there is no file.
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    return isPage && !isSheet ? undefined : asPng(new Uint8Array(await response.arrayBuffer()));
  }
  if (!isSheet && [403, 404, 410].includes(response.status)) return undefined;
  throw new Error(`cannot fetch ${from}: status ${response.status}`);
}

/** How files of JPEG, GIF, BMP and WebP begin. */
const PICTURES = [[0xff, 0xd8, 0xff], [0x47, 0x49, 0x46, 0x38], [0x42, 0x4d], [0x52, 0x49, 0x46, 0x46]];

/** Returns a picture as a PNG, if the page can read it: the module reads PNGs only. Other files stay as they are. */
async function asPng(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const isPicture = PICTURES.some((start) => start.every((byte, index) => bytes[index] === byte));
  if (!isPicture || typeof OffscreenCanvas === "undefined") return bytes;
  const bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
}
