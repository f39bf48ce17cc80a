# Walks over tiles with a mask that stays the same, and is hit by what its picture shows. Arrow keys; down drops through planks.
extends Node2D

const SPEED := 110.0
const PLANKS := 2 # the layer of planks and lifts

var fall := 0.0
var coins := 0
var hurt := 0.0

@onready var feet: PixelCollider2D = $Walk
@onready var picture: AnimatedSprite2D = $Picture

func _physics_process(delta: float) -> void:
	var run := Input.get_axis("ui_left", "ui_right") * SPEED
	if run != 0:
		picture.flip_h = run < 0
	picture.play("run" if run != 0 else "stand")
	if fall >= 0 and not feet.touching(Vector2.DOWN).is_empty():
		fall = 0
		if Input.is_action_pressed("ui_up"):
			fall = -330
		elif Input.is_action_pressed("ui_down"):
			feet.move_until(global_position + Vector2(0, 2), PixelCollider2D.SLIDE, ~PLANKS)
		else:
			feet.move_by(Vector2(run * delta, 0), PixelCollider2D.WALK)
			return
	fall = minf(fall + 900 * delta, 500)
	feet.move_by(Vector2(run, fall) * delta)
	if feet.is_on_floor() or feet.is_on_ceiling():
		fall = 0

func _process(delta: float) -> void:
	hurt = maxf(hurt - delta, 0)
	picture.modulate = Color(1, 0.4, 0.3) if hurt > 0 else Color.WHITE

# The signal `pixel_entered` of the collider below the picture, connected in the scene.
func _on_hit(other: PixelCollider2D, _point: Vector2) -> void:
	if other.is_in_group("coins"):
		coins += 1
		other.get_body().queue_free()
	else:
		hurt = 0.5
