
-- Plays the games of pages in a window: the right key is held, and the game ends after 300 frames.
local frame, update = 0, love.update
function love.keyboard.isDown(key) return key == "right" end
function love.update()
  frame = frame + 1
  update(1 / 60)
  if frame == 300 then love.event.quit() end
end
