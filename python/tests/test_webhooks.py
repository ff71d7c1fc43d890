from __future__ import annotations

from typing import Any

import pytest

from petstore_client.webhooks import WebhookVerificationError, verify_webhook

SECRET = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="
OTHER = "whsec_CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg="
AT = 1795262400
BODY = '{"type":"resync","timestamp":"2026-11-21T12:00:00.000Z","data":{"lastEventId":42}}'
HEADERS = {
    "Webhook-Id": "msg_1",
    "Webhook-Timestamp": str(AT),
    # Signed with `standardwebhooks` of npm.
    "Webhook-Signature": "v1,ME3MjOcYOX2GTEUnYl3zBoWNbATOJ6W189sNuA+DIY8=",
}


def _verify(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"body": BODY, "headers": HEADERS, "secret": SECRET, "now": lambda: AT, **changed}
    return verify_webhook(given.pop("body"), given.pop("headers"), given.pop("secret"), **given)


def test_accepts_what_standardwebhooks_has_signed_as_text_and_as_bytes_with_either_secret() -> None:
    for body in (BODY, BODY.encode()):
        assert _verify(body=body)["data"] == {"lastEventId": 42}
    assert _verify(secret=[OTHER, SECRET])["type"] == "resync"
    several = f"v1,x v2,y {HEADERS['Webhook-Signature']}"
    assert _verify(headers={**HEADERS, "Webhook-Signature": several})["type"] == "resync"


@pytest.mark.parametrize(
    "changed",
    [
        {"body": BODY + " "},
        {"secret": OTHER},
        {"now": lambda: AT + 301},
        {"now": lambda: AT - 301},
        {"headers": {**HEADERS, "Webhook-Timestamp": "x"}},
        {"headers": {**HEADERS, "Webhook-Signature": "v1,\u00e9"}},
        {"headers": {}},
    ],
)
def test_refuses_what_was_changed_is_too_old_or_has_another_secret(changed: dict[str, Any]) -> None:
    with pytest.raises(WebhookVerificationError):
        _verify(**changed)


def test_a_secret_that_is_none_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="whsec_"):
        _verify(secret="whsec_%")
