"""A whole agent that knows nothing but adb: taps what the task names, scrolls once, goes back, gives up."""
import re, subprocess, sys
from xml.etree import ElementTree

def adb(command):
    return subprocess.run(["adb", "shell", command], capture_output=True, check=True).stdout.decode()

def words(text):
    return set(re.findall(r"\w{3,}", text.lower()))

wanted, done, tries = words(" ".join(sys.argv[1:])), set(), 0
while tries < 4:
    screen = ElementTree.fromstring(adb("uiautomator dump /dev/tty").split("UI hierchary")[0])
    offers = []
    for node in screen.iter("node"):
        label = " ".join(inner.get("text") or inner.get("content-desc") for inner in node.iter("node"))
        if node.get("clickable") == "true" and (label, node.get("bounds")) not in done and words(label):
            offers.append((len(wanted & words(label)) / len(words(label)) ** 0.5, label, node.get("bounds")))
    score, label, bounds = max(offers, default=(0, "", ""))
    if score > 0:
        left, top, right, bottom = map(int, re.findall(r"\d+", bounds))
        adb(f"input tap {(left + right) // 2} {(top + bottom) // 2}")
        done.add((label, bounds))
        print(f"tapped {label!r}")
    else:
        tries += 1
        adb("input keyevent BACK" if tries % 2 == 0 else "input swipe 270 900 270 300 300")
        print("scrolled or went back")
