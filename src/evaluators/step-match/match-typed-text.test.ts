import { describe, expect, it } from 'vitest';
import { matchTypedText } from './match-typed-text.js';
import type { TextRule, TextTest } from './step-protocol.js';

function rule(test: TextTest, more: Partial<TextRule> = {}): TextRule {
  return { strip: false, lowerCase: false, anyOf: [test], empty: 'tested', ...more };
}

const f1 = (threshold: number, isInclusive: boolean, tokens: 'set' | 'bag' = 'set'): TextRule =>
  rule({ test: 'token_f1', threshold, isInclusive, tokens });

describe('matchTypedText', () => {
  it('strips and lowers letters only where the rule says so', () => {
    const equal: TextTest = { test: 'equal' };
    expect(matchTypedText('Milk', ' Milk ', rule(equal))).toBe(false);
    expect(matchTypedText('Milk', ' Milk ', rule(equal, { strip: true }))).toBe(true);
    expect(matchTypedText('Milk', 'milk', rule(equal))).toBe(false);
    expect(matchTypedText('Milk', 'milk', rule(equal, { lowerCase: true }))).toBe(true);
  });

  it('takes nothing but white space for nothing else, where the rule says so', () => {
    const containment: TextTest = { test: 'containment' };
    expect(matchTypedText('', 'milk', rule(containment))).toBe(true);
    expect(matchTypedText('', 'milk', rule(containment, { empty: 'equal' }))).toBe(false);
    expect(matchTypedText('milk', ' ', rule(containment, { empty: 'equal' }))).toBe(false);
    expect(matchTypedText('', ' \n', rule(containment, { empty: 'equal' }))).toBe(true);
  });

  it('accepts any of several tests', () => {
    const anyOf: TextTest[] = [{ test: 'equal' }, { test: 'containment' }];
    expect(matchTypedText('buy milk', 'milk', { ...rule({ test: 'any' }), anyOf })).toBe(true);
    expect(matchTypedText('milk', 'buy milk', { ...rule({ test: 'any' }), anyOf })).toBe(true);
    expect(matchTypedText('milk', 'bread', { ...rule({ test: 'any' }), anyOf })).toBe(false);
    expect(matchTypedText('milk', 'bread', rule({ test: 'any' }))).toBe(true);
  });

  it('measures similarity in code points, the threshold included', () => {
    const half = rule({ test: 'similarity', atLeast: 0.5 });
    expect(matchTypedText('abcd', 'abxy', half)).toBe(true);
    expect(matchTypedText('abcd', 'axyz', half)).toBe(false);
    expect(matchTypedText('ab', 'abcd', half)).toBe(true);
    expect(matchTypedText('abcde', 'ab', half)).toBe(false);
    // Two code points of two units each, one of which is the same.
    expect(matchTypedText('😀😀', '😀x', half)).toBe(true);
    expect(matchTypedText('😀😀😀', 'x', half)).toBe(false);
    expect(matchTypedText('😀a', '😀bcd', half)).toBe(false);
  });

  it('measures the words in common, each once or as often as it is there', () => {
    // 1 of 2 and 1 of 2: 2 · 1 / 4.
    expect(matchTypedText('buy milk', 'buy bread', f1(0.5, true))).toBe(true);
    expect(matchTypedText('buy milk', 'buy bread', f1(0.5, false))).toBe(false);
    expect(matchTypedText('buy milk', 'buy bread', f1(0.49, false))).toBe(true);
    expect(matchTypedText('buy milk', 'buy bread', f1(0.51, true))).toBe(false);
    // As a set a and b are the same; as a bag 2 · 2 / 5 are in common.
    expect(matchTypedText('a a b', 'a b', f1(0.9, true))).toBe(true);
    expect(matchTypedText('a a b', 'a b', f1(0.9, true, 'bag'))).toBe(false);
    expect(matchTypedText('a a b', 'a b', f1(0.8, true, 'bag'))).toBe(true);
    // A word of one text stands for one of the other: 2 · 1 / 4, not 2 · 2 / 4.
    expect(matchTypedText('a b', 'a a', f1(0.6, true, 'bag'))).toBe(false);
    expect(matchTypedText(' a  b ', 'b\ta', f1(1, true))).toBe(true);
    expect(matchTypedText(' ', '\n', f1(0, false))).toBe(false);
    expect(matchTypedText(' ', '\n', f1(0, true))).toBe(true);
  });
});
