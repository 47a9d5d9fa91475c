import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { PUBLISHED_AGENTS, PUBLISHED_AGENTS_MODELS } from '../tables/published.js';
import {
  appAgentRecipe,
  DATA,
  NAVIGATION_CONDITIONS,
  navigationRecipe,
  PAPER,
  paperModel,
  rowId,
} from './sphinx-paper.js';
import { navigated } from './table-4.js';

/** How each agent was run, by its name in the published rows. */
const RECIPES: Readonly<Record<string, (model: string) => Recipe>> = {
  'ReAct, text': (model) => navigationRecipe(model, 'tree', { split: 'no-login' }),
  'ReAct, vision': (model) => navigationRecipe(model, 'annotated', { split: 'no-login' }),
  'AppAgent, without documents': () => appAgentRecipe({ documents: false }),
  'AppAgent, with documents': () => appAgentRecipe({ documents: true }),
};

/** Source: SPHINX paper, Table 10. The paper prints models across. */
export const TABLE_10: PaperTable = {
  id: 'sphinx/table-10',
  paper: PAPER,
  title: 'end-to-end success of agents on the 163 tasks whose app needs no account',
  needs: [
    DATA,
    'task_info.json',
    'for AppAgent with documents a file of them (--agent-option documents=FILE)',
  ],
  heads: ['Agent', 'Model'],
  columns: [{ title: 'SR (%)', digits: 1, from: navigated('SR (%)') }],
  rows: PUBLISHED_AGENTS.flatMap(([agent, ...numbers]) =>
    PUBLISHED_AGENTS_MODELS.flatMap((model, index): PaperRow[] => {
      const recipe = RECIPES[agent]?.(model);
      const printed = numbers[index] ?? null;
      if (recipe === undefined || printed === null) return [];
      return [
        {
          id: rowId(agent, model),
          heads: [agent, model],
          status: 'recordings',
          model: paperModel(model),
          runs: [recipe],
          published: [printed],
          ...(agent === 'AppAgent, with documents'
            ? {
                conditions: [
                  'The agent explored each app for ten minutes on an emulator; on recordings it explores recorded screens alone, and what it learns is about the tasks themselves.',
                ],
              }
            : {}),
        },
      ];
    }),
  ),
  conditions: NAVIGATION_CONDITIONS,
};
