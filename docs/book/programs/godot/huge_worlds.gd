extends Node2D

# region chunks
const WALLS := 1
const HERO := 2

func _ready() -> void:
	var world := PixelWorld.of(self)
	var chunk := PixelMask.filled(512, 512)
	var scenery := {fixed = true, collision_layer = WALLS, collision_mask = HERO}
	for x in 100:
		for y in 20:
			world.spawn(chunk, Vector2(512 * x, 512 * y + 1000), scenery)
	var body := PixelMask.filled(16, 24)
	var hero := world.spawn(body, Vector2(25_000, 900), {collision_layer = HERO})
	print("pairs: ", world.collisions().size()) # fixed sprites never pair
	# Only near chunks are tested.
	print("lands at ", world.move_until(hero, Vector2(25_000, 5000)).at)
# endregion chunks
