import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../decode-command.js';
import { matchOdysseyStep, matchText } from './match-odyssey-step.js';

function reasons(expected: string, predicted: unknown, box: number[] | null): [string, string] {
  const command = decodeCommand(expected);
  if (command === null) throw new Error('not a command');
  return [
    matchOdysseyStep(command, predicted, box, 'reference').reason,
    matchOdysseyStep(command, predicted, box, 'corrected').reason,
  ];
}

describe('a judged step', () => {
  it.each<[string, unknown, number[] | null, [string, string]]>([
    // What the published code gives away, and what it punishes by accident.
    ['TYPE: milk', 'TYPE:', [], ['type_correct', 'type_fail']],
    ['TYPE: milk', 'TYPE', [], ['type_correct', 'type_fail']],
    ['CLICK: (500, 500)', 'CLICK: (500, 500)', [], ['invalid', 'click_correct']],
    // Alike in both modes.
    ['TYPE:', 'TYPE:', [], ['type_correct', 'type_correct']],
    ['TYPE: 10:30', 'TYPE: 10:45', [], ['type_correct', 'type_correct']],
    ['COMPLETE', 'CLICK: (10', [], ['invalid', 'invalid']],
    ['CLICK: (500, 500)', 'CLICK: (640, 500)', null, ['click_correct', 'click_correct']],
    ['CLICK: (500, 500)', 'CLICK: (641, 500)', null, ['click_fail', 'click_fail']],
    ['SCROLL: UP', 'SCROLL: up', [], ['scroll_correct', 'scroll_correct']],
    ['PRESS_BACK', null, [], ['invalid', 'invalid']],
    ['PRESS_BACK', 'PRESS_BACK', null, ['action_correct', 'action_correct']],
    ['PRESS_BACK', 'PRESS_HOME', null, ['action_fail', 'action_fail']],
    ['COMPLETE', 'COMPLETE', null, ['action_correct', 'action_correct']],
    ['SCROLL: UP', 'SCROLL: DOWN', null, ['scroll_fail', 'scroll_fail']],
    ['SCROLL: UP', 'CLICK: (1, 1)', null, ['action_fail', 'action_fail']],
    ['LONG_PRESS: (500, 500)', 'LONG_PRESS: (500, 500)', null, ['click_correct', 'click_correct']],
    ['LONG_PRESS: (500, 500)', 'LONG_PRESS: (900, 500)', null, ['click_fail', 'click_fail']],
    ['LONG_PRESS: (500, 500)', 'CLICK: (500, 500)', null, ['action_fail', 'action_fail']],
    ['CLICK: (500, 500)', 'CLICK: 7', null, ['invalid', 'invalid']],
    ['CLICK: (500, 500)', 'CLICK: (5, 5)', [0, 0, 9, 9], ['click_correct', 'click_correct']],
    ['CLICK: (500, 500)', 'CLICK: (5, 5)', [0, 0], ['invalid', 'invalid']],
    ['TYPE: milk', 'TYPE: bread', null, ['type_fail', 'type_fail']],
    ['TYPE: milk', 'TYPE: oat milk', null, ['type_correct', 'type_correct']],
    ['TYPE:', 'TYPE: milk', null, ['type_correct', 'type_fail']],
  ])('recorded %s, predicted %s', (expected, predicted, box, wanted) => {
    expect(reasons(expected, predicted, box)).toEqual(wanted);
  });
});

describe('matchText', () => {
  it.each([
    ['milk', 'milk', true],
    ['  milk ', 'milk', true],
    ['milk', 'oat milk', true],
    ['oat milk', 'milk', true],
    ['milk', '', true],
    ['Milk', 'milk', true],
    ['MILK', 'milk', false],
    // Alike to a half of the longer one, by edits.
    ['abcd', 'abxy', true],
    ['abcd', 'axyz', false],
    ['abcde', 'abxyz', false],
    ['abcdef', 'abcxyz', true],
    // A character outside the basic plane is one.
    ['😀😀ab', '😀😀xy', true],
    ['😀abc', '😀xyz', false],
    ['ab😀😀', 'xyzw', false],
  ])('says of %j and %j: %s', (expected, predicted, isAlike) => {
    expect(matchText(expected, predicted)).toBe(isAlike);
    expect(matchText(predicted, expected)).toBe(isAlike);
  });
});
