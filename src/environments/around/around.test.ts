import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { Action } from '../../domain/action.js';
import { ScriptedUserSchema } from '../../domain/task-fields/scripted-user.js';
import { TaskEventSchema } from '../../domain/task-fields/task-event.js';
import { environmentContract } from '../../testing/contracts/environment-contract.js';
import { smallGraph } from '../../testing/small-graph.js';
import type { Environment, UnexpectedEvent } from '../environment.js';
import { EventsEnvironment, stepOfEvent } from '../events/events-environment.js';
import { GraphEnvironment } from '../graph/graph-environment.js';
import { GraphWorld } from '../graph/graph-world.js';
import { GuardEnvironment } from '../guard/guard-environment.js';
import { CheckedStartEnvironment } from '../start-check/checked-start.js';
import { personUser } from '../user/person-user.js';
import { scriptedUser, UserEnvironment } from '../user/user-environment.js';

const { signal } = new AbortController();
const WORLD = new GraphWorld(buildGraph(smallGraph()));
const START = { task: 't', repeat: 0, seed: 1 };
const ASK: Action = { type: 'ask_user', reason: 'choice', text: 'Which account?' };
const ACTIONS: Action[] = [
  { type: 'open_app', app: 'Notes' },
  ASK,
  { type: 'wait' },
  { type: 'key', key: 'BACK' },
];
const USER = ScriptedUserSchema.parse({ answers: [{ about: ['account'], says: 'The work one.' }] });
const EVENTS = [
  TaskEventSchema.parse({ id: 'ad', type: 'ad', shows: { text: 'Sale' }, earliest: 2, latest: 2 }),
  TaskEventSchema.parse({ id: 'ring', type: 'call', earliest: 3, latest: 4 }),
];

/** A recorded phone that counts what reaches it, and shows events where it may. */
class CountingPhone extends GraphEnvironment {
  readonly taken: Action[] = [];
  readonly shown: UnexpectedEvent[] = [];
  readonly interrupt?: NonNullable<Environment['interrupt']>;

  constructor(showsEvents = true) {
    super(WORLD, { mode: 'corrected', startOf: (task) => (task === 't' ? null : undefined) });
    if (!showsEvents) return;
    this.interrupt = async (event) => {
      this.shown.push(event);
      return true;
    };
  }

  override step(...given: Parameters<GraphEnvironment['step']>) {
    this.taken.push(given[0]);
    return super.step(...given);
  }
}

const WRAPPERS: Readonly<Record<string, (inner: Environment) => Environment>> = {
  guard: (inner) => new GuardEnvironment(inner, ['pay', 'send']),
  user: (inner) => new UserEnvironment(inner, scriptedUser(USER)),
  events: (inner) => new EventsEnvironment(inner, EVENTS),
  'start check': (inner) => new CheckedStartEnvironment(inner, async () => null),
  'all of them': (inner) =>
    new EventsEnvironment(
      new GuardEnvironment(new UserEnvironment(inner, scriptedUser(USER)), ['pay']),
      EVENTS,
    ),
};

