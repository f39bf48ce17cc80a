# The test looks for: prints "the crate rides: true"
# region platforms
# Level (Node2D)
# ├── Lift (Sprite2D)  texture = rock.png, position = Vector2(100, 200), this script
# │   └── PixelCollider2D  carries = true
# └── Crate (Sprite2D)  texture = hero.png, position = Vector2(100, 169)
#     └── PixelCollider2D
extends Sprite2D

@onready var crate: Node2D = $"../Crate"

func _physics_process(_delta: float) -> void:
	position.y -= 0.5 # what stands on it moves with it
	if position.y == 150:
		print("the crate rides: ", crate.position.y < 150)
# endregion platforms
