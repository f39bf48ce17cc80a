extends Node2D

func _ready() -> void:
	# region spawn
	var world := PixelWorld.of(self)
	var block := PixelMask.filled(20, 20)
	for x in range(0, 100, 20):
		world.spawn(block, Vector2(x, 0), {})
	# A sprite that is not in the world yet.
	var free: Variant = world.nearest_free({mask = block}, Vector2(40, 5), 64)
	print("free at ", free)
	if free != null:
		world.spawn(block, free, {})
	# endregion spawn

	# region pack
	var board := PixelMask.empty(64, 64) # solid where it is taken
	var area := Rect2i(0, 0, 64, 64)
	var piece := PixelMask.from_text("###\n#..").scaled(24, 16)
	for number in 6:
		var at: Vector2i = board.nearest_free(piece, Vector2i(20, 24), 64, area)
		board.draw(piece, at)
	print("taken pixels: ", board.count())
	# endregion pack
