# What `./run bench` measures in Godot. A time of a frame is the median of its frames. Each part prints a line of JSON for each row.
extends SceneTree

const FRAMES := 90
const WARM_UP := 30

class Mover extends Node2D:
	var nodes: Array[Node2D] = []
	var speeds := PackedVector2Array()
	var field: Vector2

	func _physics_process(_delta: float) -> void:
		for i in nodes.size():
			var node := nodes[i]
			node.position = (node.position + speeds[i]).posmodv(field)

var entered := 0

func _initialize() -> void:
	Engine.max_fps = 0
	OS.low_processor_usage_mode = false
	run.call_deferred()

func run() -> void:
	var only := "" if OS.get_cmdline_user_args().is_empty() else OS.get_cmdline_user_args()[0]
	if only == "frames": # a scene in a process of its own: another scene before it would leave holes in the memory
		var arguments := OS.get_cmdline_user_args()
		var time := await frames(scene(arguments[1].to_int(), "" if arguments[2] == "empty" else arguments[2]))
		print("FRAME %.4f %d" % [time, entered / (FRAMES + WARM_UP)])
	if only.is_empty() or only == "still":
		var empty := await frames(scene(1000, "", false))
		var pixel := await frames(scene(1000, "pixel", false))
		print_row("still-1000", 1000, "hitmask", pixel * 1e6, 0)
		print_row("still-1000", 1000, "no-colliders", empty * 1e6, 0)
	if only.is_empty() or only == "swarm":
		swarm()
	if only.is_empty() or only == "calls":
		var times: Array[float] = load("res://bench/calls.gd").new().run(disc(32), disc(32))
		print_row("call", 1, "hitmask", times[0], 0)
		print_row("call", 1, "empty-method", times[1], 0)
	quit()

func print_row(name: String, n: int, who: String, ns: float, answer: int) -> void:
	print('{"suite":"godot","case":"%s","n":%d,"who":"%s","ns":%.1f,"answer":%d}' % [name, n, who, ns, answer])

func disc(size: int) -> PixelMask:
	var mask := PixelMask.empty(size, size)
	mask.fill_circle(Vector2(size, size) / 2, size / 2.0, true)
	return mask

func scene(count: int, kind: String, moves := true) -> Node2D:
	var random := RandomNumberGenerator.new()
	random.seed = 1
	var mover := Mover.new()
	mover.field = Vector2(1920, 1080) * sqrt(count / 400.0)
	var texture := ImageTexture.create_from_image(disc(32).to_image())
	var count_up := func(_a: Variant = null, _b: Variant = null) -> void: entered += 1
	for i in count:
		var sprite := Sprite2D.new()
		sprite.texture = texture
		sprite.position = Vector2(random.randf(), random.randf()) * mover.field
		if kind == "area":
			var area := Area2D.new()
			var shape := CollisionShape2D.new()
			var rect := RectangleShape2D.new()
			rect.size = Vector2(32, 32)
			shape.shape = rect
			area.add_child(shape)
			sprite.add_child(area)
			area.area_entered.connect(count_up)
			area.area_exited.connect(count_up)
		elif kind == "pixel":
			var collider := PixelCollider2D.new()
			sprite.add_child(collider)
			collider.pixel_entered.connect(count_up)
			collider.pixel_exited.connect(count_up)
		mover.add_child(sprite)
		mover.nodes.append(sprite)
		mover.speeds.append(Vector2(random.randf_range(-3, 3), random.randf_range(-3, 3)))
	if not moves:
		mover.ready.connect(func() -> void: mover.set_physics_process(false))
	return mover

# The median of the milliseconds of a frame.
func frames(node: Node) -> float:
	root.add_child(node)
	for i in WARM_UP:
		await process_frame
	var times: Array[float] = []
	var last := Time.get_ticks_usec()
	for i in FRAMES:
		await process_frame
		var now := Time.get_ticks_usec()
		times.append((now - last) / 1000.0)
		last = now
	node.free()
	await process_frame
	await process_frame
	times.sort()
	return times[FRAMES / 2]

func swarm() -> void:
	const COUNT := 20_000
	var random := RandomNumberGenerator.new()
	random.seed = 2
	var world := PixelWorld.new()
	world.auto_step = false
	root.add_child(world)
	var places := PackedVector2Array()
	var speeds := PackedVector2Array()
	for i in COUNT:
		places.append(Vector2(random.randf(), random.randf()) * 4000)
		speeds.append(Vector2(random.randf_range(-3, 3), random.randf_range(-3, 3)))
	var ids := world.spawn_many(disc(16), places, {})
	var bulk: Array[float] = []
	var steps: Array[float] = []
	for frame in 60:
		for i in COUNT:
			places[i] = places[i] + speeds[i]
		var start := Time.get_ticks_usec()
		world.set_positions(ids, places)
		var moved := Time.get_ticks_usec()
		world.step()
		var end := Time.get_ticks_usec()
		bulk.append((moved - start) / 1000.0)
		steps.append((end - moved) / 1000.0)
	bulk.sort()
	steps.sort()
	var pairs := world.collisions().size() / 2
	print_row("bulk-20000", COUNT, "step", steps[30] * 1e6, pairs)
	print_row("bulk-20000", COUNT, "set-positions", bulk[30] * 1e6, pairs)
	world.free()
