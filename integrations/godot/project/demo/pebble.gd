# A pebble glows while it touches the ship or a rock.
class_name DemoPebble
extends Sprite2D

var velocity: Vector2
var touched := 0

func setup(region: Rect2, at: Vector2, random: RandomNumberGenerator) -> void:
	texture = DemoField.part(region)
	position = at
	velocity = Vector2(random.randf_range(-1, 1), random.randf_range(-0.6, 0.6))
	var collider := DemoField.collider_with({collision_layer = DemoField.Layer.PEBBLE,
		collision_mask = DemoField.Layer.SHIP | DemoField.Layer.ROCK})
	add_child(collider)
	collider.pixel_entered.connect(func(_other: PixelCollider2D, _point: Vector2) -> void: touch(1))
	collider.pixel_exited.connect(func(_other: PixelCollider2D) -> void: touch(-1))

func touch(by: int) -> void:
	touched += by
	modulate = Color(3, 1.6, 0.5) if touched > 0 else Color.WHITE

func _physics_process(_delta: float) -> void:
	position += velocity
	if position.y < 5 or position.y > 410:
		velocity.y = -velocity.y
	position.x = fposmod(position.x, DemoField.SIZE.x)
