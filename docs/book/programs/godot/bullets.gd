# The test looks for: prints "hit Wall at"
# region bullets
# Level (Node2D)
# ├── Wall (Sprite2D)  texture = rock.png, position = Vector2(300, 0)
# │   └── PixelCollider2D  fixed = true
# └── Bullet (Sprite2D)  texture = coins.png, hframes = 4, this script
#     └── PixelCollider2D  continuous = true
extends Sprite2D

func _ready() -> void:
	$PixelCollider2D.jump_to(global_position) # the path begins at the muzzle
	$PixelCollider2D.pixel_entered.connect(hit)

func _physics_process(delta: float) -> void:
	position.x += 6000 * delta # 100 pixels a frame

func hit(other: PixelCollider2D, point: Vector2) -> void:
	print("hit ", other.get_body().name, " at ", point)
	queue_free()
# endregion bullets
