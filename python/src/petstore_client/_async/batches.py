"""Many changes in one request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from .._core.operation import batch_payload
from .._core.read_response import result_of
from .resource import AsyncResource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import CreateOptions
    from ..types import BatchItem, BatchResults


class AsyncBatches(AsyncResource):
    """Applies batches."""

    async def batch(self, items: Sequence[BatchItem], /, **options: Unpack[CreateOptions]) -> BatchResults:
        """Applies up to 1,000 changes in their order, each exactly once, even after retries. Each 100 count as one request.

        A change that fails does not undo the others: look at `failed`, and at the `status` of each result.

        Raises `PetstoreError`: `invalid_body` for more than 1,000 items, or none, or `insufficient_role` for an account with
        the role `reader`.
        """
        return cast(
            "BatchResults", result_of(await self._send("applyBatch", (), options, batch_payload(items)))
        )
