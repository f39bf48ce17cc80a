// A ball flies over the ground of a cave, drawn in the terminal, until its pixels meet.
#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program if a call fails.
static void check(hitmask_status status) {
  if (status != HITMASK_OK) {
    fprintf(stderr, "hitmask: %s\n", hitmask_last_error());
    exit(1);
  }
}

static const char ball_text[] = ".##.\n####\n####\n.##.";
static const char cave_text[] = "........................................\n"
                                "........................................\n"
                                "........................................\n"
                                "...........................##...........\n"
                                ".........##...............####..........\n"
                                ".......######............######.........\n"
                                "....############........##########......\n"
                                "########################################";

static uint64_t add(hitmask_world *world, const char *text) {
  hitmask_mask *mask;
  uint64_t id;
  check(hitmask_mask_from_text((const uint8_t *)text, strlen(text), &mask));
  check(hitmask_world_add_mask(world, mask, &id));
  hitmask_mask_free(mask); // the world keeps its own share
  return id;
}

int main(void) {
  hitmask_world *world;
  check(hitmask_world_new(&world));
  hitmask_sprite sprites[2];
  check(hitmask_sprite_init(&sprites[0], add(world, cave_text), 0, 0));
  check(hitmask_sprite_init(&sprites[1], add(world, ball_text), 0, 0));
  uint64_t ids[2];
  check(hitmask_world_spawn(world, sprites, 2, ids));

  for (int x = 0;; x++) {
    hitmask_step step;
    check(hitmask_world_move_to(world, ids[1], x, 1));
    check(hitmask_world_step(world, &step));
    if (step.began_count == 0) continue;

    hitmask_contact contact;
    check(hitmask_world_contacts(world, step.began, 1, &contact));
    for (int y = 0; y < 8; y++) {
      for (int column = 0; column < 40; column++) {
        int cave = cave_text[y * 41 + column] == '#';
        int ball = column >= x && column < x + 4 && y >= 1 && y < 5 && ball_text[(y - 1) * 5 + column - x] == '#';
        putchar(cave && ball ? '*' : ball ? 'o' : cave ? '#' : '.');
      }
      putchar('\n');
    }
    printf("at x = %d the ball meets the cave: %d shared pixel(s), the first at %d, %d; it leaves towards %.2f, %.2f\n", x,
           (int)contact.area, contact.first.x, contact.first.y, -contact.normal.x, -contact.normal.y);
    break;
  }
  hitmask_world_free(world);
  return 0;
}
