# Compares masks with what Godot draws, without smoothing: each node is drawn alone.
#
# If the edge of an upright picture lies on the middle of a pixel, Godot draws no shift of its texels: the renderer reads them
# on their borders, where the noise of its numbers decides, so a row may come twice and another not at all. So no rule
# can give these pixels, and the nodes here keep away from such ties. (Renderers snap corners to 1/256 of a pixel.)
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

enum Kind { UPRIGHT, SCALED, TURNED_ON_PIXELS, TURNED }

# A blob with holes. An odd size has its middle in the middle of a pixel.
func blob(is_even: bool) -> Image:
	var size := Vector2i(random.randi_range(5, 40), random.randi_range(5, 40))
	if is_even:
		size = size / 2 * 2
	var mask := PixelMask.filled(size.x, size.y)
	for i in 6:
		mask.fill_circle(Vector2(random.randf() * size.x, random.randf() * size.y), random.randf_range(1, 6), false)
	mask.fill_line(Vector2i(0, 0), size, true)
	return mask.to_image()

func is_near_tie(corner: float) -> bool:
	return absf(corner - floorf(corner) - 0.5) < 1.0 / 256

func node(kind: Kind) -> PixelCollider2D:
	var on_pixels := kind == Kind.TURNED_ON_PIXELS
	var picture := Sprite2D.new()
	picture.texture = texture(blob(on_pixels))
	picture.centered = on_pixels or random.randf() < 0.7
	picture.flip_h = random.randf() < 0.5
	picture.flip_v = random.randf() < 0.5
	if not on_pixels:
		picture.offset = Vector2(random.randi_range(-5, 5), random.randi_range(-5, 5))
	var is_whole := on_pixels or random.randf() < 0.5
	while true:
		picture.position = Vector2(random.randi_range(30, SIZE.x - 30), random.randi_range(30, SIZE.y - 30))
		if not is_whole:
			picture.position += Vector2(random.randf(), random.randf())
		var corner := picture.position + picture.offset - (picture.texture.get_size() / 2 if picture.centered else Vector2())
		if kind != Kind.UPRIGHT or viewport.snap_2d_transforms_to_pixel or not (is_near_tie(corner.x) or is_near_tie(corner.y)):
			break
		is_whole = false # an odd size, centered on a whole place
	if kind == Kind.SCALED:
		picture.scale = Vector2(random.randi_range(1, 3), 2)
	elif kind != Kind.UPRIGHT:
		picture.rotation = random.randf() * TAU
		picture.scale = Vector2(random.randf_range(0.5, 2), random.randf_range(0.5, 2))
		if random.randf() < 0.3:
			picture.scale.x *= -1
	var collider := PixelCollider2D.new()
	picture.add_child(collider)
	viewport.add_child(picture)
	picture.hide()
	return collider

# Returns how many of the pairs differ, the largest shared area of those, and how many nodes have other pixels than drawn.
func compare(count: int, kind: Kind) -> Dictionary:
	var colliders: Array[PixelCollider2D] = []
	for i in count:
		colliders.append(node(kind))
	await step()
	var drawn: Array[PixelMask] = []
	var others := 0 # nodes with other pixels
	var most := 0 # of them, for one node
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
			var shared := ours.overlap_area(mask, Vector2i())
			most = maxi(most, maxi(ours.count(), mask.count()) - shared)
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
	print("%d nodes, %s: of %d pairs, %d meet as drawn, %d as computed, %d differ, by at most %d px; %d nodes have other pixels, up to %d" %
		[count, Kind.keys()[kind].to_lower(), count * (count - 1) / 2, meeting, pairs.size() / 2, differing, largest, others, most])
	return {differing = differing, largest = largest, others = others, meeting = meeting}

func test_upright_nodes_collide_exactly_as_drawn() -> void:
	var result := await compare(500, Kind.UPRIGHT)
	equal(result.differing, 0)
	equal(result.others, 0)
	check(result.meeting > 1000)

# A project can ask Godot for whole places. Then there are no ties.
func test_upright_nodes_that_godot_snaps_collide_exactly_as_drawn() -> void:
	viewport.snap_2d_transforms_to_pixel = true
	var result := await compare(300, Kind.UPRIGHT)
	equal(result.differing, 0)
	equal(result.others, 0)
	check(result.meeting > 300)

# Pixel art at 2x and 3x.
func test_scaled_nodes_that_godot_snaps_collide_exactly_as_drawn() -> void:
	viewport.snap_2d_transforms_to_pixel = true
	var result := await compare(300, Kind.SCALED)
	equal(result.differing, 0)
	equal(result.others, 0)
	check(result.meeting > 300)

func test_turned_nodes_that_godot_snaps_collide_as_drawn() -> void:
	viewport.snap_2d_transforms_to_pixel = true
	await expect_as_drawn(Kind.TURNED)

# The graphics card computes with `f32`, so a pixel whose center lies on the edge of a texel may differ.
func test_turned_and_scaled_nodes_on_whole_places_collide_as_drawn() -> void:
	await expect_as_drawn(Kind.TURNED_ON_PIXELS)

func test_turned_and_scaled_nodes_anywhere_collide_as_drawn() -> void:
	await expect_as_drawn(Kind.TURNED)

func expect_as_drawn(kind: Kind) -> void:
	var result := await compare(500, kind)
	check(result.differing <= 2, "%d pairs differ" % result.differing)
	check(result.largest <= 2, "by %d pixels" % result.largest)
	check(result.meeting > 1000)
