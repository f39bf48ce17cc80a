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
