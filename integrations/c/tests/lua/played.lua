
-- `run test` plays the games of pages: it presses the space bar after 200 frames, which digs, and ends after 300.
local frame, update = 0, love.update
function love.update()
  frame = frame + 1
  update(1 / 60)
  if frame == 200 and love.keypressed then love.keypressed "space" end
  if frame == 300 then
    if ball then print(("the ball has slid to %d, %d"):format(ball.x, ball.y)) end
    love.event.quit()
  end
end
