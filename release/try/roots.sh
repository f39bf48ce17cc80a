# shellcheck shell=bash
# Bare systems of Debian in target/release-roots. A system is made once; later runs use it again.

lines=$PWD/target/release-try/lines
notes=$PWD/target/release-try/notes
folder_of_roots=$PWD/target/release-roots

# What a user of each language has anyway.
packages_of() {
    local common=(ca-certificates python3 python3-venv nodejs npm gcc libc6-dev pkg-config mono-mcs mono-runtime unzip luajit)
    case $1 in
    trixie) echo "${common[@]}" wine64 love xvfb xauth libgl1-mesa-dri ;;
    sid) echo ca-certificates unzip godot libgl1 ;;
    *) echo "${common[@]}" ;;
    esac
}

# Makes the system $1, unless it is there. A mirror may be older than its lists allow.
root() {
    local place=$folder_of_roots/$1 site packages
    [ ! -e "$place/ready" ] || return 0
    echo "makes Debian's $1 in target/release-roots"
    site=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep '/debian/\?$' | head -n 1 || true)
    mkdir -p "$folder_of_roots"
    if [ ! -e "$place/usr/bin/apt-get" ] || [ -e "$place/debootstrap" ]; then
        rm -rf "$place"
        debootstrap --variant=minbase "$1" "$place" ${site:+"$site"} >"$place.log" 2>&1 || { tail -n 5 "$place.log"; return 1; }
    fi
    read -ra packages < <(packages_of "$1")
    in_root "$1" bash -c 'apt-get update -qq -o Acquire::Check-Valid-Until=false && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$@" &&
        apt-get clean' bash "${packages[@]}" >>"$place.log" 2>&1 || { tail -n 5 "$place.log"; return 1; }
    cp -L /etc/ssl/certs/ca-certificates.crt "$place/etc/try.crt" # those of this system may have more than Debian's
    rm -rf "$place"/usr/share/{doc,man,locale}/* "$place"/var/lib/apt/lists/*
    touch "$place/ready"
}

# Runs a command in a system: in its folder /try, with its own mounts, which end with it. `with_rust` is a folder with Rust, or empty.
in_root() {
    local place=$folder_of_roots/$1
    shift
    mkdir -p "$place/try"
    cp -L /etc/resolv.conf "$place/etc/resolv.conf"
    unshare --mount bash -c '
        mount --make-rprivate / && mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev"
        if [ -n "$2" ]; then mkdir -p "$1/opt/rust" && mount --bind -o ro "$2" "$1/opt/rust"; fi
        exec chroot "$1" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/games \
            http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" SSL_CERT_FILE=/etc/try.crt PIP_CERT=/etc/try.crt \
            NODE_EXTRA_CA_CERTS=/etc/try.crt CARGO_HTTP_CAINFO=/etc/try.crt "${@:3}"' bash "$place" "${with_rust:-}" "$@"
}

# Prepares the empty folder /try/$2 of the system $1, with the given files, and prints its path here.
prepare() {
    local folder=$folder_of_roots/$1/try/$2
    root "$1" >&2
    rm -rf "$folder" && mkdir -p "$folder"
    [ $# -le 2 ] || cp -R "${@:3}" "$folder/"
    echo "$folder"
}

# Prints the first program in language $1 of the page $2.
program_of() {
    awk -v "fence=\`\`\`$1" '!done && $0 == fence { inside = 1; next } /^```/ { if (inside) done = 1; inside = 0 } inside' "$2"
}

# Runs the script of the standard input in folder /try/$2 of the system $1. Its last line must contain the word "hit" or "hits"; it
# becomes the line of the part $2 in the summary.
hit() {
    local line log=$folder_of_roots/$1/try/$2.log
    if ! in_root "$1" bash -euo pipefail -c "cd /try/$2 && source /dev/stdin" >"$log" 2>&1; then
        tail -n 20 "$log"
        echo "FAILED: $2 in $1"
        return 1
    fi
    line=$(tail -n 1 "$log")
    if grep -q -w -e hit -e hits <<<"$line"; then
        printf '%-9s %-8s %s\n' "$2" "$1" "$line" | tee -a "$lines"
    else
        echo "FAILED: $2 in $1 ended with '$line', not with a hit"
        return 1
    fi
}
