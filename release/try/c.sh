# shellcheck shell=bash
# The C library, with cc and pkg-config: the program of the README, with stb_image.h and its two pictures.

try_c() {
    local system folder
    for system in "${roots[@]}"; do
        folder=$(prepare "$system" c "$artifacts"/hitmask-c-*linux-x86_64.tar.gz integrations/c/tests/pages/{ship.png,rock.png,stb_image.h})
        program_of c integrations/c/README.md >"$folder/game.c"
        hit "$system" c <<'SCRIPT'
for archive in hitmask-c-*.tar.gz; do tar xf "$archive" --strip-components=1; done
export PKG_CONFIG_PATH=$PWD/lib/pkgconfig
cc game.c $(pkg-config --cflags --libs hitmask) -Wl,-rpath,"$PWD/lib" -lm -o game
./game >shared.txt
cc game.c -Iinclude lib/libhitmask.a $(pkg-config --libs-only-l --static hitmask | sed 's/-lhitmask//') -o static
./static | cmp - shared.txt
echo "$(cc --version | head -n 1), shared and static: $(grep -w hit shared.txt)"
SCRIPT
    done
}
