extends PixelTest

var log: Array[String] = []

func listen(collider: PixelCollider2D, label: String) -> void:
	collider.pixel_entered.connect(func(_other: PixelCollider2D, point: Vector2) -> void: log.append("%s in %s" % [label, point]))
	collider.pixel_exited.connect(func(_other: PixelCollider2D) -> void: log.append("%s out" % label))

func pixels_of(collider: PixelCollider2D) -> Array:
	return Array(collider.get_pixels())

func test_signals_come_when_pixels_meet_and_part() -> void:
	var disc := PixelMask.empty(16, 16)
	disc.fill_circle(Vector2(8, 8), 8, true)
	var a := sprite(disc.to_image(), Vector2(0, 0))
	var b := sprite(disc.to_image(), Vector2(13, 13)) # the boxes overlap, the discs do not
	listen(a, "a")
	listen(b, "b")
	await step()
	equal(log, [])
	b.get_parent().position = Vector2(10, 8)
	await step()
	equal(log.size(), 2)
	check(log[0].begins_with("a in"))
	equal(a.get_overlapping(), [b] as Array[PixelCollider2D])
	var contact := a.get_contact(b)
	check(contact.area > 0)
	check(contact.normal.x < 0, "a leaves to the left")
	check(b.get_contact(a).normal.x > 0)
	log.clear()
	b.get_parent().position = Vector2(40, 8)
	await step()
	equal(log, ["a out", "b out"])

func test_every_property_of_a_sprite_is_followed() -> void:
	var hook := image("##..\n#...")
	var c := sprite(hook, Vector2(10, 20))
	var node: Sprite2D = c.get_parent()
	var cases := [
		[func() -> void: pass, [Vector2(10, 20), Vector2(11, 20), Vector2(10, 21)]],
		[func() -> void: node.flip_h = true, [Vector2(12, 20), Vector2(13, 20), Vector2(13, 21)]],
		[func() -> void: node.flip_v = true, [Vector2(13, 20), Vector2(12, 21), Vector2(13, 21)]],
		[func() -> void: node.offset = Vector2(5, 0), [Vector2(18, 20), Vector2(17, 21), Vector2(18, 21)]],
		[func() -> void: node.centered = true, [Vector2(16, 19), Vector2(15, 20), Vector2(16, 20)]],
		[func() -> void:
			node.flip_h = false
			node.flip_v = false
			node.offset = Vector2()
			node.centered = false, [Vector2(10, 20), Vector2(11, 20), Vector2(10, 21)]],
		[func() -> void: node.rotation = PI / 2, [Vector2(8, 20), Vector2(9, 20), Vector2(9, 21)]],
		[func() -> void:
			node.rotation = 0
			node.scale = Vector2(2, 1), [Vector2(10, 20), Vector2(11, 20), Vector2(12, 20), Vector2(13, 20), Vector2(10, 21), Vector2(11, 21)]],
		[func() -> void: node.scale = Vector2(-1, 1), [Vector2(8, 20), Vector2(9, 20), Vector2(9, 21)]],
		[func() -> void:
			node.scale = Vector2.ONE
			node.hframes = 2, [Vector2(10, 20), Vector2(11, 20), Vector2(10, 21)]],
		[func() -> void: node.frame = 1, []],
		[func() -> void: node.frame = 0, [Vector2(10, 20), Vector2(11, 20), Vector2(10, 21)]],
		[func() -> void:
			node.hframes = 1
			node.region_enabled = true
			node.region_rect = Rect2(1, 0, 2, 2), [Vector2(10, 20)]],
		[func() -> void:
			node.region_enabled = false
			node.texture = texture(image("#")), [Vector2(10, 20)]],
		[func() -> void: node.texture = null, []],
	]
	for index in cases.size():
		cases[index][0].call()
		var expected: Array = cases[index][1].map(func(at: Vector2) -> Vector2: return at + Vector2(0.5, 0.5))
		await step()
		if node.texture == null:
			expect_error("does not collide: it is disabled, or has no picture")
		equal(pixels_of(c), expected, "case %d, by itself" % index)

