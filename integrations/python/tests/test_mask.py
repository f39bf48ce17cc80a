"""``hitmask.Mask`` agrees with arrays of booleans."""

from __future__ import annotations

import copy
import ctypes
import pickle

import numpy as np
import oracle
import pytest

from hitmask import Affine, Circle, Contour, Line, Mask, Polygon, Sweep, Turntable


def test_arrays_go_in_and_come_out():
    for rng, array in oracle.random_arrays(1, 60):
        mask = Mask.from_array(array)
        assert mask.size == (array.shape[1], array.shape[0])
        assert np.array_equal(mask.to_array(), array)
        numbers = np.where(array, rng.integers(1, 9, array.shape), 0)
        for other in [numbers, numbers.astype(np.uint8), np.asfortranarray(array), array.tolist() or array]:
            assert Mask.from_array(other) == mask
        for other in [numbers, numbers.astype(float), numbers.astype(np.uint8), np.asfortranarray(array), array]:
            assert Mask.from_array(other, above=0) == mask
        wide = np.repeat(np.repeat(array, 2, 0), 3, 1)
        assert Mask.from_array(wide[::2, ::3]) == mask


def test_real_numbers_need_a_threshold():
    """NaN and a probability of 0.01 were solid: ``not 0``."""
    for dtype in (np.float16, np.float32, np.float64):
        scores = np.array([[np.nan, 0.01, 0.5], [0.75, -3.5, np.inf]], dtype)
        with pytest.raises(TypeError, match=f"array has real numbers .{np.dtype(dtype)}.*above=0.5"):
            Mask.from_array(scores)
        assert Mask.from_array(scores, above=0.5) == Mask.from_text("...\n#.#")
        assert Mask.from_array(scores, 0) == Mask.from_text(".##\n#.#")
        assert Mask.from_array(np.asfortranarray(scores), np.float32(0.25)) == Mask.from_text("..#\n#.#")
    assert Mask.from_array([[], []]).size == (0, 2)
    gray = np.array([[0, 127, 128], [255, 1, 200]], np.uint8)
    assert Mask.from_array(gray, above=127) == Mask.from_text("..#\n#.#")
    assert Mask.from_array(gray, above=300).is_empty() and Mask.from_array(gray, above=-1).count() == 6
    assert Mask.from_array(np.array([[2**63 - 1, 2**63 - 2]]), above=2**63 - 2) == Mask.from_text("#.")
    assert Mask.from_array([[True, False]], above=0.5) == Mask.from_text("#.")
    for above, error in [(np.nan, ValueError), (np.inf, ValueError), ("1", TypeError), ([1], TypeError), (np.ones(1), TypeError)]:
        with pytest.raises(error, match="above must be"):
            Mask.from_array(gray, above=above)
    for wrong in (np.array([["a"]]), np.array([[1j]]), np.array([[None]])):
        with pytest.raises(TypeError, match="array must be of booleans or numbers"):
            Mask.from_array(wrong)


def test_numpy_reads_a_mask_as_an_array_of_booleans():
    """``np.asarray(mask)`` was an array with the mask as its only item."""
    mask = Mask(100, 50, fill=True)
    mask[3, 2] = False
    array = np.asarray(mask)
    assert (array.shape, array.dtype, mask.shape) == ((50, 100), bool, (50, 100)) and not array[2, 3]
    assert np.count_nonzero(mask) == 4999 and np.array_equal(np.array(mask), mask.to_array())
    array[:] = False
    assert mask.count() == 4999
    assert np.asarray(mask, np.uint8).sum() == 4999 and np.asarray(mask, dtype=float).dtype == float
    assert Mask.from_array(mask) == mask and mask.__array__(copy=True).sum() == 4999
    assert np.asarray(Mask(0, 3)).shape == (3, 0)
    with pytest.raises(ValueError, match="copy must not be False"):
        mask.__array__(copy=False)
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="copy must not be False"):
            np.array(mask, copy=False)


def test_overlaps_at_many_offsets():
    rng = np.random.default_rng(51)
    for side in (1, 7, 64, 130):
        a, b = (Mask.from_array(rng.random((side, side)) < 0.05) for _ in range(2))
        offsets = rng.integers(-side - 2, side + 2, (200, 2))
        expected = [a.overlaps(b, at) for at in offsets]
        for given in (offsets, offsets.astype(np.int32), offsets.astype(float), offsets.tolist(), offsets[::-1][::-1]):
            found = a.overlaps_at(b, given)
            assert found.dtype == bool and found.tolist() == expected
        assert a.overlaps_at(a, [(0, 0)]).tolist() == [not a.is_empty()]
    assert a.overlaps_at(b, []).shape == (0,) and a.overlaps_at(b, np.zeros((0, 2))).shape == (0,)
    far = [(2**31 - 1, -(2**31)), (-(2**31), 2**31 - 1)]
    assert not a.overlaps_at(b, far).any()
    for wrong, error, reason in [
        ([(0.5, 0)], ValueError, r"offsets\[0\] must be whole pixels, got 0.5"),
        ([(0, 0), (np.nan, 0)], ValueError, r"offsets\[1\] must be finite"),
        ([(2**31, 0)], ValueError, r"offsets\[0\] must be from -2147483648 to 2147483647"),
        ([1, 2], ValueError, r"offsets must have the shape \(N, 2\), got \[2\]"),
        (np.array([["a", "b"]]), TypeError, "offsets must be whole numbers"),
    ]:
        with pytest.raises(error, match=reason):
            a.overlaps_at(b, wrong)


