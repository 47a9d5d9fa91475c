import type { Score } from '../../domain/score.js';
import type { Evaluator } from '../evaluator.js';
import { evaluateTrace, type TraceResult } from './evaluate-trace.js';
import { parseTreeRules, type TreeRule } from './rule.js';
import { hierarchyReader, trajectoryTrace } from './trajectory-trace.js';

// What such scores are called on disk, in every world's results.
const NAME = 'sphinx'; // Source: the benchmark that these rules come from.

/** Rules that were read, by the list that a task has them in: the same tasks are scored by the thousand. */
const PARSED = new WeakMap<readonly unknown[], readonly TreeRule[]>();

/**
 * The rules a task carries in `evaluators`, each on the whole trajectory: the value is the share that holds, the
 * details list which. Not applicable to tasks without rules.
 *
 * Source: SPHINX paper, SR and ACP; reference code, trajectory evaluators.
 */
export function treeRulesEvaluator(options: { readonly ownElement?: boolean } = {}): Evaluator {
  return {
    name: options.ownElement === true ? `${NAME}-own-element` : NAME,
    version: '1',
    async evaluate({ task, trajectory, mode, signal }): Promise<Score> {
      if (task.evaluators.length === 0) {
        return { status: 'not_applicable', reason: 'the task has no evaluator rules' };
      }
      const rules = PARSED.get(task.evaluators) ?? parseTreeRules(task.evaluators, `task ${task.id}`);
      PARSED.set(task.evaluators, rules);
      const steps = trajectoryTrace(trajectory, { mode, hierarchies: hierarchyReader({ signal }) });
      return scoreOf(await evaluateTrace(rules, steps, { mode, ...options }));
    },
  };
}

/** A trace's result as a score. */
export function scoreOf({ rules, success, completion }: TraceResult): Score {
  const broken = rules.find(({ holds }) => holds === null);
  if (completion === null)
    return { status: 'unknown', reason: broken?.explanation ?? 'a rule has no result' };
  const missed = rules.findIndex(({ holds }) => holds === false);
  return {
    status: 'scored',
    value: completion,
    explanation: explain(rules, missed),
    steps: [...new Set(rules.flatMap(({ step }) => (step === null ? [] : [step])))].toSorted((a, b) => a - b),
    details: { success, rules },
  };
}

/** `missed`: index of the first rule that does not hold, -1 where all do. */
function explain(rules: TraceResult['rules'], missed: number): string {
  const isOne = rules.length === 1;
  const first = rules[missed];
  if (first === undefined) return isOne ? 'the rule holds' : `all ${rules.length} rules hold`;
  if (isOne) return `the rule does not hold: ${first.explanation}`;
  const held = rules.filter(({ holds }) => holds === true).length;
  return `${held} of ${rules.length} rules ${held === 1 ? 'holds' : 'hold'}; the first that does not is number ${missed + 1}, ${first.explanation}`;
}
