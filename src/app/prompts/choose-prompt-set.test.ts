import { describe, expect, it } from 'vitest';
import { userTurn } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { choosePromptSet } from './choose-prompt-set.js';

function set(name: string, dialect: string, ...benchmarks: readonly string[]): PromptSet {
  return {
    name,
    title: name,
    dialect,
    benchmarks,
    texts: [],
    history: { steps: null, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: {},
    request: () => userTurn(''),
  };
}

const SETS = new Map(
  [
    set('vendor', 'family@local'),
    set('paper', 'family@paper', 'bench'),
    set('other', 'family@other', 'elsewhere'),
    set('one', 'twins@a'),
    set('two', 'twins@b'),
    { ...set('first', 'many@a'), isDefault: true as const },
    { ...set('second', 'many@b'), isDefault: true as const },
    set('third', 'many@b'),
    { ...set('team', 'family@team', 'bench'), agents: ['team'] },
    { ...set('crew', 'crew@a', 'bench'), agents: ['team'] },
    { ...set('odd', 'strange@a'), isDefault: true as const },
    { ...set('even', 'strange@c'), isDefault: true as const },
  ].map((one) => [one.name, one]),
);

function chosen(dialect: string, benchmark = 'bench', name: string | null = null, agent = 'direct'): string {
  return choosePromptSet(SETS, { name, dialect, usualVariant: 'b', benchmark, agent }).name;
}

describe('choosePromptSet', () => {
  it("takes the benchmark's before the vendor's, and the vendor's for others", () => {
    expect(chosen('family')).toBe('paper');
    expect(chosen('family', 'pocket')).toBe('vendor');
  });

  it('takes those that the agent asks in, and others only where it asks in none', () => {
    expect(chosen('family', 'bench', null, 'team')).toBe('team');
    expect(chosen('crew')).toBe('crew');
  });

  it('keeps to a variant that has a set for the benchmark or of the vendor', () => {
    expect(chosen('family@local')).toBe('vendor');
    expect(chosen('family@paper')).toBe('paper');
    expect(chosen('family@other')).toBe('paper');
  });

  it('takes the one that is named', () => {
    expect(chosen('anything', 'pocket', 'other')).toBe('other');
    expect(() => chosen('family', 'bench', 'papr')).toThrow('there is no prompt set "papr"');
  });

  it('takes the one that is meant, of several that are the one of the usual variant', () => {
    expect(chosen('many@a')).toBe('first');
    expect(chosen('many@b')).toBe('second');
    expect(chosen('many')).toBe('second');
    expect(() => chosen('strange')).toThrow('several official prompts');
  });

  it('refuses to guess among several, and a family without any', () => {
    expect(() => chosen('twins')).toThrow('several official prompts');
    expect(chosen('twins@b')).toBe('two');
    expect(() => chosen('alone')).toThrow('alone has no official prompts for bench');
  });
});
