import { describe, expect, it } from 'vitest';
import { runStartEvent } from '../../../testing/run-fakes/run-events.js';
import { JournalEventSchema, type JournalEvent } from './event.js';
import { ScoreFileEventSchema, type ScoreFileEvent } from '../scores/score-event.js';

const at = '2025-01-01T00:00:00.000Z';
const HASH = 'a'.repeat(64);
const attempt = { at, item: 'walk-0', repeat: 0, attempt: 1 };
const step = { ...attempt, step: 0 };
const picture = { mediaType: 'image/png', hash: HASH, stored: true };
const screen = {
  id: 's',
  size: { width: 1, height: 2 },
  activity: { package: 'p', activity: 'n' },
  picture,
  hierarchy: { ...picture, hash: null, stored: false },
};
const failure = { fault: 'model', code: 'C', message: 'm', stack: 'at' } as const;
const operation = { concurrency: 2, budgets: { seconds: 1, tokens: 2, money: 3 } };

/** One event of each kind, with everything that it may hold. */
const EVENTS: readonly JournalEvent[] = [
  runStartEvent(),
  { type: 'run-resume', at, operation, finished: 0, cutBytes: 0, node: 'v', platform: 'p' },
  {
    type: 'task',
    at,
    task: { id: 't', instructions: { en: 'go' }, apps: [], tags: [], milestones: [], evaluators: [] },
  },
  { type: 'item-start', ...attempt, task: 't', cause: 'plan', reason: 'r', maxSteps: 1 },
  { type: 'item-resume', ...step, cause: 'resume', method: 'replay', redo: false },
  { type: 'observation', ...step, state: null, screen },
  {
    type: 'model-call',
    ...step,
    role: 'actor',
    request: HASH,
    answer: {
      text: 't',
      reasoning: 'r',
      fullLength: { text: 0, reasoning: 0 },
      finishReason: 'stop',
      model: null,
    },
    error: failure,
    inputTokens: 0,
    outputTokens: null,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    estimated: true,
    warnings: ['w'],
    retries: [{ code: 'C', message: 'm', delayMs: 0 }],
    costUsd: null,
    latencyMs: 0,
    fromCache: false,
  },
  { type: 'decision', ...step, decision: { type: 'action', action: { type: 'wait' } }, durationMs: 0 },
  {
    type: 'transition',
    ...step,
    transition: { rule: 'edge', candidates: ['a'], next: null, detail: 'd', draws: 0 },
    ended: false,
    answer: 'a',
    snapshot: { floor: 1 },
    durationMs: 0,
  },
  { type: 'item-retry', ...attempt, failure, failures: 1, delayMs: 0 },
  {
    type: 'item-end',
    ...attempt,
    end: { reason: 'model_error', fault: 'model', code: 'C', message: 'm' },
    steps: 0,
    failure,
    durationMs: 0,
  },
  { type: 'item-skip', at, item: 'walk-0', repeat: 0, task: 't', reason: 'money_budget' },
  { type: 'run-end', at, status: 'complete', finished: 0, durationMs: 0 },
];

const SCORES: readonly ScoreFileEvent[] = [
  {
    type: 'score-start',
    at,
    formatVersion: 1,
    run: 'r',
    identityHash: HASH,
    touchstone: '1',
    benchmark: { name: 'n', version: 'v', dataHash: 'h' },
    modes: ['corrected'],
  },
  {
    type: 'score',
    at,
    item: 'walk-0',
    repeat: 0,
    writer: 'main',
    attempt: 1,
    result: { mode: 'corrected', scores: [], success: null, completion: null },
    failure,
  },
  { type: 'score-end', at, scored: 0 },
];

