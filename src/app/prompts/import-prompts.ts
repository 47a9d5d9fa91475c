import { resolve } from 'node:path';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';
import { readCatalogue } from '../../models/prompt-sources/catalogue/read-catalogue.js';
import { checkCheckout } from '../../models/prompt-sources/checkout/check-checkout.js';
import type { CheckedPrompt } from '../../models/prompt-sources/checkout/check-prompt.js';
import type { AppContext } from '../app-context.js';
import { storedText, storeText } from './prompt-store.js';
import { sourcedText } from './sourced-text.js';

/** What became of one text of the catalogue. */
export interface ImportedText {
  readonly id: string;
  readonly repository: string;
  /** Within the repository. */
  readonly path: string;
  /** Null where the checkout does not say. */
  readonly commit: string | null;
  readonly status: CheckedPrompt['status'];
  readonly imported: boolean;
  /** Of the text that was found, and of the catalogue's. */
  readonly sha256: string | null;
  readonly expected: string;
  /** Commit at which the catalogue lists it. */
  readonly listedCommit: string;
  /** Why it is not there, or cannot be read. */
  readonly problem: string | null;
}

/**
 * Keeps the official prompts of clones for this user.
 *
 * @param paths clones, folders with clones in them, or single files of a clone
 * @throws {UserError} for a path without any prompt of the catalogue, before anything is kept
 */
export async function importPrompts(
  paths: readonly string[],
  options: Pick<AppContext, 'workingDirectory' | 'environment' | 'interrupted'> & {
    /** Whether texts that differ from the catalogue's are kept as well. */
    readonly acceptChanged: boolean;
  },
): Promise<{ readonly texts: readonly ImportedText[]; readonly table: Table }> {
  const places = paths.map((path) => resolve(options.workingDirectory, path));
  const checkouts = await checkCheckout(places, await readCatalogue(), { signal: options.interrupted });
  if (checkouts.length === 0) throw nothingIn(places.join(', '));
  const texts: ImportedText[] = [];
  for (const { prompts, commit } of checkouts) {
    for (const checked of prompts) {
      options.interrupted.throwIfAborted();
      texts.push(await keep(checked, commit, options));
    }
  }
  return { texts, table: importTable(texts) };
}

async function keep(
  checked: CheckedPrompt,
  commit: string | null,
  { acceptChanged, environment }: Parameters<typeof importPrompts>[1],
): Promise<ImportedText> {
  const { entry, status } = checked;
  const { id, repository, path, sha256: expected, commit: listedCommit } = entry;
  const about = { id, repository, path, commit, status, expected, listedCommit };
  if (status === 'unreadable' || status === 'missing') {
    const problem = status === 'missing' ? checked.reason : checked.error.message;
    return { ...about, imported: false, sha256: null, problem };
  }
  const imported = status === 'listed' || (acceptChanged && !(await isKeptAsListed(id, environment)));
  if (imported) await storeText(sourcedText(checked, commit), environment);
  return { ...about, imported, sha256: checked.prompt.sha256, problem: null };
}

/** Another clone has given the listed text already. */
async function isKeptAsListed(id: string, environment: AppContext['environment']): Promise<boolean> {
  return (await storedText(id, environment))?.listed === true;
}

function importTable(texts: readonly ImportedText[]): Table {
  const checkouts = new Map(
    texts.map(({ repository, commit }) => [`${repository} ${commit ?? ''}`, { repository, commit }]),
  );
  const changed = texts.filter(({ status }) => status === 'changed');
  const left = changed.filter(({ imported }) => !imported);
  const unreadable = texts.filter(({ status }) => status === 'unreadable');
  return {
    id: 'imported-prompts',
    title: 'Official prompts',
    columns: [
      ...textColumns('repository', 'commit'),
      ...numberColumns('imported', 'as listed', 'changed', 'missing', 'unreadable'),
    ],
    rows: [...checkouts.values()].map(({ repository, commit }) => {
      const own = texts.filter((text) => text.repository === repository && text.commit === commit);
      const count = (fits: (text: ImportedText) => boolean): { text: string; value: number } => {
        const value = own.filter(fits).length;
        return { text: String(value), value };
      };
      return [
        { text: repository },
        { text: commit?.slice(0, 12) ?? 'unknown' },
        count(({ imported }) => imported),
        count(({ status }) => status === 'listed'),
        count(({ status }) => status === 'changed'),
        count(({ status }) => status === 'missing'),
        count(({ status }) => status === 'unreadable'),
      ];
    }),
    notes: [
      ...(changed.length === 0
        ? []
        : [
            `${plural(changed.length, 'text')} ${changed.length === 1 ? 'differs' : 'differ'} from the catalogue: ${idsOf(changed)}.`,
          ]),
      ...(left.length === 0
        ? []
        : ['They are not kept: check out the commit that is listed, or give --accept-changed.']),
      ...unreadable.map(({ problem }) => problem ?? ''),
    ],
  };
}

function idsOf(texts: readonly ImportedText[]): string {
  return texts.map(({ id, listedCommit }) => `${id} (listed at ${listedCommit.slice(0, 12)})`).join(', ');
}

function nothingIn(path: string): UserError {
  return new UserError('there is no prompt of the catalogue', {
    place: { file: path },
    hint: 'Name a clone of one of the repositories that `touchstone prompts list` shows, a folder with clones, or a file of one.',
  });
}
