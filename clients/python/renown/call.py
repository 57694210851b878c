"""How a request is sent, repeated and refused."""

from __future__ import annotations

import json
import os
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.client import HTTPException, IncompleteRead
from typing import Any, Callable, Iterator, Mapping

_TRIES = 4
_TIMEOUT = 90  # seconds
_PAGE = 100
_BLOCK = 1 << 16  # bytes


class RenownError(Exception):
    """A refusal. Each code of the contract has a class of its own below this one, as renown.DailyLimit."""

    number = 0

    def __init__(self, status: int, code: int, msg: str, hint: str | None = None, detail: Any = None, request_id: str | None = None, retry_after: int | None = None) -> None:
        parts = [str(code) if code else f"status {status}", msg]
        parts += [f"({hint})"] if hint else []
        parts += [f"[{request_id}]"] if request_id else []
        super().__init__(" ".join(parts))
        self.status, self.code, self.msg, self.hint, self.detail = status, code, msg, hint, detail
        self.request_id, self.retry_after = request_id, retry_after


def quote(value: str) -> str:
    return urllib.parse.quote(value, safe="")


class Download:
    """A table that is being sent: read it as it comes, and close it, or use it with `with`. A transfer that breaks off raises IncompleteRead."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer
        self.etag: str | None = answer.headers.get("ETag")
        self.content_type: str = answer.headers.get("Content-Type", "")

    def read(self, size: int = -1) -> bytes:
        block = self._answer.read(size if size >= 0 else None)
        if not block and size and self._answer.length:  # read tells it of chunks alone
            raise IncompleteRead(block, self._answer.length)
        return block

    def rows(self) -> Iterator[Any]:
        """Goes through a table of JSON lines."""
        rest = b""
        while block := self.read(_BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            yield from map(json.loads, lines)
        if rest:
            yield json.loads(rest)

    def save(self, path: str) -> None:
        """Writes the table to a file."""
        with open(path, "wb") as file:
            shutil.copyfileobj(self, file)

    def close(self) -> None:
        self._answer.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Staying(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the key would go where it points, and a change would arrive there as a reading."""

    def redirect_request(self, *_: object) -> None:
        return None


_open = urllib.request.build_opener(_Staying).open


class Caller:
    def __init__(self, url: str | None, key: str | None, patience: float, errors: Mapping[int, type[RenownError]]) -> None:
        url = url or os.environ.get("RENOWN_URL", "")
        self._key = key or os.environ.get("RENOWN_KEY", "")
        if not self._key:
            raise ValueError("no API key: set RENOWN_KEY, or pass key=")
        if not url.startswith(("http://", "https://")):
            raise ValueError("no address of a server: set RENOWN_URL, as https://renown.example.com, or pass url=")
        self._url = url.rstrip("/") + "/openapi/v1"
        self._patience, self._errors = patience, errors

    def call(self, method: str, path: str, query: Mapping[str, Any] | None = None, body: Mapping[str, Any] | None = None, idempotency_key: str | bool | None = None) -> Any:
        if idempotency_key is True:
            idempotency_key = str(uuid.uuid4())
        repeatable = method == "GET" or bool(idempotency_key)
        return self._tries(repeatable, lambda: self._once(method, path, query, body, idempotency_key))

    def download(self, path: str, query: Mapping[str, Any] | None = None) -> Download:
        def begin() -> Download:
            try:
                return Download(_open(self._request("GET", path, query), timeout=_TIMEOUT))
            except urllib.error.HTTPError as answer:
                with answer:
                    self._unwrap(answer.code, answer.headers, answer.read())
                    raise

        return self._tries(True, begin)

    def _tries(self, repeatable: bool, do: Callable[[], Any]) -> Any:
        waited = 0.0
        for attempt in range(1, _TRIES + 1):
            try:
                return do()
            except (RenownError, OSError, HTTPException) as error:
                pause = _retry(error, attempt, repeatable)
                if pause is None or attempt == _TRIES or waited + pause > self._patience:
                    raise
            waited += pause
            time.sleep(pause)

    def _request(self, method: str, path: str, query: Mapping[str, Any] | None) -> urllib.request.Request:
        sent = {name: value for name, value in (query or {}).items() if value is not None}
        address = self._url + path + ("?" + urllib.parse.urlencode(sent, doseq=True) if sent else "")
        return urllib.request.Request(address, method=method, headers={"X-API-KEY": self._key})

    def _once(self, method: str, path: str, query: Mapping[str, Any] | None, body: Mapping[str, Any] | None, idempotency_key: str | bool | None) -> Any:
        request = self._request(method, path, query)
        if body is not None:
            request.data = json.dumps({name.removesuffix("_"): value for name, value in body.items()}).encode()  # from_ is from
            request.add_header("Content-Type", "application/json")
        if idempotency_key:
            request.add_header("Idempotency-Key", str(idempotency_key))
        try:
            with _open(request, timeout=_TIMEOUT) as answer:
                return self._unwrap(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as answer:
            with answer:
                return self._unwrap(answer.code, answer.headers, answer.read())

    def _unwrap(self, status: int, headers: Any, text: bytes) -> Any:
        request_id = headers.get("X-Request-Id")
        try:
            envelope = json.loads(text)
            code, data = envelope["code"], envelope["data"]
            if not isinstance(code, int) or code == 0 and status != 200:
                raise KeyError("code")
        except (ValueError, KeyError, TypeError):
            raise RenownError(status, 0, "no envelope: is this the address of a server of Renown?", request_id=request_id) from None
        if code == 0:
            return data
        after = headers.get("Retry-After")
        error = self._errors.get(code, RenownError)
        raise error(status, code, envelope.get("msg", ""), envelope.get("hint"), envelope.get("detail"), request_id, int(after) if after and after.isdecimal() else None)


def _retry(error: Exception, attempt: int, repeatable: bool) -> float | None:
    """How many seconds to wait before another try; None when there is none to make."""
    pause = 2**attempt / 4
    if not isinstance(error, RenownError):
        return pause if repeatable else None  # the connection broke: perhaps it was done
    if error.code in (2001, 5030):  # nothing was done
        return max(error.retry_after or 0, pause)
    return pause if error.code == 0 and error.status in (502, 503, 504) and repeatable else None  # a proxy's


def pages(page: Callable[[int, int], Any]) -> Iterator[Any]:
    """Goes through a list page by page."""
    number, seen = 1, 0
    while True:
        found = page(number, _PAGE)
        yield from found["items"]
        seen += len(found["items"])
        if seen >= found["total"] or not found["items"]:
            return
        number += 1
