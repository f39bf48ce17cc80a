-- Random calls: any function with any arguments. Each call works, or it is an error of hitmask that says what is wrong; nothing crashes.
local ffi = require "ffi"
local hitmask = require "hitmask"

local random = math.random

-- Numbers from harmless to absurd. There is none between 3,000 and 2^32 that is a size of a mask with much memory.
local NUMBERS = {
  0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 64, 100, -1, -2, -7, -64, 0.5, -0.5, 1.5, 0.49999999999999994, 2500, -2500, 1e5, -1e5, 2 ^ 30, -2 ^ 30,
  2 ^ 30 + 1, 2 ^ 31, -2 ^ 31, 2 ^ 32, 2 ^ 33, 2 ^ 53, 2 ^ 53 + 2, 2 ^ 63, -2 ^ 63, 2 ^ 64, 1e308, -1e308, 5e-324, 0 / 0, math.huge, -math.huge, -0.0,
}
local MASK = 2 ^ 31 -- the number of the first mask of a world
local SIZED = { mask_new = true, mask_filled = true, scaled = true, mask_from_contours = true }
local STRINGS = { "", "#.#\n###", "a", ("x"):rep(64), "walk", "\0", "\255\255\255\255" }
local NAMES = { "motion", "step_up", "step_down", "quad", "frame", "alpha_above", "nonsense" }
for _, field in ipairs(require "hitmask.fields") do NAMES[#NAMES + 1] = field[1] end
local OPTIONS = { "layers", "without", "with_sensors", "hit_from_inside", "within", "along", "sprite", "mask", "x", "y", "pairs", "parallel_from" }

local masks, worlds, steps, kept = {}, {}, {}, {}
local any

local function number()
  if random() < 0.6 then return random(-4, 40) end
  if random() < 0.3 then return MASK + random(0, 6) end
  return NUMBERS[random(#NUMBERS)]
end

local function sprite_values()
  local made = {}
  for _ = 1, random(0, 4) do made[NAMES[random(#NAMES)]] = any(1) end
  return made
end

-- Options by name, and what a query asks about.
local function options()
  local made = {}
  for _ = 1, random(0, 2) do
    local name = OPTIONS[random(#OPTIONS)]
    made[name] = name:find "_sensors" or name:find "_inside"
    made[name] = made[name] and random() < 0.9 or any(1)
    if name == "x" then made.y = number() end
  end
  return made
end

local function list_of_numbers()
  local made = {}
  for i = 1, random(0, 12) do made[i] = random() < 0.97 and random(-4, 40) or number() end
  return made
end

function any(depth)
  local choice = random(20)
  if choice <= 9 then return number() end
  if choice <= 11 then return masks[random(#masks)] end
  if choice == 12 then return worlds[random(#worlds)] end
  if choice == 13 then return random() < 0.5 end
  if choice == 14 then return nil end
  if choice == 15 then return STRINGS[random(#STRINGS)] end
  if choice == 16 then return sprite_values() end
  if choice == 17 then return list_of_numbers() end
  if choice == 18 then return kept[random(#kept)] end
  if choice == 19 and depth < 2 then
    local made = {}
    for i = 1, random(0, 4) do made[i] = any(depth + 1) end
    return made
  end
  return ({ print, ffi.new "hitmask_point[1]", ffi.new("hitmask_point[?]", 3), ffi.new "uint64_t", coroutine.create(print) })[random(5)]
end

-- The names of functions, sorted: so a seed always means the same calls.
local function functions(class)
  local names = {}
  for name, value in pairs(class) do
    if type(value) == "function" and name ~= "mask_from_imagedata" and name ~= "to_imagedata" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function refill()
  for i = 1, 8 do
    masks[i] = hitmask.mask_new(random(0, 70), random(0, 70))
    masks[i]:fill_circle(random(0, 70), random(0, 70), random(1, 30))
  end
  masks[9] = hitmask.mask_new(3, 3)
  masks[9]:release()
  for i = 1, 3 do
    worlds[i] = hitmask.world_new()
    for k = 1, 5 do worlds[i]:add_mask(masks[k]) end
    for _ = 1, 20 do worlds[i]:spawn(MASK + random(0, 3), random(-40, 80), random(-40, 80), { layers = random(0, 7), continuous = random() < 0.3 }) end
    worlds[i]:refresh()
  end
  worlds[4] = hitmask.world_new()
  worlds[4]:release()
  kept = { masks[1]:to_bytes(), worlds[1]:to_bytes(), worlds[1]:to_bytes_without_masks(), worlds[1]:positions(), hitmask.remainder_new() }
end

local function run(calls)
  math.randomseed(20261126)
  local classes = { { hitmask }, { getmetatable(hitmask.mask_new(1, 1)) }, { getmetatable(hitmask.world_new()) }, { getmetatable(hitmask.remainder_new()) } }
  for _, class in ipairs(classes) do class.names = functions(class[1]) end
  local worked, failed, has_worked = 0, 0, {}
  for i = 0, calls - 1 do
    if i % 100 == 0 then refill() end
    local kind = random(20)
    local class = classes[kind <= 2 and 1 or kind <= 9 and 2 or kind <= 19 and 3 or 4]
    local name = class.names[random(#class.names)]
    local arguments, length = {}, random(0, 8)
    for k = 1, length do arguments[k] = any(1) end
    if class[1] ~= hitmask and random() < 0.95 then
      length = math.max(length, 1)
      arguments[1] = kind <= 9 and masks[random(#masks)] or worlds[random(3)]
      if kind == 20 then arguments[1] = kept[5] end
    end
    -- A half of the calls has what most functions ask for: small numbers, and masks, lists and values of sprites where they may be.
    if kind > 2 and kind < 20 and random() < 0.5 then
      for k = 2, 7 do arguments[k] = random(0, k == 2 and 7 or 23) end
      if random() < (kind <= 9 and 0.5 or 0.1) then arguments[2] = masks[random(#masks)] end
      if random() < 0.2 then arguments[2] = MASK + random(0, 6) end
      if random() < 0.1 then arguments[2] = list_of_numbers() end
      if random() < 0.2 then arguments[3] = random() < 0.5 and masks[random(#masks)] or sprite_values() end
      if random() < 0.3 then arguments[5] = list_of_numbers() end
      if random() < 0.1 then arguments[2] = options() end
      length = random(2, 7)
      if random() < 0.2 then arguments[length] = options() end
    end
    if SIZED[name] then
      for k = 1, length do
        local value = arguments[k]
        if type(value) == "number" and value > 3000 and value <= 2 ^ 32 then arguments[k] = 2 ^ 33 end
      end
    end
    local result = { pcall(class[1][name], unpack(arguments, 1, length)) }
    if result[1] then
      worked = worked + 1
      has_worked[name] = true
      if type(result[2]) == "table" and getmetatable(result[2]) == classes[2][1] and random() < 0.3 then
        local width, height = result[2]:size()
        if width * height < 1e6 then masks[random(8)] = result[2] end
      elseif name == "step" then
        steps[random(20)] = result[2]
      end
    else
      failed = failed + 1
      local message = tostring(result[2])
      if not message:find "hitmask: " then error(("call %d, %s: %s"):format(i, name, message)) end
    end
    local kept_step = steps[random(20)]
    if kept_step and random() < 0.05 then
      local is_read, message = pcall(function() return #kept_step.pairs + #kept_step.began end)
      assert(is_read or message:find "before the next step" or message:find "was released", message)
    end
    if random() < 0.001 then collectgarbage() end
  end
  assert(calls < 1e5 or worked > calls / 5 and failed > calls / 5, ("%d calls worked, %d failed"):format(worked, failed))
  if calls >= 1e5 then
    local never = {}
    for _, class in ipairs(classes) do
      for _, name in ipairs(class.names) do
        -- Random bytes are seldom those of a mask.
        if not has_worked[name] and not name:find "_from_" and not name:find "^__" then never[#never + 1] = name end
      end
    end
    assert(#never <= 3, "never worked: " .. table.concat(never, ", "))
  end
end

return run
