-- hitmask for LÖVE and LuaJIT: pixel-perfect collision for 2D sprites.
--
--     local hitmask = require "hitmask"
--     local world = hitmask.world_new()
--     local mask = world:add_mask(hitmask.mask_from_imagedata(love.image.newImageData "ship.png"))
--     local ship = world:spawn(mask, 100, 100)
--     for _, pair in ipairs(world:step().began) do print(pair.a, pair.b) end
--
-- Where to read on:
--
--     mask.lua       masks from pictures and back, edits, transforms     hitmask.mask_new, mask_from_imagedata, Mask:fill_circle ...
--     mask_ask.lua   questions about one mask and about two              Mask:count, overlaps, penetration, cast_ray, sweep ...
--     mask_shapes.lua  parts, contours, hulls                            Mask:connected_components, contours, convex_hull ...
--     world.lua      worlds, their masks, saving                         hitmask.world_new, World:add_mask, to_bytes ...
--     sprites.lua    sprites come, change, move and go                   World:spawn, set, set_transform, move_to, positions ...
--     fields.lua     the values of a sprite, with what each means
--     steps.lua      what began and ended to overlap, and where          World:step, contacts_of, impact ...
--     queries.lua    what is where                                       World:find_point, nearest, cast_ray, is_free ...
--     terrain.lua    sprites that lose pixels and fall apart             World:erase_circle, split, own_mask ...
--     motion.lua     sprites that others stop, push and carry            World:move_until, push_out, carry, hitmask.remainder_new
--
-- Points come and go as two numbers x, y; y goes down. A position, a scale or an origin in a table of values is a list { x, y }, and so are
-- `along` and `within`; results with several values have names (hit.x, pair.a). Sprites and masks of a world are numbers. Missing results are nil. A wrong argument is
-- an error that names it. The garbage collector frees masks and worlds; `release` does it at once.
local ffi = require "ffi"
local HERE = ...
local core = require(HERE .. ".core")

local hitmask = { version = ffi.string(core.C.hitmask_version()) }

local function take(functions)
  for name, call in pairs(functions) do hitmask[name] = call end
end

take(require(HERE .. ".mask").functions)
require(HERE .. ".mask_ask")
take(require(HERE .. ".mask_shapes").functions)
take(require(HERE .. ".world").functions)
require(HERE .. ".sprites")
require(HERE .. ".steps")
require(HERE .. ".queries")
require(HERE .. ".terrain")
take(require(HERE .. ".motion").functions)

return hitmask
