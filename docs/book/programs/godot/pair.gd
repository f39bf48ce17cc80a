extends Node

func _ready() -> void:
	assert(five() != null)
	# region ask
	var ship := PixelMask.from_texture(load("res://ship.png"))
	var rock := PixelMask.from_texture(load("res://rock.png"))
	# The rock's top-left pixel, counted from the ship's.
	var at := Vector2i(38, -6)
	if ship.overlaps(rock, at):
		print("first shared pixel: ", ship.overlap_first(rock, at))
		print("shared pixels: ", ship.overlap_area(rock, at))
		print("the ship is free after a move by ", ship.penetration(rock, at))
	# endregion ask


func five() -> Variant:
	# region five
	var ship := PixelMask.from_texture(load("res://ship.png"))
	var rock := PixelMask.from_texture(load("res://rock.png"))
	# The first shared pixel, or null.
	var hit: Variant = ship.overlap_first(rock, Vector2i(38, -6))
	# endregion five
	return hit
