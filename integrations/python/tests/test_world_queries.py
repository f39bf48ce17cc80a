"""Contacts, queries, rays, sweeps and moves of a world, compared with pixels."""

from __future__ import annotations

import numpy as np
import pytest
from test_world_model import History
from world_model import as_pairs

from hitmask import Circle, Line, Mask, Polygon, Who, World


# A missing place.
MISSING = (-(2**31), -(2**31))


@pytest.fixture(scope="module", params=range(3))
def crowd(request):
    """Returns a world with some forty sprites, their pixels by slot, and random numbers."""
    history = History(100 + request.param)
    for _ in range(40):
        history.spawn()
    history.despawn()
    pixels = {slot: history.model.pixels(slot) for slot in sorted(history.model.actors)}
    return history, pixels


def line_pixels(line: Line) -> list[tuple[int, int]]:
    """Returns the pixels of a line, in order: those of a full mask under it."""
    left, top = (min(a, b) for a, b in zip(line.start, line.end, strict=True))
    size = [abs(a - b) + 1 for a, b in zip(line.start, line.end, strict=True)]
    start, end = ((x - left, y - top) for x, y in (line.start, line.end))
    return [(x + left, y + top) for x, y in Mask(*size, fill=True).solid_on_line(start, end).tolist()]


def covered(shape) -> set[tuple[int, int]]:
    """Returns the pixels of a shape near the origin."""
    mask = Mask(200, 200)
    mask.fill_shape(shape, (100, 100))
    return {(x - 100, y - 100) for x, y in mask.pixels().tolist()}


def test_find(crowd):
    history, pixels = crowd
    rng, world = history.rng, history.model.world
    for _ in range(60):
        x, y, w, h = (int(c) for c in rng.integers([-30, -30, 0, 0], [30, 30, 20, 20]))
        stencil = Mask.from_array(rng.random((9, 17)) < 0.2)
        probes = [
            ((x, y), {(x, y)}),
            (np.array([x, y]), {(x, y)}),
            ((x, y, w, h), {(x + i, y + j) for i in range(w) for j in range(h)}),
            (Circle((x, y), w / 3), covered(Circle((x, y), w / 3))),
            (Line((x, y), (x + w, y - h)), set(line_pixels(Line((x, y), (x + w, y - h))))),
            (Polygon([(x, y), (x + w, y), (x, y + h)]), covered(Polygon([(x, y), (x + w, y), (x, y + h)]))),
            ((stencil, (x, y)), {(x + i, y + j) for i, j in stencil.pixels().tolist()}),
        ]
        for probe, area in probes:
            found = world.find(probe)
            assert found.dtype == np.uint32
            expected = [slot for slot in pixels if not area.isdisjoint(pixels[slot])]
            assert found.tolist() == expected
            layered = [slot for slot in expected if history.model.actors[slot].layers & 5]
            assert world.find(probe, layers=5).tolist() == layered


def test_find_many(crowd):
    history, _ = crowd
    world = history.model.world
    points = history.rng.integers(-30, 30, (50, 2))
    rects = np.concatenate([points, history.rng.integers(0, 9, (50, 2))], axis=1)
    for probes in (points, rects):
        for layers in (None, 6):
            expected = [
                (i, slot)
                for i, p in enumerate(probes.tolist())
                for slot in world.find(tuple(p), layers=layers).tolist()
            ]
            assert as_pairs(world.find_many(probes, layers=layers)) == expected
    with pytest.raises(ValueError, match="at least 0"):
        world.find_many([[0, 0, -1, 3]])
    with pytest.raises(ValueError, match="shape"):
        world.find_many([[0, 0, 1, 1, 1]])
    circles = np.concatenate([points + 0.5, history.rng.random((50, 1)) * 9], axis=1)
    stencil = Mask(5, 5, fill=True)
    mixed = [Circle(c[:2], c[2]) for c in circles] + [(1, 2), (1, 2, 3, 4), (stencil, (3, 4)), Line((0, 0), (9, 9))]
    expected = [(i, slot) for i, probe in enumerate(mixed) for slot in world.find(probe).tolist()]
    assert as_pairs(world.find_many(mixed[::-1])) == sorted((len(mixed) - 1 - i, slot) for i, slot in expected)
    assert as_pairs(world.find_many(mixed)) == expected
    assert as_pairs(world.find_many(circles)) == [row for row in expected if row[0] < len(circles)]
    assert len(world.find_many([])) == 0


