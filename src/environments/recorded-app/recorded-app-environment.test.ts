import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Mode } from '../../domain/mode.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { RecordedApp, type AppRecording } from './recorded-app.js';
import {
  LEFT_RECORDINGS,
  NoRecordedScreenError,
  RecordedAppEnvironment,
  UNRECORDED,
} from './recorded-app-environment.js';

const signal = new AbortController().signal;
const on = (bounds: string) => ({ type: 'selector', attributes: { bounds } }) as const;

/** A screen with one text on it, and the clock of a status bar. */
function page(id: string, text: string, clock = '9:00'): Screen {
  const xml = hierarchyXml([
    uiNode({ package: 'com.android.systemui', text: clock }),
    uiNode({ text, 'resource-id': 'org.example:id/page' }),
  ]);
  return {
    id,
    size: { width: 100, height: 100 },
    activity: { package: 'org.example', activity: '.Main' },
    picture: null,
    hierarchy: { mediaType: 'application/xml', load: async () => new TextEncoder().encode(xml) },
  };
}

/** Home → list → entry, and home → search field → results; the lists of both look alike. */
const RECORDINGS: readonly AppRecording[] = [
  {
    id: 'read',
    steps: [
      { screen: page('read/0', 'home'), action: { type: 'tap', target: on('[0,0][50,20]') } },
      { screen: page('read/1', 'list'), action: { type: 'tap', target: on('[0,20][100,40]') } },
      { screen: page('read/2', 'entry'), action: stop() },
    ],
  },
  {
    id: 'search',
    steps: [
      {
        screen: page('search/0', 'home, again', '9:05'),
        action: { type: 'type', text: 'tea', target: on('[0,50][100,60]') },
      },
      {
        screen: page('search/1', 'list', '9:06'),
        action: { type: 'swipe', direction: null, target: on('[0,0][100,100]') },
      },
      { screen: page('search/2', 'list, further down'), action: { type: 'key', key: 'BACK' } },
      { screen: page('search/3', 'home'), action: stop() },
    ],
  },
];

async function open(recording: string, mode: Mode = 'reference', explores = false) {
  const app = await RecordedApp.build(RECORDINGS, { signal });
  const environment = new RecordedAppEnvironment({
    task: recording,
    app,
    recording,
    pictures: false,
    endsOnRepetition: mode === 'reference',
    allowsIdleActions: mode === 'corrected',
  });
  const first = await environment.reset({ task: recording, repeat: 0, seed: 0, explores }, { signal });
  return { environment, first };
}

/** Screens seen, and the rules that led there; the last rule alone where the episode ended. */
async function walk(recording: string, actions: readonly Action[], mode?: Mode): Promise<string[]> {
  const { environment } = await open(recording, mode);
  await using _ = environment;
  const seen: string[] = [];
  for (const action of actions) {
    const result = await environment.step(action, { signal });
    if (result.type === 'ended') return [...seen, result.transition.rule];
    seen.push(`${result.transition.rule} ${result.observation.screen.id}`);
  }
  return seen;
}

const at = (x: number, y: number): Action => tap(pixelPoint(x, y));

