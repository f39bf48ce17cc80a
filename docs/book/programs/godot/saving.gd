# The test looks for: prints "dug: true"
# region save
# Level (Node2D)  this script
# └── Ground (Sprite2D)  texture = ground.png, position = Vector2(320, 300)
#     └── PixelCollider2D  fixed = true
extends Node2D

@onready var ground: PixelCollider2D = $Ground/PixelCollider2D

func _ready() -> void:
	ground.fill_circle(Vector2(320, 300), 30, false)
	var bytes := ground.edit_mask().to_bytes() # to a file
	ground.reset_mask()
	ground.mask = PixelMask.from_bytes(bytes) # when the game is loaded
	print("dug: ", ground.get_world().find(Vector2(320, 300)).is_empty())
# endregion save
