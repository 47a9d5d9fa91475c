import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreSuiteEpisode } from '../../benchmarks/suite/score-suite-episode.js';
import { stop, type Action } from '../../domain/action.js';
import type { Screen } from '../../domain/screen.js';
import { TaskSchema, type Task } from '../../domain/task.js';
import type { Trajectory, TrajectoryStep, Transition } from '../../domain/trajectory.js';
import { obligationsEvaluator } from './obligations.js';
import { prohibitionsEvaluator } from './prohibitions.js';
import { eventsScore } from './unexpected-events.js';
import { questionsScore } from './user-questions.js';

const { signal } = new AbortController();
const PAGE = `<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][100,200]">
<node class="android.widget.Button" text="Sort" clickable="true" bounds="[0,0][100,50]"/>
<node class="android.widget.Button" text="Buy" clickable="true" bounds="[0,100][100,150]"/></node></hierarchy>`;

function screen(id: string): Screen {
  const load = async () => new TextEncoder().encode(PAGE);
  const hierarchy = { mediaType: 'text/xml', load };
  return { id, size: { width: 100, height: 200 }, activity: null, picture: null, hierarchy };
}

function step(state: string, action: Action | null, transition?: Partial<Transition>): TrajectoryStep {
  const done = transition === undefined ? {} : { transition: { rule: 'edge', next: null, ...transition } };
  return { screen: screen(state), state, action, ...done };
}

const tapAt = (y: number): Action => ({
  type: 'tap',
  target: { type: 'point', point: { x: 50, y, space: 'pixel' } },
});
const SORT = tapAt(20);
const BUY = tapAt(120);
const tapped = (text: string) => ({
  type: 'rule',
  rule: {
    type: 'findaction',
    match_type: 'equal',
    match_rules: { action_type: 'click', text },
    check_type: 'equal',
    check_rules: {},
  },
});

function task(more: object): Task {
  return TaskSchema.parse({ id: 't', instructions: { en: 'x' }, ...more });
}
const score = (of: ReturnType<typeof prohibitionsEvaluator>, one: Task, steps: readonly TrajectoryStep[]) =>
  of.evaluate({ task: one, trajectory: { steps }, mode: 'corrected', signal });

describe('prohibitions', () => {
  const steps = [step('list', SORT), step('list', { type: 'wait' }), step('item', BUY), step('paid', stop())];

  it.each([
    ['a state that is visited', { type: 'state', states: ['paid', 'gone'] }, 0, [3]],
    ['a state that is not', { type: 'state', states: ['gone'] }, 1, []],
    ['a tap on an element that matches', tapped('Buy'), 0, [2]],
    ['a tap on an element that is not touched', tapped('Delete'), 1, []],
    ['a text that is not typed', { type: 'text', texts: ['secret'] }, 1, []],
  ])('see %s', async (_, prohibition, value, proof) => {
    const result = await score(
      prohibitionsEvaluator(),
      task({ prohibitions: [{ id: 'p', ...prohibition }] }),
      steps,
    );
    expect(result).toMatchObject({ status: 'scored', value, steps: proof });
  });

  it('see a typed text with case folded, as a part or as a whole', async () => {
    const typed = [step('list', { type: 'type', text: ' My SECRET word' }), step('list', null)];
    const of = (match: string, text: string) =>
      score(
        prohibitionsEvaluator(),
        task({ prohibitions: [{ id: 'p', type: 'text', texts: [text], match }] }),
        typed,
      );
    expect(await of('include', 'secret')).toMatchObject({ value: 0, steps: [0] });
    expect(await of('equal', 'secret')).toMatchObject({ value: 1 });
    expect(await of('equal', 'my secret word')).toMatchObject({ value: 0 });
  });

  it('name the first step that proves it, and every prohibition', async () => {
    const prohibitions = [
      { id: 'late', type: 'state', states: ['paid'] },
      { id: 'early', title: 'touch Buy', ...tapped('Buy') },
    ];
    expect(await score(prohibitionsEvaluator(), task({ prohibitions }), steps)).toMatchObject({
      explanation: expect.stringContaining('happened at step 3, touch Buy'),
      steps: [2, 3],
      details: {
        success: false,
        prohibitions: [
          { id: 'late', step: 3 },
          { id: 'early', step: 2 },
        ],
      },
    });
  });

  it('count steps of the trajectory where an unreadable answer has none of its own', async () => {
    const gap = [step('list', null), step('item', BUY), step('paid', null)];
    const result = await score(
      prohibitionsEvaluator(),
      task({ prohibitions: [{ id: 'p', ...tapped('Buy') }] }),
      gap,
    );
    expect(result).toMatchObject({ value: 0, steps: [1] });
  });

  it('are not applicable to a task without any', async () => {
    expect(await score(prohibitionsEvaluator(), task({}), steps)).toMatchObject({ status: 'not_applicable' });
  });
});