func test_changes_in_a_physics_frame_are_seen_by_the_next_step() -> void:
	var c := sprite(image("#..."), Vector2(0, 0))
	var other := sprite(image("#"), Vector2(3, 0))
	listen(other, "other")
	await step()
	equal(log, [])
	await get_tree().physics_frame
	(c.get_parent() as Sprite2D).flip_h = true
	await step()
	equal(log.size(), 1)

func test_hidden_sprites_collide_and_their_frames_are_seen() -> void:
	var c := sprite(image("#..."), Vector2(0, 0))
	var other := sprite(image("#"), Vector2(3, 0))
	listen(other, "other")
	var node: Sprite2D = c.get_parent()
	node.hide()
	await step()
	node.flip_h = true
	await step()
	equal(log.size(), 1, "hidden")
	node.flip_h = false
	await step()
	equal(log.size(), 2)
	node.show()
	await step()
	node.flip_h = true
	await step()
	equal(log.size(), 3)

func test_animated_sprites() -> void:
	var frames := SpriteFrames.new()
	frames.add_frame("default", texture(image("#.")))
	frames.add_frame("default", texture(image(".#")))
	var node := AnimatedSprite2D.new()
	node.sprite_frames = frames
	node.centered = false
	var c := PixelCollider2D.new()
	node.add_child(c)
	add_child(node)
	await step()
	equal(pixels_of(c), [Vector2(0.5, 0.5)])
	node.frame = 1
	await step()
	equal(pixels_of(c), [Vector2(1.5, 0.5)])
	node.flip_h = true
	equal(pixels_of(c), [Vector2(0.5, 0.5)], "a question reads the frame at once")
	node.sprite_frames = null
	await step()

func test_a_mask_without_a_picture() -> void:
	var c := PixelCollider2D.new()
	c.mask = PixelMask.filled(4, 2)
	c.position = Vector2(100, 50)
	add_child(c)
	await step()
	equal(c.get_bounds(), Rect2i(98, 49, 4, 2))
	c.centered = false
	equal(c.get_bounds(), Rect2i(100, 50, 4, 2))
	c.offset = Vector2(10, 0)
	equal(c.get_bounds(), Rect2i(110, 50, 4, 2))
	c.mask.fill_rect(Rect2i(0, 0, 1, 2), false)
	equal(c.get_bounds(), Rect2i(111, 50, 3, 2))
	c.mask = PixelMask.filled(1, 1)
	equal(c.get_bounds(), Rect2i(110, 50, 1, 1))
	c.rotation = PI / 2
	equal(c.get_bounds(), Rect2i(99, 60, 1, 1))

func test_a_mask_replaces_the_picture_of_a_sprite() -> void:
	var c := sprite(square(10), Vector2(0, 0), {mask = PixelMask.filled(4, 4)})
	await step()
	equal(c.get_bounds(), Rect2i(3, 3, 4, 4), "in the middle of the picture")

func test_layers_must_fit_both_ways() -> void:
	var a := sprite(square(8), Vector2(0, 0), {collision_layer = 1, collision_mask = 2})
	var b := sprite(square(8), Vector2(4, 0), {collision_layer = 2, collision_mask = 4})
	listen(a, "a")
	await step()
	equal(log, [])
	b.collision_mask = 1
	await step()
	equal(log.size(), 1)
	b.disabled = true
	await step()
	equal(log.size(), 2)

