import { describe, expect, it } from 'vitest';
import { DatasetError } from '../../errors.js';
import { commandOfStep } from './command-of-step.js';

const PLACE = { file: 'annotations/a.json', path: ['steps', 3] };

function placeOf(action: string, info: unknown): unknown {
  try {
    return commandOfStep({ action, info }, 'reference', PLACE);
  } catch (error) {
    return error instanceof DatasetError ? error.place : error;
  }
}

describe('commandOfStep', () => {
  it.each([
    ['CLICK', 'KEY_POWER', 'info'],
    ['LONG_PRESS', '', 'info'],
    ['CLICK', [], 'info'],
    ['SCROLL', [[1, 2]], 'info'],
    ['TYPE', 'text', 'action'],
    ['FLY', '', 'action'],
  ])('says where %s with %j stands in the file', (action, info, key) => {
    expect(placeOf(action, info)).toEqual({ file: 'annotations/a.json', path: ['steps', 3, key] });
  });

  it('needs no place', () => {
    expect(() => commandOfStep({ action: 'FLY', info: '' }, 'corrected')).toThrow('no action "FLY"');
    expect(commandOfStep({ action: 'TYPE', info: 'a: b' }, 'corrected')).toBe('TYPE: a: b');
  });
});
