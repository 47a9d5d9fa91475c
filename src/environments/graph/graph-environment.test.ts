import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import {
  firstChooser,
  pythonChooser,
  scriptedChooser,
  type ChooserFactory,
} from '../../domain/graph/chooser.js';
import type { Mode } from '../../domain/mode.js';
import { DatasetError } from '../../errors.js';
import { environmentContract } from '../../testing/contracts/environment-contract.js';
import { smallGraph } from '../../testing/small-graph.js';
import type { EpisodeStart } from '../environment.js';
import { NoEpisodeError } from '../no-episode-error.js';
import { GraphEnvironment } from './graph-environment.js';
import { GraphWorld } from './graph-world.js';

const signal = new AbortController().signal;
const WORLD = new GraphWorld(buildGraph(smallGraph()));
const START: EpisodeStart = { task: 'any', repeat: 0, seed: 1 };
const STARTS: Record<string, string | null> = { any: null, inside: 'notes', lost: 'nowhere' };

function open(options: { mode?: Mode; chooser?: ChooserFactory } = {}): GraphEnvironment {
  return new GraphEnvironment(WORLD, {
    mode: options.mode ?? 'corrected',
    startOf: (task) => STARTS[task],
    ...(options.chooser && { chooser: options.chooser }),
  });
}

const key = (name: string): Action => ({ type: 'key', key: name });
const app = (name: string): Action => ({ type: 'open_app', app: name });

async function walk(environment: GraphEnvironment, actions: readonly Action[], start = START) {
  const states = [];
  await environment.reset(start, { signal });
  for (const action of actions) {
    const result = await environment.step(action, { signal });
    states.push(result.transition.next);
  }
  return states;
}

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc
    .tuple(fc.integer({ min: -5, max: 105 }), fc.integer({ min: -5, max: 205 }))
    .map(([x, y]) => tap(pixelPoint(x, y))),
  fc.constantFrom<Action>(
    key('BACK'),
    key('HOME'),
    key('ENTER'),
    app('Notes'),
    app('shop'),
    app('Nowhere'),
    { type: 'wait' },
    { type: 'type', text: 'shopping' },
    { type: 'swipe', direction: 'up' },
    { type: 'swipe', direction: 'down' },
    { type: 'memo', op: 'note' },
    { type: 'tap', target: { type: 'element', element: 1 } },
    stop(),
  ),
);

describe('GraphEnvironment keeps the contract of environments', () => {
  const actions = [app('Shop'), { type: 'wait' } as const, key('BACK'), app('Notes'), key('HOME'), stop()];
  for (const mode of ['reference', 'corrected'] as const) {
    it.each(environmentContract({ open: async () => open({ mode }), start: START, actions }))(
      `in ${mode} mode: $name`,
      ({ run }) => run(),
    );
  }
  it.each(
    environmentContract({
      open: async () => open({ mode: 'reference', chooser: pythonChooser(42) }),
      start: START,
      actions,
    }),
  )('with the random stream of Python: $name', ({ run }) => run());
});

