# A game that quits in a frame of a step, while threads of the world are still awake.
extends SceneTree

var frames := 0
var world: PixelWorld
var ids: PackedInt64Array

func _initialize() -> void:
	world = PixelWorld.new()
	root.add_child.call_deferred(world)
	var places := PackedVector2Array()
	for n in 20_000:
		@warning_ignore("integer_division")
		places.append(Vector2(n % 200 * 9, n / 200 * 9))
	world.auto_step = false
	world.set_limits({parallel_from = 0})
	ids = world.spawn_many(PixelMask.filled(8, 8), places, {})

func _process(_delta: float) -> bool:
	world.move_by(ids[0], Vector2(1, 0))
	world.step()
	frames += 1
	return frames == 20 # ends the game
