import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { RecipeSettings } from '../../paper-tables/recipe.js';
import { ASKED, DATA, PAPER } from './table-7.js';

/** The best numbers of the paper's abstract, in percent; it does not say of which models they are. */
const BEST = [12.7, 50.47] as const;

/** Apps are opened by their icons: only recorded steps take the name for the deed. */
function onPhones({ agentOptions, ...settings }: Pick<RecipeSettings, 'agent' | 'agentOptions' | 'dialect'>) {
  const { openApp: _, ...options } = agentOptions ?? {};
  return { ...settings, ...(Object.keys(options).length === 0 ? {} : { agentOptions: options }) };
}

function rowId(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')}-on-phones`;
}

/** Source: AndroidLens paper, abstract and main text, of which the abstract alone could be read. */
export const DYNAMIC_TABLE: PaperTable = {
  id: 'androidlens/dynamic',
  paper: PAPER,
  title: 'success and task progress on devices (main text): at best 12.7 % and 50.47 %',
  needs: [
    DATA,
    'android.json beside them, with the apps of the tasks (docs/benchmarks/androidlens.md), and phones or emulators of the adb server that have these apps (`touchstone devices`)',
    'a judge: the paper asked GPT-4o',
    'for GPT-4o+UGround a grounder as well (--role grounder=FILE)',
  ],
  heads: ['Model'],
  columns: [
    {
      title: 'SR',
      digits: 2,
      from: { type: 'cell', table: 'androidlens-dynamic', column: 'SR' },
    },
    {
      title: 'ATP',
      digits: 2,
      from: { type: 'cell', table: 'androidlens-dynamic', column: 'mean', group: 'ATP' },
    },
  ],
  rows: [
    {
      id: 'best',
      heads: ['best of all models'],
      status: 'from-runs',
      why: 'It is the highest success and the highest progress of any row.',
      runs: [],
      published: BEST,
    },
    ...Object.entries(ASKED).map(
      ([name, { settings, prompts, ids = [], roles, conditions = [] }]): PaperRow => ({
        id: rowId(name),
        heads: [`${name}, on phones`],
        status: 'phones',
        model: { name, ids },
        runs: [
          {
            benchmark: 'androidlens',
            settings: { ...onPhones(settings), env: 'android', mode: 'reference', split: 'all' },
            prompts,
            sampling: { paper: null, code: null },
            ...(roles === undefined ? {} : { roles }),
          },
        ],
        published: [null, null],
        conditions: [...conditions],
      }),
    ),
  ],
  conditions: [
    'The numbers of each model stand in the main text, which could not be read: the rows are the models of Table 7, and which of them drove phones is not known.',
    'A run has no numbers until it is judged: `touchstone judge RUN --judge androidlens`, and then `touchstone score RUN`.',
    'Rows that end in `-on-phones` need phones: `touchstone reproduce androidlens/dynamic --row ROW --device SERIAL --data DIR --model NAME --base-url URL` runs one, with `--dry-run` it prints the command.',
    'The step limit, where tasks begin and the formula of progress are inferred (docs/benchmarks/androidlens.md), apps are of the versions that the phones have, and paying, deleting, sending and calling are kept from the phone unless `--forbid none`.',
    'The paper states no sampling; each model is sampled as its own vendor recommends.',
  ],
};
