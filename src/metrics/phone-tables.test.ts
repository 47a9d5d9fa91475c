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
  missedOnSomething: 2,
  missedOnNothing: 1,
  missedAgain: 1,
  outside: 1,
  unknownRequests: 4,
  seconds: 20,
  unknown: new Map([
    ['foo', { count: 1, episodes: ['a#0'] }],
    ['tcp:1', { count: 3, episodes: ['a#0', 'b#0'] }],
  ]),
};

describe('phoneTables', () => {
  it('gives rates per action, and what was asked in vain, the most often first', () => {
    const [usage, unknown] = phoneTables(USE, { agent: 'x' });
    expect(usage?.rows[0]?.map(({ text }) => text)).toEqual([
      'x',
      '3.8',
      '1.3',
      '2.5',
      '25.0',
      '50.0',
      '12.5',
      '2',
      '1',
      '1',
      '4',
      '0',
    ]);
    expect(unknown?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['tcp:1', '3', '2'],
      ['foo', '1', '1'],
    ]);
  });

  it('has no rates where nothing was done, and no table where there was no phone', () => {
    const idle = { actions: 0, missedOnSomething: 0, missedOnNothing: 0, unknown: new Map() };
    const [usage, unknown] = phoneTables({ ...USE, ...idle }, { agent: 'x' });
    const none = Array<string>(8).fill('n/a');
    expect(usage?.rows[0]?.map(({ text }) => text)).toEqual(['x', ...none, '1', '4', '0']);
    expect(unknown).toBeUndefined();
    expect(phoneTables({ ...USE, episodes: [] }, { agent: 'x' })).toEqual([]);
  });

  it.each([
    [0.4, '0.050'],
    [7.99, '1.0'],
    [3, '0.38'],
    [20, '2.5'],
    [1000, '125.0'],
    [0, '0.0'],
  ])('gives %s seconds of 8 actions as %s for each', (seconds, text) => {
    const [usage] = phoneTables({ ...USE, seconds }, { agent: 'x' });
    expect(usage?.rows[0]?.[3]).toMatchObject({ text, value: seconds / 8 });
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