describe('obligations', () => {
  const sorted = { id: 'sorted', ...tapped('Sort') };
  const milestones = [{ id: 'item', type: 'screen', screens: ['item'] }];
  const of = (obligations: object[], ...steps: TrajectoryStep[]) =>
    score(obligationsEvaluator(), task({ milestones, obligations }), steps);

  it('are met by what happened before a milestone, not after or with it', async () => {
    const before = [{ ...sorted, before: 'item' }];
    expect(await of(before, step('list', SORT), step('item', stop()))).toMatchObject({
      value: 1,
      steps: [0],
    });
    expect(await of(before, step('list', BUY), step('item', SORT), step('item', null))).toMatchObject({
      value: 0,
      explanation: expect.stringContaining('came too late, at step 2'),
    });
    expect(await of(before, step('list', SORT))).toMatchObject({ value: 1 });
    expect(await of(before, step('list', stop()))).toMatchObject({
      value: 0,
      explanation: expect.stringContaining('never happened'),
    });
    // Both are on one screen: neither came before the other.
    expect(
      await of([{ id: 'seen', type: 'state', states: ['item'], before: 'item' }], step('item', null)),
    ).toMatchObject({
      value: 0,
    });
  });

  it('are met in a row, and counted one by one', async () => {
    const row = [
      { id: 'list', type: 'state', states: ['list'], before: 'sorted' },
      { ...sorted, before: 'word' },
      { id: 'word', type: 'text', texts: ['milk'] },
    ];
    const typed: Action = { type: 'type', text: 'Milk' };
    expect(await of(row, step('list', SORT), step('list', typed), step('list', null))).toMatchObject({
      value: 1,
    });
    const turned = await of(row, step('list', typed), step('list', SORT), step('list', null));
    expect(turned).toMatchObject({ status: 'scored', steps: [0, 1] });
    expect(turned.status === 'scored' && turned.value).toBeCloseTo(2 / 3, 12);
  });

  it('come before a group with the first of its children', async () => {
    const group = [{ id: 'g', type: 'group', order: 'unordered', children: milestones }];
    const one = task({ milestones: group, obligations: [{ ...sorted, before: 'g' }] });
    const late = [step('item', SORT), step('item', null)];
    expect(await score(obligationsEvaluator(), one, late)).toMatchObject({ value: 0 });
    expect(await score(obligationsEvaluator(), one, [step('list', SORT), ...late])).toMatchObject({
      value: 1,
    });
  });
});

