import { describe, expect, it } from 'vitest';
import { clopperPearsonInterval } from '../intervals/clopper-pearson.js';
import { instructionFollowingTable, type InstructionFollowingRow } from './instruction-following-table.js';

const near = (value: number): unknown => expect.closeTo(value, 6);

const AGENT = { agent: 'x', isRecorded: false, isWithoutModel: false };

const ROWS: readonly InstructionFollowingRow[] = [
  { item: 'a#0', task: 'a', repeated: 1, repeatable: 4, actions: 5, formatErrors: 1 },
  { item: 'b#0', task: 'b', repeated: 0, repeatable: 2, actions: 3, formatErrors: 0 },
];

function texts(
  rows: readonly InstructionFollowingRow[],
  options: Partial<typeof AGENT> = {},
): string[][] | undefined {
  return instructionFollowingTable(rows, { ...AGENT, ...options })?.rows.map((cells) =>
    cells.map(({ text }) => text),
  );
}

describe('instructionFollowingTable', () => {
  it('gives repetition and format errors with what they are counted over', () => {
    expect(instructionFollowingTable(ROWS, AGENT)).toEqual({
      id: 'conduct',
      title: 'Following instructions: 2 episodes',
      columns: [
        { title: 'Agent', align: 'left' },
        { title: 'Metric', align: 'left' },
        { title: '%', align: 'right' },
        { title: '95 %', align: 'right' },
        { title: 'Counted', align: 'right' },
      ],
      rows: [
        [
          { text: 'x' },
          { text: 'repetition' },
          { text: '16.7', value: near(0.166667), counts: [1, 6], items: ['a#0'] },
          { text: '0.0–85.3', interval: [near(0.000062), near(0.852867)] },
          { text: '1 of 6', counts: [1, 6] },
        ],
        [
          { text: 'x' },
          { text: 'format error' },
          { text: '12.5', value: 0.125, counts: [1, 8], items: ['a#0'] },
          { text: '0.0–84.1', interval: [near(0.000002), near(0.840846)] },
          { text: '1 of 8', counts: [1, 8] },
        ],
      ],
      notes: [
        'Repetition: actions equal to an earlier one of their episode, up to three equal ones in a row. Format error: answers that could not be read as given. Voided episodes are left out; intervals take tasks as the independent units.',
      ],
    });
  });

  it('takes tasks as independent, not actions', () => {
    // Four tasks with 1, 0, 0 and 0 of 4 repeated, by hand: shrunken to 5/24, they vary 77/95 as much as four tasks that are
    // repeated or not as a whole. So they are worth 4 times 95/77 tries; 16 independent ones would end at 30.2.
    const rows = ['a', 'b', 'c', 'd'].map((task, index) => ({
      item: task,
      task,
      repeated: index === 0 ? 1 : 0,
      repeatable: 4,
      actions: 4,
      formatErrors: 0,
    }));
    const worth = (4 * 95) / 77;
    const { low, high } = clopperPearsonInterval(worth / 16, worth) ?? { low: NaN, high: NaN };
    expect(instructionFollowingTable(rows, AGENT)?.rows[0]?.[3]).toEqual({
      text: '0.0–59.5',
      interval: [near(low), near(high)],
    });
  });

  it('does not measure repetition where the screens are recorded', () => {
    expect(texts(ROWS, { isRecorded: true })).toEqual([
      ['x', 'repetition', 'n/a', 'n/a', ''],
      ['x', 'format error', '12.5', '0.0–84.1', '1 of 8'],
    ]);
    const table = instructionFollowingTable(ROWS, { ...AGENT, isRecorded: true });
    expect(table?.rows[0]?.[2]).toEqual({ text: 'n/a', value: null });
    expect(table?.notes.slice(1)).toEqual([
      'n/a: the next screen is always the recorded one; repetition says nothing.',
    ]);
  });

  it('does not measure repetition among the few answers that could be read', () => {
    const unreadable = ROWS.map((row) => ({ ...row, formatErrors: row.actions - 1 }));
    const table = instructionFollowingTable(unreadable, AGENT);
    expect(table?.rows.map((cells) => cells[2]?.text)).toEqual(['n/a', '75.0']);
    expect(table?.notes.slice(1)).toEqual([
      'n/a: most answers could not be read, so repetition among the others means nothing.',
    ]);
    // Half of them is not most.
    const half = [{ ...ROWS[0]!, actions: 4, formatErrors: 2 }];
    expect(texts(half)?.map((cells) => cells[2])).toEqual(['25.0', '50.0']);
    // Nothing could have been repeated: there is nothing to explain.
    const single = [{ ...ROWS[0]!, repeated: 0, repeatable: 0, formatErrors: 4 }];
    expect(instructionFollowingTable(single, AGENT)?.notes).toHaveLength(1);
  });

  it('does not measure format errors where no model answers, unless there are some', () => {
    const readable = ROWS.map((row) => ({ ...row, formatErrors: 0 }));
    expect(texts(readable, { isWithoutModel: true })?.map((cells) => cells[2])).toEqual(['16.7', 'n/a']);
    expect(instructionFollowingTable(readable, { ...AGENT, isWithoutModel: true })?.notes.slice(1)).toEqual([
      'n/a: no model answers, so that nothing can be unreadable.',
    ]);
    expect(texts(ROWS, { isWithoutModel: true })?.map((cells) => cells[2])).toEqual(['16.7', '12.5']);
    expect(texts(readable)?.map((cells) => cells[2])).toEqual(['16.7', '0.0']);
  });

  it('is left out where it would say nothing', () => {
    const nothing = [{ item: 'a#0', task: 'a', repeated: 0, repeatable: 0, actions: 0, formatErrors: 0 }];
    const one = [{ ...nothing[0]!, actions: 1 }];
    expect(instructionFollowingTable([], AGENT)).toBeNull();
    expect(instructionFollowingTable(nothing, AGENT)).toBeNull();
    expect(instructionFollowingTable(one, { ...AGENT, isWithoutModel: true })).toBeNull();
    expect(
      instructionFollowingTable(
        ROWS.map((row) => ({ ...row, formatErrors: 0 })),
        { ...AGENT, isRecorded: true, isWithoutModel: true },
      ),
    ).toBeNull();
    expect(instructionFollowingTable(one, AGENT)?.title).toBe('Following instructions: 1 episode');
  });
});
