import { readCatalogue } from '../../models/prompt-sources/catalogue/read-catalogue.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { textIds } from '../../models/prompt-sets/text-ids.js';
import { hideable, textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';
import { PROMPT_SETS } from '../../registry/prompt-sets.js';
import type { AppContext } from '../app-context.js';
import { storedText } from './prompt-store.js';

/** Every prompt set: who asks like it, where its texts come from, and whether they are imported. */
export async function listPromptSets(
  environment: AppContext['environment'],
  sets: Iterable<PromptSet> = PROMPT_SETS.values(),
): Promise<Table> {
  const catalogue = new Map((await readCatalogue()).map((entry) => [entry.id, entry]));
  const rows = await Promise.all(
    [...sets].map(async (set) => {
      const ids = textIds(set);
      const repositories = [...new Set(ids.map((id) => catalogue.get(id)?.repository ?? 'unknown'))];
      return [
        { text: set.name },
        { text: set.title },
        { text: set.dialect },
        { text: set.benchmarks.join(', ') || 'any' },
        { text: repositories.join(', ') },
        { text: await stateOf(ids, environment) },
      ];
    }),
  );
  return {
    id: 'prompt-sets',
    title: 'Official prompts',
    columns: hideable(textColumns('prompt set', 'asks', 'dialect', 'rows of', 'repository', 'imported'), [
      'asks',
      'rows of',
    ]),
    rows,
    notes: [
      'The texts are not part of Touchstone: clone a repository, then `touchstone prompts import FOLDER`.',
      'A run asks in them with --prompt-source official, and --prompt-set NAME where its dialect has several.',
    ],
  };
}

async function stateOf(ids: readonly string[], environment: AppContext['environment']): Promise<string> {
  const found = (await Promise.all(ids.map((id) => storedText(id, environment)))).filter(
    (text) => text !== null,
  );
  if (found.length < ids.length) return found.length === 0 ? 'no' : `${found.length} of ${ids.length} texts`;
  const changed = found.filter(({ listed }) => !listed).length;
  return changed === 0 ? 'yes' : `yes, ${changed} changed`;
}
