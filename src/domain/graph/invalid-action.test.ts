import { describe, expect, it } from 'vitest';
import { invalidReason } from './invalid-action.js';

const OBJECT = 'the action is not an object';
const PLACE = '"x" and "y" must be numbers';
const DIRECTION = '"direction" must be up, down, left or right';

describe('invalidReason', () => {
  it.each<[unknown]>([
    [{ action_type: 'click', x: 1, y: 2.5 }],
    [{ action_type: 'long_press', x: ' -12 ', y: '+7' }],
    [{ action_type: 'click', x: '9'.repeat(15), y: 0 }],
    ...['up', 'down', 'left', 'right', null].map((direction): [unknown] => [
      { action_type: 'swipe', direction },
    ]),
    [{ action_type: 'type', text: '' }],
    [{ action_type: 'open', app: 'x' }],
    [{ action_type: 'system_button', button: 'x' }],
    [{ action_type: 'fly' }],
  ])('finds nothing wrong with %j', (action) => {
    expect(invalidReason(action)).toBeNull();
  });

  it.each<[unknown, string]>([
    [null, OBJECT],
    [undefined, OBJECT],
    ['click', OBJECT],
    [7, OBJECT],
    [[{ action_type: 'wait' }], OBJECT],
    [{ action_type: 'click', x: 1 }, PLACE],
    [{ action_type: 'click', y: 1 }, PLACE],
    [{ action_type: 'long_press', x: Number.NaN, y: 1 }, PLACE],
    [{ action_type: 'click', x: 1, y: Number.POSITIVE_INFINITY }, PLACE],
    [{ action_type: 'click', x: '1.5', y: 1 }, PLACE],
    [{ action_type: 'click', x: '1x', y: 1 }, PLACE],
    [{ action_type: 'click', x: 'x1', y: 1 }, PLACE],
    [{ action_type: 'click', x: '', y: 1 }, PLACE],
    [{ action_type: 'click', x: '9'.repeat(16), y: 1 }, PLACE],
    [{ action_type: 'click', x: true, y: 1 }, PLACE],
    [{ action_type: 'swipe' }, DIRECTION],
    [{ action_type: 'swipe', direction: 'UP' }, DIRECTION],
    [{ action_type: 'type' }, '"text" must be a text'],
    [{ action_type: 'open', app: 7 }, '"app" must be a text'],
    [{ action_type: 'system_button', button: null }, '"button" must be a text'],
    [{}, '"action_type" must be a text'],
    [{ action_type: 7 }, '"action_type" must be a text'],
  ])('says of %j what is wrong', (action, reason) => {
    expect(invalidReason(action)).toBe(reason);
  });
});
