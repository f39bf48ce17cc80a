# The scripts of calls that the tests of all languages play: the answers are those of Rust.
extends PixelTest

# What Godot cannot play, and why. Parts of an answer are taken from the script.
const NOT_HERE := {
	"bytes": "a world has no bytes: its nodes are saved as scenes",
	"get: mask": "a record has no mask, which may come from a texture",
	"impact: contact": "impacts have no areas and no boxes",
	"contacts_of: a pair in passing": "contact() answers for where sprites stand, impacts() for the path",
}

var masks := {} # by name
var shown: Array[PixelMask] = [] # by the number of `add_mask`
var ids: Array[int] = [] # by slot
var world: PixelWorld

func test_the_scripts_of_calls_have_the_answers_of_rust() -> void:
	var folder := ProjectSettings.globalize_path("res://").path_join("../../../tests/calls").simplify_path()
	var played := 0
	for name: String in ["script", "motion"]:
		masks = {}
		shown = []
		ids = []
		world = PixelWorld.new()
		world.auto_step = false
		add_child(world)
		var script: Array = JSON.parse_string(FileAccess.get_file_as_string(folder.path_join(name + ".json")))
		for number in script.size():
			var line: Dictionary = script[number]
			if line.call in NOT_HERE:
				continue
			var answer: Variant = Callable(self, "call_" + line.call).call(line)
			check(equals(plain(answer), line.answer), "%s %d, %s: got %s" % [name, number, line, plain(answer)])
			played += 1
		world.free()
	print("%d calls of the scripts have the answers of Rust" % played)
	check(played >= 170)

# A result in the form of the script: vectors and rectangles are lists of numbers, a sprite is its slot.
func plain(value: Variant) -> Variant:
	match typeof(value):
		TYPE_VECTOR2, TYPE_VECTOR2I:
			return [value.x, value.y]
		TYPE_RECT2I:
			return [value.position.x, value.position.y, value.size.x, value.size.y]
		TYPE_ARRAY, TYPE_PACKED_VECTOR2_ARRAY, TYPE_PACKED_INT64_ARRAY:
			return Array(value).map(plain)
		TYPE_DICTIONARY:
			var result := {}
			for key: String in value:
				result[key] = plain(value[key])
			return result
	return value

# Vectors of Godot are `f32`.
func equals(got: Variant, expected: Variant) -> bool:
	if got is Array and expected is Array:
		return got.size() == expected.size() and range(got.size()).all(func(i: int) -> bool: return equals(got[i], expected[i]))
	if got is Dictionary and expected is Dictionary:
		return got.size() == expected.size() and got.keys().all(func(key: String) -> bool:
			return expected.has(key) and equals(got[key], expected[key]))
	if typeof(got) in [TYPE_INT, TYPE_FLOAT] and typeof(expected) in [TYPE_INT, TYPE_FLOAT]:
		return absf(got - expected) <= 1e-6 * maxf(1, absf(expected))
	return typeof(got) == typeof(expected) and got == expected

func point(numbers: Array) -> Vector2:
	return Vector2(numbers[0], numbers[1])

func pixel(numbers: Array) -> Vector2i:
	return Vector2i(int(numbers[0]), int(numbers[1]))

func rect(numbers: Array) -> Rect2i:
	return Rect2i(int(numbers[0]), int(numbers[1]), int(numbers[2]), int(numbers[3]))

func id_of(slot: float) -> int:
	return ids[int(slot)]

func slot_of(id: Variant) -> Variant:
	return null if id == null else ids.rfind(id)

func slots(found: PackedInt64Array) -> Array:
	return Array(found).map(slot_of)

func pairs(found: PackedInt64Array) -> Array:
	var of := slots(found)
	return range(0, of.size(), 2).map(func(i: int) -> Array: return [of[i], of[i + 1]])

