# shellcheck shell=bash
# The Godot add-on for the asset library. GODOT_LIBRARIES names a folder with libraries that other systems have built.

build_godot() {
    local stage=$built/stage/godot system file addon
    rm -rf "$stage" && mkdir -p "$stage/bin"
    if [ -n "${GODOT_LIBRARIES:-}" ]; then
        cp "$GODOT_LIBRARIES"/* "$stage/bin/"
    else
        (
            cd integrations/godot
            export CARGO_TARGET_DIR=$built/godot
            compile_linux
            compile_windows
        )
        cp "$built/godot/$linux/release/libhitmask_godot.so" "$built/godot/$windows/release/hitmask_godot.dll" "$stage/bin/"
    fi
    addon_of all "$stage/bin"/*
    pack "$artifacts/hitmask-godot-$version.zip" "$stage/all"
    if [ -e "$stage/bin/libhitmask_godot.so" ]; then
        addon_of linux "$stage/bin/libhitmask_godot.so"
        pack "$artifacts/hitmask-godot-$version-linux-x86_64.zip" "$stage/linux"
    fi
}

# Lays out the add-on with some libraries. Its list of libraries names no others: Godot reports a missing one at an export.
addon_of() {
    local folder=$stage/$1/addons/hitmask from=integrations/godot/project/addons/hitmask line
    shift
    mkdir -p "$folder/bin"
    cp "$@" "$folder/bin/"
    cp -RL "$from"/{icons,THIRD-PARTY.md} "$folder/"
    find "$folder/icons" -name '*.import' -delete
    cp integrations/godot/README.md "$folder/README.md"
    unlink_pages integrations/godot "$folder/README.md"
    licenses integrations/godot "$folder"
    while IFS= read -r line; do
        case $line in
        *"/bin/"*) file=${line##*/bin/} && [ -e "$folder/bin/${file%\"}" ] || continue ;;
        esac
        printf '%s\n' "$line"
    done <"$from/hitmask.gdextension" >"$folder/hitmask.gdextension"
}

# Turns the links of a page to files of the repository into plain text, and drops its pictures.
unlink_pages() {
    sed -i -e '/^!\[/d' -e 's/\[\([^]]*\)\]([^h)][^)]*)/\1/g' "$2"
}
