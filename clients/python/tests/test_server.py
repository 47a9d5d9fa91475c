"""The clients against a gym server that plays what was played before. ``TOUCHSTONE_GYM_URL`` names the server,
``TOUCHSTONE_GYM_PLAYS`` a JSON file of plays: ``[{"task", "actions", "reward"}]``, and ``TOUCHSTONE_GYM_RESULTS`` where the
rewards go that were met."""

import json
import os
import unittest

from touchstone_gym import Client, ServerError, TouchstoneEnv, TouchstoneVectorEnv

URL = os.environ.get("TOUCHSTONE_GYM_URL", "")
TOKEN = os.environ.get("TOUCHSTONE_GYM_TOKEN")


def plays():
    with open(os.environ["TOUCHSTONE_GYM_PLAYS"], encoding="utf-8") as file:
        return json.load(file)


def results(name, rewards):
    with open(os.environ["TOUCHSTONE_GYM_RESULTS"], "a", encoding="utf-8") as file:
        for played, reward in zip(plays(), rewards):
            file.write(json.dumps({"by": name, "task": played["task"], "reward": reward}) + "\n")


@unittest.skipIf(URL == "", "no server: TOUCHSTONE_GYM_URL is not set")
class ServerTest(unittest.TestCase):
    def test_plays_one_episode_after_the_other(self):
        met = []
        with TouchstoneEnv(URL, token=TOKEN) as env:
            for played in plays():
                observation, info = env.reset(options={"task": played["task"]})
                self.assertEqual(observation["step"], 0)
                self.assertFalse(info["is_void"])
                for place, action in enumerate(played["actions"]):
                    observation, reward, terminated, truncated, info = env.step(action)
                    is_last = place + 1 == len(played["actions"])
                    self.assertEqual(terminated or truncated, is_last, (played["task"], place))
                    self.assertTrue(is_last or reward == 0.0)
                self.assertEqual(env.state()["step_count"], len(played["actions"]))
                self.assertEqual(reward, played["reward"], played["task"])
                self.assertFalse(info["is_void"])
                met.append(reward)
        results("env", met)

    def test_plays_all_at_once(self):
        given = plays()
        met = [None] * len(given)
        with TouchstoneVectorEnv(URL, len(given), token=TOKEN) as phones:
            observations, infos = phones.reset(tasks=[played["task"] for played in given])
            self.assertEqual([info["task"] for info in infos], [played["task"] for played in given])
            for step in range(max(len(played["actions"]) for played in given)):
                actions = [(played["actions"][step : step + 1] or [None])[0] for played in given]
                observations, rewards, terminated, truncated, infos = phones.step(actions)
                for place, action in enumerate(actions):
                    if action is None:
                        self.assertIsNone(observations[place])
                    elif terminated[place] or truncated[place]:
                        met[place] = rewards[place]
                        self.assertIn(infos[place]["outcome"], ("passed", "failed"))
        self.assertEqual(met, [played["reward"] for played in given])
        results("vector", met)

    def test_goes_on_after_a_refusal(self):
        with Client(URL, token=TOKEN) as client:
            with self.assertRaises(ServerError) as caught:
                client.step({"type": "wait"})
            self.assertEqual(caught.exception.code, "EXECUTION_ERROR")
            client.reset(task=plays()[0]["task"], episode_id="mine")
            with self.assertRaises(ServerError) as caught:
                client.step({"type": "fly"})
            self.assertEqual(caught.exception.code, "VALIDATION_ERROR")
            self.assertEqual(client.state(), {"episode_id": "mine", "step_count": 0})
            self.assertIn("tap", [tool["name"] for tool in client.tools()])


if __name__ == "__main__":
    unittest.main()
