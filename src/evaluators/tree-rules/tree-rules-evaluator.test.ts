import { describe, expect, it } from 'vitest';
import { stop } from '../../domain/action.js';
import type { Task } from '../../domain/task.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { DatasetError } from '../../errors.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { scoreOf, treeRulesEvaluator } from './tree-rules-evaluator.js';

const signal = new AbortController().signal;
const xml = new TextEncoder().encode(hierarchyXml([uiNode({ text: 'Done' })]));
const hierarchy = { mediaType: 'application/xml', load: () => Promise.resolve(xml) };
const TRAJECTORY: Trajectory = {
  steps: [
    {
      screen: { id: 's', size: null, activity: null, picture: null, hierarchy },
      state: null,
      action: stop(),
    },
  ],
};

function taskWith(...evaluators: unknown[]): Task {
  return { id: 't', instructions: { en: 'Do it' }, apps: [], tags: [], milestones: [], evaluators };
}

function ends(text: string): unknown {
  return {
    type: 'stoppage',
    match_type: 'equal',
    match_rules: { text },
    check_type: 'equal',
    check_rules: {},
  };
}

describe('treeRulesEvaluator', () => {
  it('scores the share of rules that hold, and says which does not', async () => {
    const task = taskWith(ends('Done'), ends('Other'));
    expect(
      await treeRulesEvaluator().evaluate({ task, trajectory: TRAJECTORY, mode: 'reference', signal }),
    ).toMatchObject({
      status: 'scored',
      value: 0.5,
      steps: [0],
      explanation:
        '1 of 2 rules holds; the first that does not is number 2, stoppage: no node of the last page matches (step 1)',
      details: { success: false, rules: [{ holds: true }, { holds: false }] },
    });
  });

  it.each([
    [[ends('Done')], 'the rule holds'],
    [[ends('Other')], 'the rule does not hold: stoppage: no node of the last page matches (step 1)'],
    [[ends('Done'), ends('Done')], 'all 2 rules hold'],
    [
      [ends('Other'), ends('Done')],
      '1 of 2 rules holds; the first that does not is number 1, stoppage: no node of the last page matches (step 1)',
    ],
  ])('has a sentence for one rule and for several (%#)', async (rules, explanation) => {
    const task = taskWith(...rules);
    expect(
      await treeRulesEvaluator().evaluate({ task, trajectory: TRAJECTORY, mode: 'reference', signal }),
    ).toMatchObject({ explanation });
  });

  it('has a name for each way to find the element of an action', () => {
    const named = [{}, { ownElement: false }, { ownElement: true }].map((options) =>
      treeRulesEvaluator(options),
    );
    expect(named.map(({ name, version }) => [name, version])).toEqual([
      ['sphinx', '1'],
      ['sphinx', '1'],
      ['sphinx-own-element', '1'],
    ]);
  });

  it('is unknown where a rule came to nothing, with its words', () => {
    const broken = {
      type: 'lastaction',
      holds: null,
      index: null,
      step: null,
      explanation: 'it breaks',
    } as const;
    const kept = { ...broken, holds: true, step: 3, explanation: 'holds' } as const;
    const result = { success: null, completion: null };
    expect(scoreOf({ ...result, rules: [kept, broken] })).toEqual({ status: 'unknown', reason: 'it breaks' });
    expect(scoreOf({ ...result, rules: [kept] })).toEqual({
      status: 'unknown',
      reason: 'a rule has no result',
    });
  });

  it('counts what holds and names the steps it rests on, each once and in order', () => {
    const rule = (holds: boolean, step: number | null) =>
      ({ type: 'lastaction', holds, index: 0, step, explanation: `at ${step}` }) as const;
    const rules = [rule(true, 10), rule(false, null), rule(true, 2), rule(false, 2), rule(true, 9)];
    expect(scoreOf({ rules, success: false, completion: 0.6 })).toEqual({
      status: 'scored',
      value: 0.6,
      explanation: '3 of 5 rules hold; the first that does not is number 2, at null',
      steps: [2, 9, 10],
      details: { success: false, rules },
    });
  });

  it('does not apply to tasks without rules', async () => {
    const score = await treeRulesEvaluator().evaluate({
      task: taskWith(),
      trajectory: TRAJECTORY,
      mode: 'reference',
      signal,
    });
    expect(score.status).toBe('not_applicable');
  });

  it('does not know where the published evaluator breaks', async () => {
    const rule = {
      type: 'rule',
      order: 'consecutive',
      evaluators: [{ type: 'lastaction', check_type: 'equal', check_rules: {} }],
    };
    const trajectory = { steps: [...TRAJECTORY.steps, ...TRAJECTORY.steps] };
    const input = { task: taskWith(rule), trajectory, signal };
    expect((await treeRulesEvaluator().evaluate({ ...input, mode: 'reference' })).status).toBe('unknown');
    expect((await treeRulesEvaluator().evaluate({ ...input, mode: 'corrected' })).status).toBe('scored');
  });

  it('refuses a broken rule', async () => {
    const input = {
      task: taskWith({ type: 'nope' }),
      trajectory: TRAJECTORY,
      mode: 'reference',
      signal,
    } as const;
    await expect(treeRulesEvaluator().evaluate(input)).rejects.toThrow(DatasetError);
  });
});
