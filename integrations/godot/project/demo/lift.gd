# A lift carries who stands on it.
class_name DemoLift
extends Sprite2D

var from: Vector2
var frame_count := 0
var riders := 0
var collider := DemoField.collider_with({collision_layer = DemoField.Layer.PLANK, one_way = PixelCollider2D.TOP})

func setup(picture: Texture2D, at: Vector2) -> void:
	texture = picture
	centered = false
	position = at
	from = at
	add_child(collider)

func _physics_process(_delta: float) -> void:
	frame_count += 1
	var carried := collider.carry(from - Vector2(0, 60 - 60 * cos(frame_count * 0.02)))
	riders = carried.get("riders", []).size()
