# region many
extends Node2D

var ids: PackedInt64Array
var places: PackedVector2Array
@onready var world := PixelWorld.of(self)

# Sprites without nodes: you draw them, for example with a MultiMesh.
func _ready() -> void:
	for i in 10_000:
		places.append(Vector2(5 * (i % 100), 5 * (i / 100)))
	var disc := PixelMask.from_text(".##.\n####\n####\n.##.")
	ids = world.spawn_many(disc, places, {})
	world.auto_step = false # here only: to count the steps

func _process(_delta: float) -> void:
	for i in range(0, 10_000, 2):
		places[i] += Vector2(0.6, 0.2) # your own movement, with fractions
	world.set_positions(ids, places) # once a frame, all in one call
	world.step()
	# Two ids for each pair: every collision once.
	print("pairs: ", world.collisions().size() / 2)
	# endregion many
	if get_tree().get_frame() > 2:
		queue_free()
