# shellcheck shell=bash
# The npm package: in Node, and in a page that Vite builds and serves in the bare system. Chromium is that of this system.

try_npm() {
    local system folder
    for system in "${roots[@]}"; do
        folder=$(prepare "$system" npm "$artifacts"/hitmask-*.tgz)
        cat >"$folder/game.mjs" <<'PROGRAM'
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const mask = world.addMask(Mask.fromText("##\n##"));
const ship = world.spawn(mask, 0, 0);
world.spawn(mask, 5, 1);
for (let x = 0; x < 9; x++) {
  world.moveTo(ship, x, 0);
  const { began } = world.step();
  for (let i = 0; i < began.length; i += 2) console.log(`Node ${process.versions.node}: hit at`, world.contact(began[i], began[i + 1]).first);
}
PROGRAM
        hit "$system" npm <<'SCRIPT'
npm init --yes >/dev/null
npm install --no-audit --no-fund ./hitmask-*.tgz
node game.mjs
SCRIPT
    done
    try_page trixie
}

try_page() {
    local folder chromium=${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}
    if [ -z "$chromium" ]; then
        not_tried "the npm package in a page: Chromium is missing; CHROMIUM can name it"
        return 0
    fi
    folder=$(prepare "$1" page "$artifacts"/hitmask-*.tgz)
    mkdir "$folder/public"
    cp docs/book/public/art/{ship,rock}.png "$folder/public/"
    echo '<!doctype html><body><canvas width="640" height="420"></canvas><script type="module" src="main.js"></script>' >"$folder/index.html"
    cat >"$folder/log.js" <<'PROGRAM'
// Chromium draws few frames in virtual time, and nobody holds the key.
globalThis.requestAnimationFrame = (frame) => setTimeout(frame, 16);
setInterval(() => dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })), 100);
console.log = (...all) => document.body.append(`Vite page: ${all.map((one) => JSON.stringify(one)).join(" ")}\n`);
PROGRAM
    { echo 'import "./log.js";' && program_of js integrations/web/README.md; } >"$folder/main.js"
    cat >"$folder/build" <<'SCRIPT'
cd /try/page
npm init --yes >/dev/null
npm install --no-audit --no-fund ./hitmask-*.tgz vite@8.3.8
npx vite build
SCRIPT
    if ! in_root "$1" bash -e /try/page/build >"$folder.log" 2>&1; then
        tail -n 20 "$folder.log"
        return 1
    fi
    in_root "$1" bash -c 'cd /try/page && echo $$ >server && exec node node_modules/vite/bin/vite.js preview --port 4355 --strictPort --host 127.0.0.1' >>"$folder.log" 2>&1 &
    for _ in $(seq 100); do curl --silent --output /dev/null http://127.0.0.1:4355/ && break || sleep 0.2; done
    # A busy machine may take longer than Chromium waits.
    for _ in 1 2 3; do
        timeout 60 "$chromium" --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --user-data-dir="$folder/profile" \
            --dump-dom http://127.0.0.1:4355/ >"$folder/dom.txt" 2>>"$folder.log" || true
        ! grep -q 'Vite page: ' "$folder/dom.txt" || break
    done
    kill "$(cat "$folder/server")" # the mounts are apart, the processes are those of this system
    wait 2>/dev/null || true
    grep -m 1 -o 'Vite page: .*' "$folder/dom.txt" | tr -d '"' >"$folder/line.txt"
    hit "$1" page <<<'cat line.txt'
}
