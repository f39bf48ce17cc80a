# shellcheck shell=bash
# The artifacts for Windows, in Wine: it is no Windows, but it loads the same files. MinGW of this system compiles the program.

try_windows() {
    local folder
    if ! command -v x86_64-w64-mingw32-gcc >/dev/null; then
        not_tried "the artifacts for Windows: MinGW is missing"
        return 0
    fi
    folder=$(prepare trixie windows "$artifacts"/hitmask-{command,c,c-static}-"$version"-windows-x86_64.zip integrations/c/tests/pages/{ship.png,rock.png,stb_image.h})
    program_of c integrations/c/README.md >"$folder/game.c"
    (
        cd "$folder"
        for archive in *.zip; do python3 -m zipfile -e "$archive" .; done
        cd hitmask-c-*/
        export PKG_CONFIG_PATH=$PWD/lib/pkgconfig
        x86_64-w64-mingw32-gcc ../game.c -I../ -Iinclude -Llib -lhitmask -o ../game.exe
        x86_64-w64-mingw32-gcc ../game.c -I../ -Iinclude lib/libhitmask.a -lntdll -luserenv -lws2_32 -ldbghelp -o ../static.exe
        cp bin/hitmask.dll ..
    )
    hit trixie windows <<'SCRIPT'
export WINEPREFIX=$PWD/wine WINEDEBUG=-all
wine=$(command -v wine64 wine /usr/lib/wine/wine64 | head -n 1)
timeout 300 "$wine" game.exe | tr -d '\r' >game.txt
timeout 100 "$wine" static.exe | tr -d '\r' | cmp - game.txt
cd hitmask-command-*/
timeout 100 "$wine" hitmask.exe pairs scene/scene.json --out pairs.csv --picture pairs.png
cmp pairs.csv scene/expected.csv
test -s pairs.png
cd ..
echo "$("$wine" --version): the C library: $(cat game.txt); the command: $(($(wc -l <hitmask-command-*/pairs.csv) - 1)) hits"
rm -rf wine
SCRIPT
}