def test_nearest(crowd):
    history, pixels = crowd
    world = history.model.world
    bounds = world.bounds()
    for row, area in zip(bounds.tolist(), pixels.values(), strict=True):
        corners = [f(p[axis] for p in area) for f in (min, max) for axis in (0, 1)] if area else [0, 0, -1, -1]
        places = corners[:2] if area else [-(2**31)] * 2
        assert row == [*places, corners[2] - corners[0] + 1, corners[3] - corners[1] + 1]
    assert np.array_equal(world.bounds(world.ids[::-1]), bounds[::-1])
    for x, y in history.rng.integers(-40, 40, (30, 2)).tolist():
        squares = np.array([min(((px - x) ** 2 + (py - y) ** 2 for px, py in area), default=np.inf) for area in pixels.values()])
        order = np.lexsort([world.ids, squares])[:7]
        distance = np.sqrt(squares)
        near = world.nearest((x, y), 7)
        assert [one.id for one in near] == world.ids[order].tolist()
        assert np.allclose([one.distance for one in near], distance[order])
        assert world.nearest((x + 0.9, y + 0.5)) == near[:1]


def test_nearest_many(crowd):
    history, _ = crowd
    world = history.model.world
    points = history.rng.integers(-40, 40, (30, 2)) + history.rng.random((30, 2))
    for count in (0, 1, 7, 64, 99, 2**40, 2**63):
        ids, distances = world.nearest_many(points, count)
        count = min(count, max(len(world), 64))
        assert ids.shape == distances.shape == (30, count) and (ids.dtype, distances.dtype) == (np.uint32, np.float64)
        for row, point in enumerate(points):
            near = world.nearest(point, count)
            missing = count - len(near)
            assert ids[row].tolist() == [one.id for one in near] + [2**32 - 1] * missing
            assert distances[row, : len(near)].tolist() == [one.distance for one in near]
            assert np.isnan(distances[row, len(near) :]).all()
    assert world.nearest_many([], 3)[0].shape == (0, 3)


def test_nearest_others(crowd):
    history, pixels = crowd
    world = history.model.world
    slots = world.ids.tolist()
    areas = [np.array(sorted(pixels[slot])).reshape(-1, 2) for slot in slots]
    squares = np.full((len(slots), len(slots)), np.inf)
    for a, b in np.ndindex(squares.shape):
        if a != b and len(areas[a]) and len(areas[b]):
            squares[a, b] = ((areas[a][:, None] - areas[b][None]) ** 2).sum(axis=2).min()
    ids, distances = world.nearest_others(count=5)
    assert (ids.dtype, distances.dtype, ids.shape, distances.shape) == (np.uint32, np.float64, (len(slots), 5), (len(slots), 5))
    for row, slot in enumerate(slots):
        order = [other for other in np.lexsort([slots, squares[row]]) if np.isfinite(squares[row, other])][:5]
        near = world.nearest_others(slot, 5)
        assert [one.id for one in near] == [slots[other] for other in order]
        assert np.allclose([one.distance for one in near], np.sqrt(squares[row, order]))
        assert ids[row, : len(near)].tolist() == [one.id for one in near]
        assert (ids[row, len(near) :] == 2**32 - 1).all() and np.isnan(distances[row, len(near) :]).all()
    some = world.nearest_others(world.ids[3:7], 5)
    assert np.array_equal(some[0], ids[3:7]) and np.array_equal(some[1], distances[3:7], equal_nan=True)
    assert world.nearest_others([], 3)[0].shape == (0, 3)
    with pytest.raises(IndexError):
        world.nearest_others(2**20)
    with pytest.raises(IndexError):
        world.nearest_others([slots[0], 2**20])


def test_nearest_others_have_layers():
    """A layer narrows who is found; `collides_with` does not."""
    world = World()
    dot = world.add_mask(Mask(3, 3, fill=True))
    hero = world.spawn(dot, (0, 0), layers=1, collides_with=0)
    enemy, coin = world.spawn(dot, (10, 0), layers=2), world.spawn(dot, (5, 0), layers=4, sensor=True)
    assert [(one.id, one.distance) for one in world.nearest_others(hero, 9)] == [(coin, 3.0), (enemy, 8.0)]
    assert [one.id for one in world.nearest_others(hero, layers=2)] == [enemy]
    assert [one.id for one in world.nearest_others(hero, without=coin)] == [enemy]
    assert [one.id for one in world.nearest_others(hero, 0)] == []


