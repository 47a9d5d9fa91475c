import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsForTyping, typedForArgument } from './input-answer.js';

describe('argumentsForTyping', () => {
  it('types a blank by %s, and a %s of the text in two', () => {
    expect(argumentsForTyping('a b')).toEqual(['a%sb']);
    expect(argumentsForTyping('50%sure')).toEqual(['50%', 'sure']);
    expect(argumentsForTyping('')).toEqual([]);
  });

  it('keeps each argument within its length', () => {
    expect(argumentsForTyping('abcde', 2)).toEqual(['ab', 'cd', 'e']);
  });

  it('comes to the text again', () => {
    const text = fc.string({ unit: fc.constantFrom('%', 's', ' ', 'a', "'"), maxLength: 12 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 4 }), (wanted, longest) => {
        expect(argumentsForTyping(wanted, longest).map(typedForArgument).join('')).toBe(wanted);
      }),
    );
  });
});
