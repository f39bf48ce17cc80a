function love.conf(t)
  t.identity = "hitmask-rocks"
  t.window.title = "hitmask: shoot craters, fly through them"
  t.window.width, t.window.height = 640, 400
  t.modules.audio, t.modules.sound, t.modules.physics, t.modules.joystick = false, false, false, false
end
