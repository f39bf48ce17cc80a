"""Makes an archive of a folder: ``pack.py ARCHIVE FOLDER``. Its name ends in ``.tar.gz`` or is that of a zip file.

Entries are sorted and have one time (``SOURCE_DATE_EPOCH``), no owner, and the permissions 755 or 644, so equal folders become
archives of equal bytes.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import tarfile
import time
import zipfile
from pathlib import Path

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])


def entries(folder: Path) -> list[tuple[str, Path]]:
    """Lists the files and links of the folder by their name in the archive."""
    found = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    return sorted((path.relative_to(folder).as_posix(), path) for path in found)


def mode(path: Path) -> int:
    return 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644


def tar(archive: Path, folder: Path) -> None:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as out:
        for name, path in entries(folder):
            entry = tarfile.TarInfo(name)
            entry.mtime = EPOCH
            if path.is_symlink():
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(path)
                out.addfile(entry)
            else:
                entry.size, entry.mode = path.stat().st_size, mode(path)
                with path.open("rb") as file:
                    out.addfile(entry, file)
    with archive.open("wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as out:
        out.write(plain.getvalue())


def zip_file(archive: Path, folder: Path) -> None:
    moment = time.gmtime(EPOCH)[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, path in entries(folder):
            entry = zipfile.ZipInfo(name, moment)
            entry.create_system = 3  # Unix, whatever system this is
            entry.external_attr = (stat.S_IFREG | mode(path)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, path.read_bytes(), compresslevel=9)


if __name__ == "__main__":
    to, of = Path(sys.argv[1]), Path(sys.argv[2])
    to.parent.mkdir(parents=True, exist_ok=True)
    (tar if to.name.endswith(".tar.gz") else zip_file)(to, of)
