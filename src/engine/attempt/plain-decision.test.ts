import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecisionSchema } from '../../domain/decision.js';
import { plainDecision } from './plain-decision.js';

const point = fc.record({
  x: fc.oneof(fc.integer(), fc.double()),
  y: fc.integer(),
  space: fc.constantFrom('pixel', 'permille', 'unit', 'metre'),
});
const target = fc.oneof(
  fc.record({ type: fc.constant('point'), point }),
  fc.record({ type: fc.constant('element'), element: fc.integer() }),
);
const extra = fc.record(
  {
    durationMs: fc.oneof(fc.integer(), fc.constant(undefined)),
    text: fc.oneof(fc.string(), fc.integer()),
    key: fc.string(),
    app: fc.string(),
    terminal: fc.boolean(),
    status: fc.constantFrom('success', 'failure', 'done'),
    answer: fc.string(),
    direction: fc.constantFrom('up', 'left', null, 'north'),
    at: point,
    from: point,
    to: point,
    count: fc.integer(),
    target,
    unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);
const type = fc.constantFrom(
  'tap',
  'long_press',
  'swipe',
  'type',
  'key',
  'open_app',
  'wait',
  'answer',
  'stop',
  'replan',
  'fly',
);
const action = fc.tuple(type, extra).map(([name, fields]) => ({ type: name, ...fields }));

describe('plainDecision', () => {
  it('says what the schema says, wherever it says something', () => {
    fc.assert(
      fc.property(action, (given) => {
        const decision = { type: 'action', action: given };
        const plain = plainDecision(decision);
        if (plain === null) return;
        const { data } = DecisionSchema.safeParse(decision);
        expect(JSON.stringify(plain)).toBe(JSON.stringify(data));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    { type: 'tap', target: { type: 'point', point: { x: 1, y: 2, space: 'pixel' } } },
    { type: 'long_press', target: { type: 'point', point: { x: 1, y: 2, space: 'unit' } }, durationMs: 5 },
    { type: 'swipe', direction: 'up', at: { x: 1, y: 2, space: 'permille' } },
    {
      type: 'swipe',
      direction: null,
      from: { x: 1, y: 2, space: 'pixel' },
      to: { x: 3, y: 2, space: 'pixel' },
    },
    { type: 'type', text: 'a' },
    { type: 'key', key: 'BACK' },
    { type: 'open_app', app: 'clock' },
    { type: 'wait' },
    { type: 'answer', text: 'a', terminal: false },
    { type: 'stop', status: 'success', answer: 'a' },
  ])('knows $type, and copies it', (given) => {
    const plain = plainDecision({ type: 'action', action: given });
    expect(plain).toEqual({ type: 'action', action: given });
    expect(plain?.type === 'action' && plain.action).not.toBe(given);
  });

  it.each([
    null,
    [],
    { type: 'format_error' },
    { type: 'action', action: { type: 'key', key: 'A' }, memory: 1 },
    { type: 'action', action: { type: 'key', key: 'A', native: { family: 'x' } } },
    { type: 'action', action: Object.create({ type: 'wait' }) },
    { type: 'action', action: { type: 'constructor' } },
  ])('leaves %j to the schema', (given) => {
    expect(plainDecision(given)).toBeNull();
  });
});
