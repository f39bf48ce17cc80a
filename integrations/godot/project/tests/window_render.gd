# Compares masks with what Godot draws, without smoothing: each node is drawn alone.
extends PixelTest

const SIZE := Vector2i(480, 360)
var viewport: SubViewport
var random := RandomNumberGenerator.new()

func _enter_tree() -> void:
	random.seed = 11
	viewport = SubViewport.new()
	viewport.size = SIZE
	viewport.transparent_bg = true
	viewport.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	viewport.canvas_item_default_texture_filter = Viewport.DEFAULT_CANVAS_ITEM_TEXTURE_FILTER_NEAREST
	add_child(viewport)

# A blob with holes, of an odd or even size.
func blob() -> Image:
	var size := Vector2i(random.randi_range(5, 40), random.randi_range(5, 40))
	var mask := PixelMask.filled(size.x, size.y)
	for i in 6:
		mask.fill_circle(Vector2(random.randf() * size.x, random.randf() * size.y), random.randf_range(1, 6), false)
	mask.fill_line(Vector2i(0, 0), size, true)
	return mask.to_image()

func node(is_turned: bool) -> PixelCollider2D:
	var picture: Sprite2D = Sprite2D.new()
	picture.texture = texture(blob())
	picture.centered = random.randf() < 0.7
	picture.flip_h = random.randf() < 0.5
	picture.flip_v = random.randf() < 0.5
	picture.offset = Vector2(random.randi_range(-5, 5), random.randi_range(-5, 5))
	# Whole places and others. (If a corner lies in the middle between two pixels, a graphics card may draw the texel beside it.)
	var at := Vector2(random.randi_range(30, SIZE.x - 30), random.randi_range(30, SIZE.y - 30))
	picture.position = at + [Vector2.ZERO, Vector2(random.randf(), random.randf())].pick_random()
	if picture.centered:
		picture.offset += picture.texture.get_size() / 2 - (picture.texture.get_size() / 2).floor()
	if is_turned:
		picture.rotation = random.randf() * TAU
		picture.scale = Vector2(random.randf_range(0.5, 2), random.randf_range(0.5, 2))
		if random.randf() < 0.3:
			picture.scale.x *= -1
	var collider := PixelCollider2D.new()
	collider.exact = true
	picture.add_child(collider)
	viewport.add_child(picture)
	picture.hide()
	return collider

# Returns how many of the pairs differ, the largest shared area of those, and how many nodes have other pixels than drawn.
func compare(count: int, is_turned: bool) -> Array:
	var colliders: Array[PixelCollider2D] = []
	for i in count:
		colliders.append(node(is_turned))
	await step()
	var drawn: Array[PixelMask] = []
	var others := 0
	for collider in colliders:
		(collider.get_parent() as Node2D).show()
		await RenderingServer.frame_post_draw
		var mask := PixelMask.from_image(viewport.get_texture().get_image())
		(collider.get_parent() as Node2D).hide()
		drawn.append(mask)
		var ours := PixelMask.empty(SIZE.x, SIZE.y)
		for pixel in collider.get_pixels():
			ours.set_pixel(Vector2i(pixel.floor()), true)
		if ours.to_bytes() != mask.to_bytes():
			others += 1
			if others <= 2:
				var here := collider.get_parent() as Sprite2D
				print("drawn otherwise: %s at %s, %s, centered %s, offset %s, flips %s %s: %s of %s pixels more, %s less; bounds %s, drawn %s" % [here.texture.get_size(),
					here.position, here.scale, here.centered, here.offset, here.flip_h, here.flip_v, ours.count() - ours.overlap_area(mask, Vector2i()),
					ours.count(), mask.count() - ours.overlap_area(mask, Vector2i()), ours.bounds(), mask.bounds()])
	var world := colliders[0].get_world()
	var pairs := world.collisions()
	var ours := {}
	for i in range(0, pairs.size(), 2):
		ours[Vector2i(pairs[i], pairs[i + 1])] = true
	var ids := colliders.map(func(collider: PixelCollider2D) -> int: return collider.get_id())
	var differing := 0
	var largest := 0
	var meeting := 0
	for i in count:
		for j in range(i + 1, count):
			var area := drawn[i].overlap_area(drawn[j], Vector2i())
			meeting += 1 if area > 0 else 0
			var key := Vector2i(mini(ids[i], ids[j]), maxi(ids[i], ids[j]))
			if ours.has(key) != (area > 0):
				differing += 1
				largest = maxi(largest, maxi(area, world.contact(ids[i], ids[j]).get("area", 0)))
	print("%d nodes%s: %d pairs meet as drawn, %d as computed, %d differ, by at most %d px; %d nodes have other pixels" %
		[count, ", turned and scaled" if is_turned else "", meeting, pairs.size() / 2, differing, largest, others])
	return [differing, largest, others, meeting]

func test_upright_nodes_collide_exactly_as_drawn() -> void:
	var result := await compare(500, false)
	equal(result[0], 0)
	check(result[2] <= 1) # a node whose corner is almost in the middle between two pixels
	check(result[3] > 1000)

func test_turned_and_scaled_nodes_collide_as_drawn() -> void:
	var result := await compare(500, true)
	check(result[0] <= 500 * 499 / 2 / 1000, "%d pairs differ" % result[0])
	check(result[1] <= 8, "by %d pixels" % result[1]) # both are cut to whole pixels, each in its own way
