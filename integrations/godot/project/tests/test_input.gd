# What calls and properties do with values that are wrong.
extends PixelTest

func test_null_is_an_error_that_names_the_argument() -> void:
	var nothing: Variant = null
	var mask := PixelMask.filled(4, 4)
	var at := Vector2i.ZERO
	var c := sprite(square(8), Vector2.ZERO)
	var world := c.get_world()
	var calls := {
		"PixelMask.overlaps: other": mask.overlaps.bind(nothing, at),
		"PixelMask.overlap_first: other": mask.overlap_first.bind(nothing, at),
		"PixelMask.overlap_area: other": mask.overlap_area.bind(nothing, at),
		"PixelMask.overlap_bounds: other": mask.overlap_bounds.bind(nothing, at),
		"PixelMask.overlap_mask: other": mask.overlap_mask.bind(nothing, at),
		"PixelMask.overlap_normal: other": mask.overlap_normal.bind(nothing, at),
		"PixelMask.penetration: other": mask.penetration.bind(nothing, at),
		"PixelMask.penetration_along: other": mask.penetration_along.bind(nothing, at, Vector2i.DOWN),
		"PixelMask.sweep: other": mask.sweep.bind(nothing, at, at),
		"PixelMask.distance: other": mask.distance.bind(nothing, at),
		"PixelMask.nearest_free: other": mask.nearest_free.bind(nothing, at, 4),
		"PixelMask.draw: other": mask.draw.bind(nothing, at),
		"PixelMask.erase: other": mask.erase.bind(nothing, at),
		"PixelMask.intersect: other": mask.intersect.bind(nothing, at),
		"PixelMask.toggle: other": mask.toggle.bind(nothing, at),
		"PixelMask.from_image: image": func() -> void: PixelMask.from_image(nothing),
		"PixelMask.from_texture: texture": func() -> void: PixelMask.from_texture(nothing),
		"PixelCollider2D.overlaps: other": c.overlaps.bind(nothing),
		"PixelCollider2D.get_contact: other": c.get_contact.bind(nothing),
		"PixelCollider2D.stamp: stamp": c.stamp.bind(nothing, Vector2.ZERO),
		"PixelWorld.of: node": func() -> void: PixelWorld.of(nothing),
		"PixelWorld.forget_texture: texture": world.forget_texture.bind(nothing),
		"PixelWorld.spawn: mask": world.spawn.bind(nothing, Vector2.ZERO, {}),
		"PixelWorld.spawn_many: mask": world.spawn_many.bind(nothing, PackedVector2Array([Vector2.ZERO]), {}),
		"PixelWorld.find_mask: mask": world.find_mask.bind(nothing, Vector2.ZERO),
		"PixelWorld.erase_mask: mask": world.erase_mask.bind(nothing, Vector2.ZERO),
		"PixelMask.clear_alpha: image": mask.clear_alpha.bind(nothing),
	}
	for call: String in calls:
		expect_error(call + " is null, but it must be a ")
		calls[call].call()
	expect_error("PixelWorld.set_sprite: the option mask must be a PixelMask, got <null>")
	var id := world.spawn(mask, Vector2(500, 0), {})
	world.set_sprite(id, {mask = nothing})
	world.despawn(id)
	expect_error("PixelCollider2D.carry_riders: riders has a null: remove it")
	equal(c.carry_riders(Vector2.ONE, [null] as Array[PixelCollider2D]), {})
	equal(mask.count(), 16)
	equal(c.get_pixels().size(), 64)

func test_a_set_of_layers_is_32_bits_also_below_zero() -> void:
	var c := sprite(square(8), Vector2.ZERO)
	var other := sprite(square(8), Vector2(0, 8), {collision_layer = 4})
	equal(c.touching(Vector2.DOWN), [other] as Array[PixelCollider2D])
	equal(c.touching(Vector2.DOWN, ~4).size(), 0)
	c.collision_mask = ~4
	equal(c.collision_mask, ~4 & 0xffffffff, "as of Godot's own nodes")
	equal(c.touching(Vector2.DOWN).size(), 0)
	c.collision_layer = 1 << 31
	equal(c.collision_layer, 1 << 31)
	for wrong: int in [1 << 32, -(1 << 31) - 1]:
		expect_error("PixelCollider2D.collision_mask: collision_mask must be a set of 32 bits, from 0 to 2^32 - 1, got %d" % wrong)
		c.collision_mask = wrong
		expect_error("PixelCollider2D.touching: layers must be a set of 32 bits")
		c.touching(Vector2.DOWN, wrong)
		expect_error("PixelCollider2D.move_until: layers must be a set of 32 bits")
		equal(c.move_until(Vector2(1, 0), PixelCollider2D.SLIDE, wrong), null)
		expect_error("PixelWorld.spawn: collision_mask must be a set of 32 bits")
		equal(c.get_world().spawn(PixelMask.filled(2, 2), Vector2.ZERO, {collision_mask = wrong}), 0)
	equal(c.collision_mask, ~4 & 0xffffffff)
	var id := c.get_world().spawn(PixelMask.filled(2, 2), Vector2(90, 0), {collision_mask = ~4})
	equal(c.get_world().get_sprite(id).collision_mask, ~4 & 0xffffffff)
	c.get_world().despawn(id)

