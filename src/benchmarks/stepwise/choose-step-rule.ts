import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { OpenBenchmarkOptions } from '../benchmark.js';
import type { StepRule } from './score-steps.js';

/** The switch that names the evaluator which decides, for `BenchmarkDefinition.options`. */
export const EVALUATOR_OPTION = { evaluator: 'name of the evaluator that decides success' } as const;

/**
 * The evaluators of a benchmark with the chosen one first, which decides; as they stand where none is chosen.
 *
 * @throws {UserError} when there is none of that name
 */
export function chooseStepRule(
  rules: readonly [StepRule, ...StepRule[]],
  { settings }: Pick<OpenBenchmarkOptions, 'settings'>,
): readonly [StepRule, ...StepRule[]] {
  const given = settings?.['options'];
  const name =
    typeof given === 'object' && given !== null && 'evaluator' in given ? given.evaluator : undefined;
  if (name === undefined) return rules;
  const chosen = rules.find((rule) => rule.name === name);
  if (chosen !== undefined) return [chosen, ...rules.filter((rule) => rule !== chosen)];
  const names = rules.map((rule) => rule.name);
  const meant = typeof name === 'string' ? didYouMean(name, names) : '';
  throw new UserError(`there is no evaluator ${JSON.stringify(name)}`, {
    hint: `${meant}There are ${names.join(', ')}.`,
  });
}
