# Plays the demo by a script and looks at what happens. `./run pictures` saves what it shows in the folder `pictures`.
extends PixelTest

var field: DemoField

func hold(keys: Array[Key], frames: int) -> void:
	for key in keys:
		field.held[key] = true
	await step(frames)
	field.held.clear()

func snap(name: String) -> void:
	await RenderingServer.frame_post_draw
	var folder := OS.get_environment("HITMASK_PICTURES")
	if folder:
		equal(get_viewport().get_texture().get_image().save_png(folder.path_join(name + ".png")), OK)

func test_the_demo() -> void:
	get_window().size = DemoField.SIZE
	field = load("res://demo/main.tscn").instantiate()
	add_child(field)
	var world := PixelWorld.of(field)
	var ground: PixelCollider2D = field.ground.get_node("PixelCollider2D")
	await step(2)
	equal(field.hero.collider.get_overlapping().size(), 0)
	await hold([KEY_D], 40)
	check(field.hero.position.x > 600, "the hero has climbed the slope")
	equal(field.hero.collider.get_overlapping().size(), 0, "and is not in it")
	await hold([KEY_A], 12)
	await hold([KEY_D, KEY_W], 4)
	await hold([KEY_D], 26)
	await hold([KEY_RIGHT], 16)
	await hold([KEY_SPACE], 50)
	check(field.holes > 2, "shots have dug %d holes" % field.holes)
	await hold([KEY_RIGHT, KEY_SPACE], 26)
	var solid := ground.edit_mask().count()
	await hold([KEY_SPACE], 50)
	check(ground.edit_mask().count() < solid, "shots have dug in the ground")
	await snap("demo")
	field.hero.position = field.lift.position + Vector2(14, -36)
	field.hero.fall = 0
	var highest := field.hero.position.y
	for i in 320:
		await step()
		highest = minf(highest, field.hero.position.y)
	equal(field.lift.riders, 1)
	check(highest < 330, "the lift has carried the hero up to %s" % highest)
	await snap("lift")
	field.ship.rotation = PI / 2
	field.ship.collider.jump_to(Vector2(200, 545))
	field.ship.velocity = Vector2.ZERO
	await hold([KEY_UP], 80)
	check(field.ship.position.x > 300, "the ship has flown through the tunnel to %s" % field.ship.position)
	equal(ground.overlaps(field.ship.collider), false)
	await snap("tunnel")
	for node in field.get_children():
		if node is DemoRock and field.hits == 0:
			field.ship.rotation = 0
			field.ship.collider.jump_to(node.position + Vector2(0, 120))
			await hold([KEY_UP], 60)
	check(field.hits > 0, "rocks hit the ship")
	check(world.count() > 250)

func test_the_demo_of_nodes() -> void:
	get_window().size = DemoField.SIZE
	var level: Node2D = load("res://demo/tree/level.tscn").instantiate()
	add_child(level)
	await step(45)
	Input.action_press("ui_right")
	await step(100)
	Input.action_release("ui_right")
	(level.get_node("Tiles/PixelCollider2D") as PixelCollider2D).fill_circle(Vector2(300, 470), 22, false)
	(level.get_node("Tiles/PixelCollider2D") as PixelCollider2D).clip_picture()
	await step(2)
	await snap("nodes")
	var hero: Node2D = level.get_node("Hero")
	hero.global_position = (level.get_node("Lift") as Node2D).position + Vector2(0, -5)
	await step(120)
	await snap("nodes_lift")