func test_properties_refuse_numbers_out_of_range_and_keep_theirs() -> void:
	var c := sprite(square(8), Vector2.ZERO)
	c.one_way = PixelCollider2D.TOP
	expect_error("PixelCollider2D.one_way: one_way must be from ANY_SIDE (0) to BOTTOM (4) of PixelCollider2D, got 9")
	c.one_way = 9
	equal(c.one_way, PixelCollider2D.TOP)
	expect_error("PixelCollider2D.alpha_above: alpha_above must be from 0 to 255, got 300")
	c.alpha_above = 300
	equal(c.alpha_above, 127)
	expect_error("PixelCollider2D.step_up: step_up must be from 0 to 2^32 - 1, got -1")
	c.step_up = -1
	equal(c.step_up, 0)
	expect_error("PixelCollider2D.step_down: step_down must be from 0 to 2^32 - 1, got 4294967296")
	c.step_down = 1 << 32
	equal(c.step_down, 0)
	var mask := PixelMask.filled(2, 2)
	expect_error("PixelMask.alpha_above: alpha_above must be from 0 to 255, got -1")
	mask.alpha_above = -1
	equal(mask.alpha_above, 127)

func test_messages_speak_of_types_and_ids_as_godot_does() -> void:
	var world := PixelWorld.new()
	world.auto_step = false
	add_child(world)
	var ball := PixelMask.filled(8, 8)
	for option: Array in [["data", "an int"], ["angle", "a float"], ["fixed", "a bool"], ["origin", "a Vector2"], ["transform", "a Transform2D"],
			["collision_layer", "an int; join layers with |"], ["one_way", "an int; use PixelCollider2D.TOP"], ["scale", "a float or a Vector2"]]:
		expect_error("%s = x instead of %s" % option)
		equal(world.spawn(ball, Vector2.ZERO, {option[0]: "x"}), 0)
	var id := world.spawn(ball, Vector2.ZERO, {})
	world.despawn(id)
	expect_error("PixelWorld.move_to: sprite %d is not in this world" % id)
	world.move_to(id, Vector2.ZERO)
	expect_error("PixelWorld.spawn: cannot transform the picture: ")
	equal(world.spawn(ball, Vector2.ZERO, {scale = 1e6}), 0)
	expect_error("PixelWorld.move_to: 0 is no id: the spawn failed, or the collider has no picture")
	world.move_to(0, Vector2.ZERO)
	expect_error("PixelWorld.cast_ray: to must be finite, from -2^30 to 2^30, got (0, inf)")
	world.cast_ray(Vector2.ZERO, Vector2(0, INF))

func test_options_are_checked_by_name_and_type() -> void:
	var world := PixelWorld.new()
	world.auto_step = false
	add_child(world)
	var ball := PixelMask.filled(8, 8)
	var id := world.spawn(ball, Vector2(40, 0), {turn = 3.0, origin = Vector2(1, 2.5), data = 7, sensor = 1, scale = 2, collision_mask = ~4})
	expect_error("PixelWorld.set_sprite: there is no option 'positon'; the options are: mask, position, fraction, flip_x")
	world.set_sprite(id, {positon = Vector2.ZERO})
	expect_error("PixelWorld.is_free: there is no option 'msk'; the options are: id, mask, position, fraction, flip_x")
	check(not world.is_free({id = id, msk = ball}, Vector2.ZERO))
	expect_error("PixelWorld.spawn: there is no option 'position'; it is an argument of the call; the options are: fraction, flip_x")
	equal(world.spawn(ball, Vector2.ZERO, {position = Vector2.ONE}), 0)
	for wrong: Dictionary in [{one_way = true}, {collision_layer = 1.5}, {origin = 1.5}, {data = 1.5}, {turn = 0.5}]:
		expect_error("an option has the wrong type, got %s = " % wrong.keys()[0])
		equal(world.spawn(ball, Vector2.ZERO, wrong), 0)
	var sprite := world.get_sprite(id)
	equal([sprite.turn, sprite.origin, sprite.data, sprite.sensor, sprite.scale], [3, Vector2(1, 2.5), 7, true, Vector2(2, 2)])
	var twin := world.get_sprite(world.spawn(ball, Vector2(90, 0), sprite))
	check(twin.id != id)
	equal(twin.position, Vector2(90, 0))
	for name: String in sprite:
		if name not in ["id", "position"]:
			equal(twin[name], sprite[name], name)
	world.set_sprite(twin.id, sprite)
	equal(world.get_sprite(twin.id).position, Vector2(40, 0))

