import type { PaperColumn, PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_RATES } from '../published.js';
import {
  CONDITIONS,
  DATA,
  multiAgentRecipe,
  PAPER,
  paperModel,
  rowId,
  singleRecipe,
} from './colorbench-paper.js';

/** SR and CR of each part of the tasks, as Tables 2 and 3 print them. */
export const RATE_COLUMNS: readonly PaperColumn[] = ['Single APP', 'Cross APP', 'Average'].flatMap((group) =>
  ['SR(%)', 'CR(%)'].map((title) => ({
    title,
    group,
    digits: 2,
    from: { type: 'cell', table: 'colorbench-table-2', column: title, group } as const,
  })),
);

const MULTI_AGENT = 'Multi-Agent System';
const FINE_TUNED = 'Fine-tuned with ColorBench-train';
const WITH_GROUNDING = 'Closed-source Model with Grounding';

/** Source: ColorBench paper, Table 2. */
export const TABLE_2: PaperTable = {
  id: 'colorbench/table-2',
  paper: PAPER,
  title: 'SR and CR of closed and open models, fine-tuned models and the multi-agent system',
  needs: [DATA, 'for closed models a grounder as well (--role grounder=FILE)'],
  heads: ['Baseline', 'Model'],
  columns: RATE_COLUMNS,
  rows: PUBLISHED_RATES.map(([baseline, model, ...published]): PaperRow => {
    const isMultiAgent = baseline === MULTI_AGENT;
    const run = isMultiAgent
      ? multiAgentRecipe({ plan: true, reflect: true, memory: true })
      : singleRecipe(model);
    return {
      id: isMultiAgent ? rowId('multi-agent', model) : rowId(model),
      heads: [baseline, model],
      ...(baseline === FINE_TUNED
        ? {
            status: 'model-unreleased',
            why: 'It was trained by the authors with ColorBench-train; neither weights nor training data are public.',
          }
        : { status: 'runs', model: paperModel(model) }),
      runs: run === null ? [] : [run],
      published,
      ...(baseline === WITH_GROUNDING
        ? {
            conditions: [
              'The released code lets the planner answer with 2,048 tokens, and asks the grounder at temperature 0; what the grounder is sent is said by its own profile.',
            ],
          }
        : {}),
    };
  }),
  conditions: CONDITIONS,
};