func test_parents_that_scale_skew_and_move() -> void:
	var parent := Node2D.new()
	parent.position = Vector2(50, 20)
	parent.scale = Vector2(2, 3)
	add_child(parent)
	var c := sprite(square(4), Vector2(1, 1))
	c.get_parent().reparent(parent, false)
	await step()
	equal(c.get_bounds(), Rect2i(52, 23, 8, 12))
	parent.position.x += 5
	await step()
	equal(c.get_bounds(), Rect2i(57, 23, 8, 12))
	parent.skew = 0.5
	await step()
	# The y axis of the square of 8 x 12 leans to the left.
	equal(c.get_bounds(), Rect2i(50, 23, 13, 10))
	parent.skew = 0
	await step()
	equal(c.get_bounds(), Rect2i(57, 23, 8, 12))
	parent.scale = Vector2.ZERO # Godot makes it 1/100,000
	await step()
	equal(c.get_bounds(), Rect2i())
	parent.scale = Vector2.ONE
	await step()
	equal(c.get_bounds(), Rect2i(56, 21, 4, 4))

# Godot's numbers have 32 bits: a rotation to which a game adds 100,000 quarters is a quarter of a degree off, and so is what
# Godot draws. A rotation that a game, a tween or an animation sets is not.
func test_sprites_at_rest_are_upright_after_many_rotations() -> void:
	var collider := sprite(square(9), Vector2(50, 50))
	var node: Node2D = collider.get_parent()
	for i in range(1, 100001):
		node.rotation = TAU / 4 * (i % 8 - 4)
		if i <= 8 or i > 99992:
			await step()
			var shown := collider.get_world().get_sprite(collider.get_id())
			equal(shown.transform, null, "rotation %d" % i)
			equal(shown.turn, i % 4, "rotation %d" % i)

func test_a_crowd_that_rotates_shares_masks_by_its_steps() -> void:
	var crowd: Array[PixelCollider2D] = []
	for i in 64:
		var c := sprite(square(9), Vector2(40.3 * i, 10.7), {angle_steps = 8})
		c.get_parent().rotation = TAU / 64 * i
		crowd.append(c)
	await step()
	var world := crowd[0].get_world()
	var shown := {}
	for c in crowd:
		var sprite := world.get_sprite(c.get_id())
		equal(sprite.fraction, Vector2.ZERO)
		shown[[sprite.transform, sprite.turn]] = true
	equal(shown.size(), 8)
	# At an angle of a step, it is where it is without steps, but for the fraction.
	var at := crowd[8].get_pixels()
	crowd[8].get_parent().position = (crowd[8].get_parent().position as Vector2).round()
	crowd[8].angle_steps = 0
	await step()
	equal(crowd[8].get_pixels().size(), at.size())
	expect_error("angle_steps must be from 0 to 65536, got -1")
	crowd[0].angle_steps = -1
	equal(crowd[0].angle_steps, 8)
	# Sprites without nodes.
	var mask := PixelMask.filled(9, 9)
	world.set_angle_steps(mask, 8)
	var id := world.spawn(mask, Vector2(-40, 0), {angle = 47.0})
	var exact := world.spawn(PixelMask.filled(9, 9), Vector2(-80, 0), {angle = 45.0})
	equal(world.bounds(id).size, world.bounds(exact).size)
	world.despawn_many(PackedInt64Array([id, exact]))
	world.set_angle_steps(mask, 0)
	expect_error("steps must be from 0 to 65536, got 65537")
	world.set_angle_steps(mask, 65537)

func test_scaled_sprites_stand_on_pixels_if_the_viewport_snaps_them() -> void:
	var c := sprite(square(8), Vector2(10.7, 20.2))
	c.get_parent().scale = Vector2(2, 2)
	await step()
	near(c.get_world().get_sprite(c.get_id()).fraction, Vector2(0.7, 0.2))
	get_viewport().snap_2d_transforms_to_pixel = true
	c.alpha_above = 100 # its picture is read again
	await step()
	for at: Vector2 in [Vector2(10.7, 20.2), Vector2(31.5, 7.49)]:
		c.get_parent().position = at
		await step()
		var sprite := c.get_world().get_sprite(c.get_id())
		equal(sprite.position, (at + Vector2(0.5, 0.5)).floor())
		equal(sprite.fraction, Vector2.ZERO)
	get_viewport().snap_2d_transforms_to_pixel = false

