extends PixelTest

var ground: PixelCollider2D
var hero: PixelCollider2D
var body: Node2D

# A hero of 8 x 16 pixels below a body, and ground whose top is at y = 100.
func _enter_tree() -> void:
	ground = sprite(Image.create_empty(1, 1, false, Image.FORMAT_RGBA8), Vector2(0, 100), {fixed = true, mask = PixelMask.filled(400, 40)})
	(ground.get_parent() as Sprite2D).texture = texture(PixelMask.filled(400, 40).to_image())
	body = Node2D.new()
	body.position = Vector2(20, 60)
	add_child(body)
	hero = sprite(PixelMask.filled(8, 16).to_image(), Vector2(-4, -16))
	hero.get_parent().reparent(body, false)
	hero.body = hero.get_path_to(body)

func test_a_move_stops_at_what_is_in_the_way() -> void:
	var moved := hero.move_until(body.position + Vector2(3.25, 80))
	equal(moved.at, Vector2(23.25, 100))
	equal(body.position, Vector2(23.25, 100), "x keeps its fraction")
	equal([moved.blocked_left, moved.blocked_right, moved.blocked_up, moved.blocked_down], [false, false, false, true])
	equal([moved.by, moved.remainder], [Vector2(3.25, 40), Vector2(0, 40)])
	equal(moved.hits[0].collider, ground)
	equal(moved.hits[0].normal, Vector2(0, -1))
	check(hero.is_on_floor() and not hero.is_on_wall() and not hero.is_on_ceiling())
	equal(hero.touching(Vector2(0, 1)), [ground] as Array[PixelCollider2D])
	equal(hero.get_overlapping().size(), 0)
	hero.move_until(body.position - Vector2(0, 10))
	check(not hero.is_on_floor())

func test_slow_moves_add_up_and_fast_ones_pass_nothing() -> void:
	for i in 10:
		hero.move_until(body.position + Vector2(0.3, 0))
	near(body.position, Vector2(23, 60))
	var wall := sprite(PixelMask.filled(1, 200).to_image(), Vector2(300, -100), {fixed = true})
	var moved := hero.move_until(Vector2(9000, 60))
	equal(moved.hits[0].collider, wall)
	equal(body.position, Vector2(296, 60))
	check(hero.is_on_wall())
	equal(hero.sweep(Vector2(9000, 0), 2).at, Vector2(9000, 0), "on another layer")

func test_moves_by_less_than_a_pixel_name_what_stops_them() -> void:
	var wall := sprite(PixelMask.filled(4, 200).to_image(), Vector2(40, -100), {fixed = true})
	for speed: float in [0.338, 0.6, 1.5]:
		body.position = Vector2(20, 60)
		var blocked := 0
		for frame in 100:
			var moved := hero.move_by(Vector2(speed, 0))
			blocked += int(moved.blocked_right)
			equal(moved.hits.size(), int(moved.blocked_right), "at %s" % speed)
			if moved.blocked_right:
				equal([moved.hits[0].collider, moved.hits[0].normal, hero.is_on_wall()], [wall, Vector2(-1, 0), true])
		check(blocked > 40)
	# It stops at once, whatever the speed along the wall.
	for by: Vector2 in [Vector2(0.338, 0.4), Vector2(1.5, 0.3), Vector2(0.338, 3)]:
		for frame in 20:
			var moved := hero.move_by(by, PixelCollider2D.STOP)
			equal([moved.by, moved.hits.size(), moved.blocked_right], [Vector2(), 1, true], str(by))
	check(hero.move_by(Vector2(0.338, 0.4)).by.y > 0.3, "it slides")
	check(hero.move_by(Vector2(-0.338, 0.4), PixelCollider2D.STOP).by.y > 0.3, "away from the wall")

