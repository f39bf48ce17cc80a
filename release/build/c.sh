# shellcheck shell=bash
# The C library for Linux and Windows, and the packages that it is in: NuGet's, and an archive for LÖVE.

build_c() {
    local stage=$built/stage/c system file
    rm -rf "$stage"
    (
        cd integrations/c
        export CARGO_TARGET_DIR=$built/c
        compile_linux --lib
        compile_windows --lib
    )
    for system in linux windows; do
        local name=hitmask-c-$version-$system-x86_64
        local target=${!system}
        integrations/c/run build --prefix "$stage/$system/$name" --built "$built/c/$target/release" --system "$target"
        # The static library is many times as large as all else, and few want it: it is an archive of its own, for the same folder.
        mkdir -p "$stage/$system-static/$name/lib"
        mv "$stage/$system/$name/lib/libhitmask.a" "$stage/$system-static/$name/lib/"
    done
    strip --strip-debug "$stage"/linux-static/*/lib/libhitmask.a
    pack "$artifacts/hitmask-c-static-$version-linux-x86_64.tar.gz" "$stage/linux-static"
    pack "$artifacts/hitmask-c-static-$version-windows-x86_64.zip" "$stage/windows-static"
    pack "$artifacts/hitmask-c-$version-linux-x86_64.tar.gz" "$stage/linux"
    pack "$artifacts/hitmask-c-$version-windows-x86_64.zip" "$stage/windows"

    mkdir -p "$stage"/runtimes/{linux-x64,win-x64}/native
    cp -L "$stage"/linux/*/lib/libhitmask.so "$stage/runtimes/linux-x64/native/"
    cp "$stage"/windows/*/bin/hitmask.dll "$stage/runtimes/win-x64/native/"
    integrations/c/run stage nuget "$stage/nuget"
    cp -R "$stage/runtimes" "$stage/nuget/"
    pack "$artifacts/Hitmask.$version.nupkg" "$stage/nuget"

    integrations/c/run stage lua "$stage/lua"
    integrations/c/run stage rocks "$stage/rocks"
    for file in "$stage"/runtimes/*/native/*; do cp "$file" "$stage/lua/hitmask/" && cp "$file" "$stage/rocks/hitmask/"; done
    # The archive is unpacked into the folder of a game, which has a README and a license of its own.
    mv "$stage"/lua/{README.md,LICENSE-*,THIRD-PARTY.txt} "$stage/lua/hitmask/"
    pack "$artifacts/hitmask-love-$version.zip" "$stage/lua"
    pack "$artifacts/rocks-$version.love" "$stage/rocks"
}
