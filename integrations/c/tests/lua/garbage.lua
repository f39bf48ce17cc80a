-- The garbage collector: what nobody holds is freed, also while results of it are read, and what is held lives.
local hitmask = require "hitmask"
local equal = require("check").equal

local function crowd(count)
  local world = hitmask.world_new()
  local slot = world:add_mask(hitmask.mask_filled(64, 64))
  for i = 1, count do world:spawn(slot, i, i) end
  return world
end

-- Worlds that nobody holds any more when their lists are read.
local function dropped()
  for i = 1, 300 do
    equal(#crowd(20):step().pairs, 190)
    local lists = hitmask.world_from_bytes(crowd(20):to_bytes()):step()
    if i % 10 == 0 then collectgarbage() end
    local sum = 0
    for _, pair in ipairs(lists.began) do
      collectgarbage "step"
      sum = sum + pair.b - pair.a
    end
    equal(sum, 20 * 19 * 21 / 6)
  end
end

-- Lists of a step that were read are copies: they stay when the world goes on, and when it goes. Others are an error.
local function kept()
  local world, lists = crowd(30), {}
  for i = 1, 100 do
    lists[i] = world:step()
    world:move_by(i % 30, 1000, 0)
    if i <= 2 then assert(lists[i].pairs and lists[i].began and lists[i].ended) end
  end
  assert(not pcall(function() return lists[3].pairs end))
  world = nil -- luacheck: ignore
  collectgarbage()
  collectgarbage()
  equal(#lists[1].pairs, 435)
  equal(#lists[1].began, 435)
  equal(#lists[2].ended, 29)
end

-- Masks and worlds that go in the middle of a loop over what they have made.
local function in_the_middle()
  for _ = 1, 50 do
    local mask = hitmask.mask_new(64, 64)
    for x = 0, 63, 8 do mask:fill_circle(x, 32, 3) end
    local parts = mask:connected_components()
    mask:release()
    for i, part in ipairs(parts) do
      if i % 2 == 0 then part.mask:release() end
      collectgarbage "step"
    end
    for i, part in ipairs(parts) do equal(pcall(part.mask.count, part.mask), i % 2 == 1) end
    local world = crowd(10)
    for i, pair in ipairs(world:step().pairs) do
      if i == 5 then world:release() end
      if i >= 5 then equal(pcall(world.contact, world, pair.a, pair.b), false) end
    end
  end
end

-- A full collection in each round of hot loops, compiled and interpreted.
local function hot()
  local a, b = hitmask.mask_filled(8, 8), hitmask.mask_filled(8, 8)
  local world = crowd(12)
  local hits, contacts = 0, 0
  for i = 1, 400 do
    for x = -10, 10 do
      if a:overlaps(b:copy(), x, i % 3) then hits = hits + 1 end
    end
    collectgarbage()
    contacts = contacts + #world:step().pairs + #world:contacts_of(3) + #world:find_rect(0, 0, 100, 100) + #world:move_until(0, 1, 1).hits
    if i % 4 == 0 then a = a:copy() end
  end
  equal(hits, 400 * 15)
  equal(contacts > 400 * 66, true)
end

local function interpreted()
  local was_on = jit.status()
  jit.off()
  hot()
  if was_on then jit.on() end
end

-- The collector counts the small Lua object of a mask or a world, not what is behind it: here 3 GB of masks, and as much of worlds.
local function large()
  for _ = 1, 1500 do hitmask.mask_filled(4096, 4096) end
  local world = crowd(0)
  for i = 1, 5000 do world:spawn(world:mask_ids()[1], i * 100, 0) end
  for _ = 1, 3000 do world:copy() end
  local file = io.open "/proc/self/status"
  if not file then return end
  local most = tonumber(file:read("*a"):match "VmHWM:%s*(%d+)")
  file:close()
  equal(most < 600000, true)
end

return { dropped, kept, in_the_middle, hot, interpreted, large }
