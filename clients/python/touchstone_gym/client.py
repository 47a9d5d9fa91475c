"""The messages of OpenEnv over one connection, and what a gym server says of itself."""

from __future__ import annotations

import json
import urllib.request
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Union
from urllib.parse import urlsplit, urlunsplit

from .closing import Closing
from .websocket import WebSocket

Json = Dict[str, Any]
Reward = Union[float, None]


class GymError(RuntimeError):
    """The server answered something that is no answer to what was asked."""


class ServerError(GymError):
    """The server refused. The session goes on unless the server closes it.

    ``code`` is one of ``VALIDATION_ERROR``, ``EXECUTION_ERROR``, ``CAPACITY_REACHED``, ``SESSION_ERROR`` and others of
    OpenEnv; ``data`` is all that the server said.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.code = str(data.get("code", ""))
        self.data = dict(data)
        errors = data.get("errors")
        super().__init__(f"{data.get('message', '')} ({self.code}){': ' + json.dumps(errors) if errors else ''}")


class AllRefusedError(GymError):
    """The server refused every reset that it was asked for, and no phone has an episode: nothing is left to step.

    ``errors`` is what the server said of each, in the order asked for.
    """

    def __init__(self, errors: List[Mapping[str, Any]]) -> None:
        self.errors = [dict(error) for error in errors]
        first = self.errors[0] if self.errors else {}
        super().__init__(
            f"the server refused every reset, the first with: {first.get('message', '')} ({first.get('code', '')})"
        )


@dataclass(frozen=True)
class StepResult:
    """What came of a reset or a step. ``reward`` is None after a reset, and where an episode is void or undecided."""

    observation: Json
    reward: Reward
    done: bool


class Client(Closing):
    """One phone of a gym server, with the messages as they are.

    :param address: such as ``http://127.0.0.1:8000``
    :param token: what a server beyond this machine asks for
    """

    def __init__(self, address: str, *, token: Optional[str] = None, timeout: Optional[float] = 60.0) -> None:
        self._socket = connect(address, "/ws", token=token, timeout=timeout)

    def reset(self, **start: Any) -> StepResult:
        """Begins an episode: ``task``, ``repeat``, ``seed``, ``episode_id``; what is None is left to the server."""
        data = {name: value for name, value in start.items() if value is not None}
        return _result(self._ask({"type": "reset", "data": data}, "observation"))

    def step(self, action: Mapping[str, Any]) -> StepResult:
        """Does an action, such as ``{"type": "tap", "x": 10, "y": 20}``."""
        return _result(self._ask({"type": "step", "data": dict(action)}, "observation"))

    def state(self) -> Json:
        """``episode_id`` and ``step_count``."""
        return self._ask({"type": "state"}, "state")

    def tools(self) -> List[Json]:
        """The actions, as tools with JSON Schemas."""
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        answer = self._ask({"type": "mcp", "data": request}, "mcp")
        tools = answer.get("result", {}).get("tools")
        if not isinstance(tools, list):
            raise GymError("the server lists no tools")
        return tools

    def close(self) -> None:
        """Gives the phone back. Doing it twice is harmless."""
        try:
            self._socket.send(json.dumps({"type": "close"}))
        except OSError:
            pass
        self._socket.close()

    def _ask(self, message: Json, kind: str) -> Json:
        return ask(self._socket, message, kind)["data"]


def connect(address: str, path: str, *, token: Optional[str], timeout: Optional[float]) -> WebSocket:
    """A connection to a path of the server. A bare host stands for ``ws://``."""
    parts = urlsplit(address if "://" in address else f"ws://{address}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    url = urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") + path, "", ""))
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return WebSocket(url, headers=headers, timeout=timeout)


def ask(socket: WebSocket, message: Json, kind: str) -> Json:
    """The answer to a message. Raises ServerError for a refusal, GymError for anything else than ``kind``.

    Whatever else goes wrong ends the connection: an answer that comes too late would be taken for that of the next message.
    """
    try:
        socket.send(json.dumps(message))
        text = socket.receive()
    except BaseException:
        socket.abort()
        raise
    try:
        answer = json.loads(text)
    except json.JSONDecodeError as error:
        raise GymError("the server's answer is no JSON") from error
    if not isinstance(answer, dict):
        raise GymError("the server's answer is no object")
    if answer.get("type") == "error" and isinstance(answer.get("data"), dict):
        raise ServerError(answer["data"])
    if answer.get("type") != kind:
        raise GymError(f"the server answered {answer.get('type')!r}, not {kind!r}")
    return answer


def read_json(address: str, path: str, *, token: Optional[str] = None, timeout: float = 10.0) -> Any:
    """What a GET of the server's API answers, such as ``/schema`` or ``/metadata``."""
    request = urllib.request.Request(address.rstrip("/") + path)
    # The token is for this server, not for wherever it may point.
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    # Only http: an address of another kind would read files.
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"{address!r} is no address of a server")
    with urllib.request.build_opener(_NoRedirect).open(request, timeout=timeout) as answer:
        return json.loads(answer.read())


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer like any other: an error."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _result(data: Json) -> StepResult:
    return StepResult(observation=data["observation"], reward=data["reward"], done=bool(data["done"]))
