"""Sheets and maps: what the crate reads arrives in Python."""

from __future__ import annotations

import struct
import types
import zlib

import numpy as np
import pytest

from hitmask import Mask, World
from hitmask.sheets import Map, Sheet, SheetError


def png(pixels: np.ndarray) -> bytes:
    """Returns a PNG of uint8 of shape (height, width, 4)."""
    height, width, _ = pixels.shape

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")


HERO = """{"frames": [
    {"filename": "a", "frame": {"x": 0, "y": 0, "w": 2, "h": 1}, "duration": 100, "pivot": {"x": 0.5, "y": 0}},
    {"filename": "b", "frame": {"x": 2, "y": 0, "w": 1, "h": 1}, "duration": 50,
     "spriteSourceSize": {"x": 1, "y": 0, "w": 1, "h": 1}, "sourceSize": {"w": 2, "h": 1}}],
    "meta": {"image": "hero.png", "frameTags": [{"name": "blink", "from": 0, "to": 1, "direction": "pingpong"}]}}"""
LEVEL = """<map width="3" height="2" tilewidth="8" tileheight="8">
    <tileset firstgid="1" name="cave" tilewidth="8" tileheight="8"><image source="cave.png"/></tileset>
    <layer name="ground" width="3" height="2"><data encoding="csv">0,0,0, 1,1,1</data></layer>
    <objectgroup name="things"><object id="1" name="crate" type="box" gid="1" x="4" y="12" width="8" height="8" rotation="45"/>
    <object id="2" name="start" x="3" y="4"><point/></object></objectgroup></map>"""


@pytest.fixture
def files() -> dict[str, bytes]:
    solid = np.full((1, 3, 4), 255, np.uint8)
    return {
        "hero.json": HERO.encode(),
        "hero.png": png(solid),
        "level.tmx": LEVEL.encode(),
        "cave.png": png(np.full((8, 8, 4), 255, np.uint8)),
    }


def test_a_sheet(files, tmp_path):
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    for sheet in (Sheet.read(files, "hero.json", pictures=True), Sheet.open(tmp_path / "hero.json", pictures=True)):
        assert [frame.name for frame in sheet.frames] == ["blink 0", "blink 1"]
        frame = sheet.frame("b")
        assert frame.names == ["blink 1", "b"] and frame.size == (2, 1) and frame.mask == Mask.from_text(".#")
        assert frame.duration == 0.05 and frame.region.rect == (2, 0, 1, 1) and frame.region.offset == (1, 0)
        assert (frame.region.picture, frame.region.quarter_turns) == ("hero.png", 0)
        assert frame.picture.tolist() == [[[0] * 4, [255] * 4]] and sheet.frame("c") is None
        blink = sheet.animation("blink")
        assert blink == sheet.animations[0] and blink.direction == "ping_pong" and blink.repeat is None
        assert blink.frames == [(0, 0.1), (1, 0.05)] and blink.frame_at(0.12) == 1 and abs(blink.duration - 0.15) < 1e-9
        with pytest.raises(ValueError, match="seconds must be finite and at least 0, got -1"):
            blink.frame_at(-1)
        assert "2 frames" in repr(sheet) and "2 x 1" in repr(frame)
    assert Sheet.read(files, "hero.json").frames[0].picture is None
    assert Sheet.read(files, "hero.json", alpha_above=255).frames[0].mask.is_empty()


def test_a_map_becomes_a_world(files):
    level = Map.read(files, "level.tmx")
    world = World()
    masks = [world.add_mask(frame.mask) for frame in level.frames]
    terrain, at = level.layer("ground").terrain()
    ground = world.spawn(world.add_mask(terrain), at, fixed=True)
    (crate,) = level.layer("things").sprites
    box = world.spawn(masks[crate.frame], crate.at, **crate.options)
    assert world.step().pairs.tolist() == [[ground, box]] and world.get(box).angle == 45
    assert (crate.name, crate.class_, crate.id, crate.is_visible) == ("crate", "box", "1", True)
    (start,) = level.layer("things").points
    assert (start.at, start.name, start.id) == ((3, 4), "start", "2")
    layer = level.layers[0]
    assert (layer.name, layer.kind, layer.group, layer.offset, layer.is_visible) == ("ground", "tiles", "", (0, 0), True)
    assert len(layer.sprites) == 3 and layer.values is None and layer.value_terrain([1])[0].size == (0, 0)
    assert level.layer("sky") is None and level.animation_of(0) is None and level.animations == []


