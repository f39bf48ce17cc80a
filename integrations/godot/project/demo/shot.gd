# A shot flies 26 pixels a frame, far more than some walls are thick: it is continuous, so it hits them all the same.
class_name DemoShot
extends Sprite2D

var velocity: Vector2
var age := 0

func setup(at: Vector2, angle: float) -> void:
	texture = DemoField.part(DemoField.SHOT)
	position = at
	rotation = angle
	velocity = Vector2.UP.rotated(angle) * 26
	var collider := DemoField.collider_with({collision_layer = DemoField.Layer.SHOT, continuous = true,
		collision_mask = DemoField.Layer.GROUND | DemoField.Layer.ROCK})
	add_child(collider)
	collider.pixel_entered.connect(hit)

func hit(other: PixelCollider2D, point: Vector2) -> void:
	if is_queued_for_deletion():
		return # only the first of several
	var field: DemoField = get_parent()
	field.dig(other.get_parent(), point, 13)
	field.holes += 1
	field.spark(point)
	if other.get_parent() is DemoRock:
		(other.get_parent() as DemoRock).crumble()
	queue_free()

func _physics_process(_delta: float) -> void:
	position += velocity
	age += 1
	if age > 50:
		queue_free()
