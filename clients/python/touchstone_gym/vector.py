"""Many phones at once, stepped with one message."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from .client import AllRefusedError, GymError, ask, connect
from .closing import Closing

Json = Dict[str, Any]


class TouchstoneVectorEnv(Closing):
    """``count`` phones of a gym server over one connection.

    Phones whose episode is over begin none by themselves: ``reset_some`` does it. An action of None leaves its phone alone.

    :param address: such as ``http://127.0.0.1:8000``
    """

    def __init__(
        self, address: str, count: int, *, token: Optional[str] = None, timeout: Optional[float] = 300.0
    ) -> None:
        # Places of the phones that have an episode under way.
        self._playing: Set[int] = set()
        self._socket = connect(address, "/batch", token=token, timeout=timeout)
        try:
            self._sessions: List[int] = ask(self._socket, {"type": "open", "count": count}, "opened")["sessions"]
        except BaseException:
            self._socket.close()
            raise

    @property
    def num_envs(self) -> int:
        """How many phones there are."""
        return len(self._sessions)

    def reset(
        self,
        *,
        seeds: Optional[Sequence[Optional[int]]] = None,
        tasks: Optional[Sequence[Optional[str]]] = None,
        repeats: Optional[Sequence[Optional[int]]] = None,
    ) -> Tuple[List[Optional[Json]], List[Json]]:
        """Begins an episode on each phone.

        :returns: observations, infos; as of ``reset_some``
        :raises AllRefusedError: as ``reset_some``
        """
        starts = {"seed": seeds, "task": tasks, "repeat": repeats}
        return self.reset_some(
            {
                place: {name: given[place] for name, given in starts.items() if given is not None}
                for place in range(self.num_envs)
            }
        )

    def reset_some(self, starts: Mapping[int, Mapping[str, Any]]) -> Tuple[List[Optional[Json]], List[Json]]:
        """Begins an episode on the phones that are named by their place, from 0. In the order of ``starts``.

        Where the server refuses one, as for a task that there is not, its observation is None and ``info["error"]`` has what
        the server says of it; the others have begun.

        :returns: observations, infos
        :raises AllRefusedError: where it refused all of them, and no other phone has an episode either
        """
        results = self._each("reset", [{**start, "session": self._sessions[place]} for place, start in starts.items()])
        for place, result in zip(starts, results):
            self._follow(place, "error" not in result)
        if results and not self._playing:
            raise AllRefusedError([result["error"] for result in results])
        observations = [result.get("observation") for result in results]
        infos = [_error(result["error"]) if "error" in result else dict(result["info"]) for result in results]
        return observations, infos

    def step(
        self, actions: Sequence[Optional[Mapping[str, Any]]]
    ) -> Tuple[List[Optional[Json]], List[float], List[bool], List[bool], List[Json]]:
        """Does an action on each phone; ``actions[i]`` is None where nothing is to be done.

        An action that does not fit costs no step; ``info["error"]`` has what the server says of it. A phone that the server has
        taken back, its session having been idle for too long, is truncated and void.

        :returns: observations, rewards, terminated, truncated, infos
        """
        if len(actions) != self.num_envs:
            raise ValueError(f"{len(actions)} actions for {self.num_envs} phones")
        chosen = [(place, action) for place, action in enumerate(actions) if action is not None]
        sent = [{"session": self._sessions[place], "action": dict(action)} for place, action in chosen]
        observations: List[Optional[Json]] = [None] * self.num_envs
        rewards = [0.0] * self.num_envs
        terminated = [False] * self.num_envs
        truncated = [False] * self.num_envs
        infos: List[Json] = [{} for _ in range(self.num_envs)]
        for (place, _), result in zip(chosen, self._each("step", sent)):
            if "error" in result:
                infos[place] = _error(result["error"])
                truncated[place] = infos[place]["is_void"]
                if truncated[place]:
                    self._follow(place, False)
                continue
            seen, reward = result["observation"], result["reward"]
            observations[place] = seen
            rewards[place] = 0.0 if reward is None else float(reward)
            terminated[place], truncated[place] = bool(seen["terminated"]), bool(seen["truncated"])
            self._follow(place, not result["done"])
            infos[place] = {**result["info"], "is_void": bool(result["done"]) and reward is None}
        return observations, rewards, terminated, truncated, infos

    def close(self) -> None:
        """Gives all phones back. Doing it twice is harmless."""
        try:
            self._socket.send(json.dumps({"type": "close"}))
        except OSError:
            pass
        self._socket.close()

    def _follow(self, place: int, is_playing: bool) -> None:
        if is_playing:
            self._playing.add(place)
        else:
            self._playing.discard(place)

    def _each(self, kind: str, items: List[Json]) -> List[Json]:
        results = ask(self._socket, {"type": kind, "items": items}, "results")["items"]
        if not isinstance(results, list) or len(results) != len(items):
            raise GymError("the server answered for other phones than were asked")
        return results


def _error(error: Mapping[str, Any]) -> Json:
    return {"error": dict(error), "is_void": error.get("code") == "SESSION_ERROR"}
