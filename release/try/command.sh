# shellcheck shell=bash
# The command, on the scene that comes with it.

try_command() {
    local system folder
    for system in "${roots[@]}"; do
        folder=$(prepare "$system" command "$artifacts"/hitmask-command-*-linux-x86_64.tar.gz)
        hit "$system" command <<'SCRIPT'
tar xf hitmask-command-*.tar.gz --strip-components=1
./hitmask pairs scene/scene.json --out pairs.csv --picture pairs.png
cmp pairs.csv scene/expected.csv
test -s pairs.png
echo "$(./hitmask --version): $(($(wc -l <pairs.csv) - 1)) hits"
SCRIPT
    done
}
