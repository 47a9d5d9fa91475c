import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { randomStream } from '../domain/random.js';
import { TaskSchema } from '../domain/task.js';
import { JournalEventSchema } from './run/journal/event.js';
import { ScoreFileEventSchema } from './run/scores/score-event.js';
import { NOT_QUICK, quickParser } from './quick-parser.js';

const at = '2025-01-01T00:00:00.000Z';
const step = { at, item: 'walk', repeat: 0, attempt: 1, step: 3 };
const picture = { mediaType: 'image/png', hash: 'a'.repeat(64), stored: true };
const point = { x: 1.5, y: 2, space: 'pixel', resolved: [1.5, 2], pixel: [1, 2] };

/** Lines that journals and score files have most of. */
const EVENTS: readonly Readonly<Record<string, unknown>>[] = [
  {
    type: 'observation',
    ...step,
    state: 'home',
    screen: {
      id: 's',
      size: { width: 1, height: 2 },
      activity: { package: 'p', activity: 'n' },
      picture,
      hierarchy: null,
    },
  },
  {
    type: 'model-call',
    ...step,
    role: 'actor',
    request: 'b'.repeat(64),
    answer: { text: 't', finishReason: 'stop', model: null },
    inputTokens: 10,
    outputTokens: null,
    retries: [{ code: 'C', message: 'm', delayMs: 0.5 }],
    costUsd: 0.25,
    latencyMs: 12.5,
    fromCache: false,
  },
  {
    type: 'decision',
    ...step,
    decision: {
      type: 'action',
      thought: 'why',
      action: {
        type: 'tap',
        target: { type: 'point', point, box: [0, 1, 2, 3] },
        native: { family: 'x', arguments: { any: [1, { thing: null }] }, text: 'tap' },
        warnings: ['case'],
      },
    },
    durationMs: 3,
  },
  {
    type: 'transition',
    ...step,
    transition: { rule: 'edge', candidates: ['a'], next: null, draws: 1 },
    ended: false,
    durationMs: 4,
  },
  {
    type: 'task',
    at,
    task: {
      id: 'walk',
      instructions: { en: 'Walk', de: 'Geh' },
      apps: ['maps'],
      tags: [],
      start: 'home',
      optimalSteps: 3,
      milestones: [
        { id: 'm1', title: 'there', abilities: ['find'], type: 'screen', screens: ['n1'] },
        { id: 'm2', abilities: [], type: 'answer', accepted: ['yes'] },
      ],
      evaluators: [{ any: 1 }],
    },
  },
  {
    type: 'score',
    item: 'walk',
    repeat: 0,
    at,
    writer: 'main',
    attempt: 1,
    result: {
      mode: 'reference',
      scores: [
        {
          evaluator: 'e',
          version: '1',
          mode: 'reference',
          score: { status: 'scored', value: 1, explanation: 'all', details: { x: [1] } },
        },
      ],
      success: true,
      completion: null,
    },
  },
];

const SCHEMAS = [JournalEventSchema, ScoreFileEventSchema];

/** Values that stand where others belong. */
const ODD: readonly unknown[] = [null, true, '', 'x', 0, -1, 1.5, Infinity, [], {}, [1], { type: 'tap' }, at];

/** The event with something of it changed, left out or added, at any depth. */
function mutated(value: unknown, random: { next(): number }): unknown {
  const chance = random.next();
  if (chance < 0.15) return ODD[Math.floor(random.next() * ODD.length)];
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value];
    const place = Math.floor(random.next() * (copy.length + 1));
    copy[place] = mutated(copy[place], random);
    return copy;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, content] = entries[Math.floor(random.next() * entries.length)] ?? ['none', null];
  if (chance < 0.25) return Object.fromEntries(entries.filter(([other]) => other !== name));
  if (chance < 0.35) return { unknown: 1, ...value };
  if (chance < 0.4) return Object.fromEntries(entries.toReversed());
  return { ...value, [name]: mutated(content, random) };
}

