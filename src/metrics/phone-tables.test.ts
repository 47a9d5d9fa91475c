import { describe, expect, it } from 'vitest';
import { phoneTables, silentPhones } from './phone-tables.js';
import type { PhoneUse } from './phone-use.js';

const USE: PhoneUse = {
  episodes: ['a#0', 'b#0'],
  silent: [],
  commands: 30,
  actions: 8,
  observations: 10,
  blind: 2,
  misses: 4,
  outside: 1,
  unknown: new Map([
    ['foo', { count: 1, episodes: ['a#0'] }],
    ['tcp:1', { count: 3, episodes: ['a#0', 'b#0'] }],
  ]),
};

describe('phoneTables', () => {
  it('gives rates per action, and what was asked in vain, the most often first', () => {
    const [usage, unknown] = phoneTables(USE, { agent: 'x' });
    expect(usage?.rows[0]?.map(({ text }) => text)).toEqual(['x', '3.8', '1.3', '25.0', '50.0', '1', '0']);
    expect(unknown?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['tcp:1', '3', '2'],
      ['foo', '1', '1'],
    ]);
  });

  it('has no rates where nothing was done, and no table where there was no phone', () => {
    const [usage, unknown] = phoneTables({ ...USE, actions: 0, unknown: new Map() }, { agent: 'x' });
    expect(usage?.rows[0]?.map(({ text }) => text)).toEqual(['x', 'n/a', 'n/a', 'n/a', 'n/a', '1', '0']);
    expect(unknown).toBeUndefined();
    expect(phoneTables({ ...USE, episodes: [] }, { agent: 'x' })).toEqual([]);
  });

  it('says of agents that never spoke to their phones what may be wrong', () => {
    const silent = { ...USE, silent: ['b#0'] };
    const [usage] = phoneTables(silent, { agent: 'x' });
    expect(usage?.rows[0]?.at(-1)).toEqual({ text: '1', value: 1, items: ['b#0'] });
    expect(usage?.notes[0]).toBe(`Silent: ${silentPhones(silent)}`);
    expect(silentPhones(silent)).toContain(
      'no command reached the phone in 1 of 2 episodes: does the command',
    );
    expect(silentPhones(USE)).toBeNull();
  });

  it('lists twenty names at most, and says how many are left', () => {
    const names = new Map(
      Array.from({ length: 25 }, (_, index) => [`n${index}`, { count: 1, episodes: ['a#0'] }] as const),
    );
    const unknown = phoneTables({ ...USE, unknown: names }, { agent: 'x' })[1];
    expect(unknown?.rows).toHaveLength(20);
    expect(unknown?.notes.at(-1)).toContain('5 more');
  });
});
