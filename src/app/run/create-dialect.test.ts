import { describe, expect, it } from 'vitest';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import { chosenProfile, createDialect, NO_CHOICE } from './create-dialect.js';

const family = { ...genericCall, references: ['colorbench'] };

describe('chosenProfile', () => {
  it('reads as the published code in mode reference, where the family has that benchmark', () => {
    expect(chosenProfile(null, family, { name: 'colorbench', mode: 'reference' })).toBe(
      'reference:colorbench',
    );
    expect(chosenProfile(null, family, { name: 'colorbench', mode: 'corrected' })).toBe('tolerant');
    expect(chosenProfile(null, family, { name: 'pocket', mode: 'reference' })).toBe('tolerant');
  });

  it('reads as the published code of the agent, where the family has that and no benchmark asks for its own', () => {
    const both = { ...genericCall, references: ['colorbench', 'an-agent'] };
    const benchmark = { name: 'colorbench', mode: 'corrected' };
    expect(chosenProfile(null, both, benchmark, 'reference:an-agent')).toBe('reference:an-agent');
    expect(chosenProfile(null, family, benchmark, 'reference:an-agent')).toBe('tolerant');
    expect(chosenProfile('tolerant', both, benchmark, 'reference:an-agent')).toBe('tolerant');
    expect(chosenProfile(null, both, { ...benchmark, mode: 'reference' }, 'reference:an-agent')).toBe(
      'reference:colorbench',
    );
  });

  it('leaves what the user says, and refuses what the family cannot', () => {
    const benchmark = { name: 'colorbench', mode: 'reference' };
    expect(chosenProfile('strict', family, benchmark)).toBe('strict');
    expect(chosenProfile('reference:colorbench', family, benchmark)).toBe('reference:colorbench');
    expect(() => chosenProfile('reference:probench', family, benchmark)).toThrow('cannot read answers');
  });
});

describe('createDialect', () => {
  it('takes what a profile says where the settings say nothing', () => {
    const named = { family: genericCall, variant: null };
    const profile = { coordinates: { space: 'norm' as const, span: 999 }, history: { steps: 3 } };
    expect(createDialect(named, NO_CHOICE, {}, profile)).toMatchObject({
      coordinates: { space: 'norm', span: 999 },
      history: { steps: 3, pictures: 0 },
    });
    const choice = { ...NO_CHOICE, coordinates: 'sent', historyLength: 8 };
    expect(createDialect(named, choice, {}, profile)).toMatchObject({
      coordinates: { space: 'sent' },
      history: { steps: 8 },
    });
  });
});
