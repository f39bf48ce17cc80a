"""The sprite functions of ``hitmask.pygame`` agree with pygame's."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

pygame = pytest.importorskip("pygame")
sprite = pytest.importorskip("pygame.sprite")

import hitmask.pygame as ours  # noqa: E402

# pygame's own functions, which no test replaces.
THEIRS = (sprite.groupcollide, sprite.spritecollide, sprite.spritecollideany)


class Thing(sprite.Sprite):
    """A sprite with a number. The masks of pygame and of hitmask have equal pixels."""

    def __init__(self, number: int, mask: Any, at: tuple[float, float], rect: Callable[..., Any] = pygame.Rect) -> None:
        super().__init__()
        self.number, self.mask = number, mask
        self.rect = rect(at, getattr(mask, "get_size", lambda: mask.size)())


def disc(kind: Any, size: int) -> Any:
    mask = kind((size, size))
    for x in range(size):
        for y in range(size):
            if (2 * x - size + 1) ** 2 + (2 * y - size + 1) ** 2 < size * size:
                mask.set_at((x, y))
    return mask


def groups(seed: int, counts: list[int], kind: Any, **options: Any) -> list[Any]:
    """Makes groups of random sprites. The same seed makes the same sprites of either kind."""
    rng = random.Random(seed)
    masks = [disc(kind, size) for size in (1, 9, 20, 33, 70)] + [kind((12, 12))]
    step = options.get("step", 1)
    made = []
    number = 0
    for count in counts:
        group = options.get("group", sprite.Group)()
        for _ in range(count):
            at = (rng.randrange(-100, 300) * step, rng.randrange(-60, 200) * step)
            thing = options.get("thing", Thing)(number, rng.choice(masks), at, options.get("rect", pygame.Rect))
            thing.add(group)
            number += 1
        made.append(group)
    return made


def numbers(found: Any) -> Any:
    """Returns the numbers of sprites in a result, with the order of dicts."""
    if isinstance(found, dict):
        return [(key.number, numbers(hits)) for key, hits in found.items()]
    if isinstance(found, list):
        return [one.number for one in found]
    return found.number if found else None


def compare(ask: Callable[..., Any], which: int, seed: int, counts: list[int], **options: Any) -> Any:
    """Asks pygame's function and ours about equal groups, and compares results and groups."""
    functions = (THEIRS[which], (ours.groupcollide, ours.spritecollide, ours.spritecollideany)[which])
    results = []
    for kind, function in zip((pygame.mask.Mask, ours.Mask), functions, strict=True):
        made = groups(seed, counts, kind, **options)
        try:
            found = numbers(ask(function, *made))
        except Exception as error:  # noqa: BLE001
            found = type(error)
        results.append((found, [numbers(list(group)) for group in made]))
    assert results[0] == results[1]
    return results[0][0]


@pytest.mark.parametrize("collided", [sprite.collide_mask, ours.collide_mask])
@pytest.mark.parametrize("kills", [(False, False), (True, False), (False, True), (True, True)])
def test_groupcollide(kills: tuple[bool, bool], collided: Any):
    hits = 0
    for seed, counts in enumerate([[0, 0], [5, 0], [0, 5], [1, 1], [40, 90], [90, 40], [3, 200]]):
        hits += len(compare(lambda f, a, b: f(a, b, *kills, collided), 0, seed, counts))
        hits += len(compare(lambda f, a: f(a, a, *kills, collided), 0, seed, counts[:1]))
    assert hits > 50


def test_groupcollide_of_groups_that_share_sprites():
    def ask(function: Any, a: Any, b: Any, kills: bool) -> Any:
        b.add(a.sprites()[::2])
        return function(a, b, False, kills, sprite.collide_mask)

    for kills in (False, True):
        assert compare(lambda f, a, b, kills=kills: ask(f, a, b, kills), 0, 5, [60, 40])


@pytest.mark.parametrize("dokill", [False, True])
def test_spritecollide(dokill: bool):
    for seed in range(12):
        compare(lambda f, a, b: f(a.sprites()[0], b, dokill, sprite.collide_mask), 1, seed, [1, 80])
        compare(lambda f, a: f(a.sprites()[3], a, dokill, ours.collide_mask), 1, seed, [60])