/** What an event may lack. Everything else is in every file ever written. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  'item-start': ['reason'],
  'model-call': [
    'answer.reasoning',
    'answer.fullLength',
    'error',
    'error.stack',
    'cachedInputTokens',
    'cacheWriteTokens',
    'reasoningTokens',
    'estimated',
    'warnings',
    'retries',
  ],
  transition: ['transition.candidates', 'transition.detail', 'transition.draws', 'answer', 'snapshot'],
  'item-retry': ['failure.stack'],
  'item-end': ['end.fault', 'end.code', 'end.message', 'failure', 'failure.stack'],
  score: ['failure', 'failure.stack'],
};
/** Parts whose entries belong to somebody else: their own schemas say what they may lack. */
const FOREIGN =
  /^(identity|operation\.budgets|task|decision|snapshot|result|screen\.activity|screen\.size)\./;

type Path = readonly (string | number)[];

function pathsIn(value: unknown, above: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const path = [...above, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsIn(part, path)];
  });
}

/** A copy with one entry replaced, or taken out where the value is undefined. */
function changed(event: object, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(event);
  let inner = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) inner = inner[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return copy;
}

describe.each([
  ['journal', JournalEventSchema, EVENTS],
  ['score file', ScoreFileEventSchema, SCORES],
] as const)('an event of a %s', (_name, schema, events) => {
  const reads = (event: unknown): boolean => schema.safeParse(event).success;

  it.each(events.map((event) => [event.type, event] as const))(
    'is read as it was written: %s',
    (_type, event) => {
      expect(schema.parse(event)).toEqual(event);
    },
  );

  it.each(events.map((event) => [event.type, event] as const))(
    'lacks nothing but what it may: %s',
    (type, event) => {
      const lacking = pathsIn(event)
        .filter((path) => typeof path.at(-1) === 'string' && !FOREIGN.test(path.join('.')))
        .filter((path) => reads(changed(event, path, undefined)));
      expect(lacking.map((path) => path.join('.'))).toEqual(OPTIONAL[type] ?? []);
    },
  );

  it.each(events.map((event) => [event.type, event] as const))(
    'holds no part of another kind: %s',
    (_type, event) => {
      const own = pathsIn(event).filter((path) => !FOREIGN.test(path.join('.')));
      const taken = own.filter((path) => {
        const value = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], event);
        // Of every other kind of value, none is taken for this one; and null only where something may be unknown.
        const others = [true, 'text', -1, [[]], { x: 1 }].filter((other) => typeof other !== typeof value);
        return others.some((other) => reads(changed(event, path, other)));
      });
      expect(taken.map((path) => path.join('.')).filter((path) => !NULLABLE.has(path))).toEqual([]);
    },
  );
});

/** Where null stands for what is unknown or not there, a value may be of another kind. */
const NULLABLE = new Set([
  'state',
  'answer.model',
  'outputTokens',
  'costUsd',
  'transition.next',
  'screen.hierarchy.hash',
]);

