# shellcheck shell=bash
# The artifacts for Windows, in Wine on this system: it is no Windows, but it loads the same files.

try_windows() {
    local folder=$PWD/target/release-try/windows wine line
    wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null || true)
    if [ -z "$wine" ] || ! command -v x86_64-w64-mingw32-gcc >/dev/null; then
        not_tried "the artifacts for Windows: Wine or MinGW is missing"
        return 0
    fi
    rm -rf "$folder" && mkdir -p "$folder"
    python3 -m zipfile -e "$artifacts/hitmask-command-$version-windows-x86_64.zip" "$folder"
    python3 -m zipfile -e "$artifacts/hitmask-c-$version-windows-x86_64.zip" "$folder"
    program_of c integrations/c/README.md >"$folder/game.c"
    cp integrations/c/tests/pages/{ship.png,rock.png,stb_image.h} "$folder/"
    (
        cd "$folder"
        export WINEPREFIX=$folder/wine WINEDEBUG=-all
        x86_64-w64-mingw32-gcc game.c -I"$(echo hitmask-c-[0-9]*)/include" -L"$(echo hitmask-c-[0-9]*)/lib" -lhitmask -o game.exe
        cp hitmask-c-*/bin/hitmask.dll .
        timeout 300 "$wine" game.exe | tr -d '\r' >game.txt
        timeout 120 "$wine" hitmask-command-*/hitmask.exe pairs "$(echo hitmask-command-*)/scene/scene.json" --out pairs.csv --picture pairs.png
        cmp pairs.csv hitmask-command-*/scene/expected.csv
        cmp game.txt <(echo "a hit")
        echo "Wine: the C library: $(cat game.txt); the command: $(($(wc -l <pairs.csv) - 1)) hits" >line.txt
    )
    line=$(cat "$folder/line.txt")
    printf '%-9s %-8s %s\n' windows wine "$line" | tee -a "$lines"
}
