import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import { RepairCount } from '../../domain/repair-count.js';
import { repairsTable } from './repairs-table.js';
import type { ResultRow } from '../result-row.js';

function row(item: string, outcome: Outcome): ResultRow {
  return { key: { item, repeat: 0 }, outcome, completion: null, steps: 1 };
}

const RESULTS = [
  row('a', 'passed'),
  row('b', 'passed'),
  row('c', 'passed'),
  row('d', 'failed'),
  row('e', 'failed'),
];

function add(count: RepairCount, item: string, became: 'read' | 'repaired' | 'failed' | 'left'): void {
  const error = { kind: became === 'left' ? 'refusal' : 'no_action', message: '', excerpt: '' } as const;
  if (became === 'left') count.add({ type: 'format_error', error }, item);
  else {
    const warnings = became === 'failed' ? ['repair_failed' as const] : undefined;
    const repaired = became === 'read' ? undefined : error;
    count.add({ type: 'action', action: { type: 'wait', warnings }, repaired }, item);
  }
}

function counted(): RepairCount {
  const count = new RepairCount();
  add(count, 'a#0', 'read');
  add(count, 'b#0', 'repaired');
  add(count, 'd#0', 'repaired');
  add(count, 'd#0', 'failed');
  add(count, 'e#0', 'left');
  return count;
}

describe('repairsTable', () => {
  it('gives what became of unreadable answers, over all and by kind, and success with repairs and without', () => {
    expect(repairsTable(counted(), RESULTS, { endsOnError: true })).toEqual({
      id: 'repairs',
      title: 'Unreadable answers',
      columns: [
        { title: 'Answers', align: 'left' },
        { title: 'Unreadable', align: 'right' },
        { title: 'Repaired', align: 'right' },
        { title: 'Beyond repair', align: 'right' },
        { title: 'Not sent', align: 'right' },
      ],
      rows: [
        [
          { text: 'all 5' },
          { text: '4', value: 4, counts: [4, 5] },
          { text: '2', value: 2 },
          { text: '1', value: 1 },
          { text: '1', value: 1 },
        ],
        [
          { text: 'no_action' },
          { text: '3', value: 3, counts: [3, 5] },
          { text: '2', value: 2 },
          { text: '1', value: 1 },
          { text: '0', value: 0 },
        ],
        [
          { text: 'refusal' },
          { text: '1', value: 1, counts: [1, 5] },
          { text: '0', value: 0 },
          { text: '0', value: 0 },
          { text: '1', value: 1 },
        ],
      ],
      notes: [
        'Success: original 40.0 % of 5, repaired 60.0 % of 5; an answer that nobody can read ends the episode.',
        '1 of 3 passed episodes (33.3 %) needed an answer to be repaired.',
        'An answer beyond repair became a wait. Not sent: refusals.',
      ],
    });
  });

  it('does not say what success without repairs would be where the episode continued', () => {
    expect(repairsTable(counted(), RESULTS, { endsOnError: false })?.notes).toEqual([
      '1 of 3 passed episodes (33.3 %) needed an answer to be repaired.',
      'An answer beyond repair became a wait. Not sent: refusals.',
      'Success without repairs is known only where it has a table of its own: elsewhere a repaired action led to screens that would not have been reached.',
    ]);
  });

  it('has no share where nothing passed', () => {
    expect(repairsTable(counted(), [row('b', 'failed')], { endsOnError: false })?.notes[0]).toBe(
      '0 of 0 passed episodes needed an answer to be repaired.',
    );
  });

  it('is left out where nothing was repaired or sent to be', () => {
    const count = new RepairCount();
    expect(repairsTable(count, RESULTS, { endsOnError: true })).toBeNull();
    add(count, 'e#0', 'left');
    expect(repairsTable(count, RESULTS, { endsOnError: true })).toBeNull();
    add(count, 'e#0', 'failed');
    expect(repairsTable(count, RESULTS, { endsOnError: true })).not.toBeNull();
  });
});
