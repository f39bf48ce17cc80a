// Which renderers of SDL 2 draw the pixels that hitmask tests: rings at many angles and sizes, drawn by SDL_RenderCopyEx. docs/drawing.md says it.
#include <SDL.h>
#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 40, WINDOW = 256 };

#define CHECK(fact)                                                                                                     \
  do {                                                                                                                  \
    if (!(fact)) {                                                                                                      \
      fprintf(stderr, "%s:%d: not so: %s (%s, %s)\n", __FILE__, __LINE__, #fact, hitmask_last_error(), SDL_GetError()); \
      exit(1);                                                                                                          \
    }                                                                                                                   \
  } while (0)
#define OK(call) CHECK((call) == HITMASK_OK)

static SDL_Surface *ring(void) {
  SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, SIZE, SIZE, 32, SDL_PIXELFORMAT_RGBA32);
  CHECK(surface != NULL);
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) {
      int dx = 2 * x + 1 - SIZE, dy = 2 * y + 1 - SIZE, far = dx * dx + dy * dy;
      int is_solid = far < SIZE * SIZE && far > SIZE * SIZE / 4 && !(dx > 0 && abs(dy) < SIZE / 3);
      memset((Uint8 *)surface->pixels + y * surface->pitch + 4 * x, is_solid ? 255 : 0, 4);
    }
  }
  return surface;
}

// Returns how much of what hitmask tests a renderer draws otherwise: 0.01 is 1 % of the solid pixels.
static double difference(SDL_Renderer *renderer) {
  SDL_Surface *picture = ring();
  SDL_Texture *texture = SDL_CreateTextureFromSurface(renderer, picture);
  hitmask_mask *mask, *shape;
  hitmask_world *world;
  hitmask_sprite sprite;
  uint64_t mask_id, id;
  OK(hitmask_mask_from_rgba(picture->pixels, (size_t)picture->h * (size_t)picture->pitch, SIZE, SIZE, (size_t)picture->pitch, 127, &mask));
  OK(hitmask_world_new(&world));
  OK(hitmask_world_add_mask(world, mask, &mask_id));
  OK(hitmask_sprite_init(&sprite, mask_id, 0, 0));
  OK(hitmask_world_spawn(world, &sprite, 1, &id));
  long others = 0, all = 0;
  for (int i = 0; i < 90; i++) {
    static Uint32 pixels[WINDOW * WINDOW];
    const int side = SIZE * (2 + i % 3) / 2;
    const double angle = i / 3 * 12 + 1, scale = (double)side / SIZE;
    const SDL_Rect to = {100, 90, side, side};
    hitmask_point at;
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
    SDL_RenderCopyEx(renderer, texture, NULL, &to, angle, NULL, SDL_FLIP_NONE);
    SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_ARGB8888, pixels, 4 * WINDOW);
    double m[6];
    OK(hitmask_transform_compose(to.x + side / 2.0, to.y + side / 2.0, angle, scale, scale, SIZE / 2, SIZE / 2, 0, 0, m));
    OK(hitmask_sprite_set_transform(&sprite, SIZE, SIZE, m));
    OK(hitmask_world_set(world, &id, &sprite, 1));
    OK(hitmask_world_refresh(world));
    OK(hitmask_world_shape(world, &(hitmask_who){.id = id}, &shape, &at));
    for (int y = 0; y < WINDOW; y++) {
      for (int x = 0; x < WINDOW; x++) {
        bool is_solid;
        OK(hitmask_mask_contains(shape, x - at.x, y - at.y, &is_solid));
        all += is_solid, others += is_solid != ((pixels[y * WINDOW + x] & 255) > 127);
      }
    }
    hitmask_mask_free(shape);
  }
  hitmask_mask_free(mask);
  hitmask_world_free(world);
  SDL_DestroyTexture(texture);
  SDL_FreeSurface(picture);
  return (double)others / (double)all;
}

int main(int count, char **arguments) {
  (void)count, (void)arguments;
  CHECK(SDL_Init(SDL_INIT_VIDEO) == 0);
  for (int driver = 0; driver < SDL_GetNumRenderDrivers(); driver++) {
    SDL_RendererInfo info;
    CHECK(SDL_GetRenderDriverInfo(driver, &info) == 0);
    SDL_Window *window = SDL_CreateWindow("renderers", 0, 0, WINDOW, WINDOW, 0);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, driver, 0);
    if (renderer != NULL) {
      double share = difference(renderer);
      printf("%s draws %.2f %% of the pixels otherwise\n", info.name, 100 * share);
      int is_software = strcmp(info.name, "software") == 0;
      CHECK(is_software ? share > 0.05 && share < 0.1 : share < 0.001);
      SDL_DestroyRenderer(renderer);
    }
    SDL_DestroyWindow(window);
  }
  SDL_Quit();
  return 0;
}