def test_nearest_many_finds_as_many_as_there_are():
    """A count of 2**63 was a panic, and one of 2**31 took 25 GB for one sprite."""
    world = World()
    world.spawn(world.add_mask(Mask(3, 3, fill=True)), (0, 0))
    for count in (2**28, 2**31, 2**62, 2**63, 2**64 - 1):
        for points in (0, 1, 3):
            ids, distances = world.nearest_many(np.zeros((points, 2)), count)
            assert ids.shape == distances.shape == (points, 64) and (ids[:, 0] == 0).all() and (ids[:, 1:] == 2**32 - 1).all()
        assert len(world.nearest((0, 0), count)) == 1
    for nearest in (world.nearest, world.nearest_many):
        with pytest.raises(ValueError, match="expected a whole number from 0 to .*, got 18446744073709551616\n.*'count'"):
            nearest([(0, 0)] if nearest == world.nearest_many else (0, 0), 2**64)


def test_rays(crowd):
    history, pixels = crowd
    world = history.model.world
    starts, ends = history.rng.integers(-40, 40, (2, 80, 2))
    first, every = world.cast_rays(starts, ends), world.cast_rays(starts, ends, every=True)
    expected_first, expected_every = [], []
    for ray, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        line = line_pixels(Line(start, end))
        hits = sorted(
            (min(step for step, at in enumerate(line) if at in area), slot)
            for slot, area in pixels.items()
            if not area.isdisjoint(line)
        )
        rows = [(ray, slot, line[step], line[step - 1] if step else MISSING, step) for step, slot in hits]
        expected_every += rows
        expected_first += rows[:1]
        listed = world.cast_ray_all(start, end)
        assert [(hit.id, hit.at, hit.before or MISSING, hit.step) for hit in listed] == [row[1:] for row in rows]
        assert world.cast_ray(start, end) == (listed[0] if listed else None)
    for hits, expected in [(first, expected_first), (every, expected_every)]:
        columns = [hits.index, hits.id, hits.at, hits.before, hits.step]
        assert [c.dtype for c in columns] == [np.uint32, np.uint32, np.int32, np.int32, np.uint32]
        rows = zip(*(column.tolist() for column in columns), strict=True)
        assert [(i, slot, tuple(at), tuple(before), step) for i, slot, at, before, step in rows] == expected
        assert len(hits) == len(expected) > 0
        assert np.array_equal(np.isnan(hits.normal).any(axis=1), hits.step == 0)
        assert np.allclose(np.hypot(*hits.normal[hits.step > 0].T), 1)


