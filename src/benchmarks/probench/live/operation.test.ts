import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { invalidOperation, isCompletion, operationOf } from './operation.js';

const SIZE = { width: 1000, height: 2000 };

describe('operationOf', () => {
  it.each<[Action, string]>([
    [tap(pixelPoint(100.7, 238)), 'Click(100, 238)'],
    [tap({ x: 0.5, y: 0.5, space: 'unit' }), 'Click(500, 1000)'],
    [tap({ x: 500, y: 500, space: 'permille' }), 'Click(500, 1000)'],
    [
      { type: 'swipe', direction: 'up', from: pixelPoint(300, 800), to: pixelPoint(300, 200) },
      'Swipe(300, 800, 300, 200)',
    ],
    [{ type: 'swipe', direction: 'up' }, 'Swipe(up)'],
    [{ type: 'type', text: 'wembley (stadium)' }, 'Type(wembley (stadium))'],
    [{ type: 'key', key: 'BACK' }, 'Back()'],
    [{ type: 'key', key: 'ENTER' }, 'Enter()'],
    [{ type: 'key', key: 'HOME' }, 'Key(HOME)'],
    [{ type: 'wait', durationMs: 5000 }, 'Wait()'],
    [stop(), 'Complete()'],
    [stop('infeasible'), 'Stop(infeasible)'],
    [{ type: 'open_app', app: 'Maps' }, 'open_app({"app":"Maps"})'],
  ])('writes %j as %s', (action, expected) => {
    expect(operationOf(action, SIZE)).toBe(expected);
    const native = { family: 'any', text: 'said otherwise' };
    expect(operationOf({ ...action, native }, SIZE)).toBe(expected);
  });

  it('names unreadable answers by what they say', () => {
    const error = { kind: 'no_action', message: 'nothing', excerpt: 'I think' } as const;
    expect(invalidOperation(error)).toMatch(/^Invalid\([0-9a-f]{8}\)$/);
    expect(invalidOperation({ ...error })).toBe(invalidOperation(error));
    expect(invalidOperation({ ...error, excerpt: 'I thought' })).not.toBe(invalidOperation(error));
  });
});

describe('isCompletion', () => {
  it.each<[Action, boolean]>([
    [stop(), true],
    [stop('unspecified'), true],
    [{ type: 'answer', text: '5', terminal: true }, true],
    [{ type: 'answer', text: '5', terminal: false }, false],
    [stop('failure'), false],
    [stop('infeasible'), false],
    [{ type: 'wait' }, false],
  ])('%j: %s', (action, expected) => {
    expect(isCompletion(action)).toBe(expected);
  });
});