def test_spritecollideany():
    for seed in range(12):
        compare(lambda f, a, b: f(a.sprites()[0], b, sprite.collide_mask), 2, seed, [1, 60])
    assert compare(lambda f, a, b: f(a.sprites()[0], b, sprite.collide_mask), 2, 1, [1, 0]) is None


def test_positions_between_pixels_are_truncated_as_pygame_does():
    if not hasattr(pygame, "FRect"):
        pytest.skip("upstream pygame has no FRect")
    for seed in range(4):
        assert compare(
            lambda f, a: f(a, a, False, False, sprite.collide_mask), 0, seed, [60], rect=pygame.FRect, step=0.37
        )
        compare(
            lambda f, a: f(a.sprites()[0], a, False, sprite.collide_mask), 1, seed, [60], rect=pygame.FRect, step=0.37
        )


def test_far_positions():
    compare(lambda f, a: f(a, a, False, False, sprite.collide_mask), 0, 1, [30], step=3_000_000)


def test_other_groups_and_iterables():
    ask = lambda f, a: f(a, a, False, False, sprite.collide_mask)  # noqa: E731
    assert compare(ask, 0, 2, [40], group=sprite.RenderUpdates) == compare(ask, 0, 2, [40], group=sprite.LayeredUpdates)
    assert compare(lambda f, a, b: f(list(a), tuple(b), True, True, sprite.collide_mask), 0, 3, [30, 50])
    assert compare(lambda f, a, b: f(iter(list(a)), b, False, False, sprite.collide_mask), 0, 3, [30, 50])
    assert compare(lambda f, a, b: f(a, iter(list(b)), False, False, sprite.collide_mask), 0, 3, [30, 50])
    compare(lambda f, a, b: f(a.sprites()[0], iter(list(b)), sprite.collide_mask), 2, 3, [30, 50])


class Bomb(Thing):
    """A sprite whose death moves the others."""

    def kill(self) -> None:
        for group in self.groups():
            for other in group:
                other.rect.x += 5
        super().kill()


@pytest.mark.parametrize("kills", [(True, False), (False, True), (True, True)])
def test_kills_with_consequences(kills: tuple[bool, bool]):
    for seed in range(5):
        compare(lambda f, a, b: f(a, b, *kills, sprite.collide_mask), 0, seed, [30, 60], thing=Bomb)
        compare(lambda f, a: f(a, a, *kills, sprite.collide_mask), 0, seed, [40], thing=Bomb)
        compare(lambda f, a: f(a.sprites()[0], a, True, sprite.collide_mask), 1, seed, [40], thing=Bomb)


def test_other_tests_are_left_to_pygame():
    for collided in (None, sprite.collide_rect, sprite.collide_circle, lambda a, b: (a.number + b.number) % 7 == 0):
        compare(lambda f, a, b, c=collided: f(a, b, False, True, c), 0, 1, [20, 30])
        compare(lambda f, a, c=collided: f(a.sprites()[0], a, True, c), 1, 1, [30])
        compare(lambda f, a, c=collided: f(a.sprites()[0], a, c), 2, 1, [30])


def test_sprites_without_a_mask_use_their_image():
    results = []
    for function in (THEIRS[0], ours.groupcollide):
        group = sprite.Group()
        for number in range(30):
            thing = Thing(number, pygame.mask.Mask((8, 8)), (number * 5 % 40, number * 3 % 25))
            del thing.mask
            thing.image = pygame.Surface((8, 8), pygame.SRCALPHA, 32)
            pygame.draw.circle(thing.image, "white", (4, 4), 4)
            group.add(thing)
        results.append(numbers(function(group, group, False, False, sprite.collide_mask)))
    assert results[0] == results[1] and results[0]


