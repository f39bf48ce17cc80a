# region words
import numpy as np
from hitmask import Mask, World
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 640, 440
WORDS = """harbor lighthouse tide anchor sail gull island compass storm wave
    reef captain current shell horizon beach coral mast rope dune pearl
    lagoon drift foam kelp salt net buoy cove crab oar fog""".split()
COLORS = """#0b3c5d #14648c #1f8a9e #38b09d
    #7fb069 #e3a72f #e4703a #c8434f""".split()


def draw_word(word, size, upright):
    """Returns a picture of a word, cropped: 0 is paper, 255 is ink."""
    font = ImageFont.load_default(size)
    left, top, right, bottom = (round(side) for side in font.getbbox(word))
    picture = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(picture).text((-left, -top), word, 255, font)
    return picture.transpose(Image.Transpose.ROTATE_90) if upright else picture
# endregion words


# region place
def make_cloud(margin, grow_both=False):
    """Returns a picture, and the masks of its words with their positions."""
    cloud = Image.new("RGB", (WIDTH, HEIGHT), "#fdf8ee")
    taken = Mask(WIDTH, HEIGHT)  # solid where no more words may be
    frame, placed = (0, 0, WIDTH, HEIGHT), []
    for number in range(260):
        size = max(12, round(96 / (1 + number / 8)))
        picture = draw_word(WORDS[number % len(WORDS)], size, number % 3 == 1)
        word = Mask.from_array(np.asarray(picture), above=0)
        wide, corner = word.grown(margin)
        middle = ((WIDTH - wide.width) // 2, (HEIGHT - wide.height) // 2)
        place = taken.nearest_free(wide, middle, WIDTH, within=frame)
        if place is None:
            continue  # there is no room left for this word
        at = (place[0] - corner[0], place[1] - corner[1])  # of the word itself
        if grow_both:
            taken.draw(wide, place)
        else:
            taken.draw(word, at)
        cloud.paste(COLORS[number % len(COLORS)], at, picture)
        placed.append((word, at))
    return cloud, placed


cloud, placed = make_cloud(3)
cloud.save("word_cloud.png")
# endregion place


# region gap
def smallest_distance(placed):
    """Returns the distance of the two nearest pixels of different words."""
    world = World()
    for word, at in placed:
        world.spawn(world.add_mask(word), at)
    pixels = np.concatenate([word.pixels() + at for word, at in placed])
    _, distances = world.nearest_many(pixels, 2)  # its own word, the next
    return distances[:, 1].min()


for margin, grow_both in [(2, False), (2, True), (4, False)]:
    _, words = make_cloud(margin, grow_both)
    print(margin, grow_both, smallest_distance(words))
# endregion gap
    least = {(2, False): 5, (2, True): 13, (4, False): 17}[margin, grow_both] ** 0.5  # the page says so
    assert least - 1e-9 < smallest_distance(words) < least + 1, smallest_distance(words)
assert len(placed) > 200 and smallest_distance(placed) > 3
