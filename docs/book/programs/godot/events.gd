# The test looks for: prints "coin taken", prints "rock hit at", prints "free of Rock"
# region events
# Level (Node2D)  this script
# ├── Ship (Sprite2D)  texture = ship.png, position = Vector2(50, 100)
# │   └── PixelCollider2D
# ├── Rock (Sprite2D)  texture = rock.png, position = Vector2(150, 110)
# │   └── PixelCollider2D  collision_layer = 2
# └── Coin (Sprite2D)  texture = hero.png, position = Vector2(250, 100)
#     └── PixelCollider2D  collision_layer = 4, sensor = true
extends Node2D

@onready var ship: PixelCollider2D = $Ship/PixelCollider2D

func _ready() -> void:
	ship.pixel_entered.connect(began)
	ship.pixel_exited.connect(ended)

func _physics_process(delta: float) -> void:
	$Ship.position.x += 100 * delta

func began(other: PixelCollider2D, point: Vector2) -> void:
	if other.sensor:
		print("coin taken")
		other.get_body().queue_free()
	else:
		print("rock hit at ", point)

func ended(other: PixelCollider2D) -> void:
	print("free of ", other.get_body().name)
# endregion events
