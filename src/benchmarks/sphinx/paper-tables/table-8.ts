import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_GROUNDING } from '../tables/published.js';
import {
  DATA,
  isTextOnly,
  PAPER,
  paperModel,
  QUESTION_CONDITIONS,
  questionConditions,
  questionRecipe,
  rowId,
} from './sphinx-paper.js';

const MEASURES = ['Original', 'Repaired'] as const;

/** Source: SPHINX paper, Table 8. */
export const TABLE_8: PaperTable = {
  id: 'sphinx/table-8',
  paper: PAPER,
  title: 'grounding: the action that does what an instruction says, by what models are shown',
  needs: [DATA, 'a model that puts replies into form (--role repair=FILE)'],
  heads: ['Models'],
  columns: ['Text', 'Vision'].flatMap((group) =>
    MEASURES.map((title) => ({
      title,
      group,
      digits: 1,
      from: { type: 'cell', table: 'sphinx-table-8', column: title, group } as const,
    })),
  ),
  rows: PUBLISHED_GROUNDING.map(([model, ...published]): PaperRow => ({
    id: rowId(model),
    heads: [model],
    status: 'runs',
    model: paperModel(model),
    runs: [
      questionRecipe('grounding', {
        modality: isTextOnly(published, MEASURES.length) ? 'text' : 'text,vision',
        repairs: true,
      }),
    ],
    published,
    conditions: questionConditions(model),
  })),
  conditions: [
    ...QUESTION_CONDITIONS,
    "The authors' request to the repairing model was never released; it is asked in Touchstone's words.",
    'Three of the 457 screens have no element that is right by its index, so 99.3 is the most that can be reached.',
  ],
};
