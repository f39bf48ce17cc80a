-- The tests of hitmask for LuaJIT: luajit tests/lua/tests.lua CALLS.lua [NUMBER_OF_RANDOM_CALLS], from integrations/c.
package.path = "lua/?.lua;tests/lua/?.lua;" .. package.path

local program = assert(arg[1], "the program that plays the script of calls")
local calls = tonumber(arg[2] or 100000)

-- Each function of the header has its place in the Lua files.
local function coverage()
  local text = {}
  for _, name in ipairs { "../hitmask", "core", "mask", "mask_ask", "mask_shapes", "world", "sprites", "steps", "queries", "terrain", "motion", "loader" } do
    local file = assert(io.open(("lua/hitmask/%s.lua"):format(name)))
    text[#text + 1] = file:read "*a"
    file:close()
  end
  local all, missing = table.concat(text), {}
  for name in require("hitmask.ffi"):gmatch "(hitmask_[%w_]+)%(" do
    if not all:find("C." .. name .. "%f[^%w_]") then missing[#missing + 1] = name end
  end
  -- Lua has slots instead of arrays of ids.
  local expected = "hitmask_world_contains hitmask_world_move_to hitmask_world_set_positions hitmask_world_slot_count"
  table.sort(missing)
  assert(table.concat(missing, " ") == expected, table.concat(missing, " "))
end

dofile(program)
coverage()
for _, name in ipairs { "masks", "worlds", "options", "love", "wrong", "garbage" } do
  for _, test in ipairs(require(name)) do test() end
end
require "random"(calls)
print(("the tests in LuaJIT passed, with %d random calls, jit %s"):format(calls, jit.status() and "on" or "off"))