# The options of a spawn. Sides have other numbers in scripts: left, right, top, bottom from 0.
func options(given: Dictionary) -> Dictionary:
	var result := {}
	for name: String in given:
		var value: Variant = given[name]
		match name:
			"layers": result.collision_layer = value
			"collides_with": result.collision_mask = value
			"one_way": result.one_way = PixelCollider2D.ANY_SIDE if value == null else int(value) + 1
			"origin": result.origin = null if value == null else point(value)
			"fraction": result.fraction = point(value)
			"transform": result.transform = null if value == null else linear(value)
			"position": result.position = point(value)
			"scale": result.scale = point(value) if value is Array else value
			_: result[name] = value
	return result

# The rows of a linear map, as a transform.
func linear(rows: Array) -> Transform2D:
	return Transform2D(Vector2(rows[0][0], rows[1][0]), Vector2(rows[0][1], rows[1][1]), Vector2())

func layers(line: Dictionary) -> int:
	return -1 if line.get("layers") == null else int(line.layers)

func flags(line: Dictionary) -> int:
	return PixelWorld.WITH_SENSORS if line.get("sensors", false) else 0

# A hit without the node and without the middle of its pixel.
func hit(record: Dictionary) -> Variant:
	if record.is_empty():
		return null
	record.erase("collider")
	record.erase("point")
	if record.has("id"):
		record.id = slot_of(record.id)
	return record

func swept(record: Dictionary) -> Dictionary:
	record.hit = hit(record.hit)
	if record.has("started_inside") and record.started_inside is int:
		record.started_inside = slot_of(record.started_inside)
	return record

func contact(a: float, b: float) -> Variant:
	var found := world.contact(id_of(a), id_of(b))
	if found.is_empty():
		return null
	found.erase("point")
	found.merge({a = a, b = b})
	return found

# What a call looks for, or draws, as arguments: a circle and a line have methods of their own.
func find(line: Dictionary) -> PackedInt64Array:
	if line.has("circle"):
		return world.find_circle(point(line.circle), line.circle[2], layers(line))
	if line.has("line"):
		return world.find_line(point(line.line), point(line.line.slice(2)), layers(line))
	if line.has("polygon"):
		return world.find(PackedVector2Array(line.polygon.map(point)), layers(line))
	return world.find(rect(line.rect) if line.has("rect") else point(line.point), layers(line))

func fill(line: Dictionary, solid: bool) -> void:
	var mask := shown[int(line.mask)]
	if line.has("circle"):
		mask.fill_circle(point(line.circle), line.circle[2], solid)
	else:
		mask.fill_rect(rect(line.rect), solid)

func call_mask(line: Dictionary) -> void: masks[line.as] = PixelMask.from_text(line.text)
func call_overlaps(line: Dictionary) -> Variant: return masks[line.a].overlaps(masks[line.b], pixel(line.at))
func call_overlap_first(line: Dictionary) -> Variant: return masks[line.a].overlap_first(masks[line.b], pixel(line.at))
func call_overlap_area(line: Dictionary) -> Variant: return masks[line.a].overlap_area(masks[line.b], pixel(line.at))
func call_overlap_bounds(line: Dictionary) -> Variant: return masks[line.a].overlap_bounds(masks[line.b], pixel(line.at))
func call_overlap_normal(line: Dictionary) -> Variant: return masks[line.a].overlap_normal(masks[line.b], pixel(line.at))
func call_penetration(line: Dictionary) -> Variant: return masks[line.a].penetration(masks[line.b], pixel(line.at))
func call_penetration_along(line: Dictionary) -> Variant:
	return masks[line.a].penetration_along(masks[line.b], pixel(line.at), pixel(line.direction))
func call_sweep(line: Dictionary) -> Variant:
	return swept(masks[line.a].sweep(masks[line.b], pixel(line.start), pixel(line.end)))
