-- Runs what the command line names, without a window: `love . pair` a program, and `love . play games/start.lua` a game, of which it
-- Calls `load`, and `update` and `draw` 240 times. The right key is held, and the space bar is down now and then. A game must print what.
-- Its comments `prints "..."` say.
local printed, frame = {}, 0

local function play(file)
  love.graphics = setmetatable({ newImage = function(data) return data end }, { __index = function() return function() end end })
  love.keyboard = { isDown = function(key) return key == "right" or key == "space" and frame % 50 < 3 end }
  local source, show = love.filesystem.read(file), print
  print = function(...) printed[#printed + 1] = table.concat({ ... }, " ") show(...) end
  assert(loadstring(source, "@" .. file))()
  love.load()
  for _ = 1, 240 do
    frame = frame + 1
    love.update(1 / 60)
    love.draw()
  end
  for text in source:gmatch 'prints "([^"]*)"' do
    if not table.concat(printed, "\n"):find(text, 1, true) then error(file .. " does not print: " .. text) end
  end
end

-- LÖVE shows errors in a window, which is missing here.
function love.errorhandler(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end

function love.load(arguments)
  if arguments[1] == "play" then play(arguments[2]) else require(arguments[1]) end
  os.exit(0)
end
