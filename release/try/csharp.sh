# shellcheck shell=bash
# The NuGet package. Mono has no package command, so its sources are compiled as they lie in the package.

try_csharp() {
    local system folder
    for system in "${roots[@]}"; do
        folder=$(prepare "$system" csharp "$artifacts"/Hitmask.*.nupkg integrations/c/tests/pages/{ship.png,rock.png,StbImageSharp.cs})
        program_of csharp integrations/c/csharp/README.md >"$folder/game.cs"
        hit "$system" csharp <<'SCRIPT'
unzip -q Hitmask.*.nupkg
mcs game.cs StbImageSharp.cs contentFiles/cs/netstandard2.1/Hitmask/*.cs
cp runtimes/linux-x64/native/libhitmask.so .
mono game.exe >out.txt
echo "Mono $(mono --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*' | head -n 1): $(grep -w hit out.txt | tail -n 1)"
SCRIPT
    done
}
