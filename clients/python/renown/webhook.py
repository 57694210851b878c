"""Checks messages by Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import Mapping

_AGE = 300  # seconds


class WebhookError(Exception):
    """A message that must not be believed: unsigned, signed with another secret, changed, or too old."""


def verify_webhook(headers: Mapping[str, str], body: bytes, *secrets: str, now: float | None = None) -> None:
    """Raises WebhookError unless the message holds. body is as it came; while a secret is being changed pass both.

    The header webhook-id is the same when a message comes a second time.
    """
    sent = {name.lower(): value for name, value in headers.items()}
    number, at = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    if not number or not at.isdecimal() or len(at) > 12 or abs((time.time() if now is None else now) - int(at)) > _AGE:
        raise WebhookError("the message is unsigned or too old")
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        if not key:  # everybody can sign with it
            raise ValueError("a webhook's secret looks like whsec_…")
        want = hmac.new(key, f"{number}.{at}.".encode(errors="replace") + body, hashlib.sha256).digest()
        for one in sent.get("webhook-signature", "").split(" "):
            if not one.startswith("v1,"):
                continue
            try:
                given = base64.b64decode(one[3:], validate=True)
            except ValueError:
                continue
            if hmac.compare_digest(given, want):
                return
    raise WebhookError("the signature does not hold")
