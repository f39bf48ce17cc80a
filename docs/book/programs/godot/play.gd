# Runs a program of the book for 240 frames: `godot --headless --fixed-fps 60 -s play.gd -- pair.gd`.
#
# The lines `# ├── Ship (Sprite2D)  texture = ship.png` before its first region or at its top draw the scene; `this script` marks the node
# Of the script. Without them, the script gets a node of its own.
extends SceneTree

var frames := 0

func _initialize() -> void:
	var file := OS.get_cmdline_user_args()[0]
	var script: GDScript = load("res://" + file)
	if script == null or not script.can_instantiate():
		quit(1)
		return
	var tree := PackedStringArray()
	for line in FileAccess.get_file_as_string("res://" + file).split("\n"):
		if line.begins_with("# ") and (line.contains("──") or line.begins_with("# Level (")):
			tree.append(line.trim_prefix("# "))
	root.add_child.call_deferred(drawn(tree, script) if tree.size() > 0 else script.new())
	Input.action_press("ui_right")

func drawn(tree: PackedStringArray, script: GDScript) -> Node:
	var path: Array[Node] = []
	for line in tree:
		var found := RegEx.create_from_string("^([│├└─ ]*)(\\w+)(?: \\((\\w+)\\))?(.*)$").search(line)
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

func _physics_process(_delta: float) -> bool:
	frames += 1
	if frames % 50 == 0:
		Input.action_press("ui_up")
	elif frames % 50 == 3:
		Input.action_release("ui_up")
	return frames > 240
