"""Compresses a ``.tgz`` again, as small as zopfli can: ``recompress.py ARCHIVE``. Equal archives stay equal."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from zopfli.gzip import compress

archive = Path(sys.argv[1])
archive.write_bytes(compress(gzip.decompress(archive.read_bytes()), numiterations=5, blocksplittingmax=0))
