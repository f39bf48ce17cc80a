# Masks and colliders on threads beside the main thread, as loading screens use them. Each test runs `HITMASK_ROUNDS` times.
extends PixelTest

const FOLDER := "res://.godot/hitmask_tests"
const TEXT := ".##.\n####\n.##."

var rounds := maxi(1, OS.get_environment("HITMASK_ROUNDS").to_int()) if OS.has_environment("HITMASK_ROUNDS") else 10

# A scene of a sprite with a collider, as a game saves it.
func scene_file(picture: Texture2D) -> String:
	var root := Sprite2D.new()
	root.texture = picture
	var collider := PixelCollider2D.new()
	collider.name = "Collider"
	collider.mask = PixelMask.from_text(TEXT)
	root.add_child(collider)
	collider.owner = root
	var scene := PackedScene.new()
	scene.pack(root)
	root.free()
	return saved(scene, "scene.tscn")

func saved(resource: Resource, file: String) -> String:
	DirAccess.make_dir_recursive_absolute(ProjectSettings.globalize_path(FOLDER))
	equal(ResourceSaver.save(resource, FOLDER.path_join(file)), OK)
	return FOLDER.path_join(file)

# Waits for a condition. A thread that hangs fails the test.
func ends(is_over: Callable) -> bool:
	var deadline := Time.get_ticks_msec() + 20_000
	while not is_over.call():
		if Time.get_ticks_msec() > deadline:
			tests.fail("a thread hangs")
			return false
		await get_tree().process_frame
	return true

# The result of a call on another thread.
func in_thread(work: Callable) -> Variant:
	var thread := Thread.new()
	thread.start(work)
	if not await ends(func() -> bool: return not thread.is_alive()):
		return null
	return thread.wait_to_finish()

# A resource that Godot's loader reads on its own threads.
func loaded_in_thread(path: String) -> Resource:
	equal(ResourceLoader.load_threaded_request(path, "", true, ResourceLoader.CACHE_MODE_IGNORE), OK)
	var is_loaded := func() -> bool:
		return ResourceLoader.load_threaded_get_status(path) != ResourceLoader.THREAD_LOAD_IN_PROGRESS
	return ResourceLoader.load_threaded_get(path) if await ends(is_loaded) else null

func test_scene_with_a_mask_loads_in_a_thread() -> void:
	var path := scene_file(null)
	for round in rounds:
		var scene: PackedScene = await loaded_in_thread(path)
		if not scene:
			return tests.fail("the scene was not loaded")
		var node := scene.instantiate()
		equal(node.get_node("Collider").mask.to_text(), TEXT)
		node.free()

func test_saved_mask_loads_in_a_thread() -> void:
	var path := saved(PixelMask.from_text(TEXT), "mask.tres")
	for round in rounds:
		var mask: PixelMask = await loaded_in_thread(path)
		if not mask:
			return tests.fail("the mask was not loaded")
		equal(mask.to_text(), TEXT)

func test_scene_with_a_collider_is_instanced_in_a_thread() -> void:
	var scene: PackedScene = load(scene_file(texture(square(8))))
	for round in rounds:
		var nodes: Variant = await in_thread(func() -> Array: return [scene.instantiate(), scene.instantiate()])
		if not nodes:
			return
		for node: Node in nodes:
			add_child(node)
		equal(nodes[0].get_node("Collider").get_overlapping(), [nodes[1].get_node("Collider")])
		for node: Node in nodes:
			remove_child(node)
		await in_thread(func() -> void: nodes.map(func(node: Node) -> void: node.free()))

func test_question_of_a_worker_is_an_error() -> void:
	var collider := sprite(square(4), Vector2.ZERO)
	sprite(square(4), Vector2.ZERO)
	await step()
	for round in rounds:
		expect_error("PixelCollider2D.get_overlapping: call it on the main thread")
		var answers := [null]
		var task := WorkerThreadPool.add_task(func() -> void: answers[0] = collider.get_overlapping())
		if not await ends(WorkerThreadPool.is_task_completed.bind(task)):
			return
		WorkerThreadPool.wait_for_task_completion(task)
		equal(answers[0], [] as Array[PixelCollider2D])
	equal(collider.get_overlapping().size(), 1)

func test_mask_of_an_image_is_made_in_a_thread() -> void:
	var picture := square(16)
	for round in rounds:
		equal(await in_thread(func() -> int: return PixelMask.from_image(picture).count()), 256)

# A value for each type of an argument.
func any(argument: Dictionary) -> Variant:
	match argument.class_name:
		&"PixelMask": return PixelMask.filled(2, 2)
		&"PixelCollider2D": return PixelCollider2D.new()
		&"" when argument.type == TYPE_ARRAY: return [] as Array[PixelCollider2D]
		&"": return type_convert(0 if argument.type != TYPE_NIL else null, argument.type)
		_: return self