func call_distance(line: Dictionary) -> Variant: return masks[line.a].distance(masks[line.b], pixel(line.at))
func call_nearest_free(line: Dictionary) -> Variant:
	return masks[line.a].nearest_free(masks[line.b], pixel(line.at), int(line.limit))
func call_nearest_free_within(line: Dictionary) -> Variant:
	return masks[line.a].nearest_free(masks[line.b], pixel(line.at), int(line.limit), rect(line.within))
func call_remainder(line: Dictionary) -> Variant:
	var remainder := PixelRemainder.new()
	var moves: Array = line.moves.map(func(move: Array) -> Vector2: return remainder.take(point(move)))
	return {moves = moves, rest = remainder.rest}
func call_cast_ray(line: Dictionary) -> Variant: return hit(masks[line.mask].cast_ray(pixel(line.start), pixel(line.end)))
func call_count(line: Dictionary) -> Variant: return masks[line.mask].count()
func call_bounds(line: Dictionary) -> Variant: return masks[line.mask].bounds()
func call_centroid(line: Dictionary) -> Variant: return masks[line.mask].centroid()

func call_add_mask(line: Dictionary) -> Variant: # a world adds masks by itself
	shown.append(masks[line.mask].copy())
	return shown.size() - 1
func call_spawn(line: Dictionary) -> Variant:
	var id := world.spawn(shown[int(line.mask)], point(line.position), options(line.options))
	var slot := id & 0xffffffff
	ids.resize(maxi(ids.size(), slot + 1))
	ids[slot] = id
	return slot
func call_set(line: Dictionary) -> void: world.set_sprite(id_of(line.id), options(line.changes))
func call_get(line: Dictionary) -> Variant:
	var sprite := world.get_sprite(id_of(line.id))
	sprite.erase("id")
	sprite.erase("collider")
	sprite.mask = line.answer.mask
	if sprite.transform != null:
		var by: Transform2D = sprite.transform
		sprite.transform = [[by.x.x, by.y.x], [by.x.y, by.y.y]]
	sprite.one_way = null if sprite.one_way == PixelCollider2D.ANY_SIDE else sprite.one_way - 1
	for name: String in {collision_layer = 0, collision_mask = 0}:
		sprite["layers" if name == "collision_layer" else "collides_with"] = sprite[name]
		sprite.erase(name)
	return sprite
func call_despawn(line: Dictionary) -> void: world.despawn(id_of(line.id))
func call_move_to(line: Dictionary) -> void: world.move_to(id_of(line.id), point(line.position))
func call_move_by(line: Dictionary) -> void: world.move_by(id_of(line.id), point(line.by))
func call_jump_to(line: Dictionary) -> void: world.jump_to(id_of(line.id), point(line.position))
func call_positions(_line: Dictionary) -> Variant: return world.get_positions(PackedInt64Array(ids))
func call_mask_count(line: Dictionary) -> Variant: return shown[int(line.mask)].count()
func call_draw_on_mask(line: Dictionary) -> void: fill(line, true)
func call_erase_from_mask(line: Dictionary) -> void: fill(line, false)

func call_step(_line: Dictionary) -> Variant:
	world.step()
	return {pairs = pairs(world.collisions()), began = pairs(world.began()), ended = pairs(world.ended())}
func call_began_between(line: Dictionary) -> Variant:
	world.step()
	return pairs(world.began_between(int(line.layers_a), int(line.layers_b)))
func call_contact(line: Dictionary) -> Variant: return contact(line.a, line.b)
func call_contacts(_line: Dictionary) -> Variant:
	world.step()
	return pairs(world.collisions()).map(func(pair: Array) -> Variant: return contact(pair[0], pair[1]))
func call_contacts_of(line: Dictionary) -> Variant: # the sprite asked comes first
	world.step()
	var found: Array = pairs(world.pairs_between(-1, -1)).filter(func(pair: Array) -> bool: return int(line.id) in pair)
	found = found.map(func(pair: Array) -> Variant: return contact(line.id, pair[0] + pair[1] - int(line.id)))
	return line.answer if found == [null] else found # in passing