func test_a_hero_in_a_physics_frame_sees_who_has_just_moved() -> void:
	await step()
	var wall := sprite(PixelMask.filled(4, 40).to_image(), Vector2(60, 50), {fixed = true})
	equal(hero.move_until(Vector2(100, 60)).at, Vector2(56, 60), "new in this frame")
	(wall.get_parent() as Node2D).position.x = 90
	wall.get_world().update()
	equal(hero.move_until(Vector2(100, 60)).at, Vector2(86, 60), "moved in this frame")

func test_walks_climb_and_snap_to_the_floor() -> void:
	sprite(PixelMask.filled(40, 3).to_image(), Vector2(60, 97), {fixed = true})
	hero.step_up = 4
	hero.step_down = 4
	hero.move_until(Vector2(20, 200))
	hero.move_until(Vector2(70, 0), PixelCollider2D.WALK)
	equal(body.position, Vector2(70, 97))
	hero.move_until(Vector2(120, 0), PixelCollider2D.WALK)
	equal(body.position, Vector2(120, 100))
	check(hero.is_on_floor())

func test_sensors_and_one_way_platforms() -> void:
	var coin := sprite(square(8), Vector2(18, 80), {sensor = true})
	var entered := [0]
	coin.pixel_entered.connect(func(_other: PixelCollider2D, _point: Vector2) -> void: entered[0] += 1)
	sprite(PixelMask.filled(40, 4).to_image(), Vector2(0, 90), {fixed = true, one_way = PixelCollider2D.TOP, collision_layer = 2})
	hero.move_until(Vector2(20, 200))
	equal(body.position, Vector2(20, 90))
	await step()
	equal(entered[0], 1)
	hero.move_until(Vector2(20, 200), PixelCollider2D.SLIDE, ~2)
	equal(body.position, Vector2(20, 100), "through the platform")
	hero.move_until(Vector2(20, 40))
	equal(body.position, Vector2(20, 40), "jumps through from below")

func test_pushing_out() -> void:
	body.position = Vector2(20, 103.25)
	check(not hero.is_free(body.position))
	equal(hero.nearest_free(body.position, 16), Vector2(20, 100.25))
	equal(hero.push_out(16), Vector2(0, -3))
	equal(body.position, Vector2(20, 100.25))
	body.position = Vector2(20, 130)
	equal(hero.push_out(8), null)
	equal(hero.push_out(64, Vector2(0, -1)), Vector2(0, -30))

func test_lifts_carry_riders_and_push_others() -> void:
	var lift := sprite(PixelMask.filled(40, 4).to_image(), Vector2(0, 90), {fixed = true})
	hero.move_until(Vector2(20, 200))
	equal(body.position, Vector2(20, 90))
	var carried := lift.carry(Vector2(2.5, 86))
	equal(carried.riders, [hero])
	equal(body.position.y, 86.0)
	equal((lift.get_parent() as Node2D).position, Vector2(2.5, 86))
	equal(body.position.x, 22.5, "as far as the lift")
	await step()
	equal(hero.get_overlapping().size(), 0)
	equal(lift.carry_riders(Vector2(2.5, 80), [hero]).riders, [hero])

func test_moves_alone_keep_the_world_and_the_nodes_equal() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = 7
	for i in 200:
		hero.move_until(body.position + Vector2(random.randf_range(-9, 9), random.randf_range(-9, 9)))
		var before := hero.get_bounds()
		hero.get_world().update()
		equal(hero.get_bounds(), before)
		equal(hero.get_overlapping().size(), 0)

# Returns the greatest change of the place of the rider beside the lift, as both are drawn.
func ride(lift: PixelCollider2D, move: Callable, frames: int, each := Callable()) -> Vector2:
	var node: Node2D = lift.get_parent()
	var beside := body.position - node.position
	var most := Vector2.ZERO
	for i in frames:
		await get_tree().physics_frame
		if each:
			each.call()
		move.call()
		await get_tree().process_frame
		await get_tree().process_frame # all that the frame before has deferred is done, as when it is drawn
		most = most.max((body.position - node.position - beside).abs())
		equal(hero.get_overlapping().size(), 0)
		equal(hero.touching(Vector2.DOWN), [lift] as Array[PixelCollider2D])
	return most

