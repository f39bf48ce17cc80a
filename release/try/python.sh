# shellcheck shell=bash
# The wheel: the example for pygame, then the first program of the README with its two pictures, played as the book's tests play it.
# SDL draws into memory.

try_python() {
    local system folder
    for system in "${roots[@]}"; do
        folder=$(prepare "$system" python "$artifacts"/*.whl integrations/python/examples/pygame_rocks.py \
            docs/book/programs/python/play.py integrations/c/tests/pages/*.png)
        program_of python <(sed '1,/^## pygame: a ship hits a rock/d' integrations/python/README.md) >"$folder/game.py"
        hit "$system" python <<'SCRIPT'
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check ./hitmask-*.whl pygame-ce
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy PYGAME_HIDE_SUPPORT_PROMPT=1
env/bin/python pygame_rocks.py rocks.png
test -s rocks.png
echo "Python $(env/bin/python -c 'import platform; print(platform.python_version())'): $(env/bin/python play.py game.py | grep 'hit at' | tail -n 1)"
SCRIPT
    done
}
