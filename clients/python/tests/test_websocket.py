"""The WebSocket client against a socket that says exactly what a test wants."""

import base64
import hashlib
import socket
import struct
import threading
import unittest
from typing import Any, Callable, List

from touchstone_gym import ConnectionClosed, WebSocket, WebSocketError
from touchstone_gym.client import ask

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
UPGRADE = "upgrade: WebSocket\r\nconnection: keep-alive, Upgrade\r\n"


def frame(opcode: int, payload: bytes, *, last: bool = True) -> bytes:
    head = bytes([(0x80 if last else 0) | opcode])
    if len(payload) < 126:
        return head + bytes([len(payload)]) + payload
    if len(payload) < 65536:
        return head + b"\x7e" + struct.pack("!H", len(payload)) + payload
    return head + b"\x7f" + struct.pack("!Q", len(payload)) + payload


class Peer:
    """A server for one connection; keeps what it is sent, unmasked."""

    def __init__(self, talk: Callable[["Peer"], None], *, accept: bool = True, more: str = UPGRADE) -> None:
        self.more = more
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"ws://127.0.0.1:{self.listener.getsockname()[1]}/ws"
        self.got: List[bytes] = []
        self.masks: List[bool] = []
        self.late = threading.Event()
        self.thread = threading.Thread(target=self._serve, args=(talk, accept), daemon=True)
        self.thread.start()

    def _serve(self, talk: Callable[["Peer"], None], accept: bool) -> None:
        self.socket, _ = self.listener.accept()
        with self.socket:
            head = b""
            while b"\r\n\r\n" not in head:
                head += self.socket.recv(4096)
            key = [line.split(": ")[1] for line in head.decode().split("\r\n") if line.startswith("Sec-WebSocket-Key")][0]
            digest = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
            answer = digest if accept else "wrong"
            head = f"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: {answer}\r\n{self.more}\r\n"
            self.send(head.encode())
            try:
                talk(self)
            except OSError:
                pass

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read(self) -> bytes:
        first, second = self._exactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._exactly(8))
        self.masks.append(bool(second & 0x80))
        mask = self._exactly(4)
        payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(self._exactly(size)))
        self.got.append(bytes([first & 0x0F]) + payload)
        return payload

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            chunk = self.socket.recv(count - len(data))
            if not chunk:
                raise OSError("closed")
            data += chunk
        return data

    def stop(self) -> None:
        self.listener.close()
        self.thread.join(5)


class WebSocketTest(unittest.TestCase):
    def talk(self, talk: Callable[[Peer], None], **options: Any) -> WebSocket:
        self.peer = Peer(talk)
        self.addCleanup(self.peer.stop)
        connection = WebSocket(self.peer.address, **{"timeout": 5, **options})
        self.addCleanup(connection.close)
        return connection

    def test_sends_masked_texts_of_every_length(self) -> None:
        texts = ["", "a", "ü" * 100, "x" * 126, "y" * 65535, "z" * 70000]

        def talk(peer: Peer) -> None:
            for _ in texts:
                peer.send(frame(1, peer.read()))

        connection = self.talk(talk)
        for text in texts:
            connection.send(text)
            self.assertEqual(connection.receive(), text)
        self.assertTrue(all(self.peer.masks))

    def test_joins_fragments_and_answers_pings_between_them(self) -> None:
        def talk(peer: Peer) -> None:
            whole = "fünf".encode()
            peer.send(frame(1, whole[:2], last=False) + frame(9, b"hi") + frame(0, b"", last=False) + frame(10, b""))
            peer.send(frame(0, whole[2:]))
            peer.read()

        connection = self.talk(talk)
        self.assertEqual(connection.receive(), "fünf")
        self.peer.thread.join(5)
        self.assertEqual(self.peer.got, [b"\x0ahi"])

    def test_answers_a_close_and_says_why(self) -> None:
        def talk(peer: Peer) -> None:
            peer.send(frame(8, struct.pack("!H", 1013) + b"full"))
            peer.read()

        connection = self.talk(talk)
        with self.assertRaises(ConnectionClosed) as caught:
            connection.receive()
        self.assertEqual((caught.exception.code, caught.exception.reason), (1013, "full"))
        self.peer.thread.join(5)
        self.assertEqual(self.peer.got[0][:1], b"\x08")
        with self.assertRaises(ConnectionClosed):
            connection.send("more")

    def test_refuses_what_the_protocol_forbids(self) -> None:
        broken = {
            "reserved bits": b"\xf1\x00",
            "masked": b"\x81\x80\x00\x00\x00\x00",
            "unknown kind": frame(3, b""),
            "control frame": frame(9, b"x" * 126),
            "in parts": frame(9, b"", last=False),
            "continuation of nothing": frame(0, b"x"),
            "within another": frame(1, b"x", last=False) + frame(1, b"y"),
            "no text": frame(2, b"x"),
            "not UTF-8": frame(1, b"\xff"),
            "more than 10 bytes": frame(1, b"x" * 6, last=False) + frame(0, b"x" * 6),
            "10 bytes": b"\x81\x7f" + struct.pack("!Q", 1 << 62),
            "half a code": frame(8, b"\x03"),
        }
        for problem, data in broken.items():
            with self.subTest(problem):
                connection = self.talk(lambda peer, data=data: peer.send(data), max_message_bytes=10)
                with self.assertRaisesRegex(WebSocketError, problem):
                    connection.receive()

    def test_waits_for_a_whole_message_no_longer_than_it_may(self) -> None:
        def talk(peer: Peer) -> None:
            peer.send(b"\x81\x05a")
            peer.read()

        connection = self.talk(talk, timeout=0.05)
        with self.assertRaises(TimeoutError):
            connection.receive()

    def test_takes_no_late_answer_for_that_of_the_next_message(self) -> None:
        def talk(peer: Peer) -> None:
            peer.read()
            peer.late.wait(5)
            peer.send(frame(1, b'{"type": "state", "data": {}}'))

        connection = self.talk(talk, timeout=0.05)
        with self.assertRaises(TimeoutError):
            ask(connection, {"type": "state"}, "state")
        self.peer.late.set()
        with self.assertRaises(ConnectionClosed):
            ask(connection, {"type": "state"}, "state")

    def test_ends_where_the_server_does(self) -> None:
        connection = self.talk(lambda peer: peer.send(b"\x81\x05ab"))
        with self.assertRaises(ConnectionClosed) as caught:
            connection.receive()
        self.assertEqual(caught.exception.code, 1006)

    def test_refuses_a_server_that_is_none(self) -> None:
        peer = Peer(lambda _: None, accept=False)
        self.addCleanup(peer.stop)
        with self.assertRaisesRegex(WebSocketError, "wrong key"):
            WebSocket(peer.address)
        for more, problem in (
            ("", "something else"),
            ("Upgrade: h2c\r\nConnection: Upgrade\r\n", "something else"),
            (UPGRADE + "Sec-WebSocket-Extensions: permessage-deflate\r\n", "extension"),
        ):
            other = Peer(lambda _: None, more=more)
            self.addCleanup(other.stop)
            with self.assertRaisesRegex(WebSocketError, problem):
                WebSocket(other.address)
        with self.assertRaises(ValueError):
            WebSocket("http://127.0.0.1/")
        with self.assertRaises(ValueError):
            WebSocket(peer.address, headers={"X": "a\r\nHost: b"}, connect_timeout=1)


if __name__ == "__main__":
    unittest.main()
