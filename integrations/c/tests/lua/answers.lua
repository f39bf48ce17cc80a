-- What calls.lua uses: the program that plays the script of calls, which `cargo test` writes. See tests/it/calls.

local function is(what, got, expected)
  if got ~= expected then error(("%s is %s, expected %s"):format(what, tostring(got), tostring(expected))) end
  collectgarbage "step"
end

-- The positions of all slots.
local function places(positions, slots)
  local made = {}
  for i = 0, slots - 1 do made[i + 1] = { positions[i].x, positions[i].y } end
  return made
end

-- The length of a saved world, and a hash of its bytes.
local function bytes(saved)
  local hash = 0x811c9dc5ULL
  for i = 1, #saved do hash = require("bit").bxor(hash, saved:byte(i)) * 0x01000193ULL % 0x100000000ULL end
  return #saved, tonumber(hash)
end

return { require "hitmask", is, places, bytes }
