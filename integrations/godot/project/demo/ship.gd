# The arrow keys turn and push the ship, space fires. Ground stops it, rocks throw it back.
class_name DemoShip
extends Sprite2D

var velocity := Vector2.ZERO
var reload := 0
var hurt := 0
var collider := DemoField.collider_with({collision_layer = DemoField.Layer.SHIP,
	collision_mask = DemoField.Layer.GROUND | DemoField.Layer.ROCK | DemoField.Layer.PEBBLE})
var flame := Sprite2D.new()
@onready var field: DemoField = get_parent()

func _ready() -> void:
	texture = DemoField.part(DemoField.SHIP)
	z_index = 2
	flame.texture = DemoField.part(DemoField.FLAME)
	flame.position.y = 40
	add_child(flame)
	add_child(collider)
	collider.pixel_entered.connect(hit)

func hit(other: PixelCollider2D, point: Vector2) -> void:
	if other.collision_layer == DemoField.Layer.ROCK:
		field.hits += 1
		field.spark(point)
		hurt = 12
		var contact := collider.get_contact(other)
		if not contact.is_empty() and velocity.dot(contact.normal) < 0:
			velocity = velocity.bounce(contact.normal)

func _physics_process(_delta: float) -> void:
	var turn := 0.0
	if field.is_down(KEY_LEFT):
		turn -= 0.06
	if field.is_down(KEY_RIGHT):
		turn += 0.06
	rotation += turn
	if turn != 0 and not collider.touching(Vector2.ZERO, DemoField.Layer.GROUND).is_empty():
		collider.push_out(6)
	flame.visible = field.is_down(KEY_UP)
	if flame.visible:
		velocity += Vector2.UP.rotated(rotation) * 0.12
	velocity *= 0.985
	var moved := collider.move_by(velocity, PixelCollider2D.SLIDE, DemoField.Layer.GROUND)
	velocity = moved.slowed(velocity)
	if not Rect2(Vector2.ZERO, DemoField.SIZE).has_point(moved.at):
		collider.jump_to(moved.at.posmodv(DemoField.SIZE))
	reload -= 1
	if field.is_down(KEY_SPACE) and reload <= 0:
		reload = 7
		var shot := DemoShot.new()
		shot.setup(position + Vector2.UP.rotated(rotation) * 42, rotation)
		field.add_child(shot)
	hurt -= 1
	modulate = Color(1, 0.4, 0.3) if hurt > 0 else Color.WHITE
