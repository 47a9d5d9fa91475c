import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { agentRecipe, CONDITIONS, DATA, ownModel, PAPER, splitColumns, UNRELEASED } from './odyssey-paper.js';

/** The splits in the paper's order. */
export const SPLITS = ['random', 'task', 'device', 'app'] as const;

const [NO, YES] = ['×', '✓'] as const;

const ROWS = [
  ['none', [NO, NO, NO], [66.13, 1.65, 47.62, 0.0, 54.15, 0.72, 54.49, 3.59, 55.6, 1.49]],
  ['actions', [YES, NO, NO], [74.67, 9.7, 55.0, 0.0, 62.03, 2.03, 62.06, 8.98, 63.44, 5.18]],
  ['screenshots', [NO, YES, NO], [71.22, 6.69, 51.69, 0.09, 59.12, 2.24, 59.16, 7.78, 60.3, 4.2]],
  ['context', [NO, NO, YES], [75.25, 9.5, 57.66, 0.62, 62.35, 2.24, 63.82, 7.87, 64.77, 5.06]],
  ['actions-screenshots', [YES, YES, NO], [75.79, 9.38, 54.36, 0.09, 61.2, 1.88, 63.03, 7.7, 63.6, 4.76]],
  ['all', [YES, YES, YES], [77.06, 11.61, 58.83, 0.18, 65.85, 5.0, 65.63, 8.47, 66.84, 6.32]],
] as const;

/** Where the run of a row is shown first, for those that other tables have. */
function shownFirst(id: string, split: (typeof SPLITS)[number]): Pick<Recipe, 'runOf'> {
  if (id === 'actions-screenshots') return { runOf: mainRun(split) };
  return id === 'actions' && split === 'random'
    ? { runOf: { table: 'guiodyssey/table-2', row: 'qwen-vl', part: 'high' } }
    : {};
}

/** Where a run of OdysseyAgent, trained without annotations, is shown first. */
export function mainRun(split: (typeof SPLITS)[number]): NonNullable<Recipe['runOf']> {
  return split === 'random'
    ? { table: 'guiodyssey/table-2', row: 'odysseyagent', part: 'high' }
    : { table: 'guiodyssey/table-3', row: 'high', part: split };
}

/** Source: GUIOdyssey paper, Table 4. */
export const TABLE_4: PaperTable = {
  id: 'guiodyssey/table-4',
  paper: PAPER,
  title: 'what is shown of earlier steps: actions, screenshots, contexts; high-level instructions',
  needs: [DATA],
  heads: ['No.', 'action', 'screenshot', 'context'],
  columns: splitColumns(SPLITS),
  rows: ROWS.map(([id, marks, published], index): PaperRow => {
    const [actions, screenshots, context] = marks;
    const shown = { actions: actions === YES, screenshots: screenshots === YES, context: context === YES };
    return {
      id,
      heads: [`(${index + 1})`, ...marks],
      status: 'model-unreleased',
      why: UNRELEASED,
      model: ownModel('OdysseyAgent, trained with this history'),
      runs: SPLITS.map((split) =>
        agentRecipe({ split, level: 'high', shown }, { part: split, ...shownFirst(id, split) }),
      ),
      published,
    };
  }),
  conditions: [
    ...CONDITIONS,
    'Each row was trained with what it is shown; a model of your own is shown the same, trained or not.',
    "Contexts are the data's annotations; where a step has none, the acting model writes one.",
  ],
};
