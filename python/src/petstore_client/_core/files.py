"""The files of an upload."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from .operation import Payload

_PICTURE_TYPES = {
    ".png": "image/png",
    ".webp": "image/webp",
    ".avif": "image/avif",
}


def photo_payload(file: bytes | str | os.PathLike[str], media_type: str | None) -> Payload:
    """Reads a picture. Any of the accepted types will do if it is unknown: the content of the file decides."""
    suffix = "" if isinstance(file, bytes) else Path(file).suffix.lower()
    return Payload(_bytes_of(file), media_type or _PICTURE_TYPES.get(suffix, "image/jpeg"), is_upload=True)


def import_payload(
    file: bytes | str | os.PathLike[str],
    file_name: str | None,
    mapping: Mapping[str, Any] | str | None,
) -> Payload:
    """Writes a form with a file. Raises `TypeError` if bytes have no name, which decides how the file is read."""
    if file_name is None:
        if isinstance(file, bytes):
            raise TypeError("file_name is missing: bytes have no name")
        file_name = Path(file).name
    data = (
        {} if mapping is None else {"mapping": mapping if isinstance(mapping, str) else json.dumps(mapping)}
    )
    # httpx writes the form; this request is not sent.
    form = httpx.Request("POST", "http://any", data=data, files={"file": (file_name, _bytes_of(file))})
    return Payload(form.read(), form.headers["content-type"], is_upload=True)


def _bytes_of(file: bytes | str | os.PathLike[str]) -> bytes:
    return file if isinstance(file, bytes) else Path(file).read_bytes()
