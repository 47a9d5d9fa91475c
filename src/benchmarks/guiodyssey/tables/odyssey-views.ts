import { FOREIGN_EVALUATOR_NAMES } from '../foreign/foreign-evaluator.js';
import type { ResultViews } from '../../result-views.js';
import { ClassTallies } from './class-table.js';
import { onlyEvaluator } from './foreign-table.js';

/** Who scores: the authors' own rule, or that of another project. */
export const ODYSSEY_EVALUATOR_NAMES = ['ams', ...FOREIGN_EVALUATOR_NAMES] as const;

/** Results as other projects score them, and by the classes of apps. */
export const odysseyViews: ResultViews = {
  evaluators: ODYSSEY_EVALUATOR_NAMES,
  tablesOf: (tables, evaluator) => {
    const name = FOREIGN_EVALUATOR_NAMES.find((known) => known === evaluator);
    return name === undefined ? tables : onlyEvaluator(tables, name);
  },
  byAppClass: (classes) => new ClassTallies(classes),
};
