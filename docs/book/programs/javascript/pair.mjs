import { loadPicture } from "./pictures.mjs";
import init, { Mask } from "hitmask";

await init();
const [ship, rock] = ["ship.png", "rock.png"].map((name) => Mask.from(loadPicture(name)));
// #region ask
// `ship` and `rock` are masks: see "Make masks".
// The rock's top-left pixel, counted from the ship's.
const at = { x: 38, y: -6 };
if (ship.overlaps(rock, at)) {
  console.log("first shared pixel:", ship.overlapFirst(rock, at));
  console.log("shared pixels:", ship.overlapArea(rock, at));
  console.log("the ship is free after a move by", ship.penetration(rock, at));
}
// #endregion ask
