import type { Mode } from '../../../domain/mode.js';
import type { RunIdentity } from '../../../domain/run.js';
import type { ItemResult } from '../../../domain/score.js';
import { ratesTable } from '../../../metrics/tables/rates-table.js';
import type { Table } from '../../../metrics/tables/table.js';
import { dimensionRows, measureDimensions, profileNumbers } from '../../dimensions/dimension-measures.js';
import { itemsTable, namedMeasures, profileTable } from '../../dimensions/tables/profile-tables.js';
import { coverageTable } from '../../dimensions/tables/coverage-table.js';
import { pairsWithoutLogin } from '../splits.js';
import { answersTable } from './answers-table.js';
import { conditionOfRun } from './condition.js';
import { dimensionGroupTables } from './dimension-group-tables.js';
import { paperTables } from './paper-tables.js';

export interface DimensionTableOptions {
  readonly agent: string;
  readonly mode: Mode;
  readonly split: string;
  readonly published: boolean;
  /** What the run was; null where nobody knows. */
  readonly identity: RunIdentity | null;
  /** Tasks were done on phones, as the paper's, and not on recordings. */
  readonly isOnPhones: boolean;
  readonly dataDirectory: string;
  readonly signal: AbortSignal;
}

/** All tables of a run in dimensions: the profile, every number with its interval, the paper's layouts, what was asked. */
export async function dimensionTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  { agent, mode, split, published, identity, isOnPhones, dataDirectory, signal }: DimensionTableOptions,
): Promise<readonly Table[]> {
  const rows = await dimensionRows(results);
  const measures = measureDimensions(rows, mode);
  const part = `${split}, ${mode} mode`;
  const { questions } = rows;
  const answers = answersTable(questions);
  const failed = questions.filter(
    (row) => row.outcome === 'model_error' && row.dimension === 'planning',
  ).length;
  const notes =
    failed > 0 && mode === 'reference'
      ? [
          `${failed} calls about planning failed for good; they count as wrong, as the published numbers divide.`,
        ]
      : [];
  return [
    profileTable(agent, profileNumbers(measures), { title: `SPHINX in dimensions (${part})` }),
    ratesTable(namedMeasures(agent, measures), {
      id: 'sphinx-dimension-rates',
      title: `SPHINX in dimensions: the numbers (${part})`,
      notes,
    }),
    ...paperTables(measures, {
      agent,
      published,
      part,
      isOnPhones,
      condition: conditionOfRun(identity),
      withoutLogin: await pairsWithoutLogin(dataDirectory, { signal }),
      ...(measures.navigation === null ? {} : { instructions: measures.navigation }),
    }),
    ...(questions.length === 0 ? [] : [itemsTable(questions)]),
    ...(measures.navigation === null || isOnPhones ? [] : [coverageTable(measures.navigation)]),
    ...(await dimensionGroupTables(rows, { dataDirectory, mode, part, signal })),
    ...(answers === null ? [] : [answers]),
  ];
}
