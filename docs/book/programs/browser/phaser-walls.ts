// The test looks for: prints "landed at"
import init from "hitmask";
import { PixelCollisions } from "hitmask/phaser";
import Phaser from "phaser";
// #region walls
import { Remainder } from "hitmask";

class Level extends Phaser.Scene {
  hero!: Phaser.GameObjects.Sprite;
  keys!: Phaser.Types.Input.Keyboard.CursorKeys;
  collisions!: PixelCollisions<Phaser.GameObjects.Sprite>;
  remainder = new Remainder(); // keeps fractions of pixels
  fall = 0;
  stands = true;

  preload() {
    this.load.image("hero", "hero.png").image("ground", "ground.png");
  }
  create() {
    const ground = this.add.sprite(320, 360, "ground");
    this.hero = this.add.sprite(60, 200, "hero");
    this.keys = this.input.keyboard!.createCursorKeys();
    this.collisions = new PixelCollisions<Phaser.GameObjects.Sprite>(this);
    this.collisions.add(ground, { fixed: true }).add(this.hero);
  }
  override update() {
    const { world } = this.collisions;
    const id = this.collisions.idOf(this.hero);
    if (id === null) return; // before the first update of the collisions
    const { left, right, space } = this.keys;
    const run = 2.5 * (Number(right.isDown) - Number(left.isDown));
    const { x, y } = world.get(id).position;
    const stood = this.stands; // a frame ago
    this.stands = this.fall >= 0 && world.touching(id, 0, 1).length > 0;
    if (this.stands && !stood) console.log("landed at", x, y);
    let moved;
    if (this.stands && !space.isDown) {
      const to = { x: x + this.remainder.take(run, 0).x, y };
      moved = world.moveUntil(id, to, { motion: "walk", stepUp: 3, stepDown: 3 });
      this.fall = 0;
    } else {
      this.fall = this.stands ? -5 : this.fall + 0.3; // jump, or fall
      const by = this.remainder.take(run, this.fall);
      moved = world.moveUntil(id, x + by.x, y + by.y, { motion: "slide" });
      if (moved.blocked.down || moved.blocked.up) this.fall = 0;
    }
    // The world moves its copy: add the move to the sprite.
    this.hero.x += moved.at.x - x;
    this.hero.y += moved.at.y - y;
  }
}
// #endregion walls

await init();
new Phaser.Game({ width: 640, height: 420, scene: Level });
