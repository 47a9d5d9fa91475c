"""Many phones at once, against a server that says exactly what a test wants."""

import json
import unittest
from typing import Any, Callable, Dict, List

from test_websocket import Peer, frame
from touchstone_gym import AllRefusedError, GymError, TouchstoneVectorEnv

NO_TASK = {"error": {"code": "EXECUTION_ERROR", "message": 'no task of Pocket is called "nap"'}}
GONE = {"error": {"code": "SESSION_ERROR", "message": "the session was idle for too long, and is over"}}


def seen(*, done: bool = False) -> Dict[str, Any]:
    observation = {"terminated": done, "truncated": False}
    return {"observation": observation, "reward": 0, "done": done, "info": {"task": "dark-theme"}}


def server(*answers: List[Dict[str, Any]]) -> Peer:
    """Opens two phones, then answers one message after the other with these results."""

    def talk(peer: Peer) -> None:
        peer.read()
        peer.send(frame(1, json.dumps({"type": "opened", "sessions": [0, 1]}).encode()))
        for items in answers:
            peer.read()
            peer.send(frame(1, json.dumps({"type": "results", "items": items}).encode()))
        peer.late.wait(30)

    return Peer(talk)


def played(work: Callable[[TouchstoneVectorEnv], None], *answers: List[Dict[str, Any]]) -> None:
    peer = server(*answers)
    try:
        with TouchstoneVectorEnv(peer.address[: -len("/ws")], 2, timeout=10) as phones:
            work(phones)
    finally:
        peer.late.set()
        peer.listener.close()


class VectorTest(unittest.TestCase):
    def test_says_so_where_every_reset_is_refused(self) -> None:
        def work(phones: TouchstoneVectorEnv) -> None:
            with self.assertRaises(AllRefusedError) as caught:
                phones.reset(tasks=["nap", "nap"])
            self.assertIsInstance(caught.exception, GymError)
            self.assertEqual([error["code"] for error in caught.exception.errors], ["EXECUTION_ERROR"] * 2)
            self.assertIn('no task of Pocket is called "nap"', str(caught.exception))
            # It goes on with what the server takes.
            observations, _ = phones.reset()
            self.assertTrue(all(observations))

        played(work, [NO_TASK, NO_TASK], [seen(), seen()])

    def test_goes_on_while_one_phone_has_an_episode(self) -> None:
        def work(phones: TouchstoneVectorEnv) -> None:
            observations, infos = phones.reset(tasks=["nap", None])
            self.assertIsNone(observations[0])
            self.assertEqual(infos[0]["error"]["code"], "EXECUTION_ERROR")
            # The other one goes on meanwhile, then comes to its end.
            self.assertEqual(phones.reset_some({0: {"task": "nap"}})[0], [None])
            self.assertTrue(phones.step([None, {"type": "stop"}])[2][1])
            with self.assertRaises(AllRefusedError):
                phones.reset_some({1: {"task": "nap"}})

        played(work, [NO_TASK, seen()], [NO_TASK], [seen(done=True)], [NO_TASK])

    def test_a_phone_that_is_taken_back_has_no_episode(self) -> None:
        def work(phones: TouchstoneVectorEnv) -> None:
            phones.reset()
            self.assertEqual(phones.step([{"type": "wait"}, {"type": "wait"}])[3], [True, True])
            with self.assertRaises(AllRefusedError):
                phones.reset_some({0: {}})

        played(work, [seen(), seen()], [GONE, GONE], [GONE])


if __name__ == "__main__":
    unittest.main()
