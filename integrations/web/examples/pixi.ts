/** A ship that follows the pointer among drifting rocks. Rocks that it touches, pixel for pixel, turn red. */
import init from "hitmask";
import { PixelCollisions } from "hitmask/pixi";
import { Application, Container, Graphics, Sprite, Text, Texture, type Ticker } from "pixi.js";
import { randomOf, rockPicture, shipPicture } from "./art.ts";

const ROCKS = 28;
const KINDS = 8;

const app = new Application();
await Promise.all([init(), app.init({ resizeTo: window, background: "#0b1020", antialias: true })]);
document.body.append(app.canvas);

const random = randomOf(3);
const { width, height } = app.screen;
const textures = Array.from({ length: KINDS }, (_, kind) => Texture.from(rockPicture(48 + 16 * kind, kind)));
const drifts = new Map<Sprite, { dx: number; dy: number; spin: number }>();
const rocks = app.stage.addChild(new Container());
for (let i = 0; i < ROCKS; i++) {
  const rock = new Sprite({ texture: textures[i % KINDS], x: random() * width, y: random() * height, anchor: 0.5 });
  drifts.set(rock, { dx: random() * 60 - 30, dy: random() * 60 - 30, spin: random() * 0.6 - 0.3 });
  rocks.addChild(rock);
}
const ship = app.stage.addChild(
  new Sprite({ texture: Texture.from(shipPicture()), x: width / 2, y: height / 2, anchor: 0.5 }),
);
const sparks = app.stage.addChild(new Graphics());
const text = app.stage.addChild(
  new Text({ x: 16, y: 12, style: { fill: "#9fb0d8", fontSize: 16, fontFamily: "monospace" } }),
);

// The rocks do not collide with each other.
const collisions = new PixelCollisions({ ticker: app.ticker });
collisions.add(ship, { layers: 1, collidesWith: 2 }).add(rocks, { layers: 2, collidesWith: 1 });
collisions.addOverlap(ship, rocks, (_ship: Sprite, rock: Sprite) => {
  const contact = collisions.contact(ship, rock)!;
  rock.tint = 0xff5a4d;
  sparks.circle(contact.first.x, contact.first.y, 5).fill(0xffe066);
  text.text = `${contact.area} shared pixels`;
});

app.stage.eventMode = "static";
app.stage.hitArea = app.screen;
app.stage.on("globalpointermove", ({ global }) => ship.position.copyFrom(global));

const wrap = (value: number, limit: number) => ((value + 70 + limit + 140) % (limit + 140)) - 70;

app.ticker.add(({ deltaMS }: Ticker) => {
  const { width, height } = app.screen;
  sparks.clear();
  text.text = "move the pointer: the ship fits through the large holes";
  for (const [rock, { dx, dy, spin }] of drifts) {
    rock.tint = 0xffffff;
    rock.rotation += (spin * deltaMS) / 1000;
    rock.position.set(wrap(rock.x + (dx * deltaMS) / 1000, width), wrap(rock.y + (dy * deltaMS) / 1000, height));
  }
});
