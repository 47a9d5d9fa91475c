import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../../../domain/recordings/odyssey-command.js';
import { matchOdysseyStep } from './match-odyssey-step.js';

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
  ])('recorded %s, predicted %s', (expected, predicted, box, wanted) => {
    expect(reasons(expected, predicted, box)).toEqual(wanted);
  });
});
