"""A WebSocket client (RFC 6455) of the standard library alone: text messages, one at a time."""

from __future__ import annotations

import base64
import hashlib
import os
import socket
import ssl
import struct
import time
from typing import Dict, Mapping, Optional, Tuple, Union
from urllib.parse import urlsplit

from .closing import Closing

_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _BINARY, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
_MOST_HEADER_BYTES = 64 * 1024


class WebSocketError(ConnectionError):
    """The connection cannot be made, or the other side broke the protocol."""


class ConnectionClosed(WebSocketError):
    """The connection is over. ``code`` and ``reason`` are what the other side said, if it said something."""

    def __init__(self, code: Optional[int], reason: str) -> None:
        super().__init__(f"the connection is closed (code {code}{', ' + reason if reason else ''})")
        self.code = code
        self.reason = reason


class WebSocket(Closing):
    """One connection. Not safe for use by several threads at a time.

    :param url: ``ws://`` or ``wss://``
    :param timeout: seconds until a message has come, whole
    :param max_message_bytes: longer messages end the connection
    """

    def __init__(
        self,
        url: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
        connect_timeout: float = 10.0,
        timeout: Optional[float] = 60.0,
        max_message_bytes: int = 100 * 1024 * 1024,
    ) -> None:
        self._max_bytes = max_message_bytes
        self._buffer = bytearray()
        self._is_closed = False
        self._timeout = timeout
        self._deadline: Optional[float] = time.monotonic() + connect_timeout
        self._socket = _connect(url, connect_timeout)
        try:
            self._shake_hands(url, headers or {})
            self._socket.settimeout(timeout)
        except BaseException:
            self._socket.close()
            raise

    def send(self, text: str) -> None:
        """Sends a text message."""
        self._send_frame(_TEXT, text.encode("utf-8"))

    def receive(self) -> str:
        """The next text message. Pings in between are answered.

        :raises ConnectionClosed: when the other side closes
        :raises WebSocketError: when it breaks the protocol, or sends no text
        :raises TimeoutError: when it does not come in time; the connection is of no more use then
        """
        self._deadline = None if self._timeout is None else time.monotonic() + self._timeout
        try:
            return self._receive()
        finally:
            if not self._is_closed:
                self._socket.settimeout(self._timeout)

    def _receive(self) -> str:
        parts = bytearray()
        kind: Optional[int] = None
        while True:
            is_last, opcode, payload = self._read_frame(self._max_bytes - len(parts))
            if opcode == _PING:
                self._send_frame(_PONG, payload)
            elif opcode == _PONG:
                continue
            elif opcode == _CLOSE:
                self._answer_close(payload)
            elif opcode == _CONTINUATION:
                if kind is None:
                    raise self._fail(1002, "a continuation of nothing")
                parts += payload
            else:
                if kind is not None:
                    raise self._fail(1002, "a message within another")
                kind = opcode
                parts += payload
            if opcode in (_TEXT, _BINARY, _CONTINUATION) and is_last:
                break
        if kind != _TEXT:
            raise self._fail(1003, "a message that is no text")
        try:
            return parts.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._fail(1007, "a text that is not UTF-8") from error

    def ping(self, payload: bytes = b"") -> None:
        """Sends a ping; its answer is passed over by ``receive``."""
        self._send_frame(_PING, payload)

    def close(self, code: int = 1000) -> None:
        """Closes the connection. Doing it twice is harmless."""
        if self._is_closed:
            return
        try:
            self._send_frame(_CLOSE, struct.pack("!H", code))
        except OSError:
            pass
        self._end()

    def abort(self) -> None:
        """Ends the connection without a word. Doing it twice is harmless."""
        self._end()

    def _end(self) -> None:
        self._is_closed = True
        self._socket.close()

    def _fail(self, code: int, problem: str) -> WebSocketError:
        self.close(code)
        return WebSocketError(f"the server sent {problem}")

    def _answer_close(self, payload: bytes) -> None:
        if len(payload) == 1:
            raise self._fail(1002, "a close frame of half a code")
        code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else None
        reason = payload[2:].decode("utf-8", "replace")
        self.close(1000)
        raise ConnectionClosed(code, reason)

    def _send_frame(self, opcode: int, payload: bytes) -> None:
        if self._is_closed:
            raise ConnectionClosed(None, "by this side")
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, size)
        mask = os.urandom(4)
        self._socket.sendall(head + mask + _masked(payload, mask))

    def _read_frame(self, most: int) -> Tuple[bool, int, bytes]:
        first, second = self._read(2)
        opcode = first & 0x0F
        is_last = bool(first & 0x80)
        if first & 0x70:
            raise self._fail(1002, "a frame with reserved bits")
        if second & 0x80:
            raise self._fail(1002, "a masked frame")
        if opcode not in (_CONTINUATION, _TEXT, _BINARY, _CLOSE, _PING, _PONG):
            raise self._fail(1002, f"a frame of unknown kind {opcode}")
        size = second & 0x7F
        if opcode >= _CLOSE and (size > 125 or not is_last):
            raise self._fail(1002, "a control frame that is long or in parts")
        if size == 126:
            (size,) = struct.unpack("!H", self._read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._read(8))
        if opcode < _CLOSE and size > most:
            raise self._fail(1009, f"a message of more than {self._max_bytes} bytes")
        return is_last, opcode, self._read(size)

    def _read(self, count: int) -> bytes:
        while len(self._buffer) < count:
            if self._is_closed:
                raise ConnectionClosed(None, "by this side")
            chunk = self._receive_some(max(65536, min(count - len(self._buffer), 1 << 20)))
            if not chunk:
                self._end()
                raise ConnectionClosed(1006, "without a word")
            self._buffer += chunk
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _receive_some(self, most: int) -> bytes:
        if self._deadline is not None:
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError("the server did not answer in time")
            self._socket.settimeout(left)
        try:
            return self._socket.recv(most)
        except socket.timeout as error:
            # Its own kind of error before Python 3.10.
            raise TimeoutError("the server did not answer in time") from error

    def _shake_hands(self, url: str, headers: Mapping[str, str]) -> None:
        parts = urlsplit(url)
        key = base64.b64encode(os.urandom(16)).decode("ascii")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        asked: Dict[str, str] = {
            "Host": parts.netloc.rsplit("@", 1)[-1],
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13",
            **headers,
        }
        for name, value in asked.items():
            if any(sign in name + value for sign in "\r\n"):
                raise ValueError(f"the header {name!r} has a line break")
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in asked.items())]
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("ascii"))
        status, answered = self._read_answer()
        if status != 101:
            hint = "; it asks for a token: http://HOST:PORT/t/TOKEN" if status in (401, 403) else ""
            raise WebSocketError(f"the server answered {status} instead of opening a connection{hint}")
        connection = [word.strip().lower() for word in answered.get("connection", "").split(",")]
        if answered.get("upgrade", "").lower() != "websocket" or "upgrade" not in connection:
            raise WebSocketError("the server does not speak WebSocket: it opened something else")
        if "sec-websocket-extensions" in answered or "sec-websocket-protocol" in answered:
            raise WebSocketError("the server speaks an extension or protocol that nobody asked for")
        digest = hashlib.sha1((key + _GUID).encode("ascii")).digest()
        if answered.get("sec-websocket-accept") != base64.b64encode(digest).decode("ascii"):
            raise WebSocketError("the server does not speak WebSocket: its answer has the wrong key")

    def _read_answer(self) -> Tuple[int, Dict[str, str]]:
        while b"\r\n\r\n" not in self._buffer:
            if len(self._buffer) > _MOST_HEADER_BYTES:
                raise WebSocketError("the server's answer has too long a head")
            chunk = self._receive_some(4096)
            if not chunk:
                raise WebSocketError("the server closed the connection without an answer")
            self._buffer += chunk
        head, _, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        self._buffer = bytearray(rest)
        first, *lines = head.decode("latin-1").split("\r\n")
        words = first.split(" ", 2)
        if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].isdigit():
            raise WebSocketError("the server does not speak HTTP")
        pairs = (line.partition(":") for line in lines)
        return int(words[1]), {name.strip().lower(): value.strip() for name, _, value in pairs}


def _connect(url: str, timeout: float) -> Union[socket.socket, ssl.SSLSocket]:
    parts = urlsplit(url)
    if parts.scheme not in ("ws", "wss") or parts.hostname is None:
        raise ValueError(f"{url!r} is no address of a WebSocket")
    port = parts.port or (443 if parts.scheme == "wss" else 80)
    try:
        plain = socket.create_connection((parts.hostname, port), timeout)
    except OSError as error:
        raise WebSocketError(f"{parts.hostname}:{port} cannot be reached: {error}") from error
    # Small messages go at once.
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if parts.scheme == "ws":
        return plain
    try:
        return ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname)
    except BaseException:
        plain.close()
        raise


def _masked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    if size == 0:
        return b""
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")
