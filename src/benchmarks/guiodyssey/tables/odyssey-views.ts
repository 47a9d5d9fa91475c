import { FOREIGN_EVALUATOR_NAMES } from '../foreign/foreign-evaluator.js';
import type { EvaluatorView, ResultViews } from '../../result-views.js';
import { ClassTallies } from './class-table.js';
import { ForeignView } from './foreign-view.js';

/** Who scores: the authors' own rule, or that of another project. */
export const ODYSSEY_EVALUATOR_NAMES = ['ams', ...FOREIGN_EVALUATOR_NAMES] as const;

/** Results as other projects score them, and by the classes of apps. */
export const odysseyViews: ResultViews = {
  evaluators: ODYSSEY_EVALUATOR_NAMES,
  byEvaluator: (evaluator): EvaluatorView => {
    const view = new ForeignView(FOREIGN_EVALUATOR_NAMES.filter((name) => name === evaluator));
    return { add: (result) => view.add(result), tables: (own) => view.tablesOf(own) };
  },
  byAppClass: (classes) => new ClassTallies(classes),
};