func lift_below_the_hero(settings: Dictionary) -> PixelCollider2D:
	settings.merge({fixed = true, carries = true})
	body.position = Vector2(20, 60)
	var lift := sprite(PixelMask.filled(40, 4).to_image(), Vector2(0, 90), settings)
	hero.move_until(Vector2(20, 200))
	equal(body.position, Vector2(20, 90))
	return lift

func test_a_platform_that_a_tween_moves_carries_its_riders() -> void:
	for one_way: int in [PixelCollider2D.ANY_SIDE, PixelCollider2D.TOP]:
		for mode: int in [Tween.TWEEN_PROCESS_PHYSICS, Tween.TWEEN_PROCESS_IDLE]:
			var lift := lift_below_the_hero({one_way = one_way})
			await step()
			for by: Vector2 in [Vector2(0, -40.3), Vector2(60.7, 0), Vector2(0, 30), Vector2(-60, -20)]:
				var tween := create_tween().set_process_mode(mode)
				tween.tween_property(lift.get_parent(), "position", by, 0.3).as_relative()
				near(await ride(lift, func() -> void: pass, 22), Vector2.ZERO, 0.51)
				tween.kill()
			lift.get_parent().free()

func test_a_platform_carries_however_it_is_moved() -> void:
	var lift := lift_below_the_hero({})
	var node: Node2D = lift.get_parent()
	var player := AnimationPlayer.new()
	var animation := Animation.new()
	animation.add_track(Animation.TYPE_VALUE)
	animation.track_set_path(0, ^".:position")
	animation.track_insert_key(0, 0.0, Vector2(0, 90))
	animation.track_insert_key(0, 0.5, Vector2(33, 60))
	animation.length = 0.5
	var library := AnimationLibrary.new()
	library.add_animation("up", animation)
	player.add_animation_library("", library)
	node.add_child(player)
	player.play("up")
	await ride(lift, func() -> void: pass, 40)
	near(body.position, Vector2(53, 60))
	var parent := Node2D.new()
	add_child(parent)
	node.reparent(parent)
	await step()
	parent.position = Vector2(-8, -5)
	await step()
	near(body.position, Vector2(45, 55)) # by a node above it
	lift.body = ^".."
	lift.jump_to(Vector2(500, 500))
	await step()
	near(body.position, Vector2(45, 55)) # a jump carries nobody

func test_riders_do_not_jitter_beside_a_lift_with_fractions() -> void:
	var lift := lift_below_the_hero({})
	var node: Node2D = lift.get_parent()
	var fall := func() -> void: hero.move_until(body.position + Vector2(0, 0.25))
	for by: Vector2 in [Vector2(0, -0.3), Vector2(0.3, 0), Vector2(0.17, 0.23), Vector2(-0.3, 0), Vector2(0.4, -0.4)]:
		await ride(lift, func() -> void: node.position += by, 1, fall) # takes the fraction
		near(await ride(lift, func() -> void: node.position += by, 40, fall), Vector2.ZERO, 0.03)
		near(await ride(lift, func() -> void: lift.carry(node.position + by), 40, fall), Vector2.ZERO, 0.03)

func test_a_fall_by_less_than_a_pixel_is_on_the_floor_in_each_frame() -> void:
	var lift := lift_below_the_hero({})
	await step()
	for frame in 20:
		for by: Vector2 in [Vector2(0, 0.25), Vector2(0, 0.01), Vector2(0, 0.4)]:
			hero.move_until(body.position + by)
			check(hero.is_on_floor())
			equal(body.position.y, (lift.get_parent() as Node2D).position.y)
		hero.move_until(body.position - Vector2(0, 0.1))
		check(not hero.is_on_floor())
		body.position.y += 0.1
		(lift.get_parent() as Node2D).position.y -= 2
		await step()
	lift.get_parent().free()
	sprite(square(40), Vector2(30, 40))
	body.position = Vector2(26, 70)
	hero.move_until(body.position + Vector2(0.3, 0))
	check(hero.is_on_wall())
	equal(body.position, Vector2(26, 70))

