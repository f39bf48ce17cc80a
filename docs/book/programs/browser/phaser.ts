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
    for (let i = 0; i < 4; i++) {
      const rock = this.add.sprite(200 + 120 * i, 205, "rock");
      rocks.add(rock.setAngle(30 * i));
    }
    this.keys = this.input.keyboard!.createCursorKeys();

    const collisions = new PixelCollisions<Phaser.GameObjects.Sprite>(this);
    collisions.add(this.ship).add(rocks); // masks come from their textures
    collisions.onBegin((a, b) => {
      console.log("hit at", collisions.contact(a, b)?.first);
    });
    collisions.onEnd((a, b) => console.log("free", a.texture.key, b.texture.key));
  }
  override update() {
    const { left, right, up, down } = this.keys;
    this.ship.x += 2.5 * (Number(right.isDown) - Number(left.isDown));
    this.ship.y += 2.5 * (Number(down.isDown) - Number(up.isDown));
  }
}

await init();
// Without smoothing, what is drawn is what collides.
new Phaser.Game({ width: 640, height: 420, antialias: false, scene: Level });
// #endregion game
