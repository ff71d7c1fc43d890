"""The operations that receive a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from .._core.files import import_payload, photo_payload
from .._core.read_response import result_of
from .resource import AsyncResource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import CreateOptions
    from ..types import Import, Photo

PictureType = Literal["image/jpeg", "image/png", "image/webp", "image/avif"]


class AsyncPhotoUploads(AsyncResource):
    """Adds photos."""

    async def add(
        self,
        pet_id: int,
        file: bytes | str | os.PathLike[str],
        /,
        *,
        type: PictureType | None = None,
        **options: Unpack[CreateOptions],
    ) -> Photo:
        """Adds a photo after those of the animal, from the path of a file or from its bytes.

        When this returns, the photo is stored durably and exactly once, even after retries. The content decides if `type` is
        another accepted type.

        Raises `PetstoreError`: `invalid_image`, `pet_not_found`, `not_owner`, `too_many_photos` or `storage_full`.
        """
        response = await self._send("addPhoto", (pet_id,), options, photo_payload(file, type))
        return cast("Photo", result_of(response))


class AsyncImportUploads(AsyncResource):
    """Sends files of animals."""

    async def create(
        self,
        file: bytes | str | os.PathLike[str],
        /,
        *,
        file_name: str | None = None,
        mapping: Mapping[str, Any] | str | None = None,
        dry_run: bool = False,
        preview: bool = False,
        language: Literal["en", "es", "fr", "de"] | None = None,
        owner: int | None = None,
        **options: Unpack[CreateOptions],
    ) -> Import:
        """Sends a file of animals, from its path or from its bytes, which need a `file_name`.

        When this returns, the file is stored durably and exactly once, even after retries; `get` returns its progress.
        `mapping` maps columns of the file to the fields of an animal; by default the file has the columns of an export.
        `dry_run` only counts the effects. `preview` only reads the file: the `preview` of the import then has what it contains
        and a guessed mapping, and `change` imports it.

        Raises `PetstoreError`: `invalid_body`, `invalid_mapping`, `invalid_parameter`, `payload_too_large`, or
        `service_unavailable` if too many imports wait.
        """
        query = {"dry_run": dry_run or None, "preview": preview or None, "language": language, "owner": owner}
        payload = import_payload(file, file_name, mapping)
        return cast("Import", result_of(await self._send("createImport", (), {**query, **options}, payload)))
