import { describe, expect, it } from 'vitest';
import { TaskSchema, type Task } from '../../domain/task.js';
import { DatasetError } from '../../errors.js';
import { scoreSuiteEpisode } from './score-suite-episode.js';
import { ExpectationOpenError, suiteEntries, suiteRules, whyUnscorable } from './suite-rules.js';

const RULE = {
  type: 'findaction',
  match_type: 'equal',
  match_rules: { action_type: 'back' },
  check_type: 'equal',
  check_rules: {},
};
const MILESTONE = { id: 'm', type: 'screen', screens: ['home'] };
const signal = new AbortController().signal;

function task(evaluators: readonly unknown[], more: object = {}): Task {
  return TaskSchema.parse({ id: 't', instructions: { en: 'x' }, evaluators, ...more });
}
const expectation = (status: string, more: object = {}) => ({
  type: 'expectation',
  step: 1,
  expected: 'it opens',
  status,
  ...more,
});
const score = (one: Task) =>
  scoreSuiteEpisode({ task: one, trajectory: { steps: [] }, mode: 'corrected', signal });

describe('suiteRules', () => {
  it('counts rules by themselves and those of ready expectations', () => {
    const { rules, notChecked } = suiteRules(
      task([RULE, expectation('ready', { rule: RULE }), expectation('not_checked', { reason: 'a sound' })]),
    );
    expect(rules).toEqual([RULE, RULE]);
    expect(notChecked).toMatchObject([{ reason: 'a sound' }]);
  });

  it.each([
    ['unfinished', expectation('unfinished')],
    ['a draft', expectation('draft', { rule: RULE })],
  ])('lets no task be scored whose expectation is %s, even if all else holds', async (_, open) => {
    const waiting = task([RULE, open], { milestones: [MILESTONE] });
    expect(() => suiteRules(waiting)).toThrow(ExpectationOpenError);
    expect(whyUnscorable(waiting)).toContain('1 expectation waits for a rule');
    await expect(score(waiting)).rejects.toThrow(ExpectationOpenError);
  });

  it.each([
    ['a ready expectation without a rule', expectation('ready')],
    ['a status there is not', expectation('done', { rule: RULE })],
    ['a broken rule within', expectation('ready', { rule: { ...RULE, match_type: 'equals' } })],
    ['a milestone that the task lacks', expectation('milestone', { milestone: 'n' })],
    ['a reason left out', expectation('not_checked')],
    ['a broken rule by itself', { ...RULE, check_rules: 7 }],
    ['something else', 'rule'],
  ])('voids a task with %s', async (_, entry) => {
    const broken = task([RULE, entry], { milestones: [MILESTONE] });
    expect(suiteEntries(broken)[1]?.type).toBe('broken');
    await expect(score(broken)).rejects.toThrow(DatasetError);
  });

  it('voids a task of which nothing is checked, and lets milestones stand for expectations', () => {
    const nothing = [expectation('not_checked', { reason: 'a sound' })];
    expect(whyUnscorable(task(nothing))).toContain('nothing that its test case expects is checked');
    const stands = expectation('milestone', { milestone: 'm' });
    expect(whyUnscorable(task([...nothing, stands], { milestones: [MILESTONE] }))).toBeNull();
  });

  it('names what is not checked next to the scores', async () => {
    const one = task([
      expectation('ready', { rule: RULE }),
      expectation('not_checked', { reason: 'a sound' }),
    ]);
    const { scores } = await score(one);
    expect(scores.at(-1)).toMatchObject({
      evaluator: 'unchecked-expectations',
      score: { status: 'not_applicable', reason: '"it opens" is not checked: a sound' },
    });
  });
});

describe('a task that names an evaluator which nothing has', () => {
  it('is told the nearest name, else how a plug-in is named', () => {
    const there = new Map([['took-few', {}]]);
    expect(whyUnscorable(task([{ evaluator: 'tok-few' }]), there)).toContain(
      'names the evaluator "tok-few", and no plug-in has it; did you mean "took-few"?',
    );
    expect(whyUnscorable(task([{ evaluator: 'other' }]), there)).toContain(
      'start a new run that names one with --plugin',
    );
  });
});
