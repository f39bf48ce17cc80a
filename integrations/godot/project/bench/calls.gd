# Measures a call of a method of a mask, beside an empty method with the same arguments. The class of the latter exists only in
# the library that `./run bench` builds.
extends RefCounted

const COUNT := 10_000 # short turns, so that other programs do not disturb all of them

# The nanoseconds of the call and of the empty method.
func run(a: PixelMask, b: PixelMask) -> Array[float]:
	var nothing := PixelBench.new()
	var best := [INF, INF]
	for turn in 300:
		var start := Time.get_ticks_usec()
		for i in COUNT:
			nothing.overlaps(b, Vector2i(20, 10))
		var middle := Time.get_ticks_usec()
		for i in COUNT:
			a.overlaps(b, Vector2i(20, 10))
		var end := Time.get_ticks_usec()
		best = [minf(best[0], middle - start), minf(best[1], end - middle)]
	return [best[1] * 1000.0 / COUNT, best[0] * 1000.0 / COUNT]
