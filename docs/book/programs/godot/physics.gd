extends Node2D

func _ready() -> void:
	# region parts
	var ship := PixelMask.from_texture(load("res://ship.png"))
	# At most 1 pixel off; holes are contours too.
	for contour in ship.contours(1.0):
		print("a polygon of ", contour.size(), " corners")
		var shape := CollisionPolygon2D.new()
		shape.polygon = contour
		add_child(shape)
	# endregion parts
