extends PixelTest

const HOOK := "###\n#..\n#.."

func test_masks_come_from_text_images_textures_and_regions() -> void:
	equal(PixelMask.from_text(HOOK).to_text(), HOOK + "")
	equal(PixelMask.from_text(HOOK).get_size(), Vector2i(3, 3))
	var picture := image("#+.\n.#.")
	equal(PixelMask.from_image(picture).to_text(), "#..\n.#.")
	equal(PixelMask.from_image(picture, Rect2i(), 90).to_text(), "##.\n.#.", "a lower threshold")
	equal(PixelMask.from_image(picture, Rect2i(1, 1, 3, 2)).to_text(), "#..\n...", "a region beyond the border")
	equal(PixelMask.from_texture(texture(picture)).to_text(), "#..\n.#.")
	var atlas := AtlasTexture.new()
	atlas.atlas = texture(picture)
	atlas.region = Rect2(0, 0, 2, 2)
	atlas.margin = Rect2(1, 0, 2, 1)
	equal(PixelMask.from_texture(atlas).to_text(), ".#..\n..#.\n....", "an atlas with a margin")
	equal(PixelMask.filled(2, 1).to_text(), "##")
	equal(PixelMask.empty(2, 1).to_text(), "..")

func test_formats_of_images() -> void:
	for format: int in [Image.FORMAT_LA8, Image.FORMAT_RGBA4444, Image.FORMAT_RGBAF, Image.FORMAT_RGBAH]:
		var picture := image("#.\n.#")
		picture.convert(format)
		equal(PixelMask.from_image(picture).to_text(), "#.\n.#", "format %d" % format)
	for format: int in [Image.FORMAT_L8, Image.FORMAT_RGB8, Image.FORMAT_RGBF]:
		var picture := image("#.\n.#")
		picture.convert(format)
		equal(PixelMask.from_image(picture).count(), 4, "format %d has no alpha" % format)
	var mipmaps := square(8)
	mipmaps.generate_mipmaps()
	equal(PixelMask.from_image(mipmaps).count(), 64)
	var compressed := square(16)
	if compressed.compress(Image.COMPRESS_S3TC) == OK:
		check(compressed.is_compressed())
		equal(PixelMask.from_image(compressed).count(), 256, "a compressed image")

func test_pairs() -> void:
	var hook := PixelMask.from_text(HOOK)
	var dot := PixelMask.filled(1, 1)
	check(hook.overlaps(dot, Vector2i(2, 0)))
	check(not hook.overlaps(dot, Vector2i(1, 1)))
	equal(hook.overlap_first(hook, Vector2i(0, 1)), Vector2i(0, 1))
	equal(hook.overlap_first(dot, Vector2i(9, 9)), null)
	equal(hook.overlap_area(hook, Vector2i(1, 0)), 2)
	equal(hook.overlap_bounds(hook, Vector2i(1, 0)), Rect2i(1, 0, 2, 1))
	equal(hook.overlap_bounds(dot, Vector2i(9, 9)), Rect2i())
	equal(hook.overlap_mask(hook, Vector2i(1, 0)).to_text(), ".##\n...\n...")
	var ground := PixelMask.filled(40, 20)
	var ball := PixelMask.filled(4, 4)
	equal(ball.penetration(ground, Vector2i(-10, 2)), Vector2i(0, -2), "the ball goes up")
	equal(ball.penetration(ground, Vector2i(-10, 9)), null)
	equal(ball.overlap_normal(ground, Vector2i(-10, 2)), Vector2(0, -1))
	equal(ground.nearest_free(ball, Vector2i(10, 15), 32), Vector2i(10, 20))
	equal(ground.nearest_free(ball, Vector2i(10, 15), 3), null)

func test_sweeps_and_rays() -> void:
	var wall := PixelMask.filled(1, 50)
	var bullet := PixelMask.filled(2, 2)
	var sweep := wall.sweep(bullet, Vector2i(-1000, 20), Vector2i(1000, 24))
	equal(sweep.hit.before.x, -2)
	equal(sweep.hit.normal, Vector2(-1, 0))
	equal(sweep.started_inside, false)
	equal(wall.sweep(bullet, Vector2i(5, 0), Vector2i(9, 0)).hit, {})
	var hit := wall.cast_ray(Vector2i(-10, 20), Vector2i(10, 20))
	equal(hit.at, Vector2i(0, 20))
	equal(hit.before, Vector2i(-1, 20))
	equal(hit.step, 10)
	check(hit.normal.x < -0.9)
	equal(wall.cast_ray(Vector2i(-10, 60), Vector2i(10, 60)), {})

