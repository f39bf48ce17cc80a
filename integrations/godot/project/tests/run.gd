# Runs the tests: `./run test [PART OF A NAME]`. A test is a method that begins with `test_`, of a file `test_*.gd`, or with a
# window, `window_*.gd`. It may await.
extends SceneTree

var passed := 0
var failed := 0
var current := ""
var is_failed := false

func _initialize() -> void:
	run.call_deferred()

func run() -> void:
	var filter := "" if OS.get_cmdline_user_args().is_empty() else OS.get_cmdline_user_args()[0]
	var prefix := "test_" if DisplayServer.get_name() == "headless" else "window_"
	var files := Array(DirAccess.get_files_at("res://tests")).filter(func(file: String) -> bool:
		return file.begins_with(prefix) and file.ends_with(".gd"))
	files.sort()
	for file: String in files:
		var script: GDScript = load("res://tests/" + file)
		for method in script.get_script_method_list():
			var name: String = method.name
			if name.begins_with("test_") and (filter.is_empty() or (file + "." + name).contains(filter)):
				await run_one(script, file.get_basename() + "." + name, name)
	print("%d passed, %d failed" % [passed, failed])
	quit(1 if failed > 0 or passed == 0 else 0)

func run_one(script: GDScript, full: String, method: String) -> void:
	current = full
	is_failed = false
	var test: Node = script.new()
	test.tests = self
	root.add_child(test)
	await test.call(method)
	test.free()
	print("EXPECTED")
	await process_frame
	print("%s %s" % ["FAILED" if is_failed else "ok", full])
	if is_failed:
		failed += 1
	else:
		passed += 1

func fail(what: String) -> void:
	is_failed = true
	print("FAILED %s: %s" % [current, what])
	for line in get_stack():
		if line.source.contains("/test_") or line.source.contains("/window_"):
			print("    at %s:%d" % [line.source, line.line])