func test_riders_walk_on_a_lift_with_fractions() -> void:
	var lift := lift_below_the_hero({})
	var node: Node2D = lift.get_parent()
	for speed: float in [0.05, -0.15, 0.45]:
		var before := body.position - node.position
		var walk := func() -> void: hero.move_until(body.position + Vector2(speed, 0.25))
		await ride(lift, func() -> void: node.position += Vector2(0.3, -0.1), 40, walk)
		near(body.position - node.position - before, Vector2(40 * speed, 0), 1)

func test_a_body_with_two_colliders_is_carried_once() -> void:
	var lift := lift_below_the_hero({})
	var other := sprite(PixelMask.filled(8, 16).to_image(), Vector2(-4, -16))
	other.get_parent().reparent(body, false)
	other.body = other.get_path_to(body)
	other.collision_layer = 2
	other.collision_mask = 1
	hero.collision_mask = 1
	lift.collision_layer = 3
	await step()
	lift.carry(Vector2(10, 86))
	equal(body.position, Vector2(30, 86))

# A usual character: a root, a sprite without a script, a collider.
func character() -> PixelCollider2D:
	var root := Node2D.new()
	root.name = "Hero"
	root.position = Vector2(200, 60)
	add_child(root)
	var c := sprite(square(8), Vector2.ZERO)
	c.get_parent().name = "Picture"
	c.get_parent().reparent(root, false)
	return c

func test_moves_without_a_body_warn_once_that_the_root_stays() -> void:
	var c := character()
	equal(c.get_body(), c.get_parent())
	expect_error("moves 'Picture' and leaves 'Hero' where it is: set body to \"../..\" to move 'Hero'")
	for i in 3:
		c.move_until(Vector2(210 + i, 60))
	c.get_body().get_parent().free()
	var clear := character()
	clear.body = ^".."
	clear.move_until(Vector2(210, 60))
	equal((clear.get_parent() as Node2D).global_position, Vector2(210, 60))
	clear.get_body().get_parent().free()
	var root := character()
	root.body = ^"../.."
	root.move_until(Vector2(210, 60))
	equal(root.get_body(), root.get_parent().get_parent())
	equal(root.get_body().position, Vector2(210, 60))
	equal((root.get_parent() as Node2D).position, Vector2.ZERO)

func test_a_wrong_body_is_an_error_and_moves_nothing() -> void:
	var c := character()
	c.body = ^"../../Nope"
	for call: Callable in [c.move_until.bind(Vector2(210, 60)), c.move_by.bind(Vector2(10, 0)), c.sweep.bind(Vector2(210, 60))]:
		expect_error("must be the path of a Node2D, seen from the collider, got '../../Nope': for example \"../..\"")
		check(not call.call())
	expect_error("PixelCollider2D.jump_to: body of")
	c.jump_to(Vector2(210, 60))
	expect_error("PixelCollider2D.get_body: body of")
	equal(c.get_body(), null)
	equal(c.global_position, Vector2(200, 60))
	equal(c.position, Vector2.ZERO)

func test_a_move_by_nothing_touches_who_overlaps_now() -> void:
	var coin := sprite(square(8), Vector2(18, 80), {sensor = true})
	equal(hero.touching(Vector2.ZERO).size(), 0)
	body.position = Vector2(20, 100) # stands on the ground
	equal(hero.touching(Vector2.ZERO).size(), 0)
	for y: int in [101, 110, 120]:
		body.position.y = y
		equal(hero.touching(Vector2.ZERO), [ground] as Array[PixelCollider2D])
		equal(hero.touching(Vector2.ZERO, 2).size(), 0, "on another layer")
		equal(hero.get_world().touching(hero.get_id(), Vector2.ZERO), PackedInt64Array([ground.get_id()]))
	body.position = Vector2(20, 90)
	equal(hero.touching(Vector2.ZERO).size(), 0, "no sensors")
	equal(hero.get_overlapping(), [coin] as Array[PixelCollider2D])

