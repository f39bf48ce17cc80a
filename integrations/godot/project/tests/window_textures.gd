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
