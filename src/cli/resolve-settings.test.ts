import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../errors.js';
import { resolveSettings } from './resolve-settings.js';
import { SETTINGS, environmentName } from './setting.js';

const NOTHING = { flags: {}, environment: {}, config: null };

describe('resolveSettings', () => {
  it('gives the defaults when nothing is set', () => {
    const { values, origins } = resolveSettings(NOTHING);
    expect(values.repeats).toBe(SETTINGS.repeats.default);
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
  });

  it('takes flags over environment over config file', () => {
    const config = { file: 'c.json', values: { seed: 3, repeats: 3, limit: 3 } };
    const environment = { TOUCHSTONE_SEED: '2', TOUCHSTONE_REPEATS: '2' };
    const { values, origins } = resolveSettings({ flags: { seed: '1' }, environment, config });
    expect([values.seed, values.repeats, values.limit]).toEqual([1, 2, 3]);
    expect([origins.seed, origins.repeats, origins.limit]).toEqual(['flag', 'environment', 'config file']);
  });

  it('names the flag, variable or key whose value does not fit', () => {
    expect(() => resolveSettings({ ...NOTHING, flags: { repeats: '-1' } })).toThrow(/^--repeats/);
    expect(() => resolveSettings({ ...NOTHING, environment: { TOUCHSTONE_SEED: 'x' } })).toThrow(
      /TOUCHSTONE_SEED/,
    );
    const config = { file: 'c.json', values: { mode: 'strict' } };
    expect(() => resolveSettings({ ...NOTHING, config })).toThrow(/c\.json: mode/);
  });

  it('refuses settings nobody knows', () => {
    const config = { file: 'c.json', values: { repeat: 3 } };
    expect(() => resolveSettings({ ...NOTHING, config })).toThrow(/unknown setting: repeat/);
  });

  it('throws user errors only, whatever a config file holds', () => {
    const keys = fc.constantFrom(...Object.keys(SETTINGS));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue()), (values) => {
        try {
          const resolved = resolveSettings({ ...NOTHING, config: { file: 'c.json', values } });
          expect(Object.keys(resolved.values)).toEqual(Object.keys(SETTINGS));
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
    );
  });
});

describe('environmentName', () => {
  it('spells a setting as a variable', () => {
    expect(environmentName('maxOutputTokens')).toBe('TOUCHSTONE_MAX_OUTPUT_TOKENS');
  });
});
