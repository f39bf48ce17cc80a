-- Runs what the command line names, without a window: `love . pair` a program, and `love . play games/start.lua` a game, of which it
-- calls `load`, and `update` and `draw` 240 times. The right key is held, and the space bar is down now and then. A game must print what
-- its comments `prints "..."` say. A hero who jumps, at any speed and gravity, lands once after each jump.

-- Plays some frames, and returns what the game prints.
local function play(source, file, frames, is_down)
  local printed, frame, show = {}, 0, print
  love.graphics = setmetatable({ newImage = function(data) return data end }, { __index = function() return function() end end })
  love.keyboard = { isDown = function(key) return is_down(key, frame) end }
  print = function(...) printed[#printed + 1] = table.concat({ ... }, " ") end
  assert(loadstring(source, "@" .. file))()
  love.load()
  for _ = 1, frames do
    frame = frame + 1
    love.update(1 / 60)
    love.draw()
  end
  print = show
  return table.concat(printed, "\n")
end

-- Replaces a text that the source has once.
local function replaced(source, old, new)
  local first, last = source:find(old, 1, true)
  assert(first and not source:find(old, last + 1, true), old)
  return source:sub(1, first - 1) .. new .. source:sub(last + 1)
end

local function check(file)
  local source = love.filesystem.read(file)
  local printed = play(source, file, 240, function(key, frame) return key == "right" or key == "space" and frame % 50 < 3 end)
  print(printed)
  for text in source:gmatch 'prints "([^"]*)"' do
    if not printed:find(text, 1, true) then error(file .. " does not print: " .. text) end
  end
  if not source:find("landed at", 1, true) then return end
  -- Some of these falls end exactly on the ground, so that nothing stops them.
  for _, jump in ipairs { { -5, 0.3 }, { -6, 0.3 }, { -5, 0.5 }, { -8, 0.4 }, { -6, 0.5 } } do
    local changed = replaced(source, "stands and -300", "stands and " .. 60 * jump[1])
    changed = replaced(changed, "1000 * dt", 3600 * jump[2] .. " * dt")
    printed = play(changed, file, 860, function(key, frame) return key == "space" and frame % 80 == 60 end)
    local _, count = printed:gsub("landed at", "")
    if count ~= 1 + 10 then
      error(("%d landings after a fall and 10 jumps of %g with the gravity %g:\n%s"):format(count, jump[1], jump[2], printed))
    end
  end
end

-- LÖVE shows errors in a window, which is missing here.
function love.errorhandler(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end

function love.load(arguments)
  if arguments[1] == "play" then check(arguments[2]) else require(arguments[1]) end
  os.exit(0)
end
