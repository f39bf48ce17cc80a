// The test looks for: prints "hit at", prints "free"
// #region game
import init from "hitmask";
import { PixelCollisions } from "hitmask/phaser";
import Phaser from "phaser";

class Level extends Phaser.Scene {
  ship!: Phaser.GameObjects.Sprite;
  keys!: Phaser.Types.Input.Keyboard.CursorKeys;

  preload() {
    this.load.image("ship", "ship.png").image("rock", "rock.png");
  }
  create() {
    this.ship = this.add.sprite(60, 200, "ship");
    const rocks = this.add.group();
    for (let i = 0; i < 4; i++) rocks.add(this.add.sprite(200 + 120 * i, 205, "rock").setAngle(30 * i));
    this.keys = this.input.keyboard!.createCursorKeys();

    const collisions = new PixelCollisions<Phaser.GameObjects.Sprite>(this);
    collisions.add(this.ship).add(rocks); // masks come from their textures
    collisions.onBegin((a, b) => console.log("hit at", collisions.contact(a, b)?.first));
    collisions.onEnd((a, b) => console.log("free", a.texture.key, b.texture.key));
  }
  override update() {
    this.ship.x += 2.5 * (Number(this.keys.right.isDown) - Number(this.keys.left.isDown));
    this.ship.y += 2.5 * (Number(this.keys.down.isDown) - Number(this.keys.up.isDown));
  }
}

await init();
new Phaser.Game({ width: 640, height: 420, scene: Level });
// #endregion game