func test_edits_tell_that_the_mask_has_changed() -> void:
	var mask := PixelMask.empty(5, 3)
	var count := [0]
	var handler := func() -> void:
		count[0] += 1
		mask.contains(Vector2i(0, 0)) # a handler may use the mask
	mask.changed.connect(handler)
	mask.set_pixel(Vector2i(1, 1), true)
	mask.set_pixel(Vector2i(-1, 77), true)
	equal(mask.to_text(), ".....\n.#...\n.....")
	mask.fill_rect(Rect2i(0, 0, 2, 1), true)
	mask.fill_line(Vector2i(4, 0), Vector2i(4, 2), true)
	equal(mask.to_text(), "##..#\n.#..#\n....#")
	mask.draw(PixelMask.filled(2, 1), Vector2i(2, 2))
	mask.erase(PixelMask.filled(1, 3), Vector2i(4, 0))
	mask.toggle(PixelMask.filled(1, 1), Vector2i(0, 2))
	equal(mask.to_text(), "##...\n.#...\n#.##.")
	mask.intersect(PixelMask.filled(5, 1), Vector2i(0, 2))
	equal(mask.to_text(), ".....\n.....\n#.##.")
	mask.invert()
	mask.fill_circle(Vector2(2.5, 1.5), 1.2, false)
	equal(mask.to_text(), "##.##\n#...#\n.#..#")
	mask.fill_polygon(PackedVector2Array([Vector2(0, 0), Vector2(5, 0), Vector2(5, 1), Vector2(0, 1)]), true)
	equal(mask.part(Rect2i(0, 0, 5, 1)).to_text(), "#####")
	mask.clear()
	equal(mask.count(), 0)
	mask.fill()
	equal(mask.count(), 15)
	equal(count[0], 13)
	mask.changed.disconnect(handler) # it holds the mask

func test_measures_and_changes() -> void:
	var hook := PixelMask.from_text(HOOK)
	equal(hook.count(), 5)
	equal(hook.bounds(), Rect2i(0, 0, 3, 3))
	equal(PixelMask.empty(3, 3).bounds(), Rect2i())
	near(hook.centroid(), Vector2(0.6, 0.6))
	equal(PixelMask.empty(1, 1).centroid(), null)
	equal(hook.flipped_x().to_text(), "###\n..#\n..#")
	equal(hook.flipped_y().to_text(), "#..\n#..\n###")
	equal(hook.rotated_quarters(1).to_text(), "###\n..#\n..#")
	equal(hook.rotated_quarters(-2).to_text(), "..#\n..#\n###")
	equal(hook.scaled(6, 6).count(), 20)
	equal(hook.pixels()[3], Vector2(0, 1))
	equal(hook.contours().size(), 1)
	equal(hook.contours(1.0, true).size(), 1)
	equal(PixelMask.from_text(".....\n..#..\n.....").cropped().at, Vector2i(2, 1))
	equal(hook.grown(1.0).at, Vector2i(-1, -1))
	equal(PixelMask.filled(5, 5).shrunk(1.0).mask.count(), 9)
	var pieces := PixelMask.from_text("##.#\n....\n#...").connected_components()
	equal(pieces.size(), 3)
	equal(pieces[0].count, 2)
	equal(PixelMask.from_text("##.#\n....\n#...").detached_components(Rect2i(0, 2, 4, 1)).size(), 2)
	var turned := hook.transformed(Transform2D(PI / 2, Vector2(10, 20)))
	equal(turned.mask.count(), 5)
	equal(turned.at, Vector2i(7, 20))
	check(hook.overlaps_rect(Rect2i(2, 0, 5, 5)))
	check(not hook.overlaps_circle(Vector2(2.5, 2.5), 1.0))
	check(hook.overlaps_polygon(PackedVector2Array([Vector2(0, 0), Vector2(3, 0), Vector2(0, 3)])))
	var picture := hook.to_image()
	equal(PixelMask.from_image(picture).to_text(), hook.to_text())