def test_slices_are_boxes_with_their_part_of_the_mask(files):
    slices = """, "slices": [{"name": "sword", "data": "damage 3", "color": "#0102ff80", "keys": [
        {"frame": 0, "bounds": {"x": 1, "y": -1, "w": 9, "h": 3}, "pivot": {"x": 1, "y": 1}},
        {"frame": 1, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}}]}]}}"""
    files["hero.json"] = HERO.replace("}]}}", "}]" + slices).encode()
    a, b = Sheet.read(files, "hero.json").frames
    sword = a.slice("sword")
    assert [one.rect for one in a.slices + b.slices] == [(1, -1, 9, 3), (0, 0, 1, 1)]
    assert (sword.name, sword.text, sword.color, sword.origin) == ("sword", "damage 3", (1, 2, 255, 128), (2.0, 0.0))
    assert sword == a.slices[0] and sword != b.slice("sword") and a.slice("shield") is None
    assert a.mask_in(sword.rect) == (Mask.from_text("#"), (1, 0)) and b.mask_in((0, 0, 1, 1))[0].count() == 0
    assert a.mask_in((5, 5, 2, 2)) == (Mask(0, 0), (0, 0)) and repr(sword) == "<Slice \"sword\": (1, -1, 9, 3)>"
    with pytest.raises(ValueError, match="rect"):
        a.mask_in((0, 0, 1))


def test_a_pixel_names_its_tile_and_the_tile_has_properties(files):
    trap = """<tile id="0" type="trap"><properties><property name="spikes" type="bool" value="true"/>
        <property name="damage" type="int" value="3"/></properties></tile></tileset>"""
    own = """<properties><property name="damage" type="float" value="0.5"/><property name="note" value="hot"/>
        <property name="list" type="list"><item type="int" value="1"/></property></properties></object></objectgroup>"""
    level = LEVEL.replace("</tileset>", trap).replace('rotation="45"/>', 'rotation="0"/>')
    level = level.replace("<point/></object></objectgroup>", "<point/>" + own)
    files["level.tmx"] = level.encode()
    level = Map.read(files, "level.tmx")
    ground, things = level.layers
    tile = ground.tile_at((9.5, 8))
    assert tile == ground.sprites[1] and tile.properties == {} and ground.tile_at((9, 7)) is None
    frame = level.frames[tile.frame]
    assert frame.class_ == "trap" and frame.properties == {"spikes": True, "damage": 3}
    assert level.property(tile, "spikes") is True and level.property(tile, "sharp") is None
    assert things.tile_at((5, 5)) == things.sprites[0] and ground.properties == {}
    start = things.points[0].properties
    assert start["damage"] == 0.5 and start["note"] == "hot"


def test_errors_name_the_file_and_the_field(files):
    with pytest.raises(SheetError, match="hero.json: meta.image: no file") as raised:
        Sheet.read({"hero.json": files["hero.json"]}, "hero.json")
    assert raised.value.file == "hero.json" and raised.value.field == "meta.image"
    assert isinstance(raised.value, ValueError)
    for call in [
        lambda: Sheet.read(files, "none.json"),
        lambda: Sheet.open("/nowhere/none.json"),
        lambda: Map.read(files, "hero.png"),
        lambda: Map.read(files, "level.tmx", limits={"tiles": 2}),
    ]:
        with pytest.raises(SheetError):
            call()
    with pytest.raises(TypeError, match="the limits are file_bytes"):
        Sheet.read(files, "hero.json", limits={"bytes": 3})


def test_one_bad_item_costs_that_item(files):
    files["level.tmx"] = files["level.tmx"].replace(b"1,1,1", b"1,9,1")
    level = Map.read(types.MappingProxyType(files), "level.tmx")
    [warning] = level.warnings
    assert (warning.file, warning.kind) == ("level.tmx", "left-out")
    assert str(warning) == f"level.tmx: {warning.place}: {warning.text}" and repr(warning) == f"<SheetWarning: {warning}>"
    assert level.layer("ground").terrain()[0].count() == 128
    with pytest.raises(SheetError, match="level.tmx"):
        Map.read(files, "level.tmx", strict=True)
    assert Sheet.read(files, "hero.json").warnings == []


def test_a_root_confines_reading(files, tmp_path):
    for name in ("maps", "art"):
        (tmp_path / name).mkdir()
    (tmp_path / "maps/level.tmx").write_bytes(files["level.tmx"].replace(b"cave.png", b"../art/cave.png"))
    (tmp_path / "art/cave.png").write_bytes(files["cave.png"])
    level = tmp_path / "maps/level.tmx"
    assert Map.open(level).warnings == [] and len(Map.open(level, root=tmp_path).layers) == 2
    with pytest.raises(SheetError, match="inside the root folder"):
        Map.open(level, root=tmp_path / "maps")


def test_files_map_names_to_bytes(files):
    with pytest.raises(TypeError, match=r'files\["hero.png"\] must be bytes, got a str'):
        Sheet.read(files | {"hero.png": "text"}, "hero.json")
    with pytest.raises(TypeError, match="files must map names to bytes, got the name a int"):
        Sheet.read({1: b""}, "hero.json")
