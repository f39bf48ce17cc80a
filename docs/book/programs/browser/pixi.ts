// The test looks for: prints "hit at"
// #region game
import init from "hitmask";
import { PixelCollisions } from "hitmask/pixi";
import { Application, Assets, Sprite } from "pixi.js";

const app = new Application();
await Promise.all([init(), app.init({ width: 640, height: 420 })]);
document.body.append(app.canvas);
const ship = new Sprite({ texture: await Assets.load("ship.png"), x: 60, y: 200 });
const rock = new Sprite({ texture: await Assets.load("rock.png"), x: 300, y: 190 });
rock.angle = 30;
app.stage.addChild(ship, rock);

const collisions = new PixelCollisions<Sprite>({ ticker: app.ticker });
collisions.add(ship).add(rock); // masks come from their textures
collisions.onBegin((a, b) => {
  console.log("hit at", collisions.contact(a, b)?.first);
});
app.ticker.add(() => (ship.x += 2.5));
// #endregion game
