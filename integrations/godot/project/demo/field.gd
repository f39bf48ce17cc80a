# The demo: a ship, rocks, pebbles, shots that dig, and a hero on hills, planks and a lift. The pictures are those of the games
# in `integrations/macroquad/rocks`, drawn by a program.
class_name DemoField
extends Node2D

enum Layer { GROUND = 1, ROCK = 2, SHIP = 4, PEBBLE = 8, SHOT = 16, HERO = 32, PLANK = 64 }

const SIZE := Vector2(960, 640)
const SPACE := preload("res://demo/space.png")
const SHIP := Rect2(1, 1, 56, 64)
const FLAME := Rect2(58, 1, 20, 28)
const SHOT := Rect2(79, 1, 6, 16)
const ROCKS: Array[Rect2] = [Rect2(86, 1, 112, 112), Rect2(199, 1, 96, 96), Rect2(296, 1, 128, 128), Rect2(1, 130, 88, 88),
	Rect2(90, 130, 120, 120), Rect2(211, 130, 104, 104)]
const PEBBLES: Array[Rect2] = [Rect2(316, 130, 12, 12), Rect2(329, 130, 10, 10), Rect2(340, 130, 14, 14), Rect2(355, 130, 11, 11)]

var random := RandomNumberGenerator.new()
var ground: Sprite2D
var ship: DemoShip
var hero: DemoHero
var lift: DemoLift
var hits := 0
var holes := 0
var sparks: Array[Vector3] = [] # place and age
var text := Label.new()
# Keys that a script holds down, for the tests.
var held := {}

func _ready() -> void:
	random.seed = 5
	ground = add_picture(preload("res://demo/ground.png"), Vector2(0, 420), {collision_layer = Layer.GROUND, fixed = true})
	ground.add_to_group("dug")
	for i in 60: # the tunnel below the hill
		var x := 150.0 + 5 * i
		dig(ground, Vector2(x, 512 + 42 * sin(PI * (x - 150) / 300)), 46)
	for at: Vector2 in [Vector2(590, 436), Vector2(690, 392), Vector2(790, 344)]:
		add_picture(plank(Color(0.72, 0.49, 0.28), 72), at, {collision_layer = Layer.PLANK, fixed = true, one_way = PixelCollider2D.TOP})
	lift = DemoLift.new()
	lift.setup(plank(Color(0.94, 0.76, 0.25), 56), Vector2(888, 448))
	add_child(lift)
	for i in 9:
		var rock := DemoRock.new()
		rock.setup(ROCKS[i % ROCKS.size()], Vector2(90 + 370 * (i % 3) + random.randf_range(-40, 40), 70 + 105 * (i / 3)), random)
		add_child(rock)
	for i in 260:
		var pebble := DemoPebble.new()
		pebble.setup(PEBBLES[i % PEBBLES.size()], Vector2(random.randf() * SIZE.x, random.randf() * 400), random)
		add_child(pebble)
	ship = DemoShip.new()
	ship.position = Vector2(210, 330)
	add_child(ship)
	hero = DemoHero.new()
	hero.position = Vector2(545, 470)
	add_child(hero)
	text.position = Vector2(12, 8)
	text.z_index = 10
	add_child(text)

func _physics_process(_delta: float) -> void:
	var world := PixelWorld.of(self)
	text.text = "%d sprites   %d pairs   %d hits   %d holes dug\narrows: fly   space: fire   A D: run   W: jump   S: drop" % [
		world.count(), world.collisions().size() / 2, hits, holes]
	for i in sparks.size():
		sparks[i].z += 1
	sparks = sparks.filter(func(spark: Vector3) -> bool: return spark.z < 14)
	queue_redraw()

func _draw() -> void:
	draw_rect(Rect2(Vector2.ZERO, SIZE), Color(0.03, 0.03, 0.09))
	var stars := RandomNumberGenerator.new()
	stars.seed = 3
	for i in 240:
		draw_rect(Rect2(floorf(stars.randf() * 960), floorf(stars.randf() * 640), 1 + i % 7 / 6, 1 + i % 7 / 6), Color(1, 1, 1, stars.randf()))
	for spark in sparks:
		draw_arc(Vector2(spark.x, spark.y), 3 + 1.6 * spark.z, 0, TAU, 24, Color(1, 0.85, 0.4, 1 - spark.z / 14), 2)

func is_down(key: Key) -> bool:
	return held.get(key, false) or Input.is_physical_key_pressed(key)

# Takes pixels out of what a sprite shows, and of what collides.
func dig(sprite: Sprite2D, at: Vector2, radius: float) -> void:
	var collider := sprite.get_node("PixelCollider2D") as PixelCollider2D
	collider.fill_circle(at, radius, false)
	collider.clip_picture()

func spark(at: Vector2) -> void:
	sparks.append(Vector3(at.x, at.y, 0))

func add_picture(texture: Texture2D, at: Vector2, settings: Dictionary) -> Sprite2D:
	var sprite := Sprite2D.new()
	sprite.texture = texture
	sprite.centered = false
	sprite.position = at
	sprite.add_child(collider_with(settings))
	add_child(sprite)
	return sprite

static func collider_with(settings: Dictionary) -> PixelCollider2D:
	var collider := PixelCollider2D.new()
	collider.name = "PixelCollider2D"
	for key: String in settings:
		collider.set(key, settings[key])
	return collider

static func part(region: Rect2) -> AtlasTexture:
	var texture := AtlasTexture.new()
	texture.atlas = SPACE
	texture.region = region
	return texture

static func plank(color: Color, width: int) -> ImageTexture:
	var image := Image.create_empty(width, 10, false, Image.FORMAT_RGBA8)
	image.fill(color.darkened(0.35))
	image.fill_rect(Rect2i(0, 0, width, 4), color)
	for x in range(9, width, 18):
		image.fill_rect(Rect2i(x, 5, 2, 4), color.darkened(0.6))
	return ImageTexture.create_from_image(image)
