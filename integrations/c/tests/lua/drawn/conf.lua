function love.conf(t)
  t.identity = "hitmask-drawn"
  t.window.title = "hitmask: drawn pixels"
  t.modules.audio, t.modules.sound, t.modules.physics, t.modules.joystick = false, false, false, false
end
