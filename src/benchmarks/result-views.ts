import type { ItemResult } from '../domain/score.js';
import type { Table } from '../metrics/tables/table.js';

/** Collects results for a table by the classes of apps. */
export interface AppClassView {
  add(result: ItemResult): void;
  /** `agent` names the row. */
  table(agent: string): Table;
}

/** Collects results for the tables of another evaluator than the benchmark's own. */
export interface EvaluatorView {
  add(result: ItemResult): void;
  /** @param own the run's own tables @throws {UserError} when it scored nothing there */
  tables(own: readonly Table[]): readonly Table[];
}

/** Other views of one run's results: as another project scores them, or by classes of apps. */
export interface ResultViews {
  /** Whose rule may score instead of the benchmark's own; values of `--evaluator`. The first is its own. */
  readonly evaluators: readonly [string, ...string[]];
  /** @param evaluator one of the others */
  byEvaluator(evaluator: string): EvaluatorView;
  /** @param classes class of each app */
  byAppClass(classes: ReadonlyMap<string, string>): AppClassView;
}
