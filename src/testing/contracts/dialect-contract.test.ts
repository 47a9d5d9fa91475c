import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import { defineDialect } from '../../models/dialects/define-dialect.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import { dialectContract } from './dialect-contract.js';

const ACTIONS: readonly Action[] = [
  tap(pixelPoint(1, 2)),
  { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) } },
  { type: 'swipe', direction: 'up', from: pixelPoint(1, 900), to: pixelPoint(1, 100) },
  { type: 'type', text: 'hello' },
  { type: 'key', key: 'BACK' },
  { type: 'wait' },
  stop('success'),
];

describe('dialectContract', () => {
  it.each([
    ...dialectContract({ family: genericCall, actions: ACTIONS, readsBack: 'tolerant' }),
    ...dialectContract({
      family: genericCall,
      settings: { variant: 'permille' },
      actions: ACTIONS,
      readsBack: 'tolerant',
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each<[string, (dialect: Dialect) => Partial<Dialect>]>([
    ['reads back', (dialect) => ({ parse: (_, context) => dialect.parse('Action: Click(1, 1)', context) })],
    ['reads back', () => ({ printAnswer: () => null })],
    [
      'hostile',
      (dialect) => ({
        parse: (text, context) => (text.includes('\uD800') ? crash() : dialect.parse(text, context)),
      }),
    ],
    [
      'makes a prompt',
      (dialect) => ({ buildRequest: (input) => dialect.buildRequest({ ...input, instruction: '' }) }),
    ],
    ['replace', () => ({ prompts: { turn: 'fixed' } })],
  ])('catches a dialect that breaks: it %s', async (name, change) => {
    const broken = defineDialect({
      family: 'broken',
      title: 'broken',
      variants: [],
      create: () => {
        const dialect = genericCall.create();
        return { ...dialect, ...change(dialect) };
      },
    });
    const found = dialectContract({ family: broken, actions: ACTIONS }).find((one) =>
      one.name.includes(name),
    );
    await expect(found?.run()).rejects.toThrow();
  });
});

function crash(): never {
  throw new Error('crash');
}
