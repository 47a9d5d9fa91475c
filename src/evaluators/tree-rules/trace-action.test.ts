import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../../domain/action.js';
import { traceAction } from './trace-action.js';

describe('traceAction', () => {
  it.each<[Action, string]>([
    [{ type: 'tap', target: { type: 'description', text: 'x' } }, 'click'],
    [{ type: 'long_press', target: { type: 'element', element: 1 } }, 'longclick'],
    [{ type: 'swipe', direction: 'up' }, 'swipe'],
    [{ type: 'type', text: '' }, 'input'],
    [{ type: 'key', key: 'BACK' }, 'back'],
    [{ type: 'key', key: 'ENTER' }, 'enter'],
    [{ type: 'key', key: 'HOME' }, 'restart'],
    [{ type: 'restart_app' }, 'restart'],
    [{ type: 'wait' }, 'none'],
    [stop('infeasible'), 'stop'],
    [{ type: 'ask_user', reason: 'confirm' }, 'stop'],
    [{ type: 'open_app', app: 'x' }, 'open_app'],
  ])('calls %j %s', (action, type) => {
    expect(traceAction(action, null).type).toBe(type);
  });

  it('shows typed text, and no text of other actions', () => {
    expect(traceAction({ type: 'type', text: 'hello' }, null)).toEqual({ type: 'input', message: 'hello' });
    expect(traceAction(stop('success', 'done'), null)).toEqual({ type: 'stop' });
  });

  it('loses a position in parts of a screen of unknown size', () => {
    const point = { x: 0.5, y: 0.5, space: 'unit' } as const;
    const action: Action = { type: 'tap', target: { type: 'point', point } };
    expect(traceAction(action, null)).toEqual({ type: 'click' });
    expect(traceAction(action, { width: 10, height: 20 }).target).toEqual({ type: 'point', point: [5, 10] });
  });
});
