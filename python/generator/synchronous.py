"""Turns the asynchronous client into the synchronous one: both are written once."""

from __future__ import annotations

import re

HEAD = "# Generated from _async/ by `npm run openapi`: change that instead.\n"

_REPLACEMENTS = [
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    # AsyncPetstore, httpx.AsyncClient, AsyncIterator, AsyncClock.
    (r"\bAsync([A-Z])", r"\1"),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\ba(close|iter_bytes|iter_text|read)\b", r"\1"),
    (r"\b_async\b", "_sync"),
]


def synchronous(text: str) -> str:
    """Returns the synchronous form of a module."""
    for pattern, replacement in _REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    return HEAD + text
