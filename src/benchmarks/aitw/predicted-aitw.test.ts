import { describe, expect, it } from 'vitest';
import { readOwnAction } from '../stepwise/read-own-action.js';
import { predictedAitw } from './predicted-aitw.js';

const at = (x: number, y: number) => ({ type: 'point', point: { x, y, space: 'unit' } });

describe('predictions for Android in the Wild', () => {
  it.each([
    [
      'a tap',
      { action_type: 4, touch_yx: [0.5, 0.2], lift_yx: [0.51, 0.2] },
      { type: 'tap', target: at(0.2, 0.5) },
    ],
    [
      'a swipe',
      { action_type: 4, touch_yx: [0.8, 0.5], lift_yx: [0.2, 0.5] },
      { type: 'swipe', from: { x: 0.5, y: 0.8 }, to: { x: 0.5, y: 0.2 } },
    ],
    ['a tap of SeeClick', { action_type: 4, click_point: [0.2, 0.5] }, { type: 'tap', target: at(0.2, 0.5) }],
    // Scrolling down shows what is below: the finger goes up.
    ['scrolling down in SeeClick', { action_type: 0 }, { type: 'swipe', direction: 'up' }],
    ['scrolling left in SeeClick', { action_type: 8 }, { type: 'swipe', direction: 'right' }],
    ['a text', { action_type: 3, typed_text: 'tea' }, { type: 'type', text: 'tea' }],
    ['a key', { action_type: 7 }, { type: 'key', key: 'ENTER' }],
    ['an end', { action_type: 11 }, { type: 'stop', status: 'infeasible' }],
    ['a unified action', { type: 'wait' }, { type: 'wait' }],
    ['JSON in a text', '{"action_type": 5}', { type: 'key', key: 'BACK' }],
    ['another number', { action_type: 2 }, { kind: 'malformed_action' }],
    ['a gesture without a place', { action_type: 4 }, { kind: 'malformed_action' }],
    ['a text that is no JSON', 'tap there', { kind: 'malformed_action' }],
    ['nothing', null, { kind: 'empty_output' }],
    ['a list', [1], { kind: 'empty_output' }],
  ])('read %s', (_, value, expected) => {
    expect(readOwnAction(value, predictedAitw)).toMatchObject(expected);
  });
});
