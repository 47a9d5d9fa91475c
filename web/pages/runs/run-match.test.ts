import { describe, expect, it } from 'vitest';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { isRunMatch } from './run-match.js';

const RUN: RunCard = {
  id: 'night-3',
  benchmark: 'pocket',
  agent: 'react',
  models: ['actor vl-7B', 'judge Big-One'],
  mode: 'corrected',
  state: 'interrupted',
  problem: 'MODEL_AWAY: the model did not answer',
  startedAt: null,
  endedAt: null,
  activeMs: 0,
  leftMs: null,
  planned: 1,
  finished: 0,
  judged: 0,
  passed: 0,
  voided: 0,
  redoable: 0,
  success: null,
  main: null,
  costUsd: null,
  calls: 0,
  unpriced: 0,
  tokens: null,
  identity: [
    ['dialect.name', 'generic-call'],
    ['history.length', '4'],
    ['prompts.system', 'mine.txt'],
    ['fork.run', 'day-1'],
  ],
  identityHash: '',
  forkOf: 'day-1',
  tags: ['Baseline', 'paper'],
  note: 'With the new\nprompt',
};

describe('a run that is looked for', () => {
  it.each([
    ['its name', 'night'],
    ['its benchmark', 'pocket'],
    ['its agent', 'react'],
    ['a model, however it is written', 'VL-7b'],
    ['another of its models', 'big-one'],
    ['its mode', 'corrected'],
    ['its state', 'interrupted'],
    ['what stopped it', 'model_away did not answer'],
    ['a tag', 'baseline'],
    ['its note', 'new prompt'],
    ['a value of its identity', 'generic-call'],
    ['a name of its identity', 'history.length'],
    ['both together', 'history.length=4'],
    ['what it is forked from', 'fork.run=day-1'],
    ['words of different places, in any order', 'paper   pocket\tgeneric'],
    ['nothing', ''],
    ['white space', ' \t '],
  ])('is found by %s', (_what, wanted) => {
    expect(isRunMatch(RUN, wanted)).toBe(true);
  });

  it.each([
    ['a word that is nowhere', 'android'],
    ['one word of two', 'pocket android'],
    ['another value of an entry', 'history.length=5'],
    ['a word across two fields', 'pocketreact'],
  ])('is not found by %s', (_what, wanted) => {
    expect(isRunMatch(RUN, wanted)).toBe(false);
  });

  it('has no word for a run without a problem', () => {
    expect(isRunMatch({ ...RUN, problem: null }, 'null')).toBe(false);
  });
});
