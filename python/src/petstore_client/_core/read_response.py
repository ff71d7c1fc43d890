"""What a response means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from ..errors import PetstoreAnswerError, PetstoreError
from ..options import Deprecation
from ..response import Response, VersionedObject

NOT_MODIFIED = 304


def check_status(response: Response) -> None:
    """Returns if the request succeeded.

    Raises `PetstoreError` if the response is an error of the service, and `PetstoreAnswerError` if it did not come from Petstore.
    """
    status = response.status
    if 200 <= status < 300 or status == NOT_MODIFIED:
        return
    retry_after = retry_after_of(response.headers)
    if 300 <= status < 400:
        target = response.headers.get("location", "another address")
        raise PetstoreAnswerError(f"base_url redirects to {target}. Use that address.", status, retry_after)
    body = _error_body_of(response)
    if body is None:
        raise _not_from_petstore(status, retry_after)
    raise PetstoreError(
        body["message"],
        body["code"],
        body["status"],
        fields=_fields_of(response.headers),
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after,
    )


def result_of(response: Response) -> Any:
    """Reads the result of an operation.

    It does not check the members: the service promises those that the operation documents, and a newer one may send more.
    """
    if response.status in (204, NOT_MODIFIED):
        return None
    if _has_type(response.headers, "text/csv"):
        return response.content
    if not _has_type(response.headers, "application/json"):
        raise _not_from_petstore(response.status, None)
    body = response.json()
    if not isinstance(body, (dict, list)):
        raise _not_from_petstore(response.status, None)
    etag = etag_in(response.headers)
    return (
        _versioned(cast("dict[str, Any]", body), etag)
        if isinstance(body, dict) and etag
        else cast("Any", body)
    )


def etag_in(headers: Mapping[str, str]) -> str | None:
    """A proxy that compresses marks the tag as weak. The service has only strong ones, which `If-Match` needs."""
    etag = headers.get("etag")
    return None if etag is None else etag.removeprefix("W/")


def total_in(headers: Mapping[str, str]) -> int | None:
    """Reads `X-Total-Count`."""
    text = headers.get("x-total-count", "")
    return int(text) if re.fullmatch(r"\d+", text, re.ASCII) else None


def match_in(headers: Mapping[str, str]) -> str | None:
    """Reads `Search-Match`."""
    return headers.get("search-match")


def next_parameter(headers: Mapping[str, str], name: str) -> str | None:
    """Returns a query parameter of the next page from the `Link` header (RFC 8288).

    The path of the link is ignored: a proxy may serve the operation under another path.
    """
    link = re.search(r'<([^>]*)>\s*;\s*rel="?next"?', headers.get("link", ""))
    if link is None:
        return None
    values = parse_qs(urlsplit(link[1]).query).get(name)
    return values[0] if values else None


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Reads `Retry-After` (RFC 9110, section 10.2.3) as seconds. The service sends seconds; a proxy may send a date."""
    text = headers.get("retry-after")
    if text is None:
        return None
    if re.fullmatch(r"\d+", text):
        return int(text)
    date = _date_of(text)
    return None if date is None else max(0.0, (date - datetime.now(timezone.utc)).total_seconds())


def deprecation_of(operation: str, headers: Mapping[str, str]) -> Deprecation | None:
    """Reads `Deprecation` (RFC 9745: `@` and Unix seconds) and `Sunset` (RFC 8594: a date)."""
    seconds = re.match(r"@(\d+)", headers.get("deprecation", ""))
    if seconds is None:
        return None
    deprecated_at = datetime.fromtimestamp(int(seconds[1]), timezone.utc)
    return Deprecation(operation, deprecated_at, _date_of(headers.get("sunset", "")))


def _versioned(body: dict[str, Any], etag: str) -> VersionedObject:
    versioned = VersionedObject(body)
    versioned.etag = etag
    return versioned


def _error_body_of(response: Response) -> dict[str, Any] | None:
    """Does not check the code: a newer service may have more codes than this version of the client."""
    if not _has_type(response.headers, "application/json"):
        return None
    try:
        body = response.json()
    except PetstoreAnswerError:
        return None
    if not isinstance(body, dict):
        return None
    error = cast("dict[str, Any]", body)
    types = {"code": str, "message": str, "status": int}
    return error if all(isinstance(error.get(name), kind) for name, kind in types.items()) else None


def _fields_of(headers: Mapping[str, str]) -> tuple[str, ...]:
    """Reads `Invalid-Fields`, the list of the invalid members."""
    names = (name.strip() for name in headers.get("invalid-fields", "").split(","))
    return tuple(name for name in names if name != "")


def _has_type(headers: Mapping[str, str], media_type: str) -> bool:
    return headers.get("content-type", "").startswith(media_type)


def _not_from_petstore(status: int, retry_after: float | None) -> PetstoreAnswerError:
    message = f"The response with status {status} is not from Petstore. Check base_url and the proxy."
    return PetstoreAnswerError(message, status, retry_after)


def _date_of(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=timezone.utc)
