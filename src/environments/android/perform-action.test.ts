import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import { scriptedDevice } from '../../testing/phones/scripted-device.js';
import { HierarchyDumper } from './driver/hierarchy-dumper.js';
import { performAction, type Gestures } from './perform-action.js';

const { signal } = new AbortController();
const AT = { type: 'point', point: pixelPoint(10, 20) } as const;

async function sent(action: Action, gestures?: Gestures): Promise<readonly string[]> {
  const said: string[] = [];
  let before = 0;
  const { device, now } = scriptedDevice((line) => {
    if (/^(?:input|am) /.test(line)) {
      if (now() > before) said.push(`after ${now() - before}`);
      said.push(line);
      before = now();
    }
    if (line.startsWith('cmd package resolve')) return 'org.example.notes/.Main\n';
    if (line.startsWith('am start')) return 'Status: ok\nComplete\n';
    if (line.startsWith('dumpsys window')) return 'mCurrentFocus=Window{1 u0 org.example.notes/.Main}\n';
    return '';
  });
  await performAction(action, {
    device,
    dumper: new HierarchyDumper(device),
    size: { width: 100, height: 200 },
    package: null,
    keyboard: null,
    apps: new Map(),
    ...(gestures === undefined ? {} : { gestures }),
    signal,
  });
  return said;
}

describe('performAction', () => {
  it.each<[string, Action, Gestures | undefined, readonly string[]]>([
    ['a long press', { type: 'long_press', target: AT }, undefined, ['input swipe 10 20 10 20 1000']],
    [
      'a longer one',
      { type: 'long_press', target: AT },
      { longPressMs: 2000 },
      ['input swipe 10 20 10 20 2000'],
    ],
    ['a swipe', { type: 'swipe', direction: 'up', at: AT.point }, undefined, ['input swipe 10 60 10 0 400']],
    [
      'a quick one',
      { type: 'swipe', direction: 'up', at: AT.point },
      { swipeMs: 100 },
      ['input swipe 10 60 10 0 100'],
    ],
    ['HOME', { type: 'key', key: 'HOME' }, undefined, ['input keyevent KEYCODE_HOME']],
    [
      'HOME where it restarts the app',
      { type: 'key', key: 'HOME' },
      { homeRestarts: 'org.example.notes' },
      [
        "am force-stop 'org.example.notes'",
        "am start -W -n 'org.example.notes/.Main' -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000",
      ],
    ],
    [
      'starting anew, with a pause, of the app of the task',
      { type: 'restart_app' },
      { homeRestarts: 'org.example.notes', pauseMs: 2000 },
      [
        "am force-stop 'org.example.notes'",
        'after 2000',
        "am start -W -n 'org.example.notes/.Main' -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000",
      ],
    ],
    [
      'text, with a pause behind its touch',
      { type: 'type', text: 'a', target: AT },
      { pauseMs: 500 },
      ['input tap 10 20', 'after 500', "input text 'a'"],
    ],
  ])('sends %s', async (_, action, gestures, lines) => {
    expect(await sent(action, gestures)).toEqual(lines);
  });
});
