# A and D walk over slopes, W jumps, S drops through a plank.
class_name DemoHero
extends Sprite2D

const ART := "...oooooo...
..oooooooo..
..offffoff..
..ofkffkff..
..ffffffff..
...ffffff...
....rrrr....
..rrrrrrrr..
.rrrrrrrrrr.
.ff.rrrr.ff.
.ff.rrrr.ff.
....bbbb....
...bbbbbb...
...bb..bb...
...bb..bb...
...bb..bb...
..kkk..kkk.."
const COLORS := {"o": Color(0.45, 0.25, 0.1), "f": Color(1, 0.8, 0.62), "k": Color(0.12, 0.12, 0.16), "r": Color(0.9, 0.3, 0.25),
	"b": Color(0.3, 0.5, 0.95)}

var fall := 0.0
var collider := DemoField.collider_with({collision_layer = DemoField.Layer.HERO, step_up = 3, step_down = 3,
	collision_mask = DemoField.Layer.GROUND | DemoField.Layer.PLANK})
@onready var field: DemoField = get_parent()

func _ready() -> void:
	var rows := ART.split("\n")
	var image := Image.create_empty(12, 17, false, Image.FORMAT_RGBA8)
	for y in 17:
		for x in 12:
			image.set_pixel(x, y, COLORS.get(rows[y][x], Color.TRANSPARENT))
	texture = ImageTexture.create_from_image(image)
	centered = false
	scale = Vector2(2, 2)
	z_index = 1
	add_child(collider)

func _physics_process(_delta: float) -> void:
	var run := 0.0
	if field.is_down(KEY_A):
		run -= 1.6
	if field.is_down(KEY_D):
		run += 1.6
	if run != 0:
		flip_h = run < 0
	var stands := fall >= 0 and not collider.touching(Vector2(0, 1)).is_empty()
	if stands and field.is_down(KEY_W):
		fall = -6.4
	elif stands and field.is_down(KEY_S):
		collider.move_until(position + Vector2(0, 3), PixelCollider2D.SLIDE, ~DemoField.Layer.PLANK)
	elif stands:
		fall = 0
		collider.move_until(position + Vector2(run, 0), PixelCollider2D.WALK)
	if not stands or fall < 0:
		fall = minf(fall + 0.3, 8)
		collider.move_until(position + Vector2(run, fall))
		if collider.is_on_floor() or collider.is_on_ceiling():
			fall = 0
	position.x = clampf(position.x, 0, DemoField.SIZE.x - 24)
