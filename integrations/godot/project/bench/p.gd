extends "res://bench/run.gd"
func run():
	for k in 2:
		for count in [2000, 5000]:
			var empty = await frames(scene(count, ""))
			var n = scene(count, "pixel")
			var pixel = await frames(n)
			print([empty, pixel])
	quit()
