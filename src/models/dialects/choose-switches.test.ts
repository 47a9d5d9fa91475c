import { describe, expect, it } from 'vitest';
import { chooseSwitches } from './choose-switches.js';

describe('choosing switches', () => {
  const defaults = { invertHorizontal: true, history: 'turns', calls: 1 };
  const choices = { history: ['turns', 'text'] };

  it('puts what the user set in place of the defaults', () => {
    expect(chooseSwitches(defaults, undefined)).toEqual(defaults);
    expect(chooseSwitches(defaults, { history: 'text', calls: 3 }, choices)).toEqual({
      invertHorizontal: true,
      history: 'text',
      calls: 3,
    });
  });

  it.each([[{ invertHorizontal: 'no' }], [{ history: 'films' }], [{ calls: '2' }]])('refuses %j', (given) => {
    expect(() => chooseSwitches(defaults, given, choices)).toThrow(/cannot be/);
  });
});
