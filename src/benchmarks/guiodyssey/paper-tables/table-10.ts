import type { CellPlace, PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { agentRecipe, MAIN, ownModel, PAPER } from './odyssey-paper.js';

const SUBSETS = ['IDD', 'category_unseen', 'app_unseen', 'task_unseen'] as const;

function stepsOf(subset: string): CellPlace {
  return { type: 'cell', table: 'androidcontrol-groups', column: 'SR', row: subset };
}

const ROWS = [
  ['ac50k', 'AC50k', [60.43, 54.46, 50.0, 72.1, 59.25]],
  ['ac50k-aitw50k', 'AC50k + AITW50k', [60.69, 55.26, 45.19, 68.84, 57.5]],
  ['ac50k-ody50k', 'AC50k + Ody50k', [61.48, 54.61, 50.96, 72.46, 59.88]],
] as const;

const { benchmark: _, ...MAIN_RECIPE } = agentRecipe({ split: 'test', level: 'high', shown: MAIN });

/** Source: GUIOdyssey paper, Table 10. */
export const TABLE_10: PaperTable = {
  id: 'guiodyssey/table-10',
  paper: PAPER,
  title: 'what training data do for AndroidControl: AMS by subset of its test side',
  needs: [
    'AndroidControl (--data), with its splits and test subsets: `touchstone data check androidcontrol DIR`',
  ],
  heads: ['Training Data'],
  columns: [
    ...SUBSETS.map((subset) => ({ title: subset, digits: 2, from: stepsOf(subset) })),
    { title: 'Overall', digits: 2, from: { type: 'mean', of: SUBSETS.map(stepsOf) } },
  ],
  rows: ROWS.map(([id, data, published]): PaperRow => ({
    id,
    heads: [data],
    status: 'model-unreleased',
    why: 'Neither the models nor the 50,000 samples of each dataset that they were trained with are public.',
    model: ownModel(`OdysseyAgent, trained with ${data}`),
    runs: [{ ...MAIN_RECIPE, benchmark: 'androidcontrol' }],
    published,
  })),
  conditions: [
    'The paper does not say which instructions were given; high-level ones are taken here.',
    'AndroidControl is judged here by public descriptions, not by the authors’ code, and its subsets overlap.',
  ],
};