describe('the values of a journal', () => {
  const event = (type: JournalEvent['type']): object => EVENTS.find((one) => one.type === type) ?? {};
  const reads = (value: unknown): boolean => JournalEventSchema.safeParse(value).success;

  it.each<[JournalEvent['type'], string, readonly unknown[], readonly unknown[]]>([
    ['run-start', 'formatVersion', [1], [0, 2, '1']],
    ['run-start', 'run', ['r'], ['']],
    ['run-start', 'writer', ['w'], ['']],
    [
      'run-start',
      'identityHash',
      [HASH],
      [HASH.slice(1), `${HASH}a`, HASH.toUpperCase(), `g${HASH.slice(1)}`],
    ],
    ['run-start', 'resume', ['step', 'item'], ['', 'run']],
    ['run-start', 'planned', [0, 5], [-1, 0.5]],
    ['run-start', 'at', ['2025-06-01T10:00:00Z'], ['yesterday', '2025-06-01']],
    ['run-resume', 'finished', [0, 5], [-1, 0.5]],
    ['run-resume', 'cutBytes', [0, 5], [-1, 0.5]],
    ['item-start', 'attempt', [1, 2], [0, -1, 1.5]],
    ['item-start', 'repeat', [0, 1], [-1, 0.5]],
    ['item-start', 'item', ['a'], ['']],
    ['item-start', 'cause', ['plan', 'retry', 'restart', 'again'], ['', 'resume']],
    ['item-start', 'maxSteps', [1], [0, 1.5]],
    ['item-resume', 'step', [0, 3], [-1, 0.5]],
    ['item-resume', 'cause', ['retry', 'resume'], ['', 'plan']],
    ['item-resume', 'method', ['start', 'replay', 'snapshot'], ['']],
    ['observation', 'state', [null, 'a'], []],
    ['observation', 'screen.size', [null], []],
    ['observation', 'screen.activity', [null], []],
    ['observation', 'screen.picture', [null], []],
    ['observation', 'screen.hierarchy', [null], []],
    ['observation', 'screen.picture.hash', [HASH, null], ['abc']],
    ['model-call', 'request', [HASH], ['abc']],
    ['model-call', 'answer', [null], []],
    ['model-call', 'answer.finishReason', ['stop', 'length', 'refusal', 'other'], ['', 'done']],
    ['model-call', 'answer.fullLength.text', [0, 1], [-1, 0.5]],
    ['model-call', 'answer.fullLength.reasoning', [0, 1], [-1, 0.5]],
    ['model-call', 'inputTokens', [null, 0, 7], [-1, 0.5]],
    ['model-call', 'outputTokens', [null, 0, 7], [-1, 0.5]],
    ['model-call', 'cachedInputTokens', [0, 7], [-1, 0.5, null]],
    ['model-call', 'cacheWriteTokens', [0, 7], [-1, 0.5, null]],
    ['model-call', 'reasoningTokens', [0, 7], [-1, 0.5, null]],
    ['model-call', 'costUsd', [null, 0, 0.5], [-0.1]],
    ['model-call', 'latencyMs', [0, 0.5], [-0.1, null]],
    ['model-call', 'retries.0.delayMs', [0, 0.5], [-0.1]],
    ['decision', 'durationMs', [0, 0.5], [-0.1]],
    ['transition', 'transition.draws', [0, 2], [-1, 0.5]],
    ['transition', 'durationMs', [0, 0.5], [-0.1]],
    [
      'item-retry',
      'failure.fault',
      ['agent', 'model', 'environment', 'dataset', 'user', 'bug'],
      ['', 'nobody'],
    ],
    ['item-retry', 'failures', [1], [0, 1.5]],
    ['item-retry', 'delayMs', [0, 0.5], [-0.1]],
    ['item-end', 'steps', [0, 3], [-1, 0.5]],
    ['item-end', 'durationMs', [0, 0.5], [-0.1]],
    ['item-skip', 'reason', ['time_budget', 'token_budget', 'money_budget'], ['', 'step_budget']],
    ['run-end', 'status', ['complete', 'interrupted', 'aborted', 'budget'], ['', 'done']],
    ['run-end', 'finished', [0, 5], [-1, 0.5]],
    ['run-end', 'durationMs', [0, 0.5], [-0.1]],
  ])('of %s, %s, are as the format says', (type, path, good, bad) => {
    const keys = path.split('.');
    for (const value of good)
      expect(reads(changed(event(type), keys, value)), JSON.stringify(value)).toBe(true);
    for (const value of bad)
      expect(reads(changed(event(type), keys, value)), JSON.stringify(value)).toBe(false);
  });

  it.each<[ScoreFileEvent['type'], string, readonly unknown[]]>([
    ['score-start', 'formatVersion', [0, 2]],
    ['score-start', 'run', ['']],
    ['score-start', 'identityHash', ['abc']],
    ['score-start', 'modes', [['both']]],
    ['score', 'attempt', [0, 1.5]],
    ['score', 'repeat', [-1]],
    ['score-end', 'scored', [-1, 0.5]],
  ])('of %s, %s, are refused where they say nothing', (type, path, bad) => {
    const one = SCORES.find((score) => score.type === type) ?? {};
    for (const value of bad) {
      expect(ScoreFileEventSchema.safeParse(changed(one, path.split('.'), value)).success).toBe(false);
    }
  });
});