describe('RecordedAppEnvironment', () => {
  it('starts with the first screen of its own recording', async () => {
    const { environment, first } = await open('search');
    expect(first.screen.id).toBe('search/0');
    expect(await environment.observe({ signal })).toEqual(first);
    expect(environment.state).toBe('start');
  });

  it('does again what somebody did, borders included, and shows its own recording where that has been', async () => {
    expect(await walk('read', [at(50, 20), at(0, 40)])).toEqual(['recorded read/1', 'recorded read/2']);
    expect(await walk('search', [at(0, 0)])).toEqual(['recorded search/1']);
  });

  it('goes from one recording to another where their screens are the same', async () => {
    expect(await walk('read', [{ type: 'type', text: ' tea ' }, at(10, 30)])).toEqual([
      'recorded read/1',
      'recorded read/2',
    ]);
    expect(
      await walk('read', [at(1, 1), { type: 'swipe', direction: 'up' }, { type: 'key', key: 'BACK' }]),
    ).toEqual(['recorded read/1', 'recorded search/2', 'recorded read/0']);
  });

  it.each<[string, Action]>([
    ['a tap one pixel beside', at(51, 20)],
    ['another text', { type: 'type', text: 'coffee' }],
    ['a key nobody pressed', { type: 'key', key: 'ENTER' }],
    ['holding what was tapped', { type: 'long_press', target: { type: 'point', point: pixelPoint(5, 5) } }],
    ['a swipe where nobody swiped', { type: 'swipe', direction: 'up' }],
    ['an element that nobody has located', { type: 'tap', target: { type: 'element', element: 3 } }],
  ])('is left by %s', async (_, action) => {
    expect(await walk('read', [action])).toEqual([LEFT_RECORDINGS]);
  });

  it('stays while waiting or touching a field that is typed into, and can start anew', async () => {
    expect(await walk('read', [{ type: 'wait' }, at(50, 55), at(5, 5), { type: 'restart_app' }])).toEqual([
      'wait read/0',
      'focus read/0',
      'recorded read/1',
      'restart read/0',
    ]);
  });

  const idle: readonly Action[] = [
    { type: 'clear_text' },
    { type: 'key', key: 'VOLUME_UP' },
    { type: 'key', key: 'KEYCODE_APP_SWITCH' },
  ];

  it('stays through idle actions where they are allowed, and continues as recorded', async () => {
    expect(await walk('search', [...idle, { type: 'type', text: 'tea' }], 'corrected')).toEqual([
      'clear search/0',
      'idle_key search/0',
      'idle_key search/0',
      'recorded search/1',
    ]);
  });

  it.each([...idle])('is left by $type $key where they are not', async (action) => {
    expect(await walk('search', [action])).toEqual([LEFT_RECORDINGS]);
  });

  it.each<[string, Action]>([
    ['emptying a field that nobody typed into', { type: 'clear_text' }],
    ['a key of the app', { type: 'key', key: 'ENTER' }],
    ['BACK', { type: 'key', key: 'BACK' }],
    ['another text', { type: 'type', text: 'coffee' }],
  ])('is left by %s, idle actions allowed or not', async (_, action) => {
    expect(await walk('read', [at(5, 5), action], 'corrected')).toEqual(['recorded read/1', LEFT_RECORDINGS]);
  });

  it('does not take idle actions for its own', async () => {
    const { environment } = await open('search', 'corrected');
    expect(idle.map((action) => environment.hasTransition(action))).toEqual([false, false, false]);
  });

  it('keeps who explores among known screens, and says that nobody knows', async () => {
    const { environment } = await open('read', 'reference', true);
    await using _ = environment;
    const back: Action = { type: 'key', key: 'BACK' };
    const seen: string[] = [];
    for (const action of [
      at(90, 5),
      at(90, 5),
      at(90, 5),
      at(5, 5),
      back,
      at(5, 5),
      at(5, 30),
      at(1, 1),
      stop(),
    ]) {
      const result = await environment.step(action, { signal });
      const { rule } = result.transition;
      if (result.type === 'ended') seen.push(rule);
      else seen.push(`${rule} ${result.observation.screen.id} ${result.observation.isUnrecorded === true}`);
    }
    expect(seen).toEqual([
      // The third of equal actions ends no exploration.
      'unrecorded read/0 true',
      'unrecorded read/0 true',
      'unrecorded read/0 true',
      // Nobody went back from the list.
      'recorded read/1 false',
      'unrecorded_restart read/0 true',
      // Nothing leads on from the entry.
      'recorded read/1 false',
      'recorded read/2 false',
      'unrecorded_restart read/0 true',
      'stop',
    ]);
    expect([...UNRECORDED]).toEqual(['unrecorded', 'unrecorded_restart']);
    // The next episode on it is an ordinary one.
    await environment.reset({ task: 'read', repeat: 0, seed: 0 }, { signal });
    expect((await environment.step(at(90, 5), { signal })).transition.rule).toBe(LEFT_RECORDINGS);
  });

  it('ends where the agent stops, and after three equal actions', async () => {
    expect(await walk('read', [stop()])).toEqual(['stop']);
    expect(await walk('read', [{ type: 'wait' }, { type: 'wait' }, { type: 'wait' }])).toEqual([
      'wait read/0',
      'wait read/0',
      'repetition',
    ]);
    const wait = (durationMs: number): Action => ({ type: 'wait', durationMs });
    expect(await walk('read', [wait(1), wait(2), wait(1)])).toHaveLength(3);
  });

  it('responds to what somebody did there, and to nothing else', async () => {
    const { environment } = await open('read');
    expect(environment.hasTransition(at(50, 20))).toBe(true);
    expect(environment.hasTransition({ type: 'wait' })).toBe(false);
    expect(environment.hasTransition(at(51, 20))).toBe(false);
    expect(environment.hasTransition({ ...tap(pixelPoint(50, 20)), count: 2 })).toBe(false);
    expect(environment.state).toBe('start');
    await environment.step({ type: 'key', key: 'ENTER' }, { signal });
    expect(environment.hasTransition(at(50, 20))).toBe(false);
  });

  it('tells the oracle its own recording, after a detour too', async () => {
    const { environment } = await open('read');
    const done: Action[] = [{ type: 'type', text: 'tea' }];
    await environment.step(done[0] as Action, { signal });
    for (let step = 0; step < 2; step += 1) {
      const decision = environment.recorded();
      if (decision.type !== 'action') throw new Error('no action');
      done.push(decision.action);
      if (decision.action.type === 'stop') break;
      await environment.step(decision.action, { signal });
    }
    expect(done.slice(1)).toEqual([RECORDINGS[0]?.steps[1]?.action, stop()]);
  });

  it('has nothing to show before reset and after the end', async () => {
    const { environment } = await open('read');
    await environment.step({ type: 'key', key: 'ENTER' }, { signal });
    await expect(environment.observe({ signal })).rejects.toBeInstanceOf(NoRecordedScreenError);
  });
});

describe('RecordedApp', () => {
  it('counts what the recordings show', async () => {
    const app = await RecordedApp.build(RECORDINGS, { signal });
    // home and its look-alikes, list, entry, list further down
    expect(app.coverage).toEqual({ recordings: 2, screens: 4, ways: 5 });
  });

  it('needs hierarchies to tell screens apart', async () => {
    const blind = RECORDINGS.map(({ id, steps }) => ({
      id,
      steps: steps.map(({ screen, action }) => ({ screen: { ...screen, hierarchy: null }, action })),
    }));
    await expect(RecordedApp.build(blind, { signal })).rejects.toBeInstanceOf(DatasetError);
    await expect(RecordedApp.build([], { signal })).rejects.toBeInstanceOf(DatasetError);
  });
});
