import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { agentRecipe, CONDITIONS, DATA, ownModel, PAPER, splitColumns, UNRELEASED } from './odyssey-paper.js';
import { mainRun, SPLITS } from './table-4.js';

const [NO, YES] = ['✗', '✓'] as const;

/** Annotations that were trained with (SD: description, CI: context, DR: rationale); AMS and SR by split, and overall. */
const ROWS = [
  ['none', [NO, NO, NO], [75.79, 9.38, 54.36, 0.09, 61.2, 1.88, 63.03, 7.7, 63.6, 4.76]],
  ['sd', [YES, NO, NO], [75.18, 8.94, 54.06, 0.0, 64.41, 2.03, 64.91, 8.47, 64.64, 4.86]],
  ['ci', [NO, YES, NO], [75.42, 10.04, 55.71, 0.0, 62.52, 3.19, 64.24, 5.3, 64.47, 4.63]],
  ['dr', [NO, NO, YES], [77.71, 11.44, 55.6, 0.26, 65.88, 4.63, 65.74, 7.96, 66.23, 6.07]],
  ['ci-dr', [NO, YES, YES], [77.23, 11.16, 56.93, 0.18, 63.87, 2.24, 66.32, 7.87, 66.09, 5.36]],
  ['sd-dr', [YES, NO, YES], [77.24, 10.88, 57.15, 0.0, 63.55, 2.17, 67.04, 9.67, 66.24, 5.68]],
  ['sd-ci', [YES, YES, NO], [76.58, 10.14, 57.13, 0.26, 64.48, 3.91, 66.27, 7.96, 66.11, 5.57]],
  ['sd-ci-dr', [YES, YES, YES], [78.24, 11.62, 56.19, 0.26, 66.63, 5.07, 65.89, 8.81, 66.74, 6.44]],
] as const;

/** Where the run of a row is shown first, for those that other tables have. */
function shownFirst(id: string, split: (typeof SPLITS)[number]): Pick<Recipe, 'runOf'> {
  if (id === 'none') return { runOf: mainRun(split) };
  // On the random split Table 2 has the released model, which is asked in its authors' code.
  if (id !== 'sd-ci-dr' || split === 'random') return {};
  return { runOf: { table: 'guiodyssey/table-3', row: 'annotated-high', part: split } };
}

/** Source: GUIOdyssey paper, Table 6. */
export const TABLE_6: PaperTable = {
  id: 'guiodyssey/table-6',
  paper: PAPER,
  title: 'which semantic annotations OdysseyAgent was trained with; high-level instructions',
  needs: [DATA],
  heads: ['No.', 'SD', 'CI', 'DR'],
  columns: splitColumns(SPLITS),
  rows: ROWS.map(([id, marks, published], index): PaperRow => ({
    id,
    heads: [`(${index + 1})`, ...marks],
    status: 'model-unreleased',
    why: UNRELEASED,
    model: ownModel(id === 'none' ? 'OdysseyAgent' : `OdysseyAgent, trained with ${id}`),
    runs: SPLITS.map((split) =>
      agentRecipe({ split, level: 'high' }, { part: split, ...shownFirst(id, split) }),
    ),
    published,
  })),
  conditions: [
    ...CONDITIONS,
    'All rows are asked alike: they differ in what the model was trained with (`touchstone export guiodyssey-chat`), and each split has a model of its own.',
  ],
};
