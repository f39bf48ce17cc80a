# The test looks for: prints "a crater at"
# region dig
# Level (Node2D)
# ├── Ground (Sprite2D)  texture = ground.png, position = Vector2(320, 300)
# │   └── PixelCollider2D  fixed = true
# └── Bomb (Sprite2D)  texture = rock.png, position = Vector2(320, 150), this script
#     └── PixelCollider2D
extends Sprite2D

func _ready() -> void:
	$PixelCollider2D.pixel_entered.connect(explode)

func _physics_process(delta: float) -> void:
	position.y += 120 * delta

func explode(ground: PixelCollider2D, point: Vector2) -> void:
	ground.fill_circle(point, 30, false) # not solid any more
	ground.clip_picture() # the picture shows what is left
	print("a crater at ", point)
	queue_free()
# endregion dig
