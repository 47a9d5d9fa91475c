"""One phone in the manner of Gymnasium."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple

from .client import Client, StepResult
from .closing import Closing

Json = Dict[str, Any]


class TouchstoneEnv(Closing):
    """An environment with ``reset`` and ``step`` as Gymnasium has them; it needs no Gymnasium.

    A reward is a number: where an episode is void or nobody can decide it, it is 0.0 and ``info["is_void"]`` is True. Leave such
    episodes out of what you learn from and of what you report.

    :param address: such as ``http://127.0.0.1:8000``
    """

    metadata: Json = {"render_modes": []}

    def __init__(self, address: str, *, token: Optional[str] = None, timeout: Optional[float] = 60.0) -> None:
        self._client = Client(address, token=token, timeout=timeout)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None) -> Tuple[Json, Json]:
        """Begins an episode. ``options``: ``task``, ``repeat``, ``episode_id``.

        :returns: observation, info
        """
        result = self._client.reset(seed=seed, **dict(options or {}))
        return result.observation, _info(result)

    def step(self, action: Mapping[str, Any]) -> Tuple[Json, float, bool, bool, Json]:
        """Does an action.

        :returns: observation, reward, terminated, truncated, info
        :raises ServerError: with code ``VALIDATION_ERROR`` for an action that does not fit; it costs no step
        """
        return _gymnasium(self._client.step(action))

    def state(self) -> Json:
        """``episode_id`` and ``step_count``."""
        return self._client.state()

    def close(self) -> None:
        """Gives the phone back. Doing it twice is harmless."""
        self._client.close()


def _gymnasium(result: StepResult) -> Tuple[Json, float, bool, bool, Json]:
    seen = result.observation
    reward = 0.0 if result.reward is None else float(result.reward)
    return seen, reward, bool(seen["terminated"]), bool(seen["truncated"]), _info(result)


def _info(result: StepResult) -> Json:
    return {"is_void": result.done and result.reward is None}