func test_global_positions_move_below_a_parent_that_has_moved() -> void:
	var level := Node2D.new()
	level.position = Vector2(1000, -300)
	add_child(level)
	body.reparent(level)
	hero.get_parent().reparent(body)
	hero.body = hero.get_path_to(body)
	var at := body.global_position
	for i in 3:
		hero.move_until(body.global_position + Vector2(2.5, 0))
	near(body.global_position, at + Vector2(7.5, 0))

# A walk frame puts a foot into a ledge, so a hero with one mask climbs it however high it is.
func test_an_animated_hero_walks_with_one_mask_and_is_hit_with_another() -> void:
	body.position = Vector2(20, 100)
	sprite(PixelMask.filled(60, 12).to_image(), Vector2(60, 88), {fixed = true})
	var bullet := sprite(square(2), Vector2(90, 70), {collision_layer = 4, collision_mask = 2, sensor = true})
	var picture: Sprite2D = hero.get_parent()
	picture.texture = texture(PixelMask.filled(16, 16).to_image()) # two frames of 8 pixels
	picture.hframes = 2
	# The usual way of Godot: a collider to walk with below the root, one to be hit below the picture.
	var walk := PixelCollider2D.new()
	walk.mask = PixelMask.filled(8, 16)
	walk.centered = false
	walk.offset = Vector2(-4, -16)
	walk.step_up = 3
	walk.step_down = 3
	body.add_child(walk)
	hero.sensor = true
	hero.collision_layer = 2
	hero.collision_mask = 4
	equal(walk.get_body(), body)
	for i in 60:
		picture.frame = i / 4 % 2
		walk.move_until(body.global_position + Vector2(1, 0), PixelCollider2D.WALK)
		await step()
	equal(body.position, Vector2(56, 100), "the ledge is higher than step_up")
	check(walk.is_on_wall())
	equal(walk.get_overlapping().size(), 0)
	(bullet.get_parent() as Node2D).position = Vector2(58, 90)
	await step()
	equal(hero.get_overlapping(), [bullet] as Array[PixelCollider2D])

func test_move_by_takes_a_velocity_and_tells_what_is_left_of_it() -> void:
	var velocity := Vector2(20, 40)
	for i in 50:
		hero.move_by(Vector2(20, 0) / 64)
	near(body.position, Vector2(20 + 50 * 20 / 64.0, 60))
	body.position = Vector2(20, 60)
	var moved := hero.move_by(velocity * 2)
	equal([moved.at, moved.by, moved.remainder], [Vector2(60, 100), Vector2(40, 40), Vector2(0, 40)])
	equal([body.position, moved.hits[0].collider, moved.blocked_down], [Vector2(60, 100), ground, true])
	equal(moved.slowed(velocity), Vector2(20, 0))
	equal(moved.slowed(Vector2(20, -5)), Vector2(20, -5), "away from the ground")
	check(hero.is_on_floor())
	expect_error("PixelCollider2D.move_by: the motion must be STOP, SLIDE or WALK of PixelCollider2D, got 9")
	equal(hero.move_by(Vector2.ONE, 9), null)

func test_flags_and_an_id_choose_who_is_in_the_way() -> void:
	var coin := sprite(square(8), Vector2(60, 50), {sensor = true})
	var wall := sprite(PixelMask.filled(4, 40).to_image(), Vector2(90, 30), {fixed = true})
	var to := Vector2(200, 60)
	equal(hero.sweep(to).hit.collider, wall)
	equal(hero.sweep(to, -1, PixelWorld.WITH_SENSORS).hit.collider, coin)
	equal(hero.sweep(to, -1, PixelWorld.WITH_SENSORS, coin.get_id()).hit.collider, wall)
	equal(hero.sweep(to, -1, 0, wall.get_id()).hit, {})
	equal(hero.move_until(to, PixelCollider2D.STOP, -1, PixelWorld.WITH_SENSORS).hits[0].collider, coin)
	expect_error("PixelCollider2D.move_until: flags must be made of WITH_SENSORS and HIT_FROM_INSIDE of PixelWorld, got 4")
	equal(hero.move_until(to, PixelCollider2D.STOP, -1, 4), null)
	body.position = Vector2(90, 60)
	equal(hero.move_until(to, PixelCollider2D.SLIDE, -1, PixelWorld.HIT_FROM_INSIDE).hits[0].collider, wall)
	equal(body.position, Vector2(90, 60))
	equal(hero.touching(Vector2.RIGHT, -1, PixelWorld.HIT_FROM_INSIDE), [wall] as Array[PixelCollider2D])

