"""``hitmask.pygame.Mask`` agrees with pygame's masks."""

from __future__ import annotations

import copy
import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import compare_pygame
import numpy as np
import pytest

import hitmask

pygame = pytest.importorskip("pygame")

import hitmask.pygame as ours  # noqa: E402

HEADLESS = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}


def python(*args: str) -> str:
    """Runs Python headless and returns what it prints."""
    ran = subprocess.run([sys.executable, *args], env=HEADLESS, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    return ran.stdout


def test_import_of_hitmask_does_not_import_pygame():
    assert python("-c", "import sys, hitmask; print('pygame' in sys.modules)").strip() == "False"


@pytest.mark.parametrize(("name", "count"), [("mask_test", 261), ("sprite_test", 143)])
def test_tests_of_pygame_pass(name: str, count: int):
    if pygame.version.ver != "2.5.8":
        pytest.skip(f"the numbers are those of pygame-ce 2.5.8, not of {pygame.version.ver}")
    runner = Path(__file__).parent / "run_pygame_tests.py"
    if sys.version_info < (3, 12) and name == "mask_test":
        ran = subprocess.run(
            [sys.executable, str(runner), name], env=HEADLESS, capture_output=True, text=True, timeout=300
        )
        assert "260 of 261 passed" in ran.stdout and "test_buffer_interface" in ran.stderr
        return
    assert f"{name}: {count} of {count} passed, 0 skipped" in python(str(runner), name)


def test_random_calls_agree_with_pygame():
    if sys.version_info < (3, 12):
        pytest.skip("the comparison reads the words of masks, which needs Python 3.12")
    script = Path(__file__).parent / "compare_pygame.py"
    printed = python(str(script), "--seconds", "10", "--seed", "9")
    assert ", 0 differ" in printed and int(printed.split()[0]) > 1000


def test_overlap_is_the_first_pixel_of_the_leftmost_strip():
    make = compare_pygame.Maker(3)
    for _ in range(400):
        a, b = make.pair(make.rng.choice([63, 64, 65, 127, 129, 200])), make.pair(
            make.rng.choice([63, 64, 65, 128, 130])
        )
        at = (make.rng.randrange(-130, 201), make.rng.randrange(-70, 71))
        assert a[1].overlap(b[1], at) == a[0].overlap(b[0], at)
        if (first := a[1].overlap_first(b[1], at)) is not None:
            assert first[1] <= a[1].overlap(b[1], at)[1]


def test_masks_are_equal_by_identity_and_are_masks_of_hitmask():
    mask = ours.Mask((3, 2), fill=True)
    assert mask == mask and mask != mask.copy() and len({mask, mask.copy()}) == 2
    assert isinstance(mask, hitmask.Mask) and ours.MaskType is ours.Mask
    assert hitmask.Mask.from_array(np.ones((2, 3), bool)) != mask
    assert (mask.size, mask.to_array().all(), bool(ours.Mask((1, 1)))) == ((3, 2), True, True)
    assert repr(mask) == "<Mask(3x2)>"
    with pytest.raises(TypeError):
        mask < mask


def test_copies_are_apart_and_keep_the_class():
    class Named(ours.Mask):
        def __init__(self, name: str) -> None:
            super().__init__((4, 4), True)
            self.name = name

    mask = Named("rock")
    for other, has_name in [(mask.copy(), False), (copy.copy(mask), False), (copy.deepcopy(mask), True)]:
        assert type(other) is Named and hasattr(other, "name") == has_name
        other.clear()
        assert (mask.count(), other.count(), other.get_size()) == (16, 0, (4, 4))
    mask.__init__("stone")
    assert mask.name == "stone" and type(mask.scale((2, 2))) is ours.Mask


def test_a_class_without_a_call_of_init_is_empty():
    class Lazy(ours.Mask):
        def __init__(self, *args: object) -> None:
            pass

    mask = Lazy("anything", 3)
    assert mask.get_size() == (0, 0) and mask.count() == 0 and mask.overlap(mask, (0, 0)) is None


def test_masks_of_pygame_and_of_hitmask_work_together():
    theirs, mine = pygame.mask.Mask((70, 5), fill=True), ours.Mask((70, 5))
    mine.draw(theirs, (3, 1))
    assert mine.count() == 67 * 4 and mine.overlap(theirs, (0, 0)) == (3, 1)
    plain = hitmask.Mask(70, 5, fill=True)
    assert mine.overlap_area(plain, (0, 0)) == 67 * 4
    for wrong in (None, 1, "mask", pygame.Surface((1, 1))):
        with pytest.raises(TypeError):
            mine.overlap(wrong, (0, 0))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs PEP 688")
def test_words_are_read_only():
    mask = ours.Mask((130, 3))
    mask.set_at((129, 2))
    view = memoryview(mask)
    assert (view.shape, view.itemsize, view.readonly) == ((3, 3), 8, True) and view[2, 2] == 2
    assert memoryview(ours.Mask((0, 3))).nbytes == 0
    with pytest.raises(TypeError):
        view[0, 0] = 1


def test_numpy_reads_the_words_of_a_mask_as_it_reads_those_of_pygame():
    theirs, mine = pygame.mask.Mask((130, 3)), ours.Mask((130, 3))
    for mask in (theirs, mine):
        mask.set_at((129, 2))
    words = np.asarray(mine)
    assert np.array_equal(words, np.asarray(theirs)) and words.shape == (3, 3)
    assert np.array_equal(mine.__array__(), words) and mine.__array__(np.uint8).dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        words[:] = 0
    assert mine.to_array()[2, 129] and np.array(mine).flags.writeable


def test_surfaces_are_not_left_locked():
    surface = pygame.Surface((40, 30), pygame.SRCALPHA, 32)
    for size in (10, 40):
        part = surface.subsurface((0, 0, size, 30))
        ours.from_surface(part)
        assert not surface.get_locked() and not part.get_locked()
    large = pygame.Surface((400, 300), pygame.SRCALPHA, 32)
    ours.from_surface(large)
    made = ours.Mask((400, 300)).to_surface()
    gc.collect()
    assert not large.get_locked() and not made.get_locked()


def test_masks_one_pixel_wide_have_components():
    mask = ours.Mask((1, 90))
    for y in range(0, 90, 2):
        mask.set_at((0, y))
    assert len(mask.connected_components()) == len(mask.get_bounding_rects()) == 45
    assert mask.connected_component().count() == 1


def test_a_size_beyond_the_limit_is_a_memory_error():
    for size in [(1 << 20, 1 << 20), (2147483647, 2147483647)]:
        with pytest.raises(MemoryError):
            ours.Mask(size)
        with pytest.raises(MemoryError):
            ours.Mask((2, 2)).scale(size)


def test_install_replaces_the_names_of_pygame():
    code = """
import pygame, pygame.sprite, pygame.mask
before = pygame.sprite.collide_mask
import hitmask.pygame as ours
ours.install(); ours.install()
assert pygame.mask.Mask is pygame.Mask is pygame.mask.MaskType is ours.Mask
assert pygame.mask.from_surface is ours.from_surface and pygame.mask.from_threshold is ours.from_threshold
surface = pygame.Surface((5, 5), 0, 24)
assert type(pygame.mask.from_surface(surface)) is ours.Mask
assert type(pygame.mask.from_threshold(surface, (0, 0, 0), (9, 9, 9, 255))) is ours.Mask
a, b = pygame.sprite.Sprite(), pygame.sprite.Sprite()
for one in (a, b):
    one.image = pygame.Surface((4, 4), pygame.SRCALPHA, 32)
    one.image.fill("red")
    one.rect = one.image.get_rect()
assert pygame.sprite.collide_mask(a, b) == before(a, b) == (0, 0)
assert pygame.sprite.spritecollide(a, [b], False, before) == [b]
print("done")
"""
    assert python("-c", code).strip().endswith("done")


class Tagged(ours.Mask):
    """A subclass with an attribute."""


def test_copies_and_pickles_keep_the_class():
    import copy
    import pickle

    for kind in (ours.Mask, Tagged):
        mask = kind((9, 4))
        mask.set_at((3, 2))
        for other in (pickle.loads(pickle.dumps(mask)), copy.deepcopy(mask), mask.rotated_180().rotated_180(), ~~mask):
            assert type(other) is kind and other.get_size() == (9, 4) and other.overlap(mask, (0, 0)) == (3, 2)
    tagged = Tagged((2, 2))
    tagged.tag = "rock"
    assert pickle.loads(pickle.dumps(tagged)).tag == copy.deepcopy(tagged).tag == "rock"
    assert type(Tagged.from_text("##")) is Tagged and Tagged.from_text("##").get_size() == (2, 1)


def test_text_is_that_of_pygame():
    theirs, mine = pygame.mask.Mask((5, 4)), ours.Mask((5, 4))
    assert str(mine) == repr(mine) and f"{mine}" == str(theirs).replace("Mask object", "Mask")
    for wrong, reason in [((1, 2, 3), "got 3 values"), (5, "got int")]:
        with pytest.raises(TypeError, match=reason):
            mine.overlap(mine, wrong)


def test_buffers_and_views_of_a_wrong_size() -> None:
    class Short(pygame.mask.Mask):
        def __buffer__(self, flags: int) -> memoryview:
            return memoryview(bytearray(4)).cast("I")

    class Surface(pygame.Surface):
        def get_view(self, kind: str) -> bytes:
            if kind == "0" and self.get_width() == 50:
                raise ValueError
            return b""

    if sys.version_info >= (3, 12):  # PEP 688
        with pytest.raises(ValueError):
            ours.Mask((100, 100), True).overlap(Short((100, 100), True), (0, 0))
    for side in (50, 500):
        surface = Surface((side, side), pygame.SRCALPHA, 32)
        assert ours.from_surface(surface).count() == pygame.mask.from_surface(surface).count() == 0


def test_masks_of_surfaces_without_the_drop_in():
    """``hitmask.Mask.from_surface`` returns a plain mask, of a frame too."""
    sheet = pygame.Surface((96, 40), pygame.SRCALPHA)
    sheet.fill((9, 9, 9, 200), (10, 5, 30, 20))
    for surface in (sheet, sheet.subsurface((3, 2, 80, 30)), sheet.convert(24), sheet.convert(8)):
        whole = hitmask.Mask.from_surface(surface)
        assert type(whole) is hitmask.Mask
        assert np.array_equal(whole.to_array(), ours.from_surface(surface).to_array())
        part = hitmask.Mask.from_surface(surface, frame=pygame.Rect(8, 3, 17, 25))
        assert np.array_equal(part.to_array(), whole.to_array()[3:28, 8:25])
    assert hitmask.Mask.from_surface(sheet, alpha_above=200).is_empty()
    sheet.set_colorkey((9, 9, 9, 200))
    assert not hitmask.Mask.from_surface(sheet, frame=(10, 5, 30, 20))
    with pytest.raises(TypeError, match="pygame.Surface, got int"):
        hitmask.Mask.from_surface(3)
    for wrong in [{"frame": (90, 0, 9, 9)}, {"frame": (0, 0, -1, 3)}, {"alpha_above": 256}]:
        with pytest.raises(ValueError):
            hitmask.Mask.from_surface(sheet, **wrong)


def test_rectangles_are_apart() -> None:
    mask, other = ours.Mask((7, 5)), ours.Mask((3, 2))
    first, second = mask.get_rect(), mask.get_rect()
    first.x, first.width = 9, 99
    second.update(1, 2, 3, 4)
    assert [mask.get_rect(), other.get_rect(), mask.get_rect(x=3)] == [(0, 0, 7, 5), (0, 0, 3, 2), (3, 0, 7, 5)]
    assert mask.get_rect() is not mask.get_rect()


def test_masks_in_used_memory_have_no_trace_of_the_masks_before() -> None:
    class Named(ours.Mask):
        pass

    for round_ in range(3):
        masks = [ours.Mask((8, 8), True) for _ in range(200)] + [Named((8, 8), True) for _ in range(200)]
        masks[-1].name = "a name"
        gone = []
        refs = [weakref.ref(mask, gone.append) for mask in masks]
        del masks
        gc.collect()
        assert len(gone) == 400 and {ref() for ref in refs} == {None}
        masks = [ours.Mask((9, 4)) for _ in range(200)] + [Named((9, 4)) for _ in range(200)]
        assert {(mask.get_size(), mask.count(), weakref.getweakrefcount(mask)) for mask in masks} == {((9, 4), 0, 0)}
        assert not hasattr(masks[-1], "name") and not hasattr(masks[0], "__dict__"), round_
        assert ours.Mask((3, 3)).copy().get_size() == (3, 3) and len({id(mask) for mask in masks}) == 400

