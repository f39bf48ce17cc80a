extends Node2D

func _ready() -> void:
	# region way_out
	var world := PixelWorld.of(self)
	var hero := world.spawn(PixelMask.filled(16, 24), Vector2(40, 80), {})
	var wall := world.spawn(PixelMask.filled(200, 40), Vector2(0, 100), {fixed = true})

	var contact := world.contact(hero, wall)
	print("shortest way out: ", contact.penetration)
	print("normal: ", contact.normal)

	# Frees the hero from everything at once.
	var moved: Variant = world.push_out(hero, 64)
	print("pushed by ", moved) # null: no free place within 64 pixels
	# endregion way_out