func test_a_hero_asks_whether_he_could_stand_up() -> void:
	body.position = Vector2(20, 100)
	await step()
	var world := hero.get_world()
	sprite(PixelMask.filled(40, 4).to_image(), Vector2(0, 70), {fixed = true})
	var as_tall := {id = hero.get_id(), mask = PixelMask.filled(8, 40)}
	check(hero.is_free(body.position))
	check(not world.is_free(as_tall, Vector2(16, 60)), "the beam is in the way")
	as_tall.mask = PixelMask.filled(8, 26)
	check(world.is_free(as_tall, Vector2(16, 74)), "it ignores itself")
	as_tall.erase("id")
	check(not world.is_free(as_tall, Vector2(16, 74)), "it is in the way of others")
	equal(hero.nearest_free(body.position + Vector2(0, 3), 16, -1, 0, 0, Rect2i(0, 60, 400, 40)), Vector2(20, 100))
	equal(hero.push_out(16, Vector2.ZERO, Rect2i(0, 60, 400, 30)), Vector2(0, -10))

func test_layers_that_only_one_side_names_are_found() -> void:
	hero.collision_layer = 2
	ground.collision_mask = 1
	equal(hero.get_world().one_sided_layers(), PackedInt64Array([hero.get_id(), ground.get_id()]))

func test_a_platform_of_a_tween_carries_its_riders() -> void:
	var lift := sprite(PixelMask.filled(40, 4).to_image(), Vector2(0, 90), {fixed = true, carries = true})
	hero.move_until(Vector2(20, 200))
	await step()
	var tween := create_tween().set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)
	tween.tween_property(lift.get_parent(), "position", Vector2(12, 70), 0.2)
	while tween.is_running():
		await step()
		equal(hero.get_overlapping().size(), 0)
	await step()
	equal((lift.get_parent() as Node2D).position, Vector2(12, 70))
	near(body.position, Vector2(32, 70))

# A lift of 60 x 4 below a hero of 8 x 8, in a world of its own that has not stepped yet.
func new_lift() -> Array[Node2D]:
	var canvas := SubViewport.new()
	var nodes: Array[Node2D] = []
	for part: Array in [[PixelMask.filled(60, 4), Vector2(0, 100), true], [PixelMask.filled(8, 8), Vector2(10, 92), false]]:
		var node := Node2D.new()
		var collider := PixelCollider2D.new()
		collider.mask = part[0]
		collider.centered = false
		collider.carries = part[2]
		node.position = part[1]
		node.add_child(collider)
		canvas.add_child(node)
		nodes.append(node)
	add_child(canvas)
	return nodes

func test_a_lift_that_moves_in_its_first_frame_carries() -> void:
	var nodes := new_lift()
	get_tree().physics_frame.emit() # of the frame in which a game starts: the world is not in the tree yet
	nodes[0].position.y -= 3
	await step()
	equal(nodes[1].position, Vector2(10, 89))
	nodes = new_lift()
	var tween := create_tween().set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)
	tween.tween_property(nodes[0], "position:y", 90.0, 0.1)
	await step(10)
	near(nodes[1].position, Vector2(10, 82), 0.01)
	nodes = new_lift()
	nodes[0].position = Vector2(0, 300) # the scene is still being made
	nodes[1].position = Vector2(10, 292)
	await step()
	equal(nodes[1].position, Vector2(10, 292))
