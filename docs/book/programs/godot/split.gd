# The test looks for: prints "loose parts: 1"
extends Node2D

func _ready() -> void:
	# region split
	# A sprite without a node: you draw it.
	var world := PixelWorld.of(self)
	var hill := PixelMask.from_texture(load("res://ground.png"))
	var ground := world.spawn(hill, Vector2(0, 200), {fixed = true})

	world.erase(Rect2(500, 0, 4, 400)) # a cut through the ground
	var parts := world.split(ground) # the largest part keeps the id
	for part in parts:
		world.set_sprite(part, {fixed = false}) # let it fall
	print("loose parts: ", parts.size())
	# endregion split
