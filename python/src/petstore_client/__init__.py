"""A typed client of Petstore, the adoption catalogue: `Petstore`, and `AsyncPetstore` for asyncio."""

from ._async.petstore import AsyncPetstore
from ._sync.petstore import Petstore
from .clock import AsyncClock, Clock
from .errors import (
    PetstoreAnswerError,
    PetstoreConnectionError,
    PetstoreError,
    PetstoreFailure,
    PetstoreTimeoutError,
)
from .events import EventPage
from .listings import listing_after
from .options import CallOptions, ChangeOptions, CreateOptions, Deprecation, Wait
from .quota import Quota, QuotaWindow
from .response import Page, Response, etag_of

__all__ = [
    "AsyncClock",
    "AsyncPetstore",
    "CallOptions",
    "ChangeOptions",
    "Clock",
    "CreateOptions",
    "Deprecation",
    "EventPage",
    "Page",
    "Petstore",
    "PetstoreAnswerError",
    "PetstoreConnectionError",
    "PetstoreError",
    "PetstoreFailure",
    "PetstoreTimeoutError",
    "Quota",
    "QuotaWindow",
    "Response",
    "Wait",
    "etag_of",
    "listing_after",
]
