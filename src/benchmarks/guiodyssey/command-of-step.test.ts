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

  it.each([
    ['CLICK', [[162.5, 353.25]], 'CLICK: (162.5, 353.25)'],
    ['LONG_PRESS', [[1e-7, 1e22]], 'LONG_PRESS: (1e-07, 10000000000000000000000)'],
    ['CLICK', [[5]], 'CLICK: (5,)'],
    ['TEXT', ' a\tb \n', 'TYPE:  a\tb \n'],
    ['TEXT', '', 'TYPE: '],
    ['TEXT', [[1, 2.5], [3]], 'TYPE: [[1, 2.5], [3]]'],
  ])('prints %s with %j as Python does', (action, info, command) => {
    expect(commandOfStep({ action, info }, 'reference')).toBe(command);
  });

  it('prints whole numbers that are written with a fraction as Python does', () => {
    const wholeFloats = new Set(['info.0.1']);
    expect(commandOfStep({ action: 'CLICK', info: [[5, 6]], wholeFloats }, 'reference')).toBe(
      'CLICK: (5, 6.0)',
    );
    expect(commandOfStep({ action: 'TEXT', info: [[5, 6]], wholeFloats }, 'reference')).toBe(
      'TYPE: [[5, 6.0]]',
    );
  });

  it('needs no place', () => {
    expect(() => commandOfStep({ action: 'FLY', info: '' }, 'corrected')).toThrow('no action "FLY"');
    expect(commandOfStep({ action: 'TYPE', info: 'a: b' }, 'corrected')).toBe('TYPE: a: b');
  });
});
