import { expect, it } from 'vitest';
import { happeningWords, isOdd } from './happening-words.js';

it('says in a line what happened on a phone, and nothing of what is not worth one', () => {
  expect(
    [
      { kind: 'command', service: 'shell:input tap 1 2' },
      {
        kind: 'action',
        action: { type: 'tap', target: { point: { x: 444.6, y: 1040 } } },
        from: 'home.screen',
        to: 'settings.list',
        transition: { rule: 'edge' },
      },
      {
        kind: 'action',
        action: { type: 'type', text: 'milk', count: 2 },
        from: 'a',
        to: 'a',
        transition: null,
      },
      { kind: 'action', action: { type: 'stop', status: 'success' }, from: 'a', to: null },
      { kind: 'done', exitCode: 0 },
      { kind: 'done', exitCode: 1 },
      { kind: 'transport', what: 'opened' },
      { kind: 'limit', limit: 'actions', value: 30 },
      { kind: 'answer', text: 'W'.repeat(1000) },
    ].map(happeningWords),
  ).toEqual([
    'shell:input tap 1 2',
    'tap (445, 1040): home.screen → settings.list (edge)',
    'type “milk” x2: stays on a',
    'stop success: a → the end',
    null,
    'exit status 1',
    'opened',
    'actions 30',
    'W'.repeat(300),
  ]);
  expect([isOdd({ kind: 'refused' }), isOdd({ kind: 'action' })]).toEqual([true, false]);
});