func test_flags_that_change_nothing_are_errors() -> void:
	var world := PixelWorld.new()
	world.auto_step = false
	add_child(world)
	expect_error("PixelWorld.find: flags must be 0, because the answer has sensors")
	world.find(Vector2.ZERO, -1, PixelWorld.WITH_SENSORS)
	expect_error("PixelWorld.nearest: flags must be 0")
	world.nearest(Vector2.ZERO, 1, -1, PixelWorld.WITH_SENSORS)
	expect_error("PixelWorld.cast_ray: flags must be 0 or WITH_SENSORS of PixelWorld, got 2")
	world.cast_ray(Vector2.ZERO, Vector2.ONE, -1, PixelWorld.HIT_FROM_INSIDE)

func test_a_step_by_hand_beside_those_of_frames_warns_once() -> void:
	var world := PixelWorld.new()
	add_child(world)
	expect_error("PixelWorld.step: the world steps by itself too")
	world.step()
	world.step()

func test_a_collider_at_no_place_says_so_in_each_call() -> void:
	var c := sprite(square(8), Vector2.ZERO)
	(c.get_parent() as Node2D).position.x = NAN
	expect_error("does not collide: its position must be finite")
	for call: String in ["get_bounds", "get_pixels"]:
		expect_error("PixelCollider2D.%s: '%s' does not collide: its position must be finite, from -2^30 to 2^30, got (NaN" % [call, c.get_path()])
		c.call(call)
	(c.get_parent() as Node2D).position.x = 0
	expect_error("PixelCollider2D.fill_circle: at must be finite, got (NaN, 0)")
	c.fill_circle(Vector2(NAN, 0), 4, false)
	expect_error("PixelCollider2D.mask_point: point must be finite, got (0, inf)")
	equal(c.mask_point(Vector2(0, INF)), null)
	expect_error("PixelCollider2D.fill_polygon: a point must be finite, got (NaN, 0)")
	c.fill_polygon(PackedVector2Array([Vector2.ZERO, Vector2(4, 0), Vector2(NAN, 0)]), false)
	var remainder := PixelRemainder.new()
	expect_error("PixelRemainder.take: by must be finite, got (NaN, 0)")
	equal(remainder.take(Vector2(NAN, 0)), Vector2i.ZERO)
	expect_error("PixelRemainder.rest: rest must be finite, got (0, inf)")
	remainder.rest = Vector2(0, INF)
	equal(remainder.rest, Vector2.ZERO)
	expect_error("PixelWorld.split: the sprite %d belongs to '%s': use its `edit_mask()`" % [c.get_id(), c.get_path()])
	c.get_world().split(c.get_id())

func test_a_crouching_hero_keeps_his_feet() -> void:
	var hero := sprite(PixelMask.filled(8, 16).to_image(), Vector2(0, 84))
	var ground := sprite(PixelMask.filled(40, 4).to_image(), Vector2(0, 100))
	var roof := sprite(PixelMask.filled(40, 4).to_image(), Vector2(0, 86))
	var world := hero.get_world()
	var standing := PixelMask.filled(8, 16)
	for crouching: PixelMask in [PixelMask.from_text("........\n".repeat(8) + "########\n".repeat(8)), PixelMask.filled(8, 8)]:
		hero.mask = crouching
		hero.offset = Vector2(0, (16 - crouching.bounds().size.y) / 2.0) if crouching.count() == 64 and crouching.bounds().position.y == 0 else Vector2.ZERO
		equal(hero.get_bounds(), Rect2i(0, 92, 8, 8))
		equal(hero.touching(Vector2.DOWN), [ground] as Array[PixelCollider2D])
		equal(hero.get_overlapping().size(), 0)
		check(not world.is_free({id = hero.get_id(), mask = standing}, Vector2(0, 84)))
		(roof.get_parent() as Node2D).position.y = 60
		world.update()
		check(world.is_free({id = hero.get_id(), mask = standing}, Vector2(0, 84)))
		(roof.get_parent() as Node2D).position.y = 86
		world.update()
