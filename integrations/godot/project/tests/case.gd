# A file of tests. Each test gets a node of its own in the tree.
class_name PixelTest
extends Node2D

var tests: SceneTree

func check(is_true: bool, what := "a condition is false") -> void:
	if not is_true:
		tests.fail(what)

func equal(got: Variant, expected: Variant, what := "") -> void:
	if got == null and expected == null: # also a null of another type
		return
	if typeof(got) != typeof(expected) or got != expected:
		tests.fail("%s%s expected, got %s" % [what + ": " if what else "", expected, got])

func near(got: Vector2, expected: Vector2, within := 0.001) -> void:
	if got.distance_to(expected) > within:
		tests.fail("%s expected, got %s" % [expected, got])

# The test passes only if Godot's log gets an error that contains the text, before the test ends.
func expect_error(text: String) -> void:
	print("EXPECT: " + text)

# Waits until the world has stepped: a physics frame begins with the step.
func step(count := 1) -> void:
	for i in count:
		await get_tree().physics_frame
		await get_tree().process_frame

# An image from rows of text: `#` is opaque, `+` half transparent, all else transparent.
func image(text: String) -> Image:
	var rows := text.split("\n")
	var result := Image.create_empty(rows[0].length(), rows.size(), false, Image.FORMAT_RGBA8)
	for y in rows.size():
		for x in rows[y].length():
			var alpha: float = {"#": 1.0, "+": 0.4}.get(rows[y][x], 0.0)
			result.set_pixel(x, y, Color(1, 1, 1, alpha))
	return result

func square(size: int) -> Image:
	var result := Image.create_empty(size, size, false, Image.FORMAT_RGBA8)
	result.fill(Color.WHITE)
	return result

func texture(picture: Image) -> ImageTexture:
	return ImageTexture.create_from_image(picture)

# A sprite with a collider, below this node. Its top-left corner is at its position.
func sprite(picture: Image, at: Vector2, settings := {}) -> PixelCollider2D:
	var node := Sprite2D.new()
	node.texture = texture(picture)
	node.centered = false
	node.position = at
	var collider := PixelCollider2D.new()
	for key: String in settings:
		collider.set(key, settings[key])
	node.add_child(collider)
	add_child(node)
	return collider
