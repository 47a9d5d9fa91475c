import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { parseGraphFile } from '../../formats/graph/read-graph.js';
import { shellLine } from '../../testing/phones/phone-client.js';
import { comparableActions } from '../../testing/phones/phone-session.js';
import { actionEvents } from '../log/phone-actions.js';
import { phoneLogHeader } from '../log/phone-log-header.js';
import { replayLog } from '../log/replay-log.js';
import { phoneParts } from '../phone-parts.js';
import type { PhoneOptions } from '../phone-options.js';
import { EnvironmentWorld } from './environment-world.js';
import { PhoneDevice } from './phone-device.js';
import { profileOfGraph } from './phone-profile.js';

const { signal } = new AbortController();
const START = { task: 'any', repeat: 0, seed: 0 };

/** An app that opens with a splash, then a hint, then its list. */
const GRAPH = {
  formatVersion: 1,
  name: 'splash',
  screenSize: { width: 100, height: 200 },
  root: 'home',
  launcher: { apps: [{ name: 'Notes', aliases: ['org.example.notes'], entries: ['splash'] }] },
  nodes: [
    { id: 'home' },
    {
      id: 'splash',
      showFor: 2,
      edges: [
        { to: 'hint', actions: [{ type: 'wait' }] },
        { to: 'list', actions: [{ type: 'click', box: [0, 0, 20, 20] }] },
      ],
    },
    { id: 'hint', showFor: 1, edges: [{ to: 'list', actions: [{ type: 'wait' }] }] },
    { id: 'list', edges: [{ to: 'entry', actions: [{ type: 'click', box: [50, 50, 90, 90] }] }] },
    { id: 'entry' },
  ],
};

async function openWorld(): Promise<EnvironmentWorld> {
  const world = new GraphWorld(buildGraph(parseGraphFile(JSON.stringify(GRAPH), 'graph.json')));
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  const profile = await profileOfGraph(world, { density: 160 });
  return EnvironmentWorld.start(environment, { profile, start: START, signal });
}

async function openPhone(options: Partial<PhoneOptions> = {}) {
  const phone = await PhoneDevice.start({
    serial: 'recorded',
    world: await openWorld(),
    parts: phoneParts(),
    options,
  });
  const events: PhoneEvent[] = [];
  phone.log.listen((event) => events.push(event));
  const after = async (line: string): Promise<string | null> => {
    await shellLine(phone, line);
    return phone.state;
  };
  return { phone, events, after };
}

const OPEN = 'monkey -p org.example.notes 1';
const SHOT = 'screencap > /dev/null';

describe('a screen that passes by itself', () => {
  it('is on display for as many looks, dumps among them, and then what follows is', async () => {
    const { phone, events, after } = await openPhone();
    await using _ = phone;
    expect(await after(OPEN)).toBe('splash');
    // Questions are no looks, and time is nothing.
    expect(await after('dumpsys window; wm size; sleep 60')).toBe('splash');
    expect(await after(SHOT)).toBe('splash');
    expect(await after('uiautomator dump')).toBe('hint');
    expect(await after(SHOT)).toBe('list');
    expect(await after(`${SHOT}; ${SHOT}`)).toBe('list');
    const seen = events.flatMap((event) => (event.kind === 'observe' ? [event.state] : []));
    expect(seen).toEqual(['splash', 'splash', 'hint', 'list', 'list']);
    const made = actionEvents(events).map(({ action, isInferred, observations, to }) => [
      action.type,
      isInferred === true,
      observations,
      to,
    ]);
    expect(made).toEqual([
      ['open_app', false, 0, 'splash'],
      ['wait', true, 2, 'hint'],
      ['wait', true, 1, 'list'],
    ]);
  });

  it('can be acted on until then, and not behind it', async () => {
    const { phone, after } = await openPhone();
    await using _ = phone;
    await after(`${OPEN}; ${SHOT}`);
    expect(await after('input tap 10 10')).toBe('list');
    await after(`input keyevent HOME; ${OPEN}; ${SHOT}; ${SHOT}; ${SHOT}`);
    // The agent has seen the hint, the phone has gone on.
    expect(await after('input tap 60 60')).toBe('entry');
  });

  it('is counted anew at each arrival', async () => {
    const { phone, after } = await openPhone();
    await using _ = phone;
    await after(`${OPEN}; ${SHOT}; input keyevent HOME; ${OPEN}`);
    expect(await after(SHOT)).toBe('splash');
    expect(await after(SHOT)).toBe('hint');
  });

  it('counts observations for every policy of waiting', async () => {
    for (const waitPolicy of ['always', 'never', 'reobserve'] as const) {
      const { phone, after } = await openPhone({ waitPolicy });
      await using _ = phone;
      await after(OPEN);
      expect([await after(SHOT), await after(SHOT)]).toEqual(['splash', 'hint']);
    }
  });

  it('passes at the same looks when the log of the phone is repeated', async () => {
    const { phone, events, after } = await openPhone();
    await using _ = phone;
    const header = phoneLogHeader(phone, { start: START, world: null, touchstone: 'test' });
    await after(`${OPEN}; ${SHOT}; uiautomator dump; ${SHOT}; input tap 60 60`);
    const again = await replayLog({ header, events }, { world: await openWorld(), parts: phoneParts() });
    expect(comparableActions(again)).toEqual(comparableActions(events));
    expect(actionEvents(again)).toHaveLength(4);
  });

  it('needs something to follow', () => {
    const nodes = GRAPH.nodes.map((node) => (node.id === 'list' ? { ...node, showFor: 1 } : node));
    expect(() => parseGraphFile(JSON.stringify({ ...GRAPH, nodes }), 'graph.json')).toThrow(
      'nothing follows node "list"',
    );
  });
});
