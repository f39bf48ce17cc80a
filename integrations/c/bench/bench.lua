-- What examples/bench.rs measures, from LuaJIT: `run bench` compares them.
package.path = "lua/?.lua;" .. package.path
local ffi = require "ffi"
local hitmask = require "hitmask"

ffi.cdef "typedef struct { long seconds, nanoseconds; } bench_time; int clock_gettime(int clock, bench_time *time);"
local time = ffi.new "bench_time"
local function now()
  ffi.C.clock_gettime(1, time)
  return tonumber(time.seconds) * 1e9 + tonumber(time.nanoseconds)
end

local SPRITES, SIDE, OFFSETS = 10000, 2000, 4096
local seed = 1ULL
local function below(limit)
  seed = (seed * 1664525ULL + 1013904223ULL) % 0x100000000ULL
  return tonumber((seed / 256ULL) % limit)
end

local function disc(size)
  local mask = hitmask.mask_new(size, size)
  mask:fill_circle(size / 2, size / 2, size / 2)
  return mask
end

local a, b, xs, ys = disc(32), disc(32), {}, {}
for i = 1, OFFSETS do xs[i], ys[i] = below(65) - 32, below(65) - 32 end
local times, hits = {}, 0

local function median()
  table.sort(times)
  return times[math.ceil(#times / 2)]
end

for run = 1, 61 do
  hits = 0
  local start = now()
  for _ = 1, 20 do
    for i = 1, OFFSETS do
      if a:overlaps(b, xs[i], ys[i]) then hits = hits + 1 end
    end
  end
  times[run] = (now() - start) / (20 * OFFSETS)
end
print(("overlaps-32 lua %.2f ns, answer %d"):format(median(), hits))

local world = hitmask.world_new()
world:set_limits { parallel_from = math.huge }
local mask = world:add_mask(disc(16))
local first = {}
for i = 1, SPRITES do first[i] = { below(SIDE), below(SIDE) } end
local moves = ffi.new("hitmask_point[?]", SPRITES)
for i = 0, SPRITES - 1 do moves[i].x, moves[i].y = below(5) - 2, below(5) - 2 end
for i = 1, SPRITES do world:spawn(mask, first[i][1], first[i][2]) end
local places = world:positions()

-- Times steps, and what `read` reads of each: it returns the numbers of pairs and of new pairs.
local function steps(who, read)
  local total = 0
  times = {}
  for run = 1, 41 do
    local start = now()
    for _ = 1, 10 do
      for i = 0, SPRITES - 1 do
        places[i].x = (places[i].x + moves[i].x + SIDE) % SIDE
        places[i].y = (places[i].y + moves[i].y + SIDE) % SIDE
      end
      world:set_positions(places)
      local all, began = read()
      total = total + all + began
    end
    times[run] = (now() - start) / 10
  end
  print(("step-10000 %s %.0f ns, answer %d"):format(who, median(), total))
end

steps("lua", function() return world:step_count() end)
-- A thousand pairs begin in each step of this scene, and a thousand end: the price of their tables.
steps("lua-lists", function()
  local lists = world:step()
  return #lists.ended, #lists.began
end)
