"""Verifies what webhooks send."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any


class WebhookVerificationError(Exception):
    """The message is not from the webhook with this secret, or is too old. Answer it with the status 401."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: Callable[[], float] = time.time,
) -> dict[str, Any]:
    """Verifies a message of a webhook by Standard Webhooks, and returns it: `type`, `timestamp` and `data`.

    `body` are the bytes as they arrived: parsed and written again, they would have another signature. `secret` is that of the
    webhook, `whsec_...`; during a rotation a list with the one before, too.

    Raises `WebhookVerificationError`, and `ValueError` for a secret that is none.
    """
    fields = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at, signatures = (_field(fields, name) for name in ("id", "timestamp", "signature"))
    if not sent_at.isdigit() or abs(now() - int(sent_at)) > tolerance_seconds:
        raise WebhookVerificationError("The message is too old, or the clock of this machine is wrong.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{sent_at}.".encode() + content
    given = [one[3:] for one in signatures.split(" ") if one.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(_key_of(one), signed, hashlib.sha256).digest()
        expected = base64.b64encode(digest).decode()
        if any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in given):
            message: dict[str, Any] = json.loads(content)
            return message
    raise WebhookVerificationError("The message has no valid signature of this secret.")


def _field(fields: Mapping[str, str], name: str) -> str:
    value = fields.get(f"webhook-{name}", "")
    if value == "":
        raise WebhookVerificationError(f"The message has no webhook-{name}.")
    return value


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("secret must be that of a webhook: whsec_...")
    return key