func test_nodes_that_are_freed_part_from_the_others() -> void:
	var a := sprite(square(8), Vector2(0, 0))
	var b := sprite(square(8), Vector2(4, 0))
	var others: Array = []
	a.pixel_exited.connect(func(other: PixelCollider2D) -> void: others.append(other.get_parent().name))
	await step()
	b.get_parent().name = "B"
	b.get_parent().queue_free()
	await step()
	equal(others, [&"B"], "the node still exists when it leaves")
	await step()
	equal(others.size(), 1)

func test_handlers_may_free_move_and_ask() -> void:
	var a := sprite(square(8), Vector2(0, 0))
	var all := [a]
	for x in 4:
		all.append(sprite(square(8), Vector2(4 + x, 0)))
	var seen := [0]
	for c: PixelCollider2D in all:
		c.pixel_entered.connect(func(other: PixelCollider2D, _point: Vector2) -> void:
			seen[0] += 1
			c.get_contact(other)
			c.move_until(c.get_parent().global_position + Vector2(0, 1))
			c.get_world().find(Vector2(4, 4))
			other.get_parent().queue_free()
			c.collision_layer = 3
			if c != a:
				c.queue_free())
	await step(3)
	check(seen[0] > 0)
	check(is_instance_valid(self))

func test_reparenting_and_leaving_the_tree() -> void:
	var a := sprite(square(8), Vector2(0, 0))
	var b := sprite(square(8), Vector2(4, 0))
	listen(a, "a")
	await step()
	equal(log.size(), 1)
	var home := Node2D.new()
	home.position = Vector2(100, 0)
	add_child(home)
	b.get_parent().reparent(home, false)
	await step()
	equal(log.size(), 2, "it is elsewhere")
	b.get_parent().reparent(self, false)
	await step()
	equal(log.size(), 3)
	var node := b.get_parent()
	remove_child(node)
	equal(log.size(), 4, "it parts at once")
	await step()
	add_child(node)
	await step()
	equal(log.size(), 5)
	b.reparent(self) # without a picture
	await step()
	equal(log.size(), 6)

func test_a_pause_stops_the_step_and_process_modes_switch_off() -> void:
	var a := sprite(square(8), Vector2(0, 0))
	var b := sprite(square(8), Vector2(20, 0))
	listen(a, "a")
	await step()
	get_tree().paused = true
	b.get_parent().position.x = 4
	await step(3)
	equal(log, [])
	get_tree().paused = false
	await step()
	equal(log.size(), 1)
	b.get_parent().process_mode = Node.PROCESS_MODE_DISABLED
	await step()
	equal(log.size(), 2, "disabled")
	b.get_parent().process_mode = Node.PROCESS_MODE_INHERIT
	await step()
	equal(log.size(), 3)
	b.get_parent().process_mode = Node.PROCESS_MODE_WHEN_PAUSED
	b.get_parent().position.x = 5
	b.sensor = true
	await step()
	equal(log.size(), 3, "only PROCESS_MODE_DISABLED switches off")

func test_each_canvas_has_a_world() -> void:
	var a := sprite(square(8), Vector2(0, 0))
	var viewport := SubViewport.new()
	add_child(viewport)
	var b := sprite(square(8), Vector2(0, 0))
	b.get_parent().reparent(viewport, false)
	var layer := CanvasLayer.new()
	layer.offset = Vector2(500, 0)
	add_child(layer)
	var c := sprite(square(8), Vector2(4, 0))
	c.get_parent().reparent(layer, false)
	await step()
	check(a.get_world() != b.get_world(), "a viewport has a canvas of its own")
	equal(a.get_world(), c.get_world())
	equal(a.get_overlapping(), [c] as Array[PixelCollider2D], "a canvas layer does not move what is in it, as for areas")
	equal(PixelWorld.of(self), a.get_world())
	var world := PixelWorld.new()
	add_child(world)
	c.get_parent().reparent(world, false)
	await step()
	equal(c.get_world(), world)
	equal(a.get_overlapping().size(), 0)