def test_contacts(crowd):
    history, pixels = crowd
    world = history.model.world
    step = world.step()
    slots = world.ids
    pairs = np.stack(np.meshgrid(slots, slots), axis=-1).reshape(-1, 2)
    contacts = world.contacts(pairs)
    assert np.array_equal(contacts.pairs, pairs) and len(contacts) == len(pairs)
    for i, (a, b) in enumerate(pairs.tolist()):
        shared = pixels[a] & pixels[b] if a != b else set()
        assert contacts.area[i] == len(shared)
        if not shared:
            assert world.contact(a, b) is None
            assert np.isnan(contacts.normal[i]).all() and not contacts.penetration[i].any()
            assert contacts.first[i].tolist() == list(MISSING) and contacts.bounds[i].tolist() == [*MISSING, 0, 0]
            continue
        left, top, width, height = contacts.bounds[i].tolist()
        xs, ys = zip(*shared, strict=True)
        assert (left, top, width, height) == (min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
        first = min(shared, key=lambda p: (p[1], p[0]))
        assert tuple(contacts.first[i].tolist()) == first
        one = world.contact(a, b)
        assert (one.a, one.b, one.first, one.area, one.bounds) == (a, b, first, len(shared), (left, top, width, height))
        assert one.normal == tuple(contacts.normal[i]) and one.penetration == tuple(contacts.penetration[i])
        assert one.normal_of(b) == world.contact(b, a).normal and one.penetration_of(b) == world.contact(b, a).penetration
        assert abs(np.hypot(*contacts.normal[i]) - 1) < 1e-9
        dx, dy = contacts.penetration[i].tolist()
        assert pixels[b].isdisjoint({(x + dx, y + dy) for x, y in pixels[a]})
        assert all(
            not pixels[b].isdisjoint({(x + i, y + j) for x, y in pixels[a]})
            for i in range(-5, 6)
            for j in range(-5, 6)
            if i * i + j * j < dx * dx + dy * dy
        )
    of_step = step.contacts()
    assert np.array_equal(of_step.pairs, step.pairs) and of_step.area.all()
    now = world.contacts(ways_out=False)
    assert np.array_equal(now.pairs, step.pairs) and np.array_equal(now.area, of_step.area)
    assert np.isnan(now.normal).all() and not now.penetration.any() and now.normal.shape == (len(now), 2)
    for slot in slots.tolist():
        mine = step.contacts_of(slot)
        assert mine.pairs.tolist() == [[slot, a + b - slot] for a, b in step.pairs.tolist() if slot in (a, b)]
        assert np.array_equal(mine.normal, world.contacts(mine.pairs).normal)
        assert world.overlapping(slot).tolist() == sorted(mine.pairs[:, 1].tolist())


def test_began_between(crowd):
    history, _ = crowd
    world, actors = history.model.world.copy(), history.model.actors
    world.set_positions(world.positions + np.int32(10**6) * np.arange(world.slot_count, dtype=np.int32)[:, None] % 99)
    world.step()
    world.set_positions(history.model.world.positions)
    step = world.step()
    for a, b in [(1, 2), (4, 4), (7, 1), (0, 7)]:
        fits = lambda one, other, a=a, b=b: actors[one].layers & a and actors[other].layers & b  # noqa: E731
        began = as_pairs(step.began)
        expected = [next((p for p in (pair, pair[::-1]) if fits(*p)), None) for pair in began]
        assert as_pairs(step.began_between(a, b)) == [pair for pair in expected if pair]


def test_sweeps_and_moves(crowd):
    history, pixels = crowd
    world, model = history.model.world, history.model
    slots = world.ids
    to = history.rng.integers(-40, 40, (len(slots), 2))

    def blocked(slot, by):
        moved = {(x + by[0], y + by[1]) for x, y in pixels[slot]}
        others = (other for other in pixels if other != slot)
        layers = model.actors
        return [
            other
            for other in others
            if layers[slot].layers & layers[other].collides_with
            and layers[other].layers & layers[slot].collides_with
            and not moved.isdisjoint(pixels[other])
        ]

    swept = world.sweep_many(slots, to)
    hits = dict(zip(swept.hits.index.tolist(), range(len(swept.hits)), strict=True))
    for i, slot in enumerate(slots.tolist()):
        start = model.actors[slot].position
        path = [(x - start[0], y - start[1]) for x, y in line_pixels(Line(start, to[i]))]
        ignored = set(blocked(slot, (0, 0)))
        assert swept.started_inside[i] == min(ignored, default=2**32 - 1)
        one = world.sweep(slot, to[i])
        assert one.started_inside == min(ignored, default=None)
        copied = world.copy()
        moved = copied.move_until(slot, to[i])
        assert (moved.at, moved.hits, moved.started_inside) == (one.at, [one.hit] if one.hit else [], sorted(ignored))
        inside = world.sweep(slot, to[i], hit_from_inside=True)
        assert (inside.hit is not None and inside.hit.step == 0) == (one.started_inside is not None)
        if ignored:
            continue  # it never gets deeper, which the tests of Rust check pixel by pixel
        hit = next(((min(here), step) for step, by in enumerate(path) if (here := set(blocked(slot, by)))), None)
        if hit is None:
            assert i not in hits and one.hit is None
            end = tuple(to[i].tolist())
        else:
            row = hits[i]
            assert (swept.hits.id[row], swept.hits.step[row]) == (one.hit.id, one.hit.step) == hit
            end = tuple(a + b for a, b in zip(start, path[hit[1] - 1], strict=True))
            assert tuple(swept.hits.before[row].tolist()) == one.hit.before == end
        assert tuple(swept.at[i].tolist()) == one.at == end
        assert tuple(copied.positions[slot].tolist()) == end
        assert world.is_free(Who(slot, at=to[i])) == (not blocked(slot, path[-1]))

    for options in [{}, {"motion": "slide"}, {"motion": "walk", "step_up": 3, "step_down": 2}]:
        together, alone = world.copy(), world.copy()
        moves = together.move_until_many(slots, to, **options)
        moved = [alone.move_until(slot, at, **options) for slot, at in zip(slots, to, strict=True)]
        assert np.array_equal(together.positions, alone.positions)
        assert moves.at.tolist() == [list(one.at) for one in moved]
        expected = [(i, hit.id, hit.step) for i, one in enumerate(moved) for hit in one.hits]
        columns = (column.tolist() for column in (moves.hits.index, moves.hits.id, moves.hits.step))
        assert list(zip(*columns, strict=True)) == expected


def test_a_bullet_does_not_pass_a_thin_wall():
    world = World()
    wall = world.spawn(world.add_mask(Mask(1, 90, fill=True)), (500, -30), fixed=True)
    bullet = world.spawn(world.add_mask(Mask(8, 8, fill=True)), (0, 0))
    swept = world.sweep(bullet, (10_000, 0))
    assert (swept.at, swept.hit.id, swept.hit.first, swept.hit.normal) == ((492, 0), wall, (500, 0), (-1.0, 0.0))
    assert world.positions[bullet].tolist() == [0, 0]
    assert world.move_until(bullet, (10_000, 40), "slide").at == (492, 40)
