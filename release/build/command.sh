# shellcheck shell=bash
# The command `hitmask` for Linux and Windows.

build_command() {
    local stage=$built/stage/command system name
    rm -rf "$stage"
    export CARGO_TARGET_DIR=$built/command CARGO_PROFILE_RELEASE_STRIP=symbols
    compile_linux -p hitmask-cli --all-features
    # MinGW's linker keeps what nobody calls; without optimization across crates the download has 6.4 MB.
    CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 compile_windows -p hitmask-cli --all-features
    unset CARGO_TARGET_DIR CARGO_PROFILE_RELEASE_STRIP
    for system in linux windows; do
        name=hitmask-command-$version-$system-x86_64
        mkdir -p "$stage/$system/$name"
        licenses crates/cli "$stage/$system/$name"
        cp -R examples/scene "$stage/$system/$name/"
    done
    cp "$built/command/$linux/release/hitmask" "$stage"/linux/*/
    cp "$built/command/$windows/release/hitmask.exe" "$stage"/windows/*/
    pack "$artifacts/hitmask-command-$version-linux-x86_64.tar.gz" "$stage/linux"
    pack "$artifacts/hitmask-command-$version-windows-x86_64.zip" "$stage/windows"
}
