#!/usr/bin/env bash
# Makes the pictures of the pages in docs/book/public/pictures from the programs. It needs the packages for Python and for the web,
# Pillow and Chromium. HITMASK_PYTHON is the interpreter, as in `run`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
to=$here/../public/pictures
python=${HITMASK_PYTHON:-$root/integrations/python/.venv/bin/python}
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy PYGAME_HIDE_SUPPORT_PROMPT=1
mkdir -p "$to"
cd "$here/../public/art"
for game in start walls flappy worms; do "$python" "$here/python/play.py" "$here/python/games/$game.py" "$to/$game.png"; done
"$python" "$here/python/pictures/iou.py" "$here/python" "$to/iou.png"
"$python" "$here/python/pictures/detections.py" "$to/detections.png"
"$python" "$here/python/pictures/cells.py" "$here/python" "$to/cells.png"
shots=$(mktemp -d)
(cd "$root/integrations/web" && BOOK_PICTURES=$shots node --test test/book.test.mjs >/dev/null)
for game in bullet-hell picking phaser; do cp "$shots/$game".?s.png "$to/$game.png"; done
rm -r "$shots"
