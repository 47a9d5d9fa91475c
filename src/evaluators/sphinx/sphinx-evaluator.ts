import type { Score } from '../../domain/score.js';
import type { Evaluator } from '../evaluator.js';
import { evaluateTrace } from './evaluate-trace.js';
import type { TraceResult } from './evaluate-trace.js';
import { parseSphinxRules } from './rule.js';
import { hierarchyReader, trajectoryTrace } from './trajectory-trace.js';

/**
 * The rules a task carries in `evaluators`, each on the whole trajectory: the value is the share that holds, the details
 * say which. Not applicable to tasks without rules.
 *
 * Source: SPHINX paper, SR and ACP; reference code, trajectory evaluators.
 */
export function sphinxEvaluator(options: { readonly ownElement?: boolean } = {}): Evaluator {
  return {
    name: options.ownElement === true ? 'sphinx-own-element' : 'sphinx',
    version: '1',
    async evaluate({ task, trajectory, mode, signal }): Promise<Score> {
      if (task.evaluators.length === 0) {
        return { status: 'not_applicable', reason: 'the task has no evaluator rules' };
      }
      const rules = parseSphinxRules(task.evaluators, `task ${task.id}`);
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
  const first = rules[missed];
  const held = rules.filter(({ holds }) => holds === true).length;
  return {
    status: 'scored',
    value: completion,
    explanation:
      first === undefined
        ? `all ${rules.length} rules hold`
        : `${held} of ${rules.length} rules hold; the first that does not is number ${missed + 1}, ${first.explanation}`,
    steps: [...new Set(rules.flatMap(({ step }) => (step === null ? [] : [step])))].toSorted((a, b) => a - b),
    details: { success, rules },
  };
}
