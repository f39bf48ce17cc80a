// Two pictures turn in a window of SDL2, drawn by SDL_RenderCopyEx, and their shared pixels light up. Arrow keys move one of them.
// HITMASK_FRAMES=n turns them alone, saves frame n as sdl.bmp, and ends.
#include <SDL.h>
#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>

static void check(hitmask_status status) {
  if (status != HITMASK_OK) {
    fprintf(stderr, "hitmask: %s\n", hitmask_last_error());
    exit(1);
  }
}

static void *made(void *object) {
  if (object == NULL) {
    fprintf(stderr, "SDL: %s\n", SDL_GetError());
    exit(1);
  }
  return object;
}

// Draws a ring with a gap on a transparent ground.
static SDL_Surface *ring(int size, Uint8 red, Uint8 green, Uint8 blue) {
  SDL_Surface *surface = made(SDL_CreateRGBSurfaceWithFormat(0, size, size, 32, SDL_PIXELFORMAT_RGBA32));
  for (int y = 0; y < size; y++) {
    Uint8 *row = (Uint8 *)surface->pixels + y * surface->pitch;
    for (int x = 0; x < size; x++) {
      int dx = 2 * x + 1 - size, dy = 2 * y + 1 - size, far = dx * dx + dy * dy;
      int solid = far < size * size && far > size * size / 4 && !(dx > 0 && abs(dy) < size / 3);
      Uint8 color[4] = {red, green, blue, solid ? 255 : 0};
      SDL_memcpy(row + 4 * x, color, 4);
    }
  }
  return surface;
}

// Makes a mask from a surface of any format.
static hitmask_mask *mask_of(SDL_Surface *surface) {
  SDL_Surface *rgba = made(SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_RGBA32, 0)); // a color key becomes transparent
  hitmask_mask *mask;
  if (SDL_MUSTLOCK(rgba)) SDL_LockSurface(rgba);
  size_t length = (size_t)rgba->h * (size_t)rgba->pitch;
  check(hitmask_mask_from_rgba(rgba->pixels, length, (uint32_t)rgba->w, (uint32_t)rgba->h, (size_t)rgba->pitch, 127, &mask));
  if (SDL_MUSTLOCK(rgba)) SDL_UnlockSurface(rgba);
  SDL_FreeSurface(rgba);
  return mask;
}

// What SDL_RenderCopyEx draws, and the sprite that stands there.
typedef struct thing {
  SDL_Texture *texture;
  int width, height; // of the picture
  SDL_Rect to;
  double angle;
  SDL_Point center;
  SDL_RendererFlip flip;
  uint64_t id;
} thing;

// Places a sprite as SDL_RenderCopyEx draws its picture: mirrored about the middle of `to`, turned about `center`.
static void place(hitmask_world *world, const thing *thing) {
  hitmask_sprite sprite;
  hitmask_real scale = {(double)thing->to.w / thing->width, (double)thing->to.h / thing->height};
  hitmask_real at = {thing->to.x + thing->center.x, thing->to.y + thing->center.y};
  hitmask_real origin = {thing->center.x / scale.x, thing->center.y / scale.y};
  double m[6];
  if (thing->flip & SDL_FLIP_HORIZONTAL) scale.x = -scale.x, origin.x = thing->width - origin.x;
  if (thing->flip & SDL_FLIP_VERTICAL) scale.y = -scale.y, origin.y = thing->height - origin.y;
  check(hitmask_world_get(world, thing->id, &sprite));
  check(hitmask_transform_compose(at.x, at.y, thing->angle, scale.x, scale.y, origin.x, origin.y, 0, 0, m));
  check(hitmask_sprite_set_transform(&sprite, (uint32_t)thing->width, (uint32_t)thing->height, m));
  check(hitmask_world_set(world, &thing->id, &sprite, 1));
}

static thing add(hitmask_world *world, SDL_Renderer *renderer, SDL_Surface *surface, SDL_Rect to, SDL_Point center, SDL_RendererFlip flip) {
  thing thing = {made(SDL_CreateTextureFromSurface(renderer, surface)), surface->w, surface->h, to, 0, center, flip, 0};
  hitmask_mask *mask = mask_of(surface);
  hitmask_sprite sprite;
  uint64_t id;
  check(hitmask_world_add_mask(world, mask, &id));
  hitmask_mask_free(mask);
  check(hitmask_sprite_init(&sprite, id, 0, 0));
  check(hitmask_world_spawn(world, &sprite, 1, &thing.id));
  SDL_FreeSurface(surface);
  return thing;
}