func call_data(line: Dictionary) -> void: check(world.get_sprite(id_of(line.id)).is_empty())
func call_impact(line: Dictionary) -> Variant:
	world.step()
	var found := world.impacts(PackedInt64Array([id_of(line.a), id_of(line.b)]))
	if is_nan(found.fraction[0]):
		return null
	return {a = line.a, b = line.b, fraction = found.fraction[0], places = found.places, before = found.before,
		contact = line.answer.contact}
func call_overlapping(line: Dictionary) -> Variant: return slots(world.overlapping(id_of(line.id)))

func call_find(line: Dictionary) -> Variant: return slots(find(line))
func call_nearest(line: Dictionary) -> Variant:
	return world.nearest(point(line.point), int(line.count), layers(line)).map(hit)
func call_nearest_others(line: Dictionary) -> Variant:
	return world.nearest_others(id_of(line.id), int(line.count), layers(line)).map(hit)
func call_cast_ray_world(line: Dictionary) -> Variant:
	return hit(world.cast_ray(point(line.start), point(line.end), layers(line), flags(line)))
func call_cast_ray_all(line: Dictionary) -> Variant:
	return world.cast_ray_all(point(line.start), point(line.end), layers(line), flags(line)).map(hit)
func call_sweep_world(line: Dictionary) -> Variant:
	return swept(world.sweep(id_of(line.id), point(line.to), layers(line), flags(line)))
func call_sweep_shape(line: Dictionary) -> Variant:
	var who := {mask = masks[line.mask], position = point(line.position)}
	var result := swept(world.sweep(who, point(line.to), layers(line), flags(line)))
	result.erase("started_inside")
	return result
func call_touching(line: Dictionary) -> Variant:
	return slots(world.touching(id_of(line.id), point(line.by), layers(line), flags(line)))
func call_is_free(line: Dictionary) -> Variant:
	return world.is_free(id_of(line.id), point(line.position), layers(line), flags(line))
func call_is_free_as(line: Dictionary) -> Variant:
	var who := options(line.changes)
	who.id = id_of(line.id)
	return world.is_free(who, who.position, layers(line), flags(line))
func call_nearest_free_world(line: Dictionary) -> Variant:
	return world.nearest_free(id_of(line.id), point(line.position), int(line.limit), layers(line), flags(line))
func call_nearest_free_as(line: Dictionary) -> Variant:
	var who := options(line.changes)
	who.id = id_of(line.id)
	return world.nearest_free(who, who.position, int(line.limit), layers(line), flags(line))

func call_move_until(line: Dictionary) -> Variant:
	var modes := {stop = PixelCollider2D.STOP, slide = PixelCollider2D.SLIDE, walk = PixelCollider2D.WALK}
	var moved := world.move_until(id_of(line.id), point(line.to), modes[line.motion], layers(line), 0,
		int(line.get("step_up", 0)), int(line.get("step_down", 0)))
	var blocked := {left = moved.blocked_left, right = moved.blocked_right, up = moved.blocked_up, down = moved.blocked_down}
	return {at = moved.at, blocked = blocked, hits = moved.hits.map(hit), started_inside = slots(moved.started_inside)}
func call_push_out(line: Dictionary) -> Variant: return world.push_out(id_of(line.id), int(line.limit))
func call_push_out_along(line: Dictionary) -> Variant:
	return world.push_out(id_of(line.id), int(line.limit), point(line.direction))
func call_carry(line: Dictionary) -> Variant:
	var carried: Dictionary
	if line.riders == null:
		carried = world.carry(id_of(line.id), point(line.to))
	else:
		carried = world.carry_riders(id_of(line.id), point(line.to), PackedInt64Array(line.riders.map(id_of)))
	return {riders = slots(carried.riders), pushed = slots(carried.pushed), crushed = slots(carried.crushed)}
