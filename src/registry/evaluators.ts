import type { Evaluator } from '../evaluators/evaluator.js';
import { milestonesEvaluator } from '../evaluators/milestones.js';

/**
 * Touchstone's own evaluators that tasks of a suite and `touchstone score RUN --evaluator` name. To add one: a file in
 * `src/evaluators/`, and one line here.
 */
const ENTRIES: readonly Evaluator[] = [milestonesEvaluator()];

export const EVALUATORS: ReadonlyMap<string, Evaluator> = new Map(ENTRIES.map((one) => [one.name, one]));
