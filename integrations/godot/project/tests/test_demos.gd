extends PixelTest

func test_the_ship_is_pushed_out_when_it_turns_into_the_ground() -> void:
	var field: DemoField = load("res://demo/main.tscn").instantiate()
	add_child(field)
	for node in field.get_children():
		if node is DemoRock or node is DemoPebble: # they may be in the way
			node.free()
	await step(2)
	var ship := field.ship
	var ground: PixelCollider2D = field.ground.get_node("PixelCollider2D")
	ship.rotation = PI / 2
	ship.collider.jump_to(Vector2(60, 300))
	ship.velocity = Vector2.ZERO
	ship.collider.move_until(Vector2(60, 640))
	check(ship.collider.is_on_floor(), "it lies on the ground")
	var before := ship.position
	field.held[KEY_LEFT] = true
	for i in 30:
		await step()
		ship.velocity = Vector2.ZERO
		check(not ground.overlaps(ship.collider), "it turns into the ground in frame %d" % i)
	check(ship.position.distance_to(before) > 2, "it was pushed from %s to %s" % [before, ship.position])

func hold(action: String, frames: int) -> void:
	Input.action_press(action)
	await step(frames)
	Input.action_release(action)

func test_the_demo_of_nodes() -> void:
	var level: Node2D = load("res://demo/tree/level.tscn").instantiate()
	add_child(level)
	var hero: Node2D = level.get_node("Hero")
	var feet: PixelCollider2D = hero.get_node("Walk")
	var lift: Node2D = level.get_node("Lift")
	await step(60)
	check(feet.is_on_floor() or not feet.touching(Vector2.DOWN).is_empty(), "it stands")
	equal(floorf(hero.position.y), 33.0 * 16)
	await hold("ui_right", 100)
	check(hero.position.x > 200, "it has run to %s" % hero.position)
	check(hero.position.y < 32 * 16, "up the slope")
	equal(feet.get_overlapping(), [] as Array[PixelCollider2D])
	equal(hero.get("hurt"), 0.0)
	hero.position = Vector2(330, 430)
	await hold("ui_right", 20)
	check(hero.get("hurt") > 0, "the saw hurts")
	hero.position = lift.position + Vector2(0, -5)
	hero.set("fall", 0.0)
	var beside := 0.0
	var highest := hero.position.y
	for i in 360:
		await step()
		highest = minf(highest, hero.position.y)
		if i == 30:
			beside = hero.position.x - lift.position.x
	check(absf(hero.position.x - lift.position.x - beside) < 0.1, "the lift carries it sideways")
	check(highest < 300, "and up to %s" % highest)
	equal(hero.get("coins"), 1, "to a coin")
	equal(level.get_node("Coins").get_child_count(), 6)
