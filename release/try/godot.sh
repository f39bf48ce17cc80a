# shellcheck shell=bash
# The Godot add-on in a new project: the scene and the script of the README. Only Debian's sid has Godot 4.

try_godot() {
    local folder
    folder=$(prepare sid godot "$artifacts/hitmask-godot-$version.zip" docs/book/public/art/{ship,rock,hero}.png)
    program_of gdscript integrations/godot/README.md >"$folder/level.gd"
    printf 'config_version=5\n\n[application]\n\nconfig/name="game"\nrun/main_scene="res://level.tscn"\n' >"$folder/project.godot"
    cat >"$folder/level.tscn" <<'SCENE'
[gd_scene load_steps=5 format=3]

[ext_resource type="Script" path="res://level.gd" id="1"]
[ext_resource type="Texture2D" path="res://ship.png" id="2"]
[ext_resource type="Texture2D" path="res://rock.png" id="3"]
[ext_resource type="Texture2D" path="res://hero.png" id="4"]

[node name="Level" type="Node2D"]
script = ExtResource("1")

[node name="Ship" type="Sprite2D" parent="."]
position = Vector2(50, 100)
texture = ExtResource("2")

[node name="PixelCollider2D" type="PixelCollider2D" parent="Ship"]

[node name="Rock" type="Sprite2D" parent="."]
position = Vector2(150, 110)
texture = ExtResource("3")

[node name="PixelCollider2D" type="PixelCollider2D" parent="Rock"]
collision_layer = 2

[node name="Coin" type="Sprite2D" parent="."]
position = Vector2(250, 100)
texture = ExtResource("4")

[node name="PixelCollider2D" type="PixelCollider2D" parent="Coin"]
collision_layer = 4
sensor = true
SCENE
    # The first import may end before Godot knows the extension.
    hit sid godot <<'SCRIPT'
unzip -q hitmask-godot-*.zip
rm hitmask-godot-*.zip
timeout 300 godot --headless --import >import.txt 2>&1 || timeout 300 godot --headless --import
timeout 300 godot --headless --fixed-fps 60 --quit-after 300 >out.txt 2>&1 || { cat out.txt; exit 1; }
if grep ERROR out.txt; then exit 1; fi
echo "Godot $(godot --version 2>/dev/null | tail -n 1): $(grep -w hit out.txt | head -n 1)"
SCRIPT
}