def test_words_go_in_and_come_out():
    for rng, array in oracle.random_arrays(15, 40):
        height, width = array.shape
        words = Mask.from_array(array).to_words()
        assert words.dtype == np.uint64 and words.shape == (height, (width + 63) // 64)
        for y, x in np.argwhere(array)[:20]:
            assert int(words[y, x // 64]) >> int(x % 64) & 1
        if width % 64:
            words[:, -1] |= np.uint64(2**64 - (1 << width % 64))  # bits beyond the width
        assert np.array_equal(Mask.from_words(width, words).to_array(), array)
    packed = np.zeros(4, dtype=[("flag", "u1"), ("word", "u8")])  # 9 bytes from number to number
    packed["word"] = [1, 2, 4, 8]
    assert Mask.from_words(4, packed["word"].reshape(4, 1)) == Mask.from_text("#...\n.#..\n..#.\n...#")
    for words in [[[1, 2]], [1], [[-1]]]:
        with pytest.raises(ValueError):
            Mask.from_words(9, words)
    with pytest.raises(TypeError):
        Mask.from_words(9, [[0.5]])


def test_arrays_that_come_out_are_copies():
    mask = Mask(3, 2)
    mask.to_array()[:] = True
    assert mask.count() == 0
    array = np.zeros((2, 3), dtype=bool)
    mask = Mask.from_array(array)
    array[:] = True
    assert mask.count() == 0


def test_pictures_follow_the_rule_for_solid_pixels():
    rng = np.random.default_rng(2)
    for width, height in [(0, 0), (1, 1), (65, 9), (130, 4)]:
        pixels = rng.integers(0, 256, (height, width, 4), dtype=np.uint8)
        pixels[rng.random((height, width)) < 0.3, :3] = (255, 0, 255)
        alpha = pixels[..., 3]
        assert np.array_equal(Mask.from_rgba(pixels).to_array(), alpha > 127)
        for threshold in [0, 20, 254, 255]:
            assert np.array_equal(Mask.from_rgba(pixels, alpha_above=threshold).to_array(), alpha > threshold)
        key = Mask.from_rgba(pixels, color_key=(255, 0, 255))
        assert np.array_equal(key.to_array(), (pixels[..., :3] != (255, 0, 255)).any(axis=2))
        luma = pixels[..., :3].astype(int) @ [2126, 7152, 722] // 10000
        assert np.array_equal(Mask.from_rgba(pixels, luma_above=90).to_array(), luma > 90)
        assert Mask.from_rgba(np.asfortranarray(pixels)) == Mask.from_rgba(pixels)
        assert Mask.from_rgba(pixels[::-1, ::-1]) == Mask.from_rgba(pixels).rotated_180()


@pytest.mark.parametrize("order", ["rgba", "bgra", "argb", "abgr", "rgb", "bgr"])
def test_surfaces_in_every_order(order):
    rng = np.random.default_rng(4)
    for width, height in [(0, 0), (0, 4), (4, 0), (1, 1), (3, 2), (63, 9), (64, 9), (65, 9), (130, 4)]:
        rgba = rng.integers(0, 256, (height, width, 4), dtype=np.uint8)
        rgba[rng.random((height, width)) < 0.3, :3] = (255, 0, 127)
        if "a" not in order:
            rgba[..., 3] = 255
        surface = rgba[..., ["rgba".index(channel) for channel in order]].copy()
        for rule in [{}, {"alpha_above": 20}, {"color_key": (255, 0, 127)}, {"luma_above": 90}]:
            expected = Mask.from_rgba(rgba, **rule)
            assert Mask.from_rgba(surface, order=order, **rule) == expected
            # Rows with gaps, in arrays and in memory.
            for gap in [0, 1, 3, 16]:
                row = width * len(order)
                padded = np.full((height, row + gap), 77, np.uint8)
                padded[:, :row] = surface.reshape(height, row)
                view = padded[:, :row].reshape(height, width, len(order))
                assert Mask.from_rgba(view, order=order, **rule) == expected
                memory = padded.tobytes()
                size, stride = (width, height), row + gap
                end = max(0, (height - 1) * stride + row) if width and height else 0
                for pixels in [memory, bytearray(memory), memoryview(memory)[:end], (ctypes.c_uint8 * len(memory))(*memory)]:
                    assert Mask.from_rgba(pixels, size=size, stride=stride, order=order, **rule) == expected
                if not gap:
                    assert Mask.from_rgba(memory, size=size, order=order, **rule) == expected
                if width > 2 and height > 1:
                    frame = (1, 1, width - 2, height - 1)
                    part = Mask.from_rgba(memory, size=size, stride=stride, order=order, frame=frame, **rule)
                    assert np.array_equal(part.to_array(), expected.to_array()[1:, 1:-1])
                    assert Mask.from_rgba(view, order=order, frame=frame, **rule) == part
        # Views that no stride describes.
        assert Mask.from_rgba(surface[::-1], order=order) == Mask.from_rgba(rgba).flipped_y()
        assert Mask.from_rgba(surface[:, ::2], order=order) == Mask.from_rgba(rgba[:, ::2])
        assert Mask.from_rgba(surface.transpose(1, 0, 2), order=order) == Mask.from_rgba(rgba.transpose(1, 0, 2))


def test_frames_of_memory_may_have_no_pixels():
    memory = bytes(4 * 6)
    for frame in [(3, 2, 0, 0), (0, 2, 3, 0), (3, 0, 0, 2)]:
        assert Mask.from_rgba(memory, size=(3, 2), frame=frame).size == frame[2:]
    assert Mask.from_rgba(b"", size=(0, 5)).size == (0, 5)


@pytest.mark.parametrize("bitorder", ["big", "little"])
def test_bits_in_both_orders(bitorder):
    rng = np.random.default_rng(6)
    for width in [0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129, 193]:
        for height in [0, 1, 5]:
            array = rng.random((height, width)) < 0.5
            bits = np.packbits(array, axis=1, bitorder=bitorder)
            assert np.array_equal(Mask.from_bits(width, bits, bitorder=bitorder).to_array(), array)
            # Longer rows, whose other bits do not count.
            longer = np.pad(bits, ((0, 0), (0, 3)), constant_values=255)
            if width % 8 and bitorder == "little" and bits.size:
                longer[:, bits.shape[1] - 1] |= np.uint8(0xFF << width % 8 & 0xFF)
            assert np.array_equal(Mask.from_bits(width, longer, bitorder=bitorder).to_array(), array)
            assert np.array_equal(Mask.from_bits(width, longer[::-1], bitorder=bitorder).to_array(), array[::-1])
    pbm = b"P4\n10 2\n" + bytes([0x80, 0x40, 0x01, 0x80])
    rows = np.frombuffer(pbm, np.uint8, offset=8).reshape(2, -1)
    assert Mask.from_bits(10, rows) == Mask.from_text("#........#\n.......##.")


def test_overlaps_of_random_masks():
    rng = np.random.default_rng(3)
    for _ in range(150):
        a, b = (oracle.random_array(rng, int(rng.choice(oracle.SIDES)), int(rng.integers(0, 9))) for _ in range(2))
        at = (int(rng.integers(-b.shape[1] - 2, a.shape[1] + 3)), int(rng.integers(-10, 11)))
        mask, other = Mask.from_array(a), Mask.from_array(b)
        shared = oracle.common(a, b, at)
        assert mask.overlaps(other, at) == shared.any()
        assert mask.overlap_area(other, at) == shared.sum()
        assert mask.overlap_bounds(other, at) == oracle.bounds(shared)
        assert mask.overlap_first(other, at) == oracle.first(shared)
        assert np.array_equal(mask.overlap_mask(other, at).to_array(), shared)
        assert mask.overlaps(other, np.array(at)) == mask.overlaps(other, list(at)) == shared.any()


def test_offsets_at_the_ends_of_their_range():
    mask = Mask(70, 3, fill=True)
    for x in [-(2**31), 2**31 - 1]:
        assert not mask.overlaps(mask, (x, 0)) and not mask.overlaps(mask, (0, x))
        assert mask.overlap_first(mask, (x, x)) is None and mask.penetration(mask, (x, x)) is None


def test_edits_of_random_masks():
    rng = np.random.default_rng(4)
    for _ in range(80):
        a, b = (oracle.random_array(rng, int(rng.choice(oracle.SIDES)), int(rng.integers(0, 9))) for _ in range(2))
        at = (int(rng.integers(-70, 70)), int(rng.integers(-10, 11)))
        moved = oracle.shifted(b, at, (a.shape[1], a.shape[0]))
        for edit, expected in [
            ("draw", a | moved),
            ("erase", a & ~moved),
            ("toggle", a ^ moved),
            ("intersect", a & moved),
        ]:
            mask = Mask.from_array(a)
            getattr(mask, edit)(Mask.from_array(b), at)
            assert np.array_equal(mask.to_array(), expected), edit
        mask = Mask.from_array(a)
        mask.invert()
        assert np.array_equal(mask.to_array(), ~a)
        mask.fill()
        assert mask.count() == a.size
        mask.clear()
        assert mask.is_empty() and not mask
        mask.draw(mask, (1, 1))
        assert mask.is_empty()


def test_operators_combine_masks_of_one_size():
    for rng, a in oracle.random_arrays(5, 40):
        b = rng.random(a.shape) < 0.5
        mask, other = Mask.from_array(a), Mask.from_array(b)
        results = [
            (mask | other, a | b),
            (mask & other, a & b),
            (mask ^ other, a ^ b),
            (mask - other, a & ~b),
            (~mask, ~a),
        ]
        for result, expected in results:
            assert np.array_equal(result.to_array(), expected)
        assert np.array_equal(mask.to_array(), a)
        mask |= other
        assert np.array_equal(mask.to_array(), a | b)
    with pytest.raises(ValueError, match="equal sizes, got 3 x 2 and 2 x 2"):
        Mask(3, 2) | Mask(2, 2)
    with pytest.raises(TypeError):
        Mask(3, 2) & 1  # type: ignore[operator]


def test_items_are_pixels():
    for _, array in oracle.random_arrays(6, 30):
        mask = Mask.from_array(array)
        for y, x in np.argwhere(array)[:20]:
            assert mask[x, y] and (x, y) in mask and mask.contains((x, y))
            mask[x, y] = False
            assert not mask[x, y]
            mask.set((x, y))
        assert np.array_equal(mask.to_array(), array)
        for at in [(-1, 0), (array.shape[1], 0), (0, array.shape[0])]:
            assert at not in mask
            with pytest.raises(IndexError, match="outside the mask"):
                mask[at]
            with pytest.raises(IndexError):
                mask[at] = True
            with pytest.raises(IndexError):
                mask.set(at)
        assert np.array_equal(mask.to_array(), array)


def test_equality_copies_and_pickles():
    for rng, array in oracle.random_arrays(7, 40):
        mask = Mask.from_array(array)
        copies = [mask.copy(), copy.copy(mask), copy.deepcopy(mask), pickle.loads(pickle.dumps(mask))]
        copies.append(Mask.from_bytes(mask.to_bytes()))
        for other in copies:
            assert other == mask and not other != mask
            if array.size:
                at = (int(rng.integers(array.shape[1])), int(rng.integers(array.shape[0])))
                other[at] = not other[at]
                assert other != mask
        assert np.array_equal(mask.to_array(), array)
    assert Mask(2, 3) != Mask(3, 2) and Mask(2, 3) != "mask"
    assert repr(Mask(3, 2, fill=True)) == "<Mask: 3 x 2 pixels, 6 solid>"
    assert Mask.from_text("#.\n.#") == Mask.from_array([[1, 0], [0, 1]]) and str(Mask(2, 2)) == "..\n.."
    with pytest.raises(TypeError):
        Mask(2, 2) < Mask(2, 2)  # type: ignore[operator]


def test_a_mask_that_changes_in_a_set_is_not_found_again():
    """Masks can change and are equal by their pixels, so they have no hash. Shapes cannot change."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(Mask(2, 2))
    shapes = [Circle((1, 2), 3), Line((1, 2), (3, 4)), Polygon([(0, 0), (9, 0), (0, 9)]), Affine.rotation(30)]
    again = [pickle.loads(pickle.dumps(shape)) for shape in shapes]
    assert {*shapes, *again} == {*shapes} and len({*shapes}) == 4
    assert hash(Circle((0.0, -0.0), 3)) == hash(Circle((0, 0), 3)) and Circle((0.0, -0.0), 3) == Circle((0, 0), 3)


def test_measures():
    for _, array in oracle.random_arrays(8, 60):
        mask = Mask.from_array(array)
        ys, xs = np.nonzero(array)
        assert mask.count() == len(xs) and mask.bounds() == oracle.bounds(array)
        assert mask.is_empty() == (len(xs) == 0)
        x, y = (side.astype(object) for side in (xs, ys))
        assert mask.moments() == (len(xs), x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum())
        if len(xs):
            assert mask.centroid() == pytest.approx((xs.mean(), ys.mean()))
        else:
            assert mask.centroid() is None and mask.angle() is None
        assert np.array_equal(mask.pixels(), np.stack([xs, ys], axis=1))
        assert mask.pixels().dtype == np.int32 and mask.pixels().shape == (len(xs), 2)
        runs = mask.runs()
        drawn = np.zeros_like(array)
        for y, left, right in runs:
            assert not drawn[y, left:right].any()
            drawn[y, left:right] = True
        assert np.array_equal(drawn, array)


def test_components_make_up_the_mask():
    for _, array in oracle.random_arrays(9, 40):
        mask = Mask.from_array(array)
        for connectivity in (4, 8):
            parts = mask.connected_components(connectivity)
            drawn = Mask(*mask.size)
            for part in parts:
                assert part.count == part.mask.count() and not drawn.overlaps(part.mask, part.at)
                assert mask.component_at(np.argwhere(part.mask.to_array())[0][::-1] + part.at, connectivity) == part
                drawn.draw(part.mask, part.at)
            assert drawn == mask
            counts = [count for _, count in mask.component_bounds(connectivity)]
            assert counts == [part.count for part in parts]
            largest = mask.largest_component(connectivity)
            assert (largest.count if largest else 0) == max(counts, default=0)
    with pytest.raises(ValueError, match="connectivity must be 4 or 8, got 5"):
        Mask(1, 1).connected_components(5)  # type: ignore[arg-type]


def test_detached_components_are_what_an_explosion_cuts_off():
    terrain = Mask.from_text("###.\n.#..\n.#.#\n####")
    terrain.fill_shape((1, 1, 1, 2), solid=False)
    (piece,) = terrain.detached_components((0, 3, 4, 1), connectivity=4)
    assert (piece.at, piece.count) == ((0, 0), 3)
    assert terrain.detached_components((0, 0, 4, 4), connectivity=4) == []


def test_contours_restore_the_mask():
    for _, array in oracle.random_arrays(10, 40):
        mask = Mask.from_array(array)
        contours = mask.contours()
        assert Mask.from_contours(*mask.size, contours) == mask
        assert Mask.from_contours(*mask.size, [contour.points for contour in contours]) == mask
        assert all(len(contour) == len(contour.points) >= 4 for contour in contours)
    ring = Mask.from_text("###\n#.#\n###").contours()
    assert [contour.is_hole for contour in ring] == [False, True] and isinstance(ring[0], Contour)
    assert Mask.from_text("##\n##").outline().tolist() == [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]


def test_flips_turns_and_scales():
    for _, array in oracle.random_arrays(11, 40):
        mask = Mask.from_array(array)
        turned = [array[:, ::-1], array[::-1], np.rot90(array, -1), np.rot90(array, 2), np.rot90(array, 1)]
        masks = [mask.flipped_x(), mask.flipped_y(), mask.rotated_90(), mask.rotated_180(), mask.rotated_270()]
        for result, expected in zip(masks, turned, strict=True):
            assert np.array_equal(result.to_array(), expected)
        doubled = np.repeat(np.repeat(array, 2, 0), 2, 1)
        assert np.array_equal(mask.scaled(2 * mask.width, 2 * mask.height).to_array(), doubled)
        assert np.array_equal(mask.scaled_any(2 * mask.width, 2 * mask.height).to_array(), doubled)
        assert mask.coarsened(1) == mask
        cropped, (x, y) = mask.cropped()
        assert mask.bounds() is None or (x, y, *cropped.size) == mask.bounds()
        moved, at = mask.transformed(Affine.translation((5, -3)))
        drawn = Mask(*mask.size)
        drawn.draw(moved, (at[0] - 5, at[1] + 3))
        assert drawn == mask


def test_grown_masks_hold_every_pixel_within_the_radius():
    for _, array in oracle.random_arrays(12, 12):
        mask = Mask.from_array(array)
        grown, (left, top) = mask.grown(2)
        pixels = mask.pixels()
        for y, x in np.ndindex(grown.height, grown.width):
            near = ((pixels - (x + left, y + top)) ** 2).sum(axis=1).min(initial=99) <= 4
            assert grown[x, y] == near
        inner, at = mask.shrunk(0)
        drawn = Mask(*mask.size)
        drawn.draw(inner, at)
        assert drawn == mask


def test_convolution_and_colliding_offsets():
    rng = np.random.default_rng(13)
    for _ in range(10):
        a, b = (oracle.random_array(rng, int(rng.integers(1, 9)), int(rng.integers(1, 9))) for _ in range(2))
        mask, other = Mask.from_array(a), Mask.from_array(b)
        convolved = mask.convolve(other)
        assert convolved.size == (mask.width + other.width - 1, mask.height + other.height - 1)
        offsets, (left, top) = mask.colliding_offsets(other)
        for y, x in np.ndindex(convolved.height, convolved.width):
            at = (x - other.width + 1, y - other.height + 1)
            assert convolved[x, y] == mask.overlaps(other, at) == ((at[0] - left, at[1] - top) in offsets)


def test_shapes_are_filled_and_asked_about():
    shapes = [Circle((20, 12.5), 9), Line((-3, 2), (50, 20)), Polygon([(1, 1), (60.5, 3), (30, 22)]), (60, 2, 9, 9)]
    for shape in shapes:
        drawn = Mask(140, 70)
        drawn.fill_shape(shape, (3, 1))
        assert drawn.count() > 0
        for _, array in oracle.random_arrays(14, 12):
            mask = Mask.from_array(array)
            shared = array & oracle.shifted(drawn.to_array(), (0, 0), mask.size)
            assert mask.overlaps_shape(shape, (3, 1)) == shared.any()
            assert mask.overlap_shape_area(shape, (3, 1)) == shared.sum()
            assert mask.overlap_shape_first(shape, (3, 1)) == oracle.first(shared)
            assert mask.overlap_shape_bounds(shape, at=(3, 1)) == oracle.bounds(shared)
    assert shapes[0] == Circle((20, 12.5), 9) and repr(shapes[0]) == "Circle((20.0, 12.5), 9.0)"
    assert pickle.loads(pickle.dumps(shapes)) == shapes
    assert (shapes[1].start, shapes[1].end) == ((-3, 2), (50, 20))
    with pytest.raises(TypeError, match="shape must be a Circle, a Line, a Polygon or a rectangle"):
        Mask(1, 1).fill_shape(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        Circle((0, 0), -1)
    with pytest.raises(ValueError):
        Polygon([(0, 0), (1, 1)])
    with pytest.raises(ValueError, match="width must be at least 0, got -1"):
        Mask(1, 1).fill_shape((0, 0, -1, 2))


def test_rays_and_sweeps():
    wall = Mask(1, 50, fill=True)
    hit = wall.cast_ray((-9, 20), (9, 20))
    assert hit is not None
    assert (hit.at, hit.before, hit.step, hit.normal) == ((0, 20), (-1, 20), 9, (-1.0, 0.0))
    assert repr(hit) == "RayHit(at=(0, 20), before=(-1, 20), step=9, normal=(-1.0, 0.0))"
    inside = wall.cast_ray((0, 3), (9, 3))
    assert inside is not None and inside.before is None and inside.normal is None and inside != hit
    assert wall.cast_ray((-9, 60), (9, 60)) is None
    assert wall.solid_on_line((-3, 4), (3, 4)).tolist() == [[0, 4]]
    bullet = Mask(2, 2, fill=True)
    sweep = wall.sweep(bullet, start=(-1_000_000, 20), end=(1_000_000, 24))
    assert sweep.hit is not None and not sweep.started_inside
    assert (sweep.hit.before, sweep.hit.at, sweep.hit.normal) == ((-2, 22), (-1, 22), (-1.0, 0.0))
    assert wall.sweep(bullet, (-9, -2), (9, -2)) == Sweep(None, False)
    assert wall.sweep(bullet, (0, 3), (9, 3)).started_inside


def test_ways_out():
    ground, box = Mask(100, 40, fill=True), Mask(4, 4, fill=True)
    assert ground.penetration(box, (50, 1)) == (0, 5) and box.penetration(ground, (-50, -1)) == (0, -5)
    assert box.penetration_along(ground, (-50, -8), (-1, -2)) == (-6, -12)
    assert ground.overlap_normal(box, (50, -2)) == (0.0, 1.0) and box.overlap_normal(ground, (-50, 2)) == (0.0, -1.0)
    assert ground.penetration(box, (200, 0)) is None and ground.overlap_normal(box, (200, 0)) is None


def test_distance():
    """The distance is the one between the nearest of all pairs of pixels."""
    rng = np.random.default_rng(4)
    for _ in range(30):
        one, other = (rng.random((rng.integers(1, 40), rng.integers(1, 80))) < rng.choice([0.02, 0.5]) for _ in range(2))
        at = rng.integers(-90, 90, 2)
        a, b = (np.argwhere(array)[:, ::-1] for array in (one, other))
        distance = Mask.from_array(one).distance(Mask.from_array(other), tuple(at.tolist()))
        if len(a) == 0 or len(b) == 0:
            assert distance is None
        else:
            assert distance == np.sqrt(((a[:, None] - (b + at)[None]) ** 2).sum(axis=2).min())
    block = Mask(4, 4, fill=True)
    assert [block.distance(block, (x, 0)) for x in (0, 3, 4, 5)] == [0.0, 0.0, 1.0, 2.0]
    with pytest.raises(ValueError, match="at"):
        block.distance(block, (0.5, 0))


def test_rotations_about_an_origin():
    bar = Mask(9, 1, fill=True)
    table = Turntable(bar, 4, (0, 0))
    turned, at = table.turned(1)
    assert (turned, at) == (bar.rotated_90(), (-1, 0))
    assert table.index_of(-90) == 3 and table.angles == 4
    turn = Affine.rotation(90)
    assert turn.apply((2, 1)) == pytest.approx((-1, 2)) and turn.then(turn.inverse()).apply((2, 1)) == pytest.approx(
        (2, 1)
    )
    rotated, place = bar.transformed(turn)
    assert (rotated, place) == (bar.rotated_90(), (-1, 0)) and not bar.overlaps_transformed(turn, bar, Affine())
    assert bar.overlaps_transformed(turn, bar, Affine.translation((-2, 3)))
    assert pickle.loads(pickle.dumps(turn)) == turn
    nan, inf = float("nan"), float("inf")
    for wrong, reason in [
        (lambda: Affine(1, nan), "b must be finite, got NaN"),
        (lambda: Affine.rotation(inf), "degrees must be finite, got inf"),
        (lambda: Affine.translation((nan, 0)), "by must be finite"),
        (lambda: Affine.scale((1, -inf)), "by must be finite, got -inf"),
        (lambda: Affine.shear((nan, 0)), "by must be finite"),
        (lambda: turn.about((0, inf)), "point must be finite"),
        (lambda: turn.apply((0, nan)), "point must be finite"),
    ]:
        with pytest.raises(ValueError, match=reason):
            wrong()
    with pytest.raises(ValueError):
        Affine.scale((0, 1)).inverse()
    with pytest.raises(ValueError):
        Turntable(bar, 0, (0, 0))
    with pytest.raises(ValueError):
        table.index_of(float("nan"))


def test_wrong_arguments_are_errors_with_a_reason():
    mask = Mask(3, 2)
    for call, error, reason in [
        (lambda: Mask(-1, 2), ValueError, "a width or a height from 0 to 4294967295, got -1"),
        (lambda: Mask(2**32, 2), ValueError, "got 4294967296"),
        (lambda: Mask(2**31, 2**31), ValueError, "too large"),
        (lambda: Mask(1.5, 2), TypeError, "float"),
        (lambda: Mask(2), TypeError, "needs a width and a height"),
        (lambda: Mask("ship.png"), TypeError, r"width must be .*, got a str: .* with Mask\.from_surface\(pygame\.image\.load\(path\)\)"),
        (lambda: Mask(np.ones((2, 3), bool)), TypeError, r"width must be a whole number, got ndarray: .* Mask\.from_array\(array\)"),
        (lambda: Mask([[1]]), TypeError, r"width must be a whole number, got list: .* Mask\.from_array\(array\)"),
        (lambda: mask[1:3, 1:3], TypeError, r"pixel must be two numbers, .* a slice: .* Mask\.from_array\(mask\.to_array"),
        (lambda: mask[1:3], TypeError, "a slice"),
        (lambda: Polygon([1, 1, 5, 1, 5, 5]), TypeError, r"points must be a list of points \(x, y\), got a list of numbers: zip"),
        (lambda: Polygon([(1, 1), 5]), TypeError, r"points\[1\] must be two numbers"),
        (lambda: Polygon(3), TypeError, "points must be a list of points"),
        (lambda: Mask.from_rgba(np.zeros((4, 4), np.uint8)), ValueError, r"got \[4, 4\]; .* Mask\.from_array\(pixels, above=127\)"),
        (lambda: mask.overlaps(mask, (0.5, 0)), ValueError, "at must be whole pixels, got 0.5"),
        (lambda: mask.overlaps(mask, np.array([0.5, 0])), ValueError, "at must be whole pixels, got 0.5: round"),
        (lambda: mask.overlaps(mask, (2**31, 0)), ValueError, "got 2147483648"),
        (lambda: mask.overlaps(mask, (1, 2, 3)), ValueError, "at must be two numbers, x and y, got 3 values"),
        (lambda: mask.overlaps(mask, 3), TypeError, "at must be two numbers, x and y, got int"),
        (lambda: mask.overlaps(3, (0, 0)), TypeError, "Mask"),
        (lambda: Mask.from_array([1, 2]), ValueError, r"\(height, width\), got \[2\]"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 3), np.uint8)), ValueError, r"\(height, width, 4\), got \[2, 2, 3\]"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 3), np.uint8)), ValueError, 'are read with order="rgb"'),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 4), np.uint8), order="bgr"), ValueError, r"\(height, width, 3\), got \[2, 2, 4\]"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 4), np.uint8), order="argb8"), ValueError, "'bgr', got 'argb8'"),
        (lambda: Mask.from_rgba(np.zeros(16, np.uint8)), ValueError, r"needs size=\(width, height\)"),
        (lambda: Mask.from_rgba(bytes(16), size=(2, 2), stride=7), ValueError, "stride must be at least 8 bytes, .* got 7"),
        (lambda: Mask.from_rgba(bytes(16), size=(2, 2), stride=9), ValueError, "2 x 2 pixels need 17 bytes, got 16"),
        (lambda: Mask.from_rgba(bytes(17), size=(2, 2)), ValueError, "2 x 2 pixels need 16 bytes, got 17"),
        (lambda: Mask.from_rgba(bytes(16), size=(2, 2), frame=(1, 0, 2, 1)), ValueError, "frame must lie inside"),
        (lambda: Mask.from_rgba(bytes(16), size=(2**32 - 1, 2**32 - 1), stride=2**31 - 1), ValueError, "stride must be"),
        (lambda: Mask.from_rgba(bytes(16), size=(2, 2), stride=-8), ValueError, r"not be negative, got -8: .* flipped_y\(\)"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 4), np.uint8), stride=8), TypeError, "stride needs size"),
        (lambda: Mask.from_bits(9, np.zeros((2, 1), np.uint8)), ValueError, r"at least 2 bytes, got \[2, 1\]"),
        (lambda: Mask.from_bits(9, np.zeros(2, np.uint8)), ValueError, "must have the shape"),
        (lambda: Mask.from_bits(9, np.zeros((2, 2), bool)), TypeError, "bits must be uint8, got an array of bool"),
        (lambda: Mask.from_bits(9, np.zeros((2, 2), np.uint8), bitorder="msb"), ValueError, "'big' or 'little', got 'msb'"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 4))), TypeError, "uint8, got an array of float64"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 4), np.uint8), alpha_above=256), ValueError, "got 256"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 4), np.uint8), alpha_above=1, luma_above=1), TypeError, "at most one"),
        (lambda: Mask.from_text("#?"), ValueError, "expected '#' or '.'"),
        (lambda: Mask.from_bytes(b"nonsense"), ValueError, "."),
        (lambda: mask.coarsened(0), ValueError, "."),
        (lambda: mask.connected_components(2**70), ValueError, "got 1180591620717411303424"),
        (lambda: Turntable(mask, -1, (0, 0)), ValueError, "got -1"),
        (lambda: Turntable(mask, 4, (0, 0)).turned(-1), ValueError, "got -1"),
        (lambda: Mask.from_rgba(np.zeros((2, 2, 4), np.uint8), alpha_above=2**70), ValueError, "got 1180"),
        (lambda: mask.grown(-1), ValueError, "-1"),
        (lambda: mask.simplified_contours(float("nan")), ValueError, "NaN"),
        (lambda: mask.convex_parts(-1), ValueError, "-1"),
        (lambda: mask.convex_parts(1, max_corners=2), ValueError, "max_corners must be at least 3, got 2"),
        (lambda: mask.convex_parts(1, max_corners=-1), ValueError, "max_corners must be from 3 .* got -1"),
    ]:
        with pytest.raises(error, match=reason):
            call()


def test_convex_parts_cover_the_solid_pixels():
    def area(points: np.ndarray) -> float:
        x, y = points.astype(float).T
        return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2

    for _, array in oracle.random_arrays(25, 20):
        mask = Mask.from_array(array)
        parts, hull = mask.convex_parts(0), mask.convex_hull()
        assert sum(area(part) for part in parts) == mask.count() <= area(hull) if len(hull) else not parts
        assert all(part.dtype == np.int32 and part.shape[1] == 2 for part in [*parts, hull])
    slope = Mask.from_text("#...\n##..\n###.\n####")
    assert [part.tolist() for part in slope.convex_parts(1)] == [[[0, 0], [4, 4], [0, 4]]]


def test_a_larger_tolerance_has_no_more_corners_and_max_corners_is_kept():
    disc = Mask(128, 128)
    disc.fill_shape(Circle((64, 64), 60))
    totals = [sum(map(len, disc.convex_parts(tolerance))) for tolerance in (0, 0.5, 1, 1.5, 2, 3, 4, 8, 16)]
    assert totals == sorted(totals, reverse=True) and totals[-1] <= 8
    parts = disc.convex_parts(1, max_corners=8)
    assert len(parts) > 1 and all(len(part) <= 8 for part in parts)


def test_covering_contours_cut_no_solid_pixel():
    disc = Mask(128, 128)
    disc.fill_shape(Circle((64, 64), 60))

    def cut(**options: bool) -> int:
        outline = [contour.points for contour in disc.simplified_contours(2, **options)]
        return (disc & ~Mask.from_contours(128, 128, outline)).count()

    assert cut() > 0 and cut(covering=True) == 0
    slope = Mask.from_text("#...\n##..\n###.\n####")
    (contour,) = slope.simplified_contours(0.8, covering=True)
    assert contour.points.tolist() == [[0, 0], [1, 0], [4, 3], [4, 4], [0, 4]]


class Named(Mask):
    """A mask with an attribute, and with a constructor of its own."""

    def __new__(cls, name: str) -> Named:
        return super().__new__(cls, 3, 2)

    def __init__(self, name: str) -> None:
        self.name = name


def test_any_truth_value_says_whether_pixels_are_solid():
    mask = Mask(2, 1, fill=1)  # type: ignore[arg-type]
    mask[0, 0] = np.False_  # type: ignore[assignment]
    mask.set((1, 0), 0)  # type: ignore[arg-type]
    assert mask.count() == 0


def test_subclasses_stay_subclasses():
    named = Named("rock")
    named[1, 1] = True
    for other in [copy.copy(named), copy.deepcopy(named), pickle.loads(pickle.dumps(named))]:
        assert type(other) is Named and other == named and other.name == "rock"
    results = [named.copy(), ~named, named | named, named.rotated_90(), named.scaled(6, 4), named.cropped()[0]]
    results += [
        Named.from_text("#."),
        Named.from_array([[1]]),
        Named.from_bytes(named.to_bytes()),
        named.convolve(named),
    ]
    assert all(type(result) is Named for result in results)
    assert type(pickle.loads(pickle.dumps(Mask(2, 2)))) is Mask


def test_frames_of_pictures():
    rng = np.random.default_rng(5)
    pixels = rng.integers(0, 256, (20, 90, 4), dtype=np.uint8)
    whole = Mask.from_rgba(pixels)
    for left, top, width, height in [(0, 0, 90, 20), (64, 3, 26, 17), (7, 2, 70, 9), (90, 20, 0, 0)]:
        frame = Mask.from_rgba(pixels, frame=(left, top, width, height))
        assert np.array_equal(frame.to_array(), whole.to_array()[top : top + height, left : left + width])
    for wrong in [(-1, 0, 3, 3), (80, 0, 11, 3), (0, 18, 3, 3), (0, 0, -3, 3), (0, 0, 1.5, 3)]:
        with pytest.raises(ValueError, match="frame|width|whole"):
            Mask.from_rgba(pixels, frame=wrong)


def test_large_arrays_are_read_in_bands():
    """Between two bands, the call looks for signals."""
    array = np.zeros((40_000, 4000), bool)
    array[::7, ::3] = array[-1] = True
    mask = Mask.from_array(array)
    assert mask.count() == array.sum() and np.array_equal(mask.to_array(), array)
    assert np.array_equal(Mask.from_words(4000, mask.to_words()).to_array()[::1000], array[::1000])
