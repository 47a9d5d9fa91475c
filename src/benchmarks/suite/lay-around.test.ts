import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { Action } from '../../domain/action.js';
import { TaskSchema } from '../../domain/task.js';
import { madeEnvironments } from '../../environments/environment-provider.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { changeItems, fakeBenchmark } from '../../testing/fake-benchmark.js';
import { finishedRun, partsFor, resumeCut, WORLDS } from '../../testing/run-fakes/run-cuts.js';
import { normaliseRun } from '../../testing/run-fakes/normalise-run.js';
import { temporaryFolder, type FakeRunParts } from '../../testing/run-fakes/run-fake.js';
import type { BenchmarkItem } from '../benchmark.js';
import { forbiddenKinds, layAround } from './lay-around.js';

const { signal } = new AbortController();
const PAGE =
  '<hierarchy><node class="a.B" text="Pay now" clickable="true" bounds="[0,0][100,100]"/><node class="a.B" text="Total" bounds="[0,100][100,200]"/></hierarchy>';
const GRAPH = buildGraph({
  name: 'till',
  screenSize: { width: 100, height: 200 },
  root: 'cart',
  launcher: { apps: [] },
  nodes: [
    {
      id: 'cart',
      screens: [{ id: 'cart', hierarchy: 'cart.xml' }],
      edges: [{ to: 'paid', actions: [{ type: 'click', box: [0, 0, 100, 100] }] }],
    },
    { id: 'paid' },
  ],
});
const WORLD = new GraphWorld(GRAPH, {
  content: {
    open: () => ({ mediaType: 'text/xml', load: async () => new TextEncoder().encode(PAGE) }),
  },
});
const TAP: Action = { type: 'tap', target: { type: 'point', point: { x: 50, y: 50, space: 'pixel' } } };
const PROVIDER = madeEnvironments<BenchmarkItem>(
  { kind: 'graph', settings: { mode: 'corrected' } },
  async () => new GraphEnvironment(WORLD, { mode: 'corrected', startOf: () => null }),
);
/** The same phone, which shows events. */
const INTERRUPTED = madeEnvironments<BenchmarkItem>({ kind: 'graph' }, async () =>
  Object.assign(new GraphEnvironment(WORLD, { mode: 'corrected', startOf: () => null }), {
    interrupt: async () => true,
  }),
);
const itemOf = (more: object): BenchmarkItem => ({
  id: 't',
  task: TaskSchema.parse({ id: 't', instructions: { en: 'x' }, ...more }),
});
const START = { task: 't', repeat: 0, seed: 1 };
const FORBID = { forbid: ['pay'], events: false, user: null } as const;