describe('events and questions', () => {
  const events = [
    { id: 'ad', type: 'ad', tags: ['shop'] },
    { id: 'ring', type: 'call' },
  ];
  const with_ = (happened: boolean) => [
    step('a', SORT, { events: [{ id: 'ad', happened }] }),
    step('a', { type: 'wait' }, { events: [] }),
  ];

  it('say whether the task is done where an event happened, and before which step', () => {
    const one = task({ events });
    expect(eventsScore(one, { steps: with_(true) }, true)).toMatchObject({
      value: 1,
      explanation: 'ad before step 2; the task is done',
      details: { events: [{ id: 'ad', type: 'ad', tags: ['shop'], step: 1 }] },
    });
    expect(eventsScore(one, { steps: with_(true) }, false)).toMatchObject({ value: 0 });
    expect(eventsScore(one, { steps: with_(true) }, null)).toMatchObject({ status: 'unknown' });
  });

  it('are not applicable where none happened, with the reason', () => {
    expect(eventsScore(task({ events }), { steps: with_(false) }, true)).toMatchObject({
      status: 'not_applicable',
      reason: expect.stringContaining('cannot show'),
    });
    expect(eventsScore(task({ events }), { steps: [step('a', stop())] }, true)).toMatchObject({
      reason: expect.stringContaining('no step was reached'),
    });
    expect(eventsScore(task({}), { steps: with_(true) }, true)).toBeNull();
  });

  it('count what the user was asked, and what the task has a reply to', () => {
    const one = task({ user: {} });
    const asked = (isKnown: boolean) =>
      step('a', { type: 'ask_user', reason: 'feedback' }, { reply: { text: 'x', isKnown } });
    expect(questionsScore(one, { steps: [asked(true), step('a', SORT), asked(false)] })).toMatchObject({
      value: 0.5,
      steps: [0, 2],
      details: { asked: 2, known: 1 },
    });
    expect(questionsScore(one, { steps: [step('a', SORT)] })).toMatchObject({ status: 'not_applicable' });
    expect(questionsScore(task({}), { steps: [asked(true)] })).toBeNull();
  });
});

describe('the score of a task with demands', () => {
  const STATES = ['a', 'b', 'c'];
  const conditions = fc.oneof(
    fc.constantFrom(...STATES).map((id) => ({ type: 'state', states: [id] })),
    fc.constantFrom('Sort', 'Buy').map(tapped),
    fc.constant({ type: 'text', texts: ['x'] }),
  );
  const actions = fc.constantFrom<Action>(SORT, BUY, { type: 'type', text: 'xy' }, { type: 'wait' });
  const trajectories = fc
    .array(fc.tuple(fc.constantFrom(...STATES), actions), { minLength: 1, maxLength: 5 })
    .map((list): Trajectory => ({ steps: list.map(([state, action]) => step(state, action)) }));
  const demands = fc
    .array(conditions, { maxLength: 3 })
    .map((list) => list.map((one, at) => ({ id: `d${at}`, ...one })));
  const milestones = fc
    .array(fc.constantFrom(...STATES), { minLength: 1, maxLength: 2 })
    .map((list) => list.map((id, at) => ({ id: `m${at}`, type: 'screen', screens: [id] })));
  const successOf = async (one: Task, trajectory: Trajectory) =>
    (await scoreSuiteEpisode({ task: one, trajectory, mode: 'corrected', signal })).success;

  it('never turns a failure into a success where something more is prohibited or obliged to', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ milestones, prohibitions: demands, obligations: demands }),
        conditions,
        fc.constantFrom('prohibitions' as const, 'obligations' as const),
        trajectories,
        async (fields, more, field, trajectory) => {
          const before = await successOf(task(fields), trajectory);
          const after = await successOf(
            task({ ...fields, [field]: [...fields[field], { id: 'more', ...more }] }),
            trajectory,
          );
          expect(before === true || after !== true).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is what its milestones say where nothing is demanded, and events and users change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(milestones, trajectories, async (list, trajectory) => {
        const plain = await successOf(task({ milestones: list }), trajectory);
        const live = task({
          milestones: list,
          events: [{ id: 'ad', type: 'ad' }],
          user: {},
          prohibitions: [],
          obligations: [],
        });
        expect(await successOf(live, trajectory)).toBe(plain);
      }),
    );
  });

  it('is a failure where something prohibited happened, and nothing where prohibitions are all there is', async () => {
    const prohibitions = [{ id: 'p', type: 'state', states: ['b'] }];
    const reached = [{ id: 'm', type: 'screen', screens: ['a'] }];
    const at = (id: string): Trajectory => ({ steps: [step('a', SORT), step(id, stop())] });
    expect(await successOf(task({ milestones: reached, prohibitions }), at('b'))).toBe(false);
    expect(await successOf(task({ milestones: reached, prohibitions }), at('c'))).toBe(true);
    expect(await successOf(task({ prohibitions }), at('c'))).toBeNull();
  });
});
