import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { PUBLISHED_ABILITIES, PUBLISHED_SHARES } from '../published.js';
import { CONDITIONS, DATA, PAPER, paperModel, rowId, singleRecipe } from './colorbench-paper.js';
import { TABLE_2 } from './table-2.js';

/** Source: ColorBench paper, Table 5. */
export const TABLE_5: PaperTable = {
  id: 'colorbench/table-5',
  paper: PAPER,
  title: 'atomic capabilities, from the runs of Table 2',
  needs: [DATA],
  heads: ['Model'],
  columns: PUBLISHED_ABILITIES.map((ability) => ({
    title: ability,
    digits: 2,
    from: { type: 'cell', table: 'colorbench-table-5', column: ability },
  })),
  rows: PUBLISHED_SHARES.map(([model, published]): PaperRow => ({
    id: rowId(model),
    heads: [model],
    status: 'runs',
    model: paperModel(model),
    runs: runsOfTable2(model),
    published,
  })),
  conditions: CONDITIONS,
};

function runsOfTable2(model: string): readonly Recipe[] {
  const run = singleRecipe(model);
  return run === null ? [] : [{ ...run, runOf: { table: TABLE_2.id, row: rowId(model) } }];
}
