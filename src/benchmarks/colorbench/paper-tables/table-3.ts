import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { PUBLISHED_ABLATION } from '../published.js';
import {
  CONDITIONS,
  DATA,
  multiAgentRecipe,
  singleRecipe,
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
    const runOf = runOfTable2(model, modules);
    const isSingle = MODULES.every((module) => !modules[module]);
    const run = isSingle ? singleRecipe(model) : multiAgentRecipe(modules);
    return {
      id: rowId(model, wordsOf(modules)),
      heads: [model, ...MODULES.map((module) => (modules[module] ? '✓' : '✗'))],
      status: 'runs',
      model: paperModel(model),
      runs: run === null ? [] : [runOf === null ? run : { ...run, runOf }],
      published,
    };
  }),
  conditions: CONDITIONS,
};

/** With no module and with all of them the paper prints the numbers of its Table 2. */
function runOfTable2(model: string, modules: Modules): Recipe['runOf'] | null {
  const on = MODULES.filter((module) => modules[module]).length;
  if (on === 0) return { table: TABLE_2.id, row: rowId(model) };
  return on === MODULES.length ? { table: TABLE_2.id, row: rowId('multi-agent', model) } : null;
}

function wordsOf(modules: Modules): string {
  const on = MODULES.filter((module) => modules[module]);
  if (on.length === 0) return 'none';
  return on.length === MODULES.length ? 'all' : on.join('-');
}
