import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_ABLATION } from '../published.js';
import {
  CONDITIONS,
  DATA,
  multiAgentRecipe,
  PAPER,
  paperModel,
  rowId,
  type Modules,
} from './colorbench-paper.js';
import { RATE_COLUMNS, TABLE_2 } from './table-2.js';

const MODULES = ['plan', 'reflect', 'memory'] as const;

/** Source: ColorBench paper, Table 3. */
export const TABLE_3: PaperTable = {
  id: 'colorbench/table-3',
  paper: PAPER,
  title: 'ablation of the multi-agent system: six sets of modules with two models',
  needs: [DATA],
  heads: ['Base Model', 'Plan', 'Reflection', 'Memory'],
  columns: RATE_COLUMNS,
  rows: PUBLISHED_ABLATION.map(([model, modules, published]): PaperRow => {
    const same = rowOfTable2(model, modules);
    return {
      id: rowId(model, wordsOf(modules)),
      heads: [model, ...MODULES.map((module) => (modules[module] ? '✓' : '✗'))],
      status: 'runs',
      model: paperModel(model),
      ...(same === null
        ? { runs: [multiAgentRecipe(modules)] }
        : { runs: [], runsOf: { table: TABLE_2.id, row: same } }),
      published,
    };
  }),
  conditions: CONDITIONS,
};

/** With no module and with all of them the paper prints the numbers of its Table 2. */
function rowOfTable2(model: string, modules: Modules): string | null {
  const on = MODULES.filter((module) => modules[module]).length;
  if (on === 0) return rowId(model);
  return on === MODULES.length ? rowId('multi-agent', model) : null;
}

function wordsOf(modules: Modules): string {
  const on = MODULES.filter((module) => modules[module]);
  if (on.length === 0) return 'none';
  return on.length === MODULES.length ? 'all' : on.join('-');
}
