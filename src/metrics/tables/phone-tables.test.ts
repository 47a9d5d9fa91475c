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

const near = (value: number): unknown => expect.closeTo(value, 6);

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

  it('keep the numbers and the episodes behind every cell, and say how they are to be read', () => {
    const twice = new Map([...USE.unknown, ['bar', { count: 1, episodes: ['b#0'] }] as const]);
    expect(phoneTables({ ...USE, unknown: twice }, { agent: 'x' })).toEqual([
      {
        id: 'phone',
        title: 'On the phone',
        columns: [
          { title: 'Agent', align: 'left' },
          { title: 'Commands', align: 'right', group: 'per action' },
          { title: 'Observations', align: 'right', group: 'per action' },
          { title: 'Seconds', align: 'right', group: 'per action' },
          { title: 'Blind (%)', align: 'right', group: 'Actions' },
          { title: 'Missed (%)', align: 'right', group: 'Actions' },
          { title: 'Missed again (%)', align: 'right', group: 'Actions' },
          { title: 'On something', align: 'right', group: 'Missed touches' },
          { title: 'On nothing', align: 'right', group: 'Missed touches' },
          { title: 'Outside', align: 'right' },
          { title: 'Unknown', align: 'right' },
          { title: 'Silent', align: 'right' },
        ],
        rows: [
          [
            { text: 'x' },
            { text: '3.8', value: near(3.75), items: ['a#0', 'b#0'] },
            { text: '1.3', value: near(1.25), items: ['a#0', 'b#0'] },
            { text: '2.5', value: near(2.5), items: ['a#0', 'b#0'] },
            { text: '25.0', value: 0.25, counts: [2, 8], items: ['a#0', 'b#0'] },
            { text: '50.0', value: 0.5, counts: [4, 8], items: ['a#0', 'b#0'] },
            { text: '12.5', value: 0.125, counts: [1, 8], items: ['a#0', 'b#0'] },
            { text: '2', value: 2, counts: [2, 3], items: ['a#0', 'b#0'] },
            { text: '1', value: 1, counts: [1, 3], items: ['a#0', 'b#0'] },
            { text: '1', value: 1 },
            { text: '4', value: 4 },
            { text: '0', value: 0, items: [] },
          ],
        ],
        notes: [
          'Commands: services opened, housekeeping included. Observations: screenshots and hierarchy dumps. Seconds: real time from the first command to the last, with all that the agent thinks. Blind: actions without an observation since the one before. Missed: actions that the recording knows nothing of, so that the screen stayed.',
          'Missed again: the same on the same screen as a miss before it. Missed touches: on something that the recorded hierarchy offers, a way that nobody recorded, or on nothing; n/a where no miss met a hierarchy. Outside: touches beyond the screen, which do nothing. Unknown: commands and services that the phone does not have. Silent: episodes without a failure in which no command reached the phone.',
          'Scores of recorded phones are no scores of live devices: screens are as recorded, and ways nobody recorded lead nowhere.',
        ],
      },
      {
        id: 'phone-unknown',
        title: 'Asked of the phone in vain',
        columns: [
          { title: 'Command or service', align: 'left' },
          { title: 'Times', align: 'right' },
          { title: 'Episodes', align: 'right' },
        ],
        rows: [
          [{ text: 'tcp:1' }, { text: '3', value: 3 }, { text: '2', value: 2, items: ['a#0', 'b#0'] }],
          [{ text: 'bar' }, { text: '1', value: 1 }, { text: '1', value: 1, items: ['b#0'] }],
          [{ text: 'foo' }, { text: '1', value: 1 }, { text: '1', value: 1, items: ['a#0'] }],
        ],
        notes: [
          "Commands the phone does not have, and commands that had no effect. If a real phone would have done something, the gap is Touchstone's: please report it.",
        ],
      },
    ]);
  });
});
