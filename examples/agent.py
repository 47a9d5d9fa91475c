"""A whole agent: taps the element whose text shares most words with the task; gives up when nothing does."""
import json, re, sys
from xml.etree import ElementTree

words, tapped = set(), set()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "open":
        words, tapped = set(re.findall(r"\w+", message["instruction"].lower())), set()
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "observe":
        nodes = ElementTree.fromstring(message["screen"]["hierarchy"] or "<hierarchy/>").iter("node")
        named = [(node.get("text") or node.get("content-desc") or "", node.get("bounds")) for node in nodes]
        scored = [(len(words & set(re.findall(r"\w+", text.lower()))), text, bounds) for text, bounds in named]
        score, text, bounds = max((s for s in scored if s[1:] not in tapped), default=(0, "", ""))
        tapped.add((text, bounds))
        action = {"type": "stop", "status": "failure"}
        if score > 0:
            left, top, right, bottom = map(int, re.findall(r"\d+", bounds))
            point = {"x": (left + right) / 2, "y": (top + bottom) / 2, "space": "pixel"}
            action = {"type": "tap", "target": {"type": "point", "point": point}}
        print(json.dumps({"type": "decide", "action": action, "summary": f"tap {text}"}), flush=True)
