import { describe, expect, it } from 'vitest';
import { unknownVerdict, type Verdict } from '../../domain/scores/verdict.js';
import { verdictOfGroup, type GroupRule } from './group-judge.js';

const says = (letter: string, index: number): Verdict =>
  letter === '?'
    ? unknownVerdict('cannot tell')
    : {
        outcome: letter === 's' ? 'success' : 'failure',
        completion: null,
        process: [],
        blame: null,
        steps: [index],
        explanation: letter,
      };

describe('a group of judges', () => {
  it.each<[string, GroupRule, Verdict['outcome'], readonly number[], number | null]>([
    ['ssf', 'majority', 'success', [0, 1], 1 / 3],
    ['sff', 'majority', 'failure', [1, 2], 1 / 3],
    ['sf', 'majority', 'unknown', [], 0],
    ['s??', 'majority', 'success', [0], null],
    ['???', 'majority', 'unknown', [], null],
    ['sss', 'unanimity', 'success', [0, 1, 2], 1],
    ['fff', 'unanimity', 'failure', [0, 1, 2], 1],
    ['ssf', 'unanimity', 'unknown', [], 1 / 3],
    ['ss?', 'unanimity', 'unknown', [], 1],
  ])('of %s by %s says %s', (letters, rule, outcome, steps, agreement) => {
    const verdict = verdictOfGroup(Array.from(letters, says), rule);
    expect(verdict).toMatchObject({ outcome, steps, details: { group: { rule, agreement } } });
  });
});