func test_masks_are_saved_with_scenes_and_alone() -> void:
	var mask := PixelMask.from_text(HOOK)
	equal(PixelMask.from_bytes(mask.to_bytes()).to_text(), HOOK + "")
	for path: String in ["user://hook.tres", "user://hook.res"]:
		equal(ResourceSaver.save(mask, path), OK)
		var loaded: PixelMask = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
		equal(loaded.to_text(), HOOK + "")
	var root := Node2D.new()
	var collider := PixelCollider2D.new()
	collider.mask = mask
	collider.one_way = PixelCollider2D.TOP
	collider.collision_layer = 4
	root.add_child(collider)
	collider.owner = root
	var scene := PackedScene.new()
	equal(scene.pack(root), OK)
	equal(ResourceSaver.save(scene, "user://hook.tscn"), OK)
	root.free()
	var again: Node = ResourceLoader.load("user://hook.tscn", "", ResourceLoader.CACHE_MODE_IGNORE).instantiate()
	var found: PixelCollider2D = again.get_child(0)
	equal(found.mask.to_text(), HOOK + "")
	equal(found.one_way, PixelCollider2D.TOP)
	equal(found.collision_layer, 4)
	again.free()

func test_properties_of_the_inspector_make_the_mask_again() -> void:
	var mask := PixelMask.new()
	mask.texture = texture(image("#+.\n.#."))
	equal(mask.to_text(), "#..\n.#.")
	mask.alpha_above = 90
	equal(mask.to_text(), "##.\n.#.")
	mask.region = Rect2i(1, 0, 2, 1)
	equal(mask.text, "#.")
	mask.text = "##\n##\n"
	equal(mask.count(), 4)
	equal(mask.copy().count(), 4)

func test_wrong_input_is_logged_and_changes_nothing() -> void:
	expect_error("PixelMask.from_text: ")
	equal(PixelMask.from_text("#x"), null)
	expect_error("PixelMask.from_image: the image is empty")
	equal(PixelMask.from_image(Image.new()), null)
	expect_error("PixelMask.from_image: alpha_above must be from 0 to 255, got 256")
	equal(PixelMask.from_image(square(2), Rect2i(), 256), null)
	expect_error("PixelMask.from_image: the size of a rectangle must not be negative")
	equal(PixelMask.from_image(square(2), Rect2i(0, 0, -1, 1)), null)
	expect_error("PixelMask.empty: width must be from 0 to 2^32 - 1, got -1")
	equal(PixelMask.empty(-1, 1), null)
	expect_error("PixelMask.filled: ")
	equal(PixelMask.filled(2_000_000_000, 2_000_000_000), null)
	expect_error("PixelMask.from_bytes: ")
	equal(PixelMask.from_bytes(PackedByteArray([1, 2, 3])), null)
	var mask := PixelMask.filled(3, 3)
	expect_error("PixelMask.fill_circle: ")
	mask.fill_circle(Vector2(NAN, 0), 2.0, false)
	expect_error("PixelMask.text: ")
	mask.text = "nonsense"
	equal(mask.count(), 9)
	expect_error("PixelMask.nearest_free: limit must be")
	equal(mask.nearest_free(mask, Vector2i(), -5), null)

func test_a_saved_mask_tells_that_its_picture_has_changed() -> void:
	var world := PixelWorld.new()
	add_child(world)
	var mask := PixelMask.new()
	mask.texture = texture(square(8))
	mask.region = Rect2i(0, 0, 6, 8)
	mask.set_pixel(Vector2i(0, 0), false) # an edit is no change of the picture
	for path: String in ["user://saved.res", "user://saved.tres"]:
		equal(ResourceSaver.save(mask, path), OK)
		var loaded: PixelMask = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
		equal(loaded.count(), 47)
		check(not loaded.is_outdated())
		world.spawn(loaded, Vector2(), {})
		loaded = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
		loaded.texture_hash += 1 # (a texture keeps its first pixels without a window, so this is as if it had been another one)
		check(loaded.is_outdated())
		expect_error("has not the pixels of its texture, which has changed since the mask was saved: set its texture again")
		for i in 3:
			world.spawn(loaded, Vector2(), {})
		loaded.texture = loaded.texture
		equal(loaded.count(), 48)
		check(not loaded.is_outdated())
	check(not PixelMask.filled(3, 3).is_outdated())

func test_what_was_dug_becomes_transparent() -> void:
	var picture := square(2)
	var mask := PixelMask.from_text("#.\n##")
	mask.clear_alpha(picture)
	equal(picture.get_pixel(1, 0).a, 0.0)
	equal(PixelMask.from_image(picture).to_text(), mask.to_text())
	expect_error("PixelMask.clear_alpha: image must have the size of the mask, 2 x 2, got 3 x 3")
	mask.clear_alpha(square(3))
	expect_error("PixelMask.clear_alpha: image must be RGBA8 without mipmaps")
	mask.clear_alpha(Image.create_empty(2, 2, false, Image.FORMAT_L8))