# Calls each method of an object that needs the main thread on another one: each logs an error with its name.
func methods_fail_in_a_thread(object: Object, others: PackedStringArray) -> void:
	var names := PackedStringArray()
	for method in ClassDB.class_get_method_list(object.get_class(), true):
		if others.has(method.name) or method.name.begins_with("_") or method.name.begins_with("set_") and others.has(method.name.replace("set_", "get_")):
			continue
		names.append(method.name)
		expect_error("%s.%s: call it on the main thread" % [object.get_class(), method.name])
		var arguments: Array = method.args.map(any)
		var answer: Variant = await in_thread(object.callv.bind(method.name, arguments))
		check(not answer, "%s returns %s" % [method.name, answer])
		for argument: Variant in arguments:
			if argument is PixelCollider2D:
				argument.free()
	check(names.size() > 15, "methods: %s" % names)

func test_methods_of_a_world_and_of_a_collider_need_the_main_thread() -> void:
	var properties := PackedStringArray(ClassDB.class_get_property_list("PixelCollider2D", true).map(func(property: Dictionary) -> String: return "get_" + property.name))
	var collider := sprite(square(4), Vector2.ZERO)
	await step()
	await methods_fail_in_a_thread(collider, properties + PackedStringArray(["is_on_floor", "is_on_wall", "is_on_ceiling"]))
	await methods_fail_in_a_thread(PixelWorld.of(self), ["get_auto_step"])

# Threads ask and edit one mask, and make others, at once.
func test_many_threads_share_a_mask() -> void:
	var shared := PixelMask.filled(64, 64)
	var collider := sprite(square(4), Vector2.ZERO, {mask = shared})
	for round in rounds:
		var sums := PackedInt64Array()
		sums.resize(8)
		var task := WorkerThreadPool.add_group_task(func(index: int) -> void:
			for turn in 50:
				shared.set_pixel(Vector2i(turn, index), turn % 2 == 1)
				var copy := shared.copy()
				copy.invert()
				sums[index] += int(copy.overlaps(shared, Vector2i(0, 0))) + int(shared.overlaps(shared, Vector2i(8, index)))
				shared.texture = null, 8)
		if not await ends(WorkerThreadPool.is_group_task_completed.bind(task)):
			return
		WorkerThreadPool.wait_for_group_task_completion(task)
		equal(shared.count(), 64 * 64 - 8 * 25)
		equal(collider.get_pixels().size(), 64 * 64 - 8 * 25)

# A mask of a texture is made when it is first asked for, by whichever threads ask.
func test_many_threads_ask_for_a_mask_of_a_texture() -> void:
	var picture := texture(square(16))
	for round in rounds:
		var mask := PixelMask.new()
		mask.texture = picture
		var counts := [0, 0, 0, 0]
		var task := WorkerThreadPool.add_group_task(func(index: int) -> void: counts[index] = mask.count(), 4)
		if not await ends(WorkerThreadPool.is_group_task_completed.bind(task)):
			return
		WorkerThreadPool.wait_for_group_task_completion(task)
		equal(counts, [256, 256, 256, 256])

# A change on a thread waits for the main thread; the node may leave the tree and come back meanwhile.
func test_changes_on_threads_are_seen_by_the_next_step() -> void:
	var collider := sprite(square(4), Vector2.ZERO)
	var node := collider.get_parent()
	for layer in range(2, 6):
		await step()
		var thread := Thread.new()
		thread.start(func() -> void: collider.collision_layer = layer)
		thread.wait_to_finish()
		if layer % 2 == 0:
			remove_child(node)
			add_child(node)
		await step()
		equal(PixelWorld.of(self).get_sprite(collider.get_id()).collision_layer, layer)

# A thread frees a world that it never gave to the tree, with all below it.
func test_worlds_are_made_and_freed_in_threads() -> void:
	for round in rounds:
		var world: PixelWorld = await in_thread(func() -> PixelWorld:
			PixelWorld.new().free()
			return PixelWorld.new())
		equal(world.spawn_many(PixelMask.filled(2, 2), [Vector2.ZERO, Vector2(9, 9)], {}).size(), 2)
		await in_thread(world.free)
		check(not is_instance_valid(world))

func test_a_collider_tells_that_its_world_was_freed() -> void:
	var collider := sprite(square(4), Vector2.ZERO)
	await step()
	PixelWorld.of(self).free()
	expect_error("PixelCollider2D.get_bounds: PixelCollider2D '%s' lost its world, which was freed" % collider.name)
	equal(collider.get_bounds(), Rect2i())
	collider.get_parent().free()
	sprite(square(4), Vector2.ZERO)
	await step()
	equal(PixelWorld.of(self).count(), 1)

class Mover extends Node2D:
	func _process(_delta: float) -> void:
		var sprite: Sprite2D = get_child(0)
		sprite.position.x += 1
		var collider: PixelCollider2D = sprite.get_child(0)
		collider.sensor = not collider.sensor
		collider.position.y += 1

# Nodes of a group of threads move and change their colliders; the world sees it in its next step.
func test_colliders_in_thread_groups() -> void:
	var colliders: Array[PixelCollider2D] = []
	for index in 4:
		var collider := sprite(square(4), Vector2(0, index * 100))
		var mover := Mover.new()
		collider.get_parent().reparent(mover)
		mover.process_thread_group = Node.PROCESS_THREAD_GROUP_SUB_THREAD
		add_child(mover)
		colliders.append(collider)
	await step(rounds)
	for index in 4:
		var at := colliders[index].get_global_transform().origin
		check(at.x >= rounds, "nodes move")
		equal(colliders[index].get_bounds(), Rect2i(Vector2i(at), Vector2i(4, 4)))
