import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import { voidedNotes } from './voided-notes.js';

const left = (...items: [string, Outcome][]): Parameters<typeof voidedNotes>[0] =>
  items.map(([item, outcome]) => ({ key: { item, repeat: 0 }, outcome }));

describe('voidedNotes', () => {
  it('says nothing of nothing', () => {
    expect(voidedNotes([])).toEqual([]);
  });

  it('tells one from several, and voided from not run', () => {
    expect(voidedNotes(left(['a', 'invalid_task'], ['b', 'not_run'], ['c', 'not_run']))).toEqual([
      '1 episode is voided and not counted (invalid task 1): a#0.',
      '2 episodes were not run and not counted: b#0, c#0.',
    ]);
  });

  it('names the first five', () => {
    const many = Array.from({ length: 7 }, (_, index): [string, Outcome] => [`e${index}`, 'invalid_task']);
    expect(voidedNotes(left(...many))).toEqual([
      '7 episodes are voided and not counted (invalid task 7): e0#0, e1#0, e2#0, e3#0, e4#0, ….',
    ]);
  });
});