func test_beside_areas_of_godot() -> void:
	var area := Area2D.new()
	var shape := CollisionShape2D.new()
	shape.shape = RectangleShape2D.new()
	area.add_child(shape)
	add_child(area)
	var c := sprite(square(8), Vector2(0, 0))
	c.reparent(area)
	c.mask = PixelMask.filled(4, 4)
	await step(2)
	equal(c.get_bounds().size, Vector2i(4, 4))
	equal(area.get_overlapping_areas().size(), 0)

func test_thousands_of_nodes() -> void:
	var picture := texture(square(8))
	var nodes: Array[Sprite2D] = []
	var entered := [0]
	var count := func(_other: PixelCollider2D, _point: Vector2) -> void: entered[0] += 1
	for i in 3000:
		var node := Sprite2D.new()
		node.texture = picture
		node.centered = false
		node.position = Vector2(i % 100 * 10, i / 100 * 10)
		var c := PixelCollider2D.new()
		c.pixel_entered.connect(count)
		node.add_child(c)
		add_child(node)
		nodes.append(node)
	await step()
	equal(entered[0], 0)
	for i in nodes.size():
		nodes[i].position.x += i % 2 * 3
	await step()
	equal(entered[0], 2 * 30 * 49)
	equal(PixelWorld.of(self).count(), 3000)

func test_colliders_that_rest_and_move_again() -> void:
	var home := Node2D.new()
	home.position = Vector2(5, 0)
	add_child(home)
	var c := sprite(square(4), Vector2(1, 1))
	var node: Sprite2D = c.get_parent()
	node.reparent(home, false)
	var other := sprite(square(4), Vector2(40, 0))
	listen(other, "other")
	await step()
	for turn in 3:
		node.position = Vector2(34, 0)
		await step()
		equal(log.size(), 1, "moved in turn %d" % turn)
		node.position = Vector2(1, 0)
		await step()
		equal(log.size(), 2)
		await step(5 * turn + 3) # it may rest
		home.position = Vector2(38, 0)
		await step()
		equal(log.size(), 3, "its home has moved in turn %d" % turn)
		home.position = Vector2(5, 0)
		await step(12)
		equal(log.size(), 4)
		c.position = Vector2(33, 0)
		await step()
		equal(log.size(), 5, "it has moved itself in turn %d" % turn)
		c.position = Vector2()
		await step(1 + 11 * turn)
		equal(log.size(), 6)
		node.top_level = true
		node.position = Vector2(39, 0)
		await step()
		equal(log.size(), 7, "without its home in turn %d" % turn)
		home.position = Vector2(100, 0)
		await step(2)
		node.top_level = false
		node.position = Vector2(1, 0)
		home.position = Vector2(5, 0)
		await step()
		equal(log.size(), 8)
		log.clear()

func test_a_moving_collider_that_becomes_a_top_level_node() -> void:
	var c := sprite(square(4), Vector2(0, 0))
	var other := sprite(square(4), Vector2(100, 0))
	await step()
	c.get_parent().position.x = 10
	other.get_parent().position.x = 110
	await step()
	c.top_level = true
	c.position = Vector2(50, 0)
	other.get_parent().position.x = 120
	await step(2)
	equal(c.get_bounds().position, Vector2i(50, 0))
	equal(PixelWorld.of(self).find(Vector2(121, 1)).size(), 1, "the others move on")
	c.position = Vector2(60, 0)
	await step()
	equal(PixelWorld.of(self).find(Vector2(61, 1)).size(), 1)
	c.top_level = false
	c.position = Vector2()
	await step()
	c.get_parent().position.x = 20
	await step()
	equal(PixelWorld.of(self).find(Vector2(21, 1)).size(), 1)

