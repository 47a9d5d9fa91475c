import type { PaperRow, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import type { Registry } from '../../registry/registry.js';
import type { MeasuredRun } from './measured-run.js';
import { ownValues, type OwnLine } from './own-line.js';
import { runConditions } from './run-conditions.js';

/** Runs that are one line of a table: of a row, under a label, by part. */
export interface LineRuns {
  readonly row: PaperRow;
  readonly label: string;
  readonly runs: ReadonlyMap<string | undefined, MeasuredRun>;
}

/** The lines of a paper's table that runs come to, with every condition that differs from the paper's. */
export function collateRuns(
  lines: readonly LineRuns[],
  { table, registry }: { readonly table: PaperTable; readonly registry: Registry },
): readonly OwnLine[] {
  return lines.map(({ row, label, runs }): OwnLine => {
    const recipes = row.runs;
    return {
      row,
      label,
      values: ownValues(table, runs),
      runs: recipes.flatMap((recipe) => {
        const run = runs.get(recipe.part);
        if (run === undefined) return [];
        const acting = registry.agents.get(run.identity.agent.name)?.roles[0]?.name;
        const model = recipe.model ?? row.model;
        return [{ run, part: recipe.part, conditions: runConditions(run, recipe, { model, acting }) }];
      }),
      missing: recipes.flatMap(({ part }) => (runs.has(part) ? [] : [part ?? 'its run'])),
    };
  });
}
