import init, { Map as LevelMap } from "hitmask/sheets";
import { equal, test } from "./harness.ts";

const level = (source: string) => `<map width="2" height="1" tilewidth="8" tileheight="8">
  <tileset firstgid="1" name="t" tilewidth="8" tileheight="8"><image source="${source}"/></tileset>
  <layer name="ground" width="2" height="1"><data encoding="csv">1,2</data></layer></map>`;

/** A picture of 16 x 8 solid pixels. */
async function picture(type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(16, 8);
  canvas.getContext("2d")!.fillRect(0, 0, 16, 8);
  const blob = await canvas.convertToBlob({ type });
  equal(blob.type, type);
  return blob;
}

test("the page reads the pictures that the module does not read", async () => {
  await init();
  const own = globalThis.fetch;
  try {
    for (const type of ["image/png", "image/jpeg", "image/webp"]) {
      const blob = await picture(type).catch(() => null);
      if (!blob) continue; // some browsers write no WebP
      const name = `t.${type.slice(6)}`;
      globalThis.fetch = async (url) => new Response(String(url).endsWith(name) ? blob : level(name));
      const map = await LevelMap.open("/maps/level.tmx");
      equal(map.layer("ground")!.terrain().mask.count(), 128);
      equal(map.warnings.length, 0);
    }
  } finally {
    globalThis.fetch = own;
  }
});
