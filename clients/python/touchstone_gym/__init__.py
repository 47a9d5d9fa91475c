"""Phones of a Touchstone gym server as environments to train agents on."""

from .client import AllRefusedError, Client, GymError, ServerError, StepResult
from .env import TouchstoneEnv
from .vector import TouchstoneVectorEnv
from .websocket import ConnectionClosed, WebSocket, WebSocketError

__all__ = [
    "AllRefusedError",
    "Client",
    "ConnectionClosed",
    "GymError",
    "ServerError",
    "StepResult",
    "TouchstoneEnv",
    "TouchstoneVectorEnv",
    "WebSocket",
    "WebSocketError",
]