describe('quickParser', () => {
  it('takes the usual lines of journals and score files, and gives what their schemas give', () => {
    for (const event of EVENTS) {
      const schema = event['type'] === 'score' ? ScoreFileEventSchema : JournalEventSchema;
      const quick = quickParser(schema)({ later: 'unknown', ...event });
      expect(quick, String(event['type'])).not.toBe(NOT_QUICK);
      expect(JSON.stringify(quick)).toBe(JSON.stringify(schema.parse({ later: 'unknown', ...event })));
    }
  });

  it('gives the very value where it is as the schema would give it, and makes a copy where it is not', () => {
    const schema = z.object({
      a: z.string(),
      b: z.int().optional(),
      c: z.object({ d: z.array(z.object({ e: z.number() })).readonly(), f: z.boolean().optional() }),
      g: z.tuple([z.int(), z.object({ h: z.null() })]).optional(),
      i: z.record(z.string(), z.object({ j: z.string() })).optional(),
    });
    const parse = quickParser(schema);
    for (const value of [
      { a: 'x', c: { d: [] } },
      { a: 'x', b: 1, c: { d: [{ e: 1 }], f: true }, g: [1, { h: null }], i: { k: { j: '' } } },
    ]) {
      expect(parse(value)).toBe(value);
    }
    for (const value of [
      { c: { d: [] }, a: 'x' },
      { a: 'x', b: undefined, c: { d: [] } },
      { a: 'x', c: { d: [] }, later: 1 },
      { a: 'x', c: { d: [{ e: 1 }, { e: 2, later: 1 }, { e: 3 }] } },
      { a: 'x', c: { d: [] }, g: [1, { h: null, later: 1 }] },
      { a: 'x', c: { d: [] }, i: { k: { j: '' }, l: { later: 1, j: '' } } },
    ]) {
      const parsed = parse(value);
      expect(parsed).not.toBe(value);
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(schema.parse(value)));
    }
  });

  it('gives the lines of journals as they are: their schemas have the order in which they are written', () => {
    for (const event of EVENTS) {
      if (event['type'] === 'score' || event['type'] === 'decision') continue;
      expect(quickParser(JournalEventSchema)(event), String(event['type'])).toBe(event);
    }
  });

  it('leaves everything to the schema where no code may be made from text', () => {
    function forbid(): never {
      throw new EvalError('Code generation from strings disallowed for this context');
    }
    vi.stubGlobal('Function', forbid);
    try {
      expect(quickParser(z.object({ a: z.string() }))({ a: 'x' })).toBe(NOT_QUICK);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('leaves groups of milestones, what is absent and what a refinement refuses to the schema', () => {
    const task = EVENTS.find(({ type }) => type === 'task')?.['task'] as Readonly<Record<string, unknown>>;
    const parse = quickParser(TaskSchema);
    expect(parse(task)).toBe(task);
    const group = { id: 'g', abilities: [], type: 'group', order: 'ordered', children: task['milestones'] };
    const { apps: _, ...bare } = task;
    for (const value of [{ ...task, milestones: [group] }, bare, { ...task, instructions: {} }]) {
      expect(parse(value)).toBe(NOT_QUICK);
    }
  });

  it('writes names and words of a schema into its program in quotes', () => {
    const odd = '"]; throw 1; //\n\u2028`${0}\\';
    const schema = z.discriminatedUnion(odd, [z.object({ [odd]: z.literal(odd), b: z.enum([odd, 'c']) })]);
    const value = { [odd]: odd, b: odd };
    expect(quickParser(schema)(value)).toBe(value);
  });

  it('takes nothing that the schema refuses, and gives the same for all that it takes', () => {
    const parsers = SCHEMAS.map((schema) => ({ schema, parse: quickParser(schema) }));
    let taken = 0;
    fc.assert(
      fc.property(fc.integer(), fc.nat(EVENTS.length - 1), fc.nat(3), (seed, which, changes) => {
        const random = randomStream(seed, 'mutate');
        let value: unknown = EVENTS[which];
        for (let change = 0; change <= changes; change += 1) value = mutated(value, random);
        for (const { schema, parse } of parsers) {
          const quick = parse(value);
          if (quick === NOT_QUICK) continue;
          taken += 1;
          const slow = schema.safeParse(value);
          expect(slow.success).toBe(true);
          expect(JSON.stringify(quick)).toBe(JSON.stringify(slow.data));
        }
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(300);
  });

  it.each([
    ['a refinement', z.object({ a: z.string() }).refine(() => true)],
    ['a transformation', z.string().transform((text) => text)],
    ['a trimmed text', z.string().trim()],
    ['a catch-all', z.looseObject({})],
    ['a strict object', z.strictObject({})],
    ['an address', z.url()],
    ['a coerced number', z.coerce.number()],
    ['a union without a discriminator', z.union([z.string(), z.number()])],
    ['a union of objects that none tells apart', z.union([z.object({}), z.object({ a: z.string() })])],
    [
      'a union whose options share a word',
      z.union([z.object({ type: z.literal('x') }), z.object({ type: z.enum(['x']), a: z.string() })]),
    ],
    ['a check of the record as a whole', z.record(z.string(), z.string()).check(() => undefined)],
  ])('leaves %s to the schema', (_, schema) => {
    const parse = quickParser(schema);
    for (const value of ['x', 1, {}, { a: 'x' }]) expect(parse(value)).toBe(NOT_QUICK);
  });

  it('takes no object for an array and no name that every object has', () => {
    expect(quickParser(z.object({ a: z.string().optional() }))([])).toBe(NOT_QUICK);
    expect(quickParser(z.record(z.string(), z.string()))(JSON.parse('{"__proto__": "x"}'))).toBe(NOT_QUICK);
  });
});
