# Without a window, Godot keeps the first pixels of a texture.
extends PixelTest

func test_changed_textures() -> void:
	var c := sprite(image("#."), Vector2(0, 0))
	var picture: ImageTexture = (c.get_parent() as Sprite2D).texture
	await step()
	picture.set_image(image(".#"))
	await step()
	equal(Array(c.get_pixels()), [Vector2(1.5, 0.5)])
	picture.update(image("##"))
	c.get_world().forget_texture(picture)
	await step()
	equal(Array(c.get_pixels()).size(), 2)

func test_a_mask_is_outdated_when_its_picture_has_other_pixels() -> void:
	var mask := PixelMask.new()
	var picture := texture(image("#."))
	mask.texture = picture
	equal(mask.count(), 1)
	check(not mask.is_outdated())
	picture.set_image(image("##"))
	check(mask.is_outdated())
	var recolored := image("#.")
	recolored.fill_rect(Rect2i(0, 0, 1, 1), Color.RED)
	picture.set_image(recolored)
	check(not mask.is_outdated(), "only solid pixels count")

# Returns whether something is drawn at a point.
func shows(at: Vector2i) -> bool:
	await RenderingServer.frame_post_draw
	return get_viewport().get_texture().get_image().get_pixelv(at).r > 0.9 # the background is gray

func test_clipped_pictures_show_later_holes_and_cells() -> void:
	var tiles := TileMapLayer.new()
	tiles.position = Vector2(30, 20)
	var source := TileSetAtlasSource.new()
	source.texture = texture(square(8))
	source.texture_region_size = Vector2i(8, 8)
	source.create_tile(Vector2i.ZERO)
	tiles.tile_set = TileSet.new()
	tiles.tile_set.tile_size = Vector2i(8, 8)
	tiles.tile_set.add_source(source, 0)
	for x in 7:
		tiles.set_cell(Vector2i(x, 0), 0, Vector2i.ZERO)
	var layer := PixelCollider2D.new()
	tiles.add_child(layer)
	add_child(tiles)
	var odd := PixelMask.filled(13, 11)
	odd.set_pixel(Vector2i(12, 3), false)
	var flipped := sprite(odd.to_image(), Vector2(100, 20))
	(flipped.get_parent() as Sprite2D).flip_h = true
	await step()
	for c: PixelCollider2D in [layer, flipped]:
		c.clip_picture()
		var corner := Vector2i((c.get_parent() as Node2D).position)
		check(await shows(corner + Vector2i(9, 5)))
		c.fill_circle(Vector2(corner) + Vector2(9.5, 5.5), 1.2, false)
		check(not await shows(corner + Vector2i(9, 5)), "later holes show")
		check(not await shows(corner + Vector2i(9, 6)))
		check(await shows(corner + Vector2i(9, 7)))
		check(await shows(corner + Vector2i(11, 5)))
		check(await shows(corner + Vector2i(3, 3)))
	tiles.set_cell(Vector2i(0, 1), 0, Vector2i.ZERO)
	await step(2)
	check(await shows(Vector2i(33, 32)), "later cells show")
	check(not await shows(Vector2i(39, 25)), "and the hole stays")
	for c: PixelCollider2D in [layer, flipped]:
		c.reset_mask()
		check(await shows(Vector2i((c.get_parent() as Node2D).position) + Vector2i(9, 5)), "all of it")
