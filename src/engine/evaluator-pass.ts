import { evaluatorSettings } from '../domain/named-evaluator.js';
import type { Score } from '../domain/score.js';
import { TouchstoneError } from '../errors.js';
import type { Evaluator, EvaluatorInput } from '../evaluators/evaluator.js';
import type { ScoringPass } from './score-run.js';

/**
 * Scores every episode of a run with one evaluator, independent of the tasks' own rules, under its name and version.
 * A task that names it gives it its settings. What it cannot score stays unknown with the reason: only the benchmark's own rules void an item.
 */
export function evaluatorPass(evaluator: Evaluator): ScoringPass {
  const { name, version } = evaluator;
  return {
    name,
    version,
    score: async ({ task }, { trajectory }, mode, { signal }) => {
      const settings = evaluatorSettings(task, name);
      const input = { task, trajectory, mode, ...(settings === undefined ? {} : { settings }), signal };
      const score = await scoreOrReason(evaluator, input);
      return { mode, scores: [{ evaluator: name, version, mode, score }], success: null, completion: null };
    },
  };
}

async function scoreOrReason(evaluator: Evaluator, input: EvaluatorInput): Promise<Score> {
  try {
    return await evaluator.evaluate(input);
  } catch (error) {
    input.signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return { status: 'unknown', reason: error.message };
  }
}
