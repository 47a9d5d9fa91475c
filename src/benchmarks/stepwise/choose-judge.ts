import { UserError } from '../../errors.js';
import type { OpenBenchmarkOptions } from '../benchmark.js';
import type { StepJudge } from './score-steps.js';

/** The switch that names the evaluator which decides, for `BenchmarkDefinition.options`. */
export const EVALUATOR_OPTION = { evaluator: 'name of the evaluator that decides success' } as const;

/**
 * The evaluators of a benchmark with the chosen one first, which decides; as they stand where none is chosen.
 *
 * @throws {UserError} when there is none of that name
 */
export function chooseJudge(
  judges: readonly [StepJudge, ...StepJudge[]],
  { settings }: Pick<OpenBenchmarkOptions, 'settings'>,
): readonly [StepJudge, ...StepJudge[]] {
  const given = settings?.['options'];
  const name =
    typeof given === 'object' && given !== null && 'evaluator' in given ? given.evaluator : undefined;
  if (name === undefined) return judges;
  const chosen = judges.find((judge) => judge.name === name);
  if (chosen !== undefined) return [chosen, ...judges.filter((judge) => judge !== chosen)];
  throw new UserError(`there is no evaluator ${JSON.stringify(name)}`, {
    hint: `There are ${judges.map((judge) => judge.name).join(', ')}.`,
  });
}
