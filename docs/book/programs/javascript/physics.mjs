import { loadPicture } from "./pictures.mjs";
import init, { Mask } from "hitmask";

await init();
const ship = Mask.from(loadPicture("ship.png"));
// #region parts
// Polygons with holes, at most 1 pixel off.
const contours = ship.simplifiedContours(1);
for (const { points, isHole } of contours) {
  // X and y in turn.
  if (!isHole) console.log("a polygon of", points.length / 2, "corners");
}
// #endregion parts
