extends PixelTest

# A layer with tiles of 8 x 8 pixels: 0 is full, 1 is a slope, 2 is a step on the left.
func layer() -> TileMapLayer:
	var sheet := Image.create_empty(24, 8, false, Image.FORMAT_RGBA8)
	for x in 8:
		for y in 8:
			sheet.set_pixel(x, y, Color.WHITE)
			if y >= 7 - x:
				sheet.set_pixel(8 + x, y, Color.WHITE)
			if x < 2 and y >= 4:
				sheet.set_pixel(16 + x, y, Color.WHITE)
	var source := TileSetAtlasSource.new()
	source.texture = texture(sheet)
	source.texture_region_size = Vector2i(8, 8)
	for x in 3:
		source.create_tile(Vector2i(x, 0))
	var tiles := TileSet.new()
	tiles.tile_size = Vector2i(8, 8)
	tiles.add_source(source, 0)
	var node := TileMapLayer.new()
	node.tile_set = tiles
	return node

func test_tiles_are_one_mask_that_follows_its_cells() -> void:
	var node := layer()
	node.position = Vector2(100, 50)
	node.set_cell(Vector2i(0, 0), 0, Vector2i(0, 0))
	node.set_cell(Vector2i(1, 0), 0, Vector2i(1, 0))
	var c := PixelCollider2D.new()
	node.add_child(c)
	add_child(node)
	await step()
	equal(c.get_bounds(), Rect2i(100, 50, 16, 8))
	equal(c.get_pixels().size(), 64 + 36)
	node.set_cell(Vector2i(-2, -1), 0, Vector2i(0, 0))
	await step()
	equal(c.get_bounds(), Rect2i(84, 42, 32, 16))
	node.erase_cell(Vector2i(0, 0))
	await step()
	equal(c.get_pixels().size(), 36 + 64)
	node.set_cell(Vector2i(1, 0), 0, Vector2i(2, 0), TileSetAtlasSource.TRANSFORM_FLIP_H)
	await step()
	equal(c.get_pixels().size(), 64 + 8)
	check(c.get_pixels().has(Vector2(115.5, 54.5)), "flipped")
	check(c.get_pixels().has(Vector2(114.5, 57.5)))
	node.set_cell(Vector2i(1, 0), 0, Vector2i(2, 0), TileSetAtlasSource.TRANSFORM_TRANSPOSE)
	await step()
	check(c.get_pixels().has(Vector2(115.5, 50.5)), "transposed")
	check(c.get_pixels().has(Vector2(112.5, 51.5)))
	node.clear()
	await step()
	equal(c.get_bounds(), Rect2i())

func test_digging_keeps_other_cells_and_new_cells_fill_holes() -> void:
	var node := layer()
	for x in 10:
		for y in 5:
			node.set_cell(Vector2i(x, y), 0, Vector2i(0, 0))
	var c := PixelCollider2D.new()
	c.fixed = true
	node.add_child(c)
	add_child(node)
	await step()
	equal(c.get_pixels().size(), 50 * 64)
	c.fill_circle(Vector2(40, 0), 10.0, false)
	var left := c.get_pixels().size()
	check(left < 50 * 64 and left > 50 * 64 - 200)
	equal(c.get_world().find(Vector2(40, 5)).size(), 0)
	equal(c.get_world().find(Vector2(40, 15)).size(), 1)
	await step()
	equal(c.get_pixels().size(), left)
	node.set_cell(Vector2i(20, 0), 0, Vector2i(0, 0))
	await step()
	equal(c.get_pixels().size(), left + 64, "the hole stays")
	node.erase_cell(Vector2i(5, 0))
	node.set_cell(Vector2i(5, 0), 0, Vector2i(0, 0))
	await step()
	c.reset_mask()
	await step()
	equal(c.get_pixels().size(), 51 * 64)

func test_digging_in_sprites_that_are_turned_and_scaled() -> void:
	var rock := sprite(square(32), Vector2(100, 100))
	var twin := sprite(square(32), Vector2(200, 100))
	(twin.get_parent() as Sprite2D).texture = (rock.get_parent() as Sprite2D).texture
	(rock.get_parent() as Node2D).rotation = PI / 2
	(rock.get_parent() as Node2D).scale = Vector2(2, 2)
	await step()
	equal(rock.get_bounds(), Rect2i(36, 100, 64, 64))
	rock.fill_circle(Vector2(68, 132), 12.0, false)
	equal(rock.get_world().find(Vector2(68, 132)).size(), 0)
	equal(rock.get_world().find(Vector2(68, 118)).size(), 1)
	equal(twin.get_pixels().size(), 32 * 32, "another sprite with the same texture keeps its pixels")
	rock.stamp(PixelMask.filled(4, 4), Vector2(68, 132), true)
	equal(rock.get_world().find(Vector2(68, 132)).size(), 1)
	check(rock.edit_mask() == rock.edit_mask())
	rock.fill_polygon(PackedVector2Array([Vector2(36, 100), Vector2(60, 100), Vector2(36, 124)]), false)
	equal(rock.get_world().find(Vector2(40, 104)).size(), 0)
	expect_error("PixelCollider2D.fill_circle: radius must be finite")
	rock.fill_circle(Vector2(), -1.0, false)
	rock.reset_mask()
	await step()
	equal(rock.get_pixels().size(), 64 * 64)

func test_detached_pieces_of_terrain_fall() -> void:
	var c := sprite(square(20), Vector2(0, 0), {fixed = true})
	await step()
	c.edit_mask().fill_rect(Rect2i(0, 9, 20, 2), false)
	var pieces := c.edit_mask().detached_components(Rect2i(0, 19, 20, 1))
	equal(pieces.size(), 1)
	equal(pieces[0].mask.get_size(), Vector2i(20, 9))
	c.edit_mask().erase(pieces[0].mask, pieces[0].at)
	equal(c.get_bounds(), Rect2i(0, 11, 20, 9))
