
-- `run test` plays the game of docs/love.md: it digs after 200 frames, and ends after 300.
local frame, update = 0, love.update
function love.update()
  frame = frame + 1
  update(1 / 60)
  if frame == 200 then love.keypressed "space" end
  if frame == 300 then
    print(("the ball has slid to %d, %d"):format(ball.x, ball.y))
    love.event.quit()
  end
end