// Draws the pixels that two sprites share, and returns how many there are.
static uint64_t draw_shared(SDL_Renderer *renderer, const hitmask_world *world, uint64_t a, uint64_t b) {
  hitmask_mask *shared;
  hitmask_point corner;
  uint64_t count = 0;
  check(hitmask_world_shared_pixels(world, a, b, &shared, &corner));
  if (shared == NULL) return 0;
  uint32_t width, height;
  check(hitmask_mask_count(shared, &count));
  check(hitmask_mask_size(shared, &width, &height));
  SDL_Surface *surface = made(SDL_CreateRGBSurfaceWithFormat(0, (int)width, (int)height, 32, SDL_PIXELFORMAT_RGBA32));
  const uint8_t white[4] = {255, 255, 255, 255}, clear[4] = {0};
  check(hitmask_mask_to_rgba(shared, surface->pixels, (size_t)surface->h * (size_t)surface->pitch, (size_t)surface->pitch, white, clear));
  SDL_Texture *texture = made(SDL_CreateTextureFromSurface(renderer, surface));
  SDL_RenderCopy(renderer, texture, NULL, &(SDL_Rect){corner.x, corner.y, (int)width, (int)height});
  SDL_DestroyTexture(texture);
  SDL_FreeSurface(surface);
  hitmask_mask_free(shared);
  return count;
}

int main(int argument_count, char **arguments) {
  (void)argument_count, (void)arguments;
  const char *frames = getenv("HITMASK_FRAMES");
  int last = frames ? atoi(frames) : 0;
  if (SDL_Init(SDL_INIT_VIDEO) != 0) made(NULL);
  SDL_Window *window = made(SDL_CreateWindow("hitmask: shared pixels are white", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 480, 320, 0));
  // OpenGL draws the pixels that hitmask tests. SDL's software renderer rotates otherwise: 6 to 9 % of the pixels differ.
  SDL_SetHint(SDL_HINT_RENDER_DRIVER, "opengl");
  SDL_Renderer *renderer = made(SDL_CreateRenderer(window, -1, 0));
  hitmask_world *world;
  check(hitmask_world_new(&world));
  thing things[2] = {
      add(world, renderer, ring(80, 80, 160, 255), (SDL_Rect){80, 60, 160, 160}, (SDL_Point){80, 80}, SDL_FLIP_NONE),
      add(world, renderer, ring(120, 255, 150, 60), (SDL_Rect){200, 120, 120, 120}, (SDL_Point){60, 60}, SDL_FLIP_HORIZONTAL),
  };
  uint64_t shared = 0;
  for (int frame = 1, open = 1; open; frame++) {
    for (SDL_Event event; SDL_PollEvent(&event);) open = open && event.type != SDL_QUIT;
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    things[1].to.x += (keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]) * 2;
    things[1].to.y += (keys[SDL_SCANCODE_DOWN] - keys[SDL_SCANCODE_UP]) * 2;
    things[0].angle += 1, things[1].angle -= 1.5;

    hitmask_step step;
    for (int i = 0; i < 2; i++) place(world, &things[i]);
    check(hitmask_world_step(world, &step));

    SDL_SetRenderDrawColor(renderer, 16, 18, 28, 255);
    SDL_RenderClear(renderer);
    for (int i = 0; i < 2; i++) {
      SDL_RenderCopyEx(renderer, things[i].texture, NULL, &things[i].to, things[i].angle, &things[i].center, things[i].flip);
    }
    shared = step.pair_count ? draw_shared(renderer, world, things[0].id, things[1].id) : 0;
    if (frame == last) {
      SDL_Surface *picture = made(SDL_CreateRGBSurfaceWithFormat(0, 480, 320, 32, SDL_PIXELFORMAT_ARGB8888));
      SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_ARGB8888, picture->pixels, picture->pitch);
      SDL_SaveBMP(picture, "sdl.bmp");
      SDL_FreeSurface(picture);
      printf("sdl: frame %d, %llu shared pixels\n", frame, (unsigned long long)shared);
      open = 0;
    }
    SDL_RenderPresent(renderer);
    SDL_Delay(last ? 0 : 16);
  }
  hitmask_world_free(world);
  for (int i = 0; i < 2; i++) SDL_DestroyTexture(things[i].texture);
  SDL_DestroyRenderer(renderer);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
}
