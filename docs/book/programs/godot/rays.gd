extends Node2D

func _ready() -> void:
	# region rays
	var world := PixelWorld.of(self)
	var ring := PixelMask.from_text("####\n#..#\n#..#\n####").scaled(32, 32)
	world.spawn_many(ring, [Vector2(50, 0), Vector2(100, 0)], {})

	# Get_global_mouse_position().
	print("in the hole: ", world.find(Vector2(66, 16)).size())
	print("on the ring: ", world.find(Vector2(52, 16)).size())

	var hit := world.cast_ray(Vector2(0, 16), Vector2(200, 16)) # a laser
	if not hit.is_empty():
		print("the ray hits ", hit.at, " normal ", hit.normal)

	var near := world.nearest(Vector2(140, 16), 1)
	print("nearest ring: ", near[0].distance, " pixels away")
	# endregion rays
