import { describe, expect, it } from 'vitest';
import { changeProtocol } from './change-protocol.js';
import { STEP_PRESETS } from './step-presets.js';

const androidlens = STEP_PRESETS.androidlens.protocol;

describe('changeProtocol', () => {
  it('changes groups entry by entry and shows that in the name', () => {
    const changed = changeProtocol(androidlens, { touch: { boxFactor: 1.2 }, keys: 'one_type' });
    expect(changed).toEqual({
      ...androidlens,
      name: 'androidlens (changed)',
      touch: { ...androidlens.touch, boxFactor: 1.2 },
      keys: 'one_type',
    });
  });

  it('survives JSON, and is the preset where nothing is changed', () => {
    for (const { protocol: preset } of Object.values(STEP_PRESETS)) {
      expect(changeProtocol(preset, { ...structuredClone(preset) })).toEqual(preset);
      expect(changeProtocol(preset, undefined)).toBe(preset);
    }
  });

  it.each([
    [{ touch: { radius: 3 } }, 'touch'],
    [{ keys: 'any' }, 'keys'],
    [{ swipe: { rule: 'direction' } }, 'swipe.space'],
    [[], 'object'],
  ])('names the entry that is wrong: %j', (changes, named) => {
    expect(() => changeProtocol(androidlens, changes)).toThrow(named);
  });

  it('says where the entries are listed', () => {
    const hint = 'docs/benchmarks/androidlens.md lists its entries.';
    expect(() => changeProtocol(androidlens, { keys: 'any' })).toThrow(expect.objectContaining({ hint }));
  });
});
