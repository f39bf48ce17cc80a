# region maze
import pygame
from hitmask import Circle, Mask, World

paper = pygame.image.load("maze.png")
pixels = pygame.surfarray.array3d(paper).swapaxes(0, 1)  # rows, columns, colors
walls = Mask.from_array(pixels.sum(2) < 384)             # dark pixels are walls
ball = Mask(11, 11)
ball.fill_shape(Circle((5.5, 5.5), 5.5))

world = World()
world.spawn(world.add_mask(walls), (0, 0), fixed=True)
me = world.spawn(world.add_mask(ball), (7, -9))          # above the entrance


def roll(dx, dy):
    """Rolls the ball. It slides along walls and cuts no corner, however fast."""
    x, y = world.get(me).position
    return world.move_until(me, (x + dx, y + dy), "slide").at


def way_out(start, end):
    """Returns whether the ball fits through the maze."""
    free, corner = walls.colliding_offsets(ball)         # solid where it would hit
    free.invert()
    here = free.component_at((start[0] - corner[0], start[1] - corner[1]), 4)
    return here is not None and here.mask.contains(
        (end[0] - corner[0] - here.at[0], end[1] - corner[1] - here.at[1]))
# endregion maze


if __name__ == "__main__":
    assert roll(0, 200) == (7, 9) and roll(500, 0) == (49, 9) and roll(-500, 0) == (4, 9)
    assert way_out((7, 7), (247, 167)), "a ball of 11 pixels fits"
    assert not way_out((0, 0), (247, 167)), "a ball in a wall is on no way"
    ball = Mask(17, 17, fill=True)
    assert not way_out((4, 4), (244, 164)), "a box of 17 pixels is too large for ways of 16"