func test_moving_colliders_that_leave() -> void:
	var all: Array[PixelCollider2D] = []
	for i in 20:
		all.append(sprite(square(4), Vector2(10 * i, 0)))
	await step()
	for turn in 6:
		for c in all:
			(c.get_parent() as Node2D).position.y += 1
		await step()
		all[turn * 3 % all.size()].get_parent().free()
		all.remove_at(turn * 3 % all.size())
		all.append(sprite(square(4), Vector2(10 * (20 + turn), turn + 1)))
		await step(turn * 3)
	for c in all:
		equal(c.get_bounds().position, Vector2i((c.get_parent() as Node2D).position))
	equal(PixelWorld.of(self).count(), 20)

func test_continuous_colliders_pass_through_nothing() -> void:
	var wall := sprite(square(8), Vector2(100, 0))
	var bullet := sprite(square(2), Vector2(0, 4), {continuous = true})
	listen(bullet, "bullet")
	listen(wall, "wall")
	await step()
	bullet.get_parent().position.x = 300
	await step()
	equal(log.filter(func(line: String) -> bool: return line.begins_with("bullet")), ["bullet in (100.5, 4.5)"], "where they touch first")
	equal(log.size(), 2)
	equal(bullet.get_overlapping().size(), 0, "questions see where it stands")
	await step()
	equal(log.size(), 4, "in the next step it has left")
	bullet.jump_to(Vector2(0, 4))
	equal(bullet.get_parent().position, Vector2(0, 4))
	await step()
	equal(log.size(), 4, "a jump has no path")
	bullet.continuous = false
	await step()
	bullet.get_parent().position.x = 300
	await step()
	equal(log.size(), 4)

func test_a_bullet_that_is_added_and_moved_in_one_frame_has_a_path_from_where_it_jumped_to() -> void:
	var wall := sprite(square(8), Vector2(100, 0))
	listen(wall, "wall")
	await step()
	await get_tree().physics_frame
	var bullet := sprite(square(2), Vector2(0, 4), {continuous = true})
	bullet.jump_to(Vector2(0, 4))
	bullet.get_body().position.x = 300
	await step()
	equal(log, ["wall in (100.5, 4.5)"])

func test_a_bullet_tells_first_of_what_it_touches_first() -> void:
	var walls: Array[PixelCollider2D] = []
	for x: int in [200, 100, 300, 150]:
		walls.append(sprite(square(8), Vector2(x, 0)))
	var bullet := sprite(square(2), Vector2(0, 4), {continuous = true})
	var points: Array[float] = []
	bullet.pixel_entered.connect(func(_other: PixelCollider2D, point: Vector2) -> void: points.append(point.x))
	await step()
	bullet.get_parent().position.x = 400
	await step()
	equal(points, [100.5, 150.5, 200.5, 300.5] as Array[float])

func test_wrong_use_is_logged_with_the_node() -> void:
	var c := PixelCollider2D.new()
	c.name = "Lonely"
	expect_error("PixelCollider2D 'Lonely' is not in the tree: add it before you ask it")
	equal(c.get_overlapping(), [] as Array[PixelCollider2D])
	add_child(c)
	expect_error("Lonely' does not collide: it is disabled, or has no picture")
	equal(c.move_until(Vector2(1, 1)), null)
	var a := sprite(square(8), Vector2(0, 0))
	expect_error("PixelCollider2D.move_until: its position must be finite, from -2^30 to 2^30, got (NaN")
	equal(a.move_until(Vector2(NAN, 0)), null)
	expect_error("PixelCollider2D.touching: the displacement must be whole pixels")
	a.touching(Vector2(0.5, 0))
	expect_error("its position must be finite")
	a.get_parent().position.x = INF
	await step()
	a.get_parent().position.x = 3
	await step()
	equal(a.get_bounds(), Rect2i(3, 0, 8, 8))
