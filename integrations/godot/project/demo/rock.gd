# A rock drifts, turns, and comes back at the other side. Shots make holes in it, until too little is left.
class_name DemoRock
extends Sprite2D

var velocity: Vector2
var turn: float
var collider := DemoField.collider_with({collision_layer = DemoField.Layer.ROCK,
	collision_mask = DemoField.Layer.SHIP | DemoField.Layer.SHOT | DemoField.Layer.PEBBLE})

func setup(region: Rect2, at: Vector2, random: RandomNumberGenerator) -> void:
	texture = DemoField.part(region)
	position = at
	rotation = random.randf() * TAU
	scale = Vector2.ONE * random.randf_range(0.6, 1.0)
	velocity = Vector2(random.randf_range(-0.5, 0.5), random.randf_range(-0.12, 0.12))
	turn = random.randf_range(-0.008, 0.008)
	add_child(collider)

func crumble() -> void:
	var whole := texture.get_size()
	if collider.edit_mask().count() < 0.3 * whole.x * whole.y:
		queue_free()

func _physics_process(_delta: float) -> void:
	rotation += turn
	position += velocity
	if position.y < 60 or position.y > 360:
		velocity.y = -velocity.y
	position.x = fposmod(position.x + 70, DemoField.SIZE.x + 140) - 70
