# region picture
extends Node

func _ready() -> void:
	# Solid where alpha is above 127.
	var ship := PixelMask.from_texture(load("res://ship.png"))
	var frame := Rect2i(16, 0, 16, 16)
	var coin := PixelMask.from_texture(load("res://coins.png"), frame, 20)
	print(ship.get_size(), " ", ship.count(), " ", coin.count())
	# endregion picture

	# region drawn
	var arrow := PixelMask.from_text("..#.\n####\n..#.")
	var large := arrow.scaled(40, 30)
	var plate := PixelMask.filled(64, 8)
	print(large.count(), " ", plate.count())
	# endregion drawn
