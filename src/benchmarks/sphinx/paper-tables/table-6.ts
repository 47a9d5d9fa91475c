import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_KNOWLEDGE } from '../tables/published.js';
import {
  DATA,
  PAPER,
  paperModel,
  QUESTION_CONDITIONS,
  questionConditions,
  questionRecipe,
  rowId,
} from './sphinx-paper.js';

/** Source: SPHINX paper, Table 6. */
export const TABLE_6: PaperTable = {
  id: 'sphinx/table-6',
  paper: PAPER,
  title: 'knowledge probing: what models understand of goals and know of apps',
  needs: [DATA, 'a model that puts replies into form (--role repair=FILE)'],
  heads: ['Models'],
  columns: ['Goal Understanding', 'App Knowledge'].flatMap((group) =>
    ['Original', 'Repaired'].map((title) => ({
      title,
      group,
      digits: 1,
      from: { type: 'cell', table: 'sphinx-table-6', column: title, group } as const,
    })),
  ),
  rows: PUBLISHED_KNOWLEDGE.map(([model, ...published]): PaperRow => ({
    id: rowId(model),
    heads: [model],
    status: 'runs',
    model: paperModel(model),
    runs: [questionRecipe('goal,knowledge', { repairs: true })],
    published,
    conditions: questionConditions(model),
  })),
  conditions: [
    ...QUESTION_CONDITIONS,
    "The authors' request to the repairing model was never released; it is asked in Touchstone's words, and sees the reply alone.",
  ],
};
