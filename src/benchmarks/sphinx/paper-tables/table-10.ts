import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { PUBLISHED_AGENTS, PUBLISHED_AGENTS_MODELS } from '../tables/published.js';
import {
  appAgentRecipe,
  DATA,
  inPlace,
  NAVIGATION_CONDITIONS,
  navigationRecipe,
  PAPER,
  paperModel,
  phoneConditions,
  PHONES_NEEDED,
  rowId,
  type Place,
} from './sphinx-paper.js';
import { navigated } from './table-4.js';

/** How each agent was run, by its name in the published rows. */
const RECIPES: Readonly<Record<string, (model: string, place: Place) => Recipe>> = {
  'ReAct, text': (model, place) => navigationRecipe(model, 'tree', { split: 'no-login', place }),
  'ReAct, vision': (model, place) => navigationRecipe(model, 'annotated', { split: 'no-login', place }),
  'AppAgent, without documents': (_, place) => appAgentRecipe({ documents: false, place }),
  'AppAgent, with documents': (_, place) => appAgentRecipe({ documents: true, place }),
};

/** What the paper's agent learned from that is otherwise here. */
const EXPLORED: Readonly<Record<Place, string>> = {
  recordings:
    'The agent explored each app for ten minutes on an emulator; on recordings it explores recorded screens alone, and what it learns is about the tasks themselves.',
  phones:
    'The agent explored each app for ten minutes; here it explores in the episodes of the tasks, up to twenty rounds each, as its code does.',
};

/** Source: SPHINX paper, Table 10. The paper prints models across. */
export const TABLE_10: PaperTable = {
  id: 'sphinx/table-10',
  paper: PAPER,
  title: 'end-to-end success of agents on the 163 tasks whose app needs no account',
  needs: [
    DATA,
    'task_info.json',
    PHONES_NEEDED,
    'for AppAgent with documents a file of them (--agent-option documents=FILE)',
  ],
  heads: ['Agent', 'Model'],
  columns: [{ title: 'SR (%)', digits: 1, from: navigated('SR (%)') }],
  rows: (['recordings', 'phones'] as const).flatMap((place) =>
    PUBLISHED_AGENTS.flatMap(([agent, ...numbers]) =>
      PUBLISHED_AGENTS_MODELS.flatMap((model, index): PaperRow[] => {
        const recipe = RECIPES[agent]?.(model, place);
        const printed = numbers[index] ?? null;
        if (recipe === undefined || printed === null) return [];
        const row = inPlace(place, {
          id: rowId(agent, model),
          heads: [agent, model],
          model: paperModel(model),
          runs: [recipe],
          published: [printed],
          ...(agent === 'AppAgent, with documents' ? { conditions: [EXPLORED[place]] } : {}),
        });
        return [row];
      }),
    ),
  ),
  conditions: [...NAVIGATION_CONDITIONS, phoneConditions('sphinx/table-10')],
};