describe('GraphEnvironment', () => {
  it('follows edges, apps, keys and the history', async () => {
    const states = await walk(open(), [
      app('memo '),
      tap(pixelPoint(10, 120)),
      key('BACK'),
      { type: 'swipe', direction: 'up', at: pixelPoint(50, 20) },
      { type: 'swipe', direction: 'up' },
      key('BACK'),
      key('HOME'),
    ]);
    expect(states).toEqual(['notes', 'editor', 'notes', 'notes', 'archive', 'notes', 'home']);
  });

  it('starts where the task says, and refuses tasks and starts that are not there', async () => {
    const environment = open();
    await environment.reset({ ...START, task: 'inside' }, { signal });
    expect(environment.state).toBe('notes');
    await expect(environment.reset({ ...START, task: 'lost' }, { signal })).rejects.toThrow(DatasetError);
    await expect(environment.reset({ ...START, task: 'none' }, { signal })).rejects.toThrow(DatasetError);
  });

  it('shows one of a node’s screens at every arrival, the same one until the next', async () => {
    const environment = open();
    const shown = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1) {
      const { screen } = await environment.reset({ task: 'inside', repeat: 0, seed }, { signal });
      shown.add(screen.id);
      expect((await environment.observe({ signal })).screen).toBe(screen);
    }
    expect([...shown].sort()).toEqual(['notes-evening', 'notes-morning']);
  });

  it('names what it drew from, and leaves the choice to the chooser', async () => {
    const environment = open({
      chooser: () => scriptedChooser(() => WORLD.graph.nodeIndex.get('shop') ?? -1),
    });
    await environment.reset(START, { signal });
    const result = await environment.step(app('Shop'), { signal });
    expect(result.transition).toEqual({ rule: 'open', candidates: ['splash', 'shop'], next: 'shop' });
  });

  it('responds exactly where the step then follows an edge or opens an app', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 12 }), async (actions) => {
        const environment = open();
        await environment.reset(START, { signal });
        for (const action of actions) {
          const hasTransition = environment.hasTransition(action);
          const result = await environment.step(action, { signal });
          expect(hasTransition).toBe(result.transition.rule === 'edge' || result.transition.rule === 'open');
          if (result.type === 'ended') break;
        }
      }),
    );
  });

  it('responds to nothing before and after the episode, and to no double tap', async () => {
    const environment = open();
    expect(environment.hasTransition(app('Notes'))).toBe(false);
    await environment.reset(START, { signal });
    expect(environment.hasTransition(app('Notes'))).toBe(true);
    expect(environment.hasTransition(tap(pixelPoint(10, 10)))).toBe(true);
    expect(environment.hasTransition({ ...tap(pixelPoint(10, 10)), count: 2 })).toBe(false);
    await environment.step(stop(), { signal });
    expect(environment.hasTransition(app('Notes'))).toBe(false);
  });

  it('ends only where its rules say so, and then needs a reset', async () => {
    const environment = open();
    await environment.reset(START, { signal });
    expect(await environment.step(stop('success', 'forty-two'), { signal })).toEqual({
      type: 'ended',
      transition: { rule: 'complete', next: null },
      answer: '{"action_type": "complete", "status": "forty-two"}',
    });
    await expect(environment.step(key('HOME'), { signal })).rejects.toThrow(NoEpisodeError);
    await environment.reset(START, { signal });
    expect((await environment.step(key('HOME'), { signal })).type).toBe('observed');
    await expect(open().step(key('HOME'), { signal })).rejects.toThrow(NoEpisodeError);
    await expect(open().observe({ signal })).rejects.toThrow(NoEpisodeError);
  });

  it('records the exception that the published code would have raised, and ends that episode alone', async () => {
    const environment = open({ mode: 'reference', chooser: firstChooser });
    await environment.reset(START, { signal });
    const broken: Action = {
      type: 'foreign',
      native: { family: 'colorbench', arguments: { action_type: 'system_button' } },
    };
    expect(await environment.step(broken, { signal })).toEqual({
      type: 'ended',
      transition: { rule: 'raises', next: null, detail: 'KeyError' },
    });
    expect((await environment.reset(START, { signal })).screen.id).toBe('home');
  });

  it('counts the words of the shared Python stream, step by step', async () => {
    const chooser = pythonChooser(42);
    const environment = open({ mode: 'reference', chooser });
    await environment.reset({ ...START, task: 'inside' }, { signal });
    let sum = 0;
    for (const action of [app('Shop'), key('HOME'), app('Notes'), app('Shop')]) {
      const { transition } = await environment.step(action, { signal });
      sum += transition.draws ?? 0;
    }
    expect(sum).toBe(chooser({ seed: 0, task: '', repeat: 0 }).position);
    expect(sum).toBeGreaterThan(3);
  });

  it('does not let one episode influence another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { maxLength: 20 }), fc.nat(50), async (actions, seed) => {
        const start = { task: 'any', repeat: 3, seed };
        const usable = actions.filter((action) => action.type !== 'stop');
        const alone = await walk(open(), usable, start);
        const busy = open();
        await walk(busy, [app('Shop'), { type: 'wait' }], { ...START, seed: 99 });
        expect(await walk(busy, usable, start)).toEqual(alone);
      }),
      { numRuns: 50 },
    );
  });

  it('continues from any snapshot as it would have', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyAction, { maxLength: 25 }),
        fc.constantFrom<Mode>('reference', 'corrected'),
        fc.nat(1000),
        async (actions, mode, seed) => {
          const environment = open({ mode });
          await environment.reset({ ...START, seed }, { signal });
          let ended = false;
          for (const action of actions) {
            const snapshot = environment.snapshot();
            const before = environment.state;
            const result = await environment.step(action, { signal });
            const after = environment.snapshot();
            const other = open({ mode });
            await other.restore(JSON.parse(JSON.stringify(snapshot)), { signal });
            expect(other.state).toBe(before);
            expect(await other.step(action, { signal })).toEqual(result);
            expect(other.snapshot()).toEqual(after);
            ended = result.type === 'ended';
            if (ended) break;
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['nothing', {}],
    ['another graph', { graph: 'other 3' }],
    ['nodes that are not there', { history: [0, 99] }],
    ['a screen that is not there', { screen: 7 }],
    ['a task that is not there', { task: 'none' }],
  ])('refuses a snapshot of %s', async (_, change) => {
    const environment = open();
    await environment.reset(START, { signal });
    const snapshot = Object.keys(change).length === 0 ? {} : { ...environment.snapshot(), ...change };
    await expect(environment.restore(snapshot, { signal })).rejects.toThrow(DatasetError);
  });
});
