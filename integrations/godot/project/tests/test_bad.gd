# One bad object never stops the others.
extends PixelTest

var good: Array[PixelCollider2D] = []
var met := [0]

func _enter_tree() -> void:
	for i in 100:
		var c := sprite(square(8), Vector2(i % 10 * 40, i / 10 * 40))
		c.pixel_entered.connect(func(_other: PixelCollider2D, _point: Vector2) -> void: met[0] += 1)
		good.append(c)

# Moves a probe over all good ones, and checks that each is met.
func all_go_on(frames := 12) -> void:
	var probe := sprite(square(4), Vector2(-100, 2))
	await step()
	met[0] = 0
	for row in 10:
		for column in 10:
			(probe.get_parent() as Node2D).position = Vector2(column * 40, row * 40 + 2)
			await step()
	equal(met[0], 100)
	await step(frames)
	probe.get_parent().free()

func test_a_node_at_no_place_is_left_out_with_one_error_and_comes_back() -> void:
	var bad := sprite(square(8), Vector2(-50, 0))
	bad.name = "Bad"
	var node: Sprite2D = bad.get_parent()
	await step()
	for at: Vector2 in [Vector2(NAN, 0), Vector2(0, INF), Vector2(-2e9, 0), Vector2(3e30, 0)]:
		expect_error("/Bad' does not collide: ")
		node.position = at
		await step(3)
		for i in 3:
			node.rotation += 0.1
			await step()
		equal(good[0].get_overlapping().size(), 0)
		node.rotation = 0
		node.position = Vector2(4, 0)
		await step()
		equal(good[0].get_overlapping(), [bad] as Array[PixelCollider2D], "it comes back from %s" % at)
		node.position = Vector2(-50, 0)
		await step()
	expect_error("/Bad' does not collide: ")
	node.position.x = NAN
	await all_go_on()

func test_a_node_with_a_bad_scale_or_rotation_is_left_out_with_one_error_and_comes_back() -> void:
	var bad := sprite(square(8), Vector2(-50, 0))
	bad.name = "Bad"
	var node: Sprite2D = bad.get_parent()
	await step()
	for change: Array in [["scale", Vector2(1e6, 1e6)], ["scale", Vector2(NAN, 1)], ["scale", Vector2(1e30, 1)], ["rotation", NAN], ["rotation", INF]]:
		expect_error("/Bad' does not collide: ")
		var before: Variant = node.get(change[0])
		node.set(change[0], change[1])
		await step(3)
		node.position.x += 1
		await step(2)
		equal(good[0].get_overlapping().size(), 0)
		node.set(change[0], before)
		node.transform = Transform2D(0, Vector2(4, 0))
		await step()
		equal(good[0].get_overlapping(), [bad] as Array[PixelCollider2D], "it comes back from %s" % [change])
		node.position = Vector2(-50, 0)
		await step()
	expect_error("/Bad' does not collide: ")
	node.scale = Vector2(1e6, 1e6)
	await all_go_on()

func test_a_bad_texture_is_left_out_with_one_error_and_comes_back() -> void:
	var bad := sprite(square(8), Vector2(4, 0))
	bad.name = "Bad"
	var node: Sprite2D = bad.get_parent()
	await step()
	var odd := texture(square(8))
	odd.set_size_override(Vector2i(16, 16))
	for picture: Texture2D in [odd, GradientTexture1D.new(), PlaceholderTexture2D.new(), AtlasTexture.new()]:
		expect_error("/Bad' does not collide: ")
		node.texture = picture
		await step(3)
		node.position.y += 1
		await step(2)
		node.position.y -= 1
		equal(good[0].get_overlapping().size(), 0, str(picture))
		node.texture = texture(square(8))
		await step()
		equal(good[0].get_overlapping(), [bad] as Array[PixelCollider2D])
	expect_error("/Bad' does not collide: ")
	node.texture = odd
	await all_go_on()

func test_colliders_freed_in_handlers_do_not_stop_the_others() -> void:
	for i in 100:
		var c := sprite(square(4), Vector2(i % 10 * 40, i / 10 * 40 - 30))
		c.pixel_entered.connect(func(other: PixelCollider2D, _point: Vector2) -> void:
			if i % 3 == 0:
				c.get_parent().queue_free()
			elif i % 3 == 1:
				good.erase(other)
				other.get_parent().queue_free()
			else:
				good.erase(other)
				other.get_parent().free()) # at once, while its own signal is still to come
		create_tween().set_process_mode(Tween.TWEEN_PROCESS_PHYSICS).tween_property(c.get_parent(), "position:y", 60.0, 0.5).as_relative()
	await step(40)
	check(good.size() in [34, 33])
	equal(met[0], 100, "each has heard of it before it was freed")

func test_a_mask_that_becomes_too_large_for_a_scaled_sprite_keeps_its_pixels() -> void:
	var world := good[0].get_world()
	var mask := PixelMask.filled(4, 4)
	var id := world.spawn(mask, Vector2(-8000, 0), {scale = 1000})
	await step()
	expect_error("PixelWorld: an edited mask cannot be shown: cannot transform the picture")
	mask.data = PixelMask.filled(4000, 4000).data
	await all_go_on()
	equal(world.bounds(id).size, Vector2i(4000, 4000))
	mask.data = PixelMask.filled(2, 2).data
	await step()
	equal(world.bounds(id).size, Vector2i(2000, 2000))
	world.despawn(id)
