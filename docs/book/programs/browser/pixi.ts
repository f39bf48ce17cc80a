// The test looks for: prints "hit at"
// #region game
import init from "hitmask";
import { PixelCollisions } from "hitmask/pixi";
import { Application, Assets, Sprite } from "pixi.js";

const app = new Application();
await Promise.all([init(), app.init({ width: 640, height: 420 })]);
document.body.append(app.canvas);
const [shipTexture, rockTexture] = await Promise.all(["ship.png", "rock.png"].map((url) => Assets.load(url)));
const ship = app.stage.addChild(new Sprite({ texture: shipTexture, x: 60, y: 200, anchor: 0.5 }));
const rock = app.stage.addChild(new Sprite({ texture: rockTexture, x: 300, y: 205, anchor: 0.5, angle: 30 }));

const collisions = new PixelCollisions<Sprite>({ ticker: app.ticker });
collisions.add(ship).add(rock); // masks come from their textures
collisions.onBegin((a, b) => console.log("hit at", collisions.contact(a, b)?.first));
app.ticker.add(() => (ship.x += 2.5));
// #endregion game
