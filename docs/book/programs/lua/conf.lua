-- The programs need no window.
function love.conf(t)
  t.identity = "hitmask-book"
  for _, module in ipairs { "window", "graphics", "audio", "sound", "joystick", "physics", "video", "font", "touch", "mouse", "keyboard" } do
    t.modules[module] = false
  end
end
