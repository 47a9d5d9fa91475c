import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../errors.js';
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

  it.each([
    ['repeats', '0', '--repeats: it must be more than 0, got "0"'],
    ['repeats', '1e9', '--repeats: it must be 10000 or less, got "1e9"'],
    ['repeats', 'many', '--repeats: it must be a number, got "many"'],
    ['repeats', '1.5', '--repeats: it must be a whole number, got "1.5"'],
    ['concurrency', '1000000', '--concurrency: it must be 1000 or less, got "1000000"'],
    ['temperature', '-1', '--temperature: it must be 0 or more, got "-1"'],
    ['mode', 'strict', '--mode: it must be one of reference, corrected, got "strict"'],
    ['data', '', '--data: it must not be empty, got ""'],
    ['repair', 'perhaps', '--repair: it must be true or false, got "perhaps"'],
    ['baseUrl', 'localhost', '--base-url: it must be an http or https address'],
  ])('says of %s %j what it must be', (key, value, message) => {
    expect(() => resolveSettings({ ...NOTHING, flags: { [key]: value } })).toThrow(
      expect.objectContaining({ message }),
    );
  });

  it.each([
    'http://user:hunter2@host/v1',
    'https://hunter2@host/v1',
    'user:hunter2@host/v1',
    'https://host/v1?api_key=hunter2',
  ])('refuses the address %s without repeating the secret in it', (baseUrl) => {
    const given = [
      { ...NOTHING, flags: { baseUrl } },
      { ...NOTHING, environment: { TOUCHSTONE_BASE_URL: baseUrl } },
      { ...NOTHING, config: { file: 'c.json', values: { baseUrl } } },
    ];
    for (const sources of given) {
      expect(() => resolveSettings(sources)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
      );
    }
  });

  it('does not repeat a key that was put where its variable is to be named', () => {
    expect(() => resolveSettings({ ...NOTHING, flags: { apiKeyVariable: 'sk-hunter2' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
    );
  });

  it('refuses settings nobody knows', () => {
    const config = { file: 'c.json', values: { repeat: 3 } };
    expect(() => resolveSettings({ ...NOTHING, config })).toThrow(/unknown setting: repeat/);
  });

  it('throws user errors only, for any content of a config file', () => {
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