describe.each(Object.entries(WRAPPERS))('what is laid around: %s', (_, wrap) => {
  const open = async () => wrap(new CountingPhone());
  it.each(environmentContract({ open, start: START, actions: ACTIONS }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('has what the inner environment has, and nothing else', () => {
    const bare = new GraphEnvironment(WORLD, { mode: 'corrected', startOf: () => null });
    const around = wrap(bare);
    expect(around.capabilities).toEqual(bare.capabilities);
    expect([typeof around.interrupt, typeof around.recorded]).toEqual(['undefined', 'undefined']);
    expect([typeof around.hasTransition, typeof around.snapshot, typeof around.restore]).toEqual(
      Array.from({ length: 3 }, () => 'function'),
    );
  });

  it('restores no snapshot of something else', async () => {
    await using around = wrap(new CountingPhone());
    await expect(
      around.restore?.({ around: 'other', own: null, inner: {} }, { signal }),
    ).rejects.toMatchObject({
      code: 'DATASET',
    });
  });
});

describe('GuardEnvironment', () => {
  const CALL: Action = { type: 'open_url', url: 'tel:110' };

  it('tells the agent what was refused, until its next action, and after a snapshot too', async () => {
    const phone = new CountingPhone();
    await using around = new GuardEnvironment(phone, ['call']);
    expect((await around.reset(START, { signal })).refused).toBeUndefined();
    const step = await around.step(CALL, { signal });
    expect(step).toMatchObject({
      observation: { refused: 'call: "tel:110"' },
      transition: { rule: 'refused', detail: 'call: "tel:110"' },
    });
    expect(phone.taken).toEqual([]);
    const snapshot = JSON.parse(JSON.stringify(around.snapshot?.())) as Record<string, unknown>;
    await using other = new GuardEnvironment(new CountingPhone(), ['call']);
    expect(await other.restore?.(snapshot, { signal })).toMatchObject({ refused: 'call: "tel:110"' });
    // One that was made before refusals were kept.
    expect((await other.restore?.({ ...snapshot, own: null }, { signal }))?.refused).toBeUndefined();
    const next = await around.step({ type: 'wait' }, { signal });
    expect(next).toMatchObject({ type: 'observed' });
    expect(next.type === 'observed' && next.observation.refused).toBeUndefined();
    await around.step(CALL, { signal });
    expect((await around.reset(START, { signal })).refused).toBeUndefined();
  });
});

describe('UserEnvironment', () => {
  it('answers without touching the phone, and shows what was said from then on', async () => {
    const phone = new CountingPhone();
    await using around = new UserEnvironment(phone, scriptedUser(USER));
    expect((await around.reset(START, { signal })).conversation).toBeUndefined();
    const asked = await around.step(ASK, { signal });
    expect(phone.taken).toEqual([]);
    const first = { question: 'Which account?', reply: 'The work one.' };
    expect(asked).toMatchObject({
      type: 'observed',
      observation: { conversation: [first] },
      transition: { rule: 'user_reply', next: 'home', reply: { text: 'The work one.', isKnown: true } },
    });
    const opened = await around.step({ type: 'open_app', app: 'Notes' }, { signal });
    expect(opened).toMatchObject({ observation: { conversation: [first] } });
    const silent = await around.step({ type: 'ask_user', reason: 'confirm' }, { signal });
    expect(silent).toMatchObject({
      observation: { conversation: [first, { question: 'Should I go on?', reply: USER.otherwise }] },
      transition: { reply: { isKnown: false } },
    });
    expect((await around.reset(START, { signal })).conversation).toBeUndefined();
  });

  it('waits for a reply outside of the time of the episode, and for nothing else', async () => {
    const phone = new CountingPhone();
    await using around = new EventsEnvironment(
      new GuardEnvironment(new UserEnvironment(phone, personUser({ ask: async () => 'yes' })), ['pay']),
      [],
    );
    await around.reset(START, { signal });
    let untimed = 0;
    const options = {
      signal,
      untimed: async <T>(work: () => Promise<T>): Promise<T> => {
        untimed += 1;
        return await work();
      },
    };
    await around.step({ type: 'wait' }, options);
    expect(untimed).toBe(0);
    expect(await around.step(ASK, options)).toMatchObject({ transition: { reply: { text: 'yes' } } });
    expect(untimed).toBe(1);
  });

  it('keeps what was said in its snapshot', async () => {
    await using around = new UserEnvironment(new CountingPhone(), scriptedUser({ ...USER, maxQuestions: 1 }));
    await around.reset(START, { signal });
    await around.step(ASK, { signal });
    const snapshot = JSON.parse(JSON.stringify(around.snapshot?.())) as Record<string, unknown>;
    await using other = new UserEnvironment(new CountingPhone(), scriptedUser({ ...USER, maxQuestions: 1 }));
    const restored = await other.restore?.(snapshot, { signal });
    expect(restored?.conversation).toHaveLength(1);
    // It counts on: its one question is used up.
    expect(await other.step(ASK, { signal })).toMatchObject({ transition: { reply: { isKnown: false } } });
  });

  it('lets a person answer, which is not played again, and stops the run where nobody does', async () => {
    const lines = [' mine '];
    const questions: string[] = [];
    const user = personUser({
      ask: async (question) => {
        questions.push(question);
        return lines.shift() ?? null;
      },
    });
    await using around = new UserEnvironment(new CountingPhone(), user);
    expect(around.capabilities.deterministic).toBe(false);
    await around.reset(START, { signal });
    expect(await around.step(ASK, { signal })).toMatchObject({
      transition: { reply: { text: 'mine', isKnown: true } },
    });
    expect(questions[0]).toContain('Which account?');
    await expect(around.step(ASK, { signal })).rejects.toMatchObject({ code: 'NO_REPLY', stopsRun: true });
  });
});

describe('EventsEnvironment', () => {
  it('shows each event before the step that is drawn for it, which the transition before it says', async () => {
    const phone = new CountingPhone();
    await using around = new EventsEnvironment(phone, EVENTS);
    await around.reset(START, { signal });
    const first = await around.step({ type: 'wait' }, { signal });
    expect(first.transition).toMatchObject({
      events: [{ id: 'ad', happened: true }],
      detail: 'ad before step 2',
    });
    expect(phone.shown).toEqual([{ id: 'ad', type: 'ad', text: 'Sale' }]);
    const later = [];
    for (let step = 2; step <= 5; step += 1)
      later.push((await around.step({ type: 'wait' }, { signal })).transition);
    const ring = EVENTS[1];
    const before = ring === undefined ? 0 : stepOfEvent(ring, START);
    expect(later.findIndex(({ events }) => events !== undefined) + 3).toBe(before);
    expect(phone.shown).toHaveLength(2);
  });

  it('says that an event did not happen where the environment cannot show it', async () => {
    await using around = new EventsEnvironment(new CountingPhone(false), EVENTS);
    await around.reset(START, { signal });
    const { transition } = await around.step({ type: 'wait' }, { signal });
    expect(transition).toMatchObject({ events: [{ id: 'ad', happened: false }] });
    expect(transition.detail).toBeUndefined();
  });

  it('draws by task, repeat, seed and event alone, evenly and within bounds', () => {
    const event = TaskEventSchema.parse({ id: 'x', type: 'update', earliest: 3, latest: 6 });
    const drawn = Array.from({ length: 400 }, (_, seed) => stepOfEvent(event, { ...START, seed }));
    expect(new Set(drawn)).toEqual(new Set([3, 4, 5, 6]));
    for (const step of [3, 4, 5, 6]) expect(drawn.filter((one) => one === step).length).toBeGreaterThan(60);
    expect(stepOfEvent(event, START)).toBe(stepOfEvent(event, { ...START }));
    const open = TaskEventSchema.parse({ id: 'x', type: 'update' });
    const usual = new Set(
      Array.from({ length: 200 }, (_, repeat) => stepOfEvent(open, { ...START, repeat })),
    );
    expect(usual).toEqual(new Set([2, 3, 4, 5, 6]));
  });

  it('counts on after a snapshot', async () => {
    await using around = new EventsEnvironment(
      new CountingPhone(),
      [EVENTS[1] ?? EVENTS[0]].flatMap((one) => one ?? []),
    );
    await around.reset(START, { signal });
    const snapshots = [around.snapshot?.()];
    const whole = [];
    for (let step = 0; step < 4; step += 1) {
      whole.push((await around.step({ type: 'wait' }, { signal })).transition.events);
      snapshots.push(around.snapshot?.());
    }
    for (const [at, snapshot] of snapshots.slice(0, -1).entries()) {
      await using other = new EventsEnvironment(new CountingPhone(), EVENTS.slice(1));
      await other.restore?.(JSON.parse(JSON.stringify(snapshot)) as Record<string, unknown>, { signal });
      const rest = [];
      for (let step = at; step < 4; step += 1)
        rest.push((await other.step({ type: 'wait' }, { signal })).transition.events);
      expect(rest).toEqual(whole.slice(at));
    }
  });
});

describe('CheckedStartEnvironment', () => {
  it('refuses a start screen with what is seen, as the fault of the environment', async () => {
    const around = new CheckedStartEnvironment(new CountingPhone(), async (_, state) => `it is ${state}`);
    await expect(around.reset(START, { signal })).rejects.toMatchObject({
      code: 'START_STATE',
      fault: 'environment',
      message: 'it is home',
      // The same start gives the same screen.
      retryable: false,
    });
  });
});
