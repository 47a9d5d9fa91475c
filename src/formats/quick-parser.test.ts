import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomStream } from '../domain/random.js';
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
    ['a default', z.string().default('x')],
    ['a catch-all', z.looseObject({})],
    ['a strict object', z.strictObject({})],
    ['an address', z.url()],
    ['a coerced number', z.coerce.number()],
    ['a union without a discriminator', z.union([z.string(), z.number()])],
  ])('leaves %s to the schema', (_, schema) => {
    const parse = quickParser(schema);
    for (const value of ['x', 1, {}, { a: 'x' }]) expect(parse(value)).toBe(NOT_QUICK);
  });

  it('takes no object for an array and no name that every object has', () => {
    expect(quickParser(z.object({ a: z.string().optional() }))([])).toBe(NOT_QUICK);
    expect(quickParser(z.record(z.string(), z.string()))(JSON.parse('{"__proto__": "x"}'))).toBe(NOT_QUICK);
  });
});