describe('layAround', () => {
  it('refuses what the run forbids, and nothing reaches the phone', async () => {
    await using phone = await layAround(PROVIDER, 'recorded', FORBID).lend(itemOf({}), { signal });
    await phone.reset(START, { signal });
    expect(await phone.step(TAP, { signal })).toMatchObject({
      type: 'observed',
      transition: { rule: 'refused', next: 'cart', detail: 'pay: "Pay now"' },
    });
    expect(phone.state).toBe('cart');
    const beside: Action = {
      type: 'tap',
      target: { type: 'point', point: { x: 50, y: 150, space: 'pixel' } },
    };
    expect((await phone.step(beside, { signal })).transition.rule).not.toBe('refused');
  });

  it('lets through what the task permits, and what nobody forbids', async () => {
    for (const [choice, more] of [
      [FORBID, { permits: ['pay'] }],
      [{ ...FORBID, forbid: ['send'] as const }, {}],
      [undefined, {}],
    ] as const) {
      await using phone = await layAround(PROVIDER, 'recorded', choice).lend(itemOf(more), { signal });
      await phone.reset(START, { signal });
      expect(await phone.step(TAP, { signal })).toMatchObject({ transition: { next: 'paid' } });
    }
  });

  it('says that an action was refused until the next one, a question to the user too, events between or not', async () => {
    const events = [2, 3].map((step) => ({ id: `ad-${step}`, type: 'ad', earliest: step, latest: step }));
    const item = itemOf({ user: { answers: [] }, events });
    const lent = () => layAround(INTERRUPTED, 'recorded', { ...FORBID, events: true }).lend(item, { signal });
    await using phone = await lent();
    /** What is seen of the refusal after an action, and where the episode goes on from its snapshot. */
    const refusedAfter = async (action: Action) => {
      const result = await phone.step(action, { signal });
      await using other = await lent();
      const restored = await other.restore?.(phone.snapshot?.() ?? {}, { signal });
      const seen = result.type === 'observed' ? result.observation : null;
      return [result.transition.rule, result.transition.events?.length, seen?.refused, restored?.refused];
    };
    await phone.reset(START, { signal });
    const refused = 'pay: "Pay now"';
    expect(await refusedAfter(TAP)).toEqual(['refused', 1, refused, refused]);
    const ask: Action = { type: 'ask_user', reason: 'confirm' };
    expect(await refusedAfter(ask)).toEqual(['user_reply', 1, undefined, undefined]);
    expect(await refusedAfter(TAP)).toEqual(['refused', undefined, refused, refused]);
    expect(await refusedAfter(ask)).toEqual(['user_reply', undefined, undefined, undefined]);
    const { conversation, refused: none } = await phone.observe({ signal });
    expect([conversation?.length, none]).toEqual([2, undefined]);
  });

  it('forbids all on a phone and nothing elsewhere unless the run says otherwise', () => {
    const nothing = { forbid: null, events: false, user: null };
    expect(forbiddenKinds(nothing, 'android')).toEqual(['pay', 'delete', 'send', 'call']);
    expect(forbiddenKinds(nothing, 'chromium')).toEqual([]);
    expect(forbiddenKinds({ ...nothing, forbid: [] }, 'android')).toEqual([]);
  });

  it('names what the run asks for in the identity, and leaves that of others as it is', () => {
    expect(layAround(PROVIDER, 'recorded').identity).toBe(PROVIDER.identity);
    expect(layAround(PROVIDER, 'recorded', { ...FORBID, events: true }).identity).toEqual({
      kind: 'graph',
      settings: { mode: 'corrected', forbid: ['pay'], events: true },
    });
    expect(layAround(PROVIDER, 'android').identity.settings).toMatchObject({
      forbid: ['pay', 'delete', 'send', 'call'],
    });
  });

  it('lends the very environment where neither run nor task asks for anything', async () => {
    await using phone = await layAround(PROVIDER, 'recorded').lend(itemOf({}), { signal });
    expect(phone).toBeInstanceOf(GraphEnvironment);
    const events = [{ id: 'ad', type: 'ad' }];
    await using without = await layAround(PROVIDER, 'recorded').lend(itemOf({ events }), { signal });
    expect(without).toBeInstanceOf(GraphEnvironment);
    const required = [{ id: 'ad', type: 'ad', required: true }];
    await using withAd = await layAround(PROVIDER, 'recorded').lend(itemOf({ events: required }), { signal });
    expect(withAd).not.toBeInstanceOf(GraphEnvironment);
  });

  const onStart = (text: string) => ({
    type: 'rule',
    rule: {
      type: 'findelement',
      match_type: 'equal',
      match_rules: { text },
      check_type: 'equal',
      check_rules: {},
    },
  });
  it.each([
    ['a state that it is not in', { type: 'state', states: ['paid'] }, '"paid"'],
    ['a text that is not shown', onStart('Empty'), 'its rule holds'],
  ])('voids an episode whose start is %s, with what is seen', async (_, precondition, wanted) => {
    const item = itemOf({ preconditions: [onStart('Total'), precondition] });
    await using phone = await layAround(PROVIDER, 'recorded').lend(item, { signal });
    const error: unknown = await phone.reset(START, { signal }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'START_STATE', fault: 'environment' });
    expect(String(error)).toContain('precondition 2');
    expect(String(error)).toContain(wanted);
    expect(String(error)).toContain('"cart" with "Pay now", "Total"');
  });

  it('begins an episode whose start is as it should be', async () => {
    const item = itemOf({ preconditions: [onStart('Total'), { type: 'state', states: ['cart'] }] });
    await using phone = await layAround(PROVIDER, 'recorded').lend(item, { signal });
    expect((await phone.reset(START, { signal })).screen.id).toBe('cart');
  });
});

/** The fake run with a user who is asked, and with events. */
function askingParts(world: (typeof WORLDS)[number][1]) {
  const plain = partsFor(world, 'step');
  const demands = TaskSchema.parse({
    id: 'x',
    instructions: { en: 'x' },
    user: { answers: [{ about: ['floor'], says: 'The sixth.' }], maxQuestions: 1 },
    events: [{ id: 'ad', type: 'ad', required: true, latest: 4 }],
  });
  return (onDecide?: (item: string, step: number) => void): FakeRunParts => {
    const benchmark = fakeBenchmark({ items: 2, ...world });
    const { environments } = benchmark.items;
    const around = layAround(environments, 'recorded');
    const { user, events } = demands;
    return {
      ...plain(),
      benchmark: changeItems(benchmark, {
        environments: {
          ...around,
          lend: (item, options) => around.lend({ ...item, task: { ...item.task, user, events } }, options),
        },
      }),
      agent: fakeAgent({
        steps: 5,
        onDecide: ({ task, repeat }, step) => {
          onDecide?.(`${task.id}#${repeat}`, step);
          if (step !== 1 && step !== 3) return undefined;
          return { type: 'action', action: { type: 'ask_user', reason: 'choice', text: 'Which floor?' } };
        },
      }),
    };
  };
}

describe('a run with a user and events whose journal is cut', () => {
  const worlds = WORLDS.filter(([, { sequential }, resume]) => sequential !== true && resume === 'step');
  it.each(worlds)('resumes to the uninterrupted one: a world %s', async (_, world) => {
    await using folder = await temporaryFolder();
    const whole = join(folder.path, 'whole');
    const parts = askingParts(world);
    const { bytes, normal, events } = await finishedRun(whole, parts);
    const replies = events.flatMap((event) =>
      event.type === 'transition' && event.transition.reply !== undefined
        ? [event.transition.reply.isKnown]
        : [],
    );
    // Two episodes of two tasks; the second question of each finds nobody.
    expect(replies.filter((isKnown) => isKnown)).toHaveLength(4);
    expect(replies).toHaveLength(8);
    const first = bytes.indexOf(0x0a) + 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: first, max: bytes.length }), async (length) => {
        const cut = join(folder.path, 'cut');
        await resumeCut(whole, cut, length, parts);
        expect(await normaliseRun(cut)).toEqual(normal);
      }),
      { numRuns: 8 },
    );
  });
});
