/** A ship that follows the pointer among drifting rocks. Rocks that it touches, pixel for pixel, turn red. */
import init from "hitmask";
import { PixelCollisions } from "hitmask/phaser";
import Phaser from "phaser";
import { randomOf, rockPicture, shipPicture } from "./art.ts";

const ROCKS = 28;
const KINDS = 8;

type Sprite = Phaser.GameObjects.Sprite;

class Rocks extends Phaser.Scene {
  #ship!: Sprite;
  #rocks!: Phaser.GameObjects.Group;
  #sparks!: Phaser.GameObjects.Graphics;
  #text!: Phaser.GameObjects.Text;

  create(): void {
    const { width, height } = this.scale;
    const random = randomOf(3);
    const pictures = Array.from({ length: KINDS }, (_, kind) => rockPicture(48 + 16 * kind, kind));
    this.#addSheet([...pictures, shipPicture()]);
    this.#rocks = this.add.group();
    for (let i = 0; i < ROCKS; i++) {
      const rock = this.add.sprite(random() * width, random() * height, "sheet", i % KINDS);
      rock.setData({ dx: random() * 60 - 30, dy: random() * 60 - 30, spin: random() * 0.6 - 0.3 });
      this.#rocks.add(rock);
    }
    this.#ship = this.add.sprite(width / 2, height / 2, "sheet", KINDS);
    this.#sparks = this.add.graphics();
    this.#text = this.add.text(16, 12, "", { color: "#9fb0d8", fontSize: "16px" });

    // The rocks do not collide with each other.
    const collisions = new PixelCollisions(this);
    collisions.add(this.#ship, { layers: 1, collidesWith: 2 }).add(this.#rocks, { layers: 2, collidesWith: 1 });
    collisions.addOverlap(this.#ship, this.#rocks, (ship: Sprite, rock: Sprite) => {
      const contact = collisions.contact(ship, rock)!;
      rock.setTint(0xff5a4d);
      this.#sparks.fillCircle(contact.first.x, contact.first.y, 5);
      this.#text.setText(`${contact.area} shared pixels`);
    });
  }

  /** Puts pictures side by side into one texture, a frame each. */
  #addSheet(pictures: HTMLCanvasElement[]): void {
    const width = pictures.reduce((sum, picture) => sum + picture.width, 0);
    const sheet = this.textures.createCanvas("sheet", width, Math.max(...pictures.map(({ height }) => height)))!;
    let x = 0;
    pictures.forEach((picture, i) => {
      sheet.context.drawImage(picture, x, 0);
      sheet.add(i, 0, x, 0, picture.width, picture.height);
      x += picture.width;
    });
    sheet.refresh();
  }

  override update(_time: number, delta: number): void {
    const { width, height } = this.scale;
    this.#sparks.clear().fillStyle(0xffe066);
    this.#text.setText("move the pointer: the ship fits through the large holes");
    for (const rock of this.#rocks.getChildren() as Sprite[]) {
      const { dx, dy, spin } = rock.data.values as { dx: number; dy: number; spin: number };
      rock.clearTint();
      rock.rotation += (spin * delta) / 1000;
      rock.x = Phaser.Math.Wrap(rock.x + (dx * delta) / 1000, -70, width + 70);
      rock.y = Phaser.Math.Wrap(rock.y + (dy * delta) / 1000, -70, height + 70);
    }
    const { x, y } = this.input.activePointer;
    if (x || y) this.#ship.setPosition(x, y);
  }
}

await init();
new Phaser.Game({
  type: Phaser.AUTO,
  backgroundColor: "#0b1020",
  banner: false,
  scale: { mode: Phaser.Scale.RESIZE, width: "100%", height: "100%" },
  scene: Rocks,
});
