import assert from "node:assert/strict";
// #region node
import { readFileSync } from "node:fs";
import init, { Mask } from "hitmask";
import { PNG } from "pngjs";

await init();
const ship = Mask.from(PNG.sync.read(readFileSync("ship.png")));
// #endregion node

assert.ok(ship.count() > 0 && ship.count() < ship.width * ship.height);
console.log(ship.count(), "solid pixels of", ship.width, "x", ship.height);
