# The programs of the README and of the pages in docs. Each is a script: it runs in the scene that is drawn above it, and must print what
# its comments `# prints "..."` say. Those below a comment `<!-- code` are programs of the book, whose tests run them.
extends PixelTest

const SIZES := {ship = Vector2i(32, 32), rock = Vector2i(32, 32), hero = Vector2i(16, 24), plank = Vector2i(64, 8), wall = Vector2i(2, 64),
	bullet = Vector2i(4, 4), ground = Vector2i(640, 80)}

func test_programs_of_pages() -> void:
	var textures: Array[Texture2D] = [] # `load` finds them as long as they are kept
	for name: String in SIZES:
		textures.append(texture(PixelMask.filled(SIZES[name].x, SIZES[name].y).to_image()))
		textures.back().take_over_path("res://%s.png" % name)
	var folder := ProjectSettings.globalize_path("res://").path_join("..").simplify_path()
	var pages := [folder.path_join("README.md")]
	for file in DirAccess.get_files_at(folder.path_join("docs")):
		pages.append(folder.path_join("docs").path_join(file))
	var count := 0
	Input.action_press("ui_right")
	for page: String in pages:
		var tree := ""
		var parts := FileAccess.get_file_as_string(page).split("```")
		for i in range(1, parts.size(), 2): # between fences
			if parts[i].begins_with("text\n"):
				tree = parts[i]
			elif parts[i].begins_with("gdscript\n") and not is_of_book(parts[i - 1]):
				await run(tree, parts[i].trim_prefix("gdscript"), "%s, block %d" % [page.get_file(), i / 2 + 1])
				count += 1
	Input.action_release("ui_right")
	check(count >= 3, "only %d programs" % count)

# Whether the last line before a block names a program of the book.
func is_of_book(before: String) -> bool:
	return before.strip_edges().get_slice("\n", before.strip_edges().count("\n")).begins_with("<!-- code")

func run(tree: String, program: String, title: String) -> void:
	var script := GDScript.new()
	script.source_code = program
	if script.reload() != OK:
		tests.fail(title + " does not compile")
		return
	print("-- " + title)
	for output in RegEx.create_from_string("# prints \"(.*)\"").search_all(program):
		print("EXPECT LINE: " + output.get_string(1))
	var canvas := SubViewport.new() # has a world of its own
	canvas.add_child(drawn(tree, script))
	add_child(canvas)
	await step(120)
	canvas.free()
	print("EXPECTED")

# The scene of a tree: a name and a type in each line, then properties of the node. `this script` marks the node of the script.
func drawn(tree: String, script: GDScript) -> Node:
	var path: Array[Node] = []
	for line in tree.split("\n").slice(1):
		var found := RegEx.create_from_string("^([│├└─ ]*)(\\w+)(?: \\((\\w+)\\))?(.*)$").search(line)
		if found == null:
			continue
		var name := found.get_string(2)
		var type := found.get_string(3)
		var node: Node = ClassDB.instantiate(type if type else name)
		node.name = name
		for setting in RegEx.create_from_string("(\\w+) = (Vector2\\(.*?\\)|[\\w.]+)").search_all(found.get_string(4)):
			var value := setting.get_string(2)
			node.set(setting.get_string(1), load("res://" + value) if value.ends_with(".png") else str_to_var(value))
		if line.ends_with("this script"):
			node.set_script(script)
		path.resize(found.get_string(1).length() / 4)
		if not path.is_empty():
			path.back().add_child(node)
		path.append(node)
	return path[0]
