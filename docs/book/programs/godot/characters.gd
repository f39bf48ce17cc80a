# The test looks for: prints "landed at"
# region hero
# Level (Node2D)
# ├── Ground (Sprite2D)  texture = ground.png, position = Vector2(320, 300)
# │   └── PixelCollider2D  fixed = true
# └── Hero (Sprite2D)  texture = hero.png, position = Vector2(100, 150), this script
#     └── PixelCollider2D  step_up = 3, step_down = 3
extends Sprite2D

var fall := 0.0
var stands := true
@onready var collider: PixelCollider2D = $PixelCollider2D

func _physics_process(delta: float) -> void:
	var run := 120 * Input.get_axis("ui_left", "ui_right") * delta
	var stood := stands # a frame ago
	stands = fall >= 0 and not collider.touching(Vector2.DOWN).is_empty()
	if stands and not stood:
		print("landed at ", global_position)
	if stands and not Input.is_action_pressed("ui_up"):
		# Over slopes, up to step_up.
		collider.move_until(global_position + Vector2(run, 0), PixelCollider2D.WALK)
		fall = 0
	else:
		# Jump, or fall.
		fall = -300.0 if stands else fall + 900 * delta
		# Slides.
		collider.move_until(global_position + Vector2(run, fall * delta))
		if collider.is_on_floor() or collider.is_on_ceiling():
			fall = 0
# endregion hero
