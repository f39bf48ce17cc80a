-- Loads the shared library, and returns it.
local ffi = require "ffi"

local HERE = (...):match "^(.*)%.[^.]*$" -- the name under which the game requires hitmask

-- A game that loads its modules again keeps the declarations of the first time: ffi.cdef takes each once.
if not pcall(ffi.typeof, "hitmask_world") then ffi.cdef(require(HERE .. ".ffi")) end

-- The file of the library on this system.
local FILE = ({ OSX = "libhitmask.dylib", Windows = "hitmask.dll" })[ffi.os] or "libhitmask.so"

-- Returns the path of a library that is inside a .love file, from which no system can load it: the folder for saved games gets a copy.
--
-- Several threads or games may do so at once, and a library that changes while it is loaded ends the process. So the copy is written under
-- a name of its own, and then renamed, at one blow. LÖVE may fail to write while another thread makes the folder (11.4): hence several times.
local function copied(path)
  local fs = love.filesystem
  local bytes = assert(fs.read(path))
  local name = love.data.encode("string", "hex", love.data.hash("sha1", bytes)):sub(1, 12) .. "-" .. FILE
  local folder, why = fs.getSaveDirectory() .. "/", nil
  for _ = 1, 50 do
    if fs.read(name) == bytes then return folder .. name end
    local part = ("%s.%d%s"):format(name, os.time(), tostring {}:match "0x(%x+)" or "")
    local is_written, message = fs.write(part, bytes)
    why = message
    if is_written and not os.rename(folder .. part, folder .. name) then
      os.remove(folder .. name) -- Windows renames to no name that is taken: by the copy of another thread, or by a damaged one
      os.rename(folder .. part, folder .. name)
    end
    fs.remove(part)
  end
  error(("hitmask: cannot copy %s to %s: %s"):format(path, folder, tostring(why)), 0)
end

-- Returns where the library may be, the first place first.
local function places()
  local list = { os.getenv "HITMASK_LIBRARY" }
  local fs = rawget(_G, "love") and love.filesystem
  if fs and fs.getSource then
    list[#list + 1] = fs.getSourceBaseDirectory() .. "/" .. FILE -- beside the .love file, or the program made from it
    for _, path in ipairs { HERE:gsub("%.", "/") .. "/" .. FILE, FILE } do
      if fs.getInfo(path, "file") then
        local real = fs.getRealDirectory(path) .. "/" .. path
        local file = io.open(real, "rb")
        if file then file:close() end
        list[#list + 1] = file and real or copied(path)
      end
    end
  else
    local folder = debug.getinfo(1, "S").source:match "^@(.*[/\\])" or "./"
    list[#list + 1] = folder .. FILE
    list[#list + 1] = "./" .. FILE
  end
  list[#list + 1] = "hitmask" -- where the system looks
  return list
end

local function load()
  local why = {}
  for _, place in ipairs(places()) do
    local is_loaded, library = pcall(ffi.load, place)
    if is_loaded then return library end
    why[#why + 1] = "\n  " .. tostring(library)
  end
  error(("hitmask: cannot load %s; put it into the folder of hitmask, or name its path in HITMASK_LIBRARY:%s"):format(FILE, table.concat(why)), 0)
end

local C = load()
assert(C.hitmask_abi_version() == C.HITMASK_ABI_VERSION, "hitmask: the library and the Lua files are of different versions")
return C
