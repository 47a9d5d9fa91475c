import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { EpisodeLabel } from '../../../src/domain/scores/episode-label.js';
import type { LabelCase, LabelQueueView } from '../../../src/report/view/served/label-case.js';
import { caseKey, keepLabel, queueKey } from './keep-label.js';
import { readLabelChoice } from './label-choice.js';
import { shownCase } from './shown-case.js';

const CHOICE = readLabelChoice({ runs: ['a', 'b'], labeller: 'Ana' });

describe('a label that was given', () => {
  it('is in its case when one goes back to it, and leads to the next one', async () => {
    const client = new QueryClient();
    client.setQueryData(queueKey(CHOICE), { open: ['1', '2'], done: [] });
    client.setQueryData(caseKey(CHOICE, '1'), { id: '1', own: null });
    const label = { label: 'failure', note: 'missed the save' } as EpisodeLabel;
    await keepLabel(client, { choice: CHOICE, id: '1', label });
    expect(client.getQueryData<LabelCase>(caseKey(CHOICE, '1'))?.own).toBe(label);
    const queue = client.getQueryData<LabelQueueView>(queueKey(CHOICE));
    expect(queue).toEqual({ open: ['2'], done: ['1'] });
  });
});

describe('shownCase', () => {
  it('stays with the case that is in front while others change the queue', () => {
    expect(shownCase(undefined, { open: ['2', '3'], done: ['1'] })).toEqual({ id: '2', isGone: false });
    expect(shownCase('3', { open: ['2', '3'], done: ['1'] })).toEqual({ id: '3', isGone: false });
    expect(shownCase('3', { open: ['2'], done: ['1'] })).toEqual({ id: '3', isGone: true });
    expect(shownCase(undefined, { open: [], done: ['1'] }).id).toBeUndefined();
  });
});
