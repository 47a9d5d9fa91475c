import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionSchema, stop, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { parseBracketedAction, type BracketedAddressing } from './bracketed-action.js';

const BY_WIDGET: BracketedAddressing = { by: 'widget', widgets: 5 };
const BY_POINT: BracketedAddressing = { by: 'point' };

/** The action, or the error's message. */
function read(text: string, addressing = BY_WIDGET, mode: 'reference' | 'corrected' = 'reference'): unknown {
  const result = parseBracketedAction(text, addressing, mode);
  if (result.type === 'format_error') return result.error.message;
  // Whoever reads an answer says whose words they are.
  expect(result.action).not.toHaveProperty('native');
  return result.action;
}

describe('parseBracketedAction', () => {
  it.each<[string, Action]>([
    ['click [4]', { type: 'tap', target: { type: 'element', element: 4 } }],
    ['longclick [04] and so on', { type: 'long_press', target: { type: 'element', element: 4 } }],
    [
      'text [1] [a [b]] [c]',
      { type: 'type', text: 'a [b]] [c', target: { type: 'element', element: 1 }, clear: true },
    ],
    [
      'swipe [0] [direction=left=right]',
      { type: 'swipe', direction: 'left', target: { type: 'element', element: 0 } },
    ],
    ['press [home]', { type: 'restart_app' }],
    ['press [stop]', stop()],
    ['click [४]', { type: 'tap', target: { type: 'element', element: 4 } }],
    ['click [𝟜]', { type: 'tap', target: { type: 'element', element: 4 } }],
  ])('reads %s by widget', (text, action) => {
    expect(read(text)).toEqual(action);
  });

  it.each<[string, Action]>([
    [' click [7,8]\n', { type: 'tap', target: { type: 'point', point: pixelPoint(7, 8) } }],
    ['swipe [1,2] [1,9]', { type: 'swipe', direction: 'down', from: pixelPoint(1, 2), to: pixelPoint(1, 9) }],
    ['swipe [1,2] [1,2]', { type: 'swipe', direction: null, from: pixelPoint(1, 2), to: pixelPoint(1, 2) }],
  ])('reads %s by point', (text, action) => {
    expect(read(text, BY_POINT)).toEqual(action);
  });

  it.each([
    ['', 'Invalid action: '],
    ['tap [1]', 'Invalid action: tap [1]'],
    [' click [1]', 'Invalid click action.  click [1]'],
    ['click [007]', 'Cannot find widget with id 7'],
    ['swipe [9] [sideways]', 'Cannot find widget with id 9'],
    ['swipe [1] [sideways]', 'Invalid swipe direction: sideways. Original action: swipe [1] [sideways]'],
    ['text [1] [a\nb]', 'Invalid text action. text [1] [a\nb]'],
    ['press [toString]', 'Invalid action: press [toString]'],
    ['toString [1]', 'Invalid action: toString [1]'],
  ])('refuses %j in the words of the reference code', (text, message) => {
    expect(read(text)).toBe(message);
  });

  it('takes the word wait only when corrected', () => {
    expect(read('press [wait]')).toBe('Invalid action: press [wait]');
    expect(read('press [wait]', BY_WIDGET, 'corrected')).toEqual({ type: 'wait' });
  });

  it('gives an action or a format error for any text', () => {
    const piece = fc.constantFrom(
      'click',
      'text',
      'swipe',
      'press',
      ' ',
      '[',
      ']',
      ',',
      '3',
      '٣',
      'up',
      'back',
      '\n',
      '=',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(BY_WIDGET, BY_POINT), (input, addressing) => {
        const result = parseBracketedAction(input, addressing, 'reference');
        if (result.type === 'action') expect(ActionSchema.safeParse(result.action).success).toBe(true);
        else expect(result.error.excerpt.length).toBeLessThanOrEqual(500);
      }),
    );
  });

  it.each([
    ['digits', `click [${'1'.repeat(2e6)}]`],
    ['brackets', `text [1] ${'['.repeat(2e6)}`],
    ['closing brackets', `text [1] [${']'.repeat(2e6)}\n`],
    ['spaces', ' '.repeat(2e6)],
  ])('takes linear time for %s', (_, text) => {
    // The square of the length would be hours.
    expect(['action', 'format_error']).toContain(parseBracketedAction(text, BY_WIDGET, 'reference').type);
  });
});
