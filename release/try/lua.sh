# shellcheck shell=bash
# The archive for LÖVE: in LuaJIT alone, in LÖVE the game of its README, and the game `rocks`.

try_lua() {
    local system folder
    for system in "${roots[@]}"; do
        folder=$(prepare "$system" luajit "$artifacts"/hitmask-love-*.zip)
        cat >"$folder/game.lua" <<'PROGRAM'
local hitmask = require "hitmask"
local ball = hitmask.mask_from_text ".##.\n####\n####\n.##."
local is_hit, corner = ball:overlaps(ball, 2, 2), ball:overlaps(ball, 3, 3)
assert(is_hit and not corner)
print(jit.version .. ": a hit, and none where only the corners of the boxes meet")
PROGRAM
        hit "$system" luajit <<'SCRIPT'
unzip -q hitmask-love-*.zip
luajit game.lua
SCRIPT
    done
    folder=$(prepare trixie love "$artifacts"/hitmask-love-*.zip "$artifacts"/rocks-*.love integrations/c/tests/pages/{ship,rock}.png)
    mkdir "$folder/game"
    mv "$folder"/*.png "$folder/game/"
    { program_of lua integrations/c/lua/README.md && cat integrations/c/tests/lua/played.lua; } >"$folder/game/main.lua"
    hit trixie love <<'SCRIPT'
unzip -q hitmask-love-*.zip -d game
export SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1
timeout 120 xvfb-run -a love game >out.txt
HITMASK_FRAMES=170 timeout 120 xvfb-run -a love ./rocks-*.love | tee rocks.txt
grep -q "170 frames, 12 craters, 15 frames in a rock" rocks.txt
echo "$(love --version | head -n 1): $(grep -w hit out.txt | tail -n 1)"
SCRIPT
}
