// As much of pngjs as the programs of the book use: it decodes a PNG with 8 bits for each of red, green, blue and alpha.
import { decode } from "../../pictures.mjs";

export const PNG = { sync: { read: decode } };