def test_masks_of_pygame_itself_are_converted():
    for seed in range(3):
        (group,) = groups(seed, [60], pygame.mask.Mask)
        expected = THEIRS[0](group, group, False, False, sprite.collide_mask)
        assert ours.groupcollide(group, group, False, False, sprite.collide_mask) == expected
        assert list(expected) == list(ours.groupcollide(group, group, False, False, ours.collide_mask))


def test_masks_with_their_own_overlap_are_asked():
    class Ghost(ours.Mask):
        def overlap(self, other: Any, offset: Any) -> None:
            return None

    (group,) = groups(1, [40], Ghost)
    assert ours.groupcollide(group, group, False, False, sprite.collide_mask) == {}
    assert ours.collide_mask(*group.sprites()[:1] * 2) is None


def test_errors_are_those_of_pygame():
    class Bare:
        """No rect, no mask."""

    (group,) = groups(1, [3], ours.Mask)
    for count in (0, 3):
        compare(lambda f, a: f(Bare(), a, False, sprite.collide_mask), 1, 1, [count])
        compare(lambda f, a: f(Bare(), a, sprite.collide_mask), 2, 1, [count])
        compare(lambda f, a: f([Bare()], a, False, False, sprite.collide_mask), 0, 1, [count])
        compare(lambda f, a: f(a, [Bare()], False, False, sprite.collide_mask), 0, 1, [count])
    for which in (THEIRS, (ours.groupcollide, ours.spritecollide, ours.spritecollideany)):
        with pytest.raises(AttributeError):
            which[1](Bare(), group, False, sprite.collide_mask)
        with pytest.raises(AttributeError):
            which[2](Bare(), group, sprite.collide_mask)
        with pytest.raises(AttributeError):
            which[0]([Bare()], group, False, False, sprite.collide_mask)
        with pytest.raises(TypeError):
            which[0](group, 3, False, False, sprite.collide_mask)
    with pytest.raises(AttributeError):
        ours.collide_mask(Bare(), Bare())


class Fresh(Thing):
    """A sprite whose mask is a new object of pygame at each access. Its address may be that of the last one."""

    @property
    def mask(self) -> Any:
        return self.theirs.copy()

    @mask.setter
    def mask(self, mask: Any) -> None:
        self.theirs = mask


def test_masks_that_live_for_one_access_only():
    kind = pygame.mask.Mask  # pygame's own, in both groups
    made = [groups(8, [60, 60], kind, thing=Fresh) for _ in range(2)]
    found = [
        numbers(f(*pair, False, False, sprite.collide_mask)) for f, pair in zip((THEIRS[0], ours.groupcollide), made)
    ]
    assert found[0] == found[1] and len(found[0]) > 10


def test_an_interrupt_while_a_sprite_is_read_is_raised():
    class Interrupted(Thing):
        calls = 0

        @property
        def rect(self) -> Any:
            Interrupted.calls += 1
            if Interrupted.calls == 2:
                raise KeyboardInterrupt
            return pygame.Rect(0, 0, 3, 3)

        @rect.setter
        def rect(self, rect: Any) -> None:
            pass

    group = sprite.Group(Interrupted(i, ours.Mask((3, 3), True), (0, 0)) for i in range(3))
    with pytest.raises(KeyboardInterrupt):
        ours.groupcollide(group, group, False, False, ours.collide_mask)


def test_masks_of_hitmask_may_be_masks_of_sprites():
    from hitmask import Mask

    plain, mine = (
        Thing(i, mask, (3 * i, 0)) for i, mask in enumerate([Mask(9, 9, fill=True), ours.Mask((9, 9), True)])
    )
    assert ours.collide_mask(plain, mine) == (3, 0) and ours.collide_mask(mine, plain) == (0, 0)
    group = sprite.Group(plain, mine)
    assert len(ours.groupcollide(group, group, False, False, ours.collide_mask)[plain]) == 2


def test_a_kill_of_one_object_that_moves_others():
    def ask(function: Any, group: Any) -> Any:
        for one in group:
            one.kill = lambda one=one: [other.rect.move_ip(7, 0) for other in group] and type(one).kill(one)
        return function(group, group, False, True, sprite.collide_mask)

    assert compare(ask, 0, 3, [40])
