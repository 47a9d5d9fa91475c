import type { PaperRow } from '../../paper-tables/paper-table.js';
import { BugError } from '../../../errors.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { PUBLISHED_MODELS, type PublishedModel } from '../published-models.js';

/** As tables name it. */
export const PAPER = 'ProBench (arXiv 2511.09157)';

/** What its tables take. */
export const NEEDS: readonly string[] = [
  'tasks.en.json and tasks.zh.json (--data): `touchstone data check probench DIR`',
  'phones or emulators of the adb server that have the apps (`touchstone devices`); for the Chinese apps with a keyboard for adb',
  "a model that judges: success is left to ProBench's judge",
];

/** What holds of every row. */
export const CONDITIONS: readonly string[] = [
  'Neither code nor data are public: the paper prints the 75 English tasks, and the 142 Chinese ones are not printed.',
  'At most 15 steps, that which says that the task is done included; five equal operations in a row end a task as uncompleted.',
  'Gemini 2.5 Pro judged in the paper, told of clicks by the structure description converter; until a run is judged (`touchstone judge RUN --judge probench`), tasks that were said to be done are left out of its numbers.',
  'The paper cleared the history of each app by hand before each task; android.json of the data says what is reset here.',
];

/** What holds of a table's rows on phones. */
export function phoneConditions(table: string): string {
  return `\`touchstone reproduce ${table} --row ROW --device SERIAL --data DIR --model NAME --base-url URL\` runs a row, with \`--dry-run\` it prints the command. Apps are of the versions that the phones have.`;
}

/** A model's run on phones. There is no list of forbidden actions in the paper. */
function recipeOf({ agent, dialect, dialectOptions, coordinates }: PublishedModel): Recipe {
  return {
    benchmark: 'probench',
    settings: {
      agent,
      dialect,
      ...(dialectOptions === undefined ? {} : { dialectOptions }),
      ...(coordinates === undefined ? {} : { coordinates }),
      mode: 'reference',
      split: 'all',
      env: 'android',
      forbid: [],
    },
    prompts: { type: 'paper', where: 'appendix B' },
    sampling: { paper: null, code: null },
  };
}

/** A name as an id: `GPT-4o` is `gpt-4o`. */
function rowId(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-');
}

/**
 * A model's row, done on phones.
 *
 * @param runOf table whose row of the same model is the same run
 * @throws {BugError} for a name that is no row of `PUBLISHED_MODELS`
 */
export function phoneRow(
  heads: readonly string[],
  published: readonly number[],
  runOf: string | null = null,
): PaperRow {
  const name = heads.at(-1) ?? '';
  const id = rowId(name);
  const asked = PUBLISHED_MODELS.find(({ row }) => row === name);
  if (asked === undefined) throw new BugError(`nobody says how ProBench asked "${name}"`);
  const { ids, conditions } = asked;
  const run = recipeOf(asked);
  return {
    id,
    heads,
    status: 'phones',
    model: { name, ids },
    runs: [runOf === null ? run : { ...run, runOf: { table: runOf, row: id } }],
    published,
    ...(conditions === undefined ? {} : { conditions }),
  };
}

/** A row that nothing can be run for. */
export function unreleasedRow(heads: readonly string[], published: readonly number[], why: string): PaperRow {
  return { id: rowId(heads.at(-1) ?? ''), heads, status: 'data-unreleased', why, runs: [], published };
}
