import { TouchstoneError } from '../../../errors.js';
import type { PromptEntry } from '../catalogue/prompt-entry.js';
import { checkoutCommit } from './checkout-commit.js';
import { checkPrompt, promptFilesOf, type CheckedPrompt, type FileOwners } from './check-prompt.js';
import { sourceRoots, type SourceRoot } from './source-root.js';

/** What a folder, or files named one by one, hold of one repository at one commit of the catalogue. */
export interface CheckedCheckout {
  /** Null for files that were named one by one. */
  readonly folder: string | null;
  /** `owner/name`. */
  readonly repository: string;
  /** Commit that the catalogue's entries were read at. */
  readonly listedCommit: string;
  /** Commit of the checkout itself; null where its files do not say, or the clone is rather one of another repository. */
  readonly commit: string | null;
  /** In the order of the catalogue. */
  readonly prompts: readonly CheckedPrompt[];
}

/** Prompts of one repository at one commit. */
interface Source {
  readonly repository: string;
  readonly commit: string;
  readonly entries: readonly PromptEntry[];
}

/**
 * Finds official prompts in the user's clones: in each folder and the folders directly in it, and in single files. A checkout is
 * known by its files, never by its name. Nothing is run and nothing is written.
 *
 * @returns what is recognised; empty where nothing is
 * @throws {UserError} for a place that is not there
 */
export async function checkCheckout(
  places: readonly string[],
  entries: readonly PromptEntry[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<CheckedCheckout[]> {
  const sources = sourcesOf(entries);
  const found: CheckedCheckout[] = [];
  for (const root of await sourceRoots(places, signal)) {
    signal?.throwIfAborted();
    found.push(...(await checkRoot(root, sources, signal)));
  }
  return found;
}

function sourcesOf(entries: readonly PromptEntry[]): Source[] {
  const groups = new Map<string, PromptEntry[]>();
  for (const entry of entries) {
    const key = `${entry.repository}@${entry.commit}`;
    const group = groups.get(key) ?? [];
    group.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [{ repository: first.repository, commit: first.commit, entries: group }];
  });
}

async function checkRoot(
  root: SourceRoot,
  sources: readonly Source[],
  signal?: AbortSignal,
): Promise<CheckedCheckout[]> {
  const at = { sources: promptFilesOf(root), owners: await ownersOf(root, sources) };
  const checked: { source: Source; prompts: CheckedPrompt[]; present: ReadonlySet<string> }[] = [];
  for (const source of sources) {
    const present = await presentPaths(root, source);
    if (present.size === 0) continue;
    const prompts: CheckedPrompt[] = [];
    for (const entry of source.entries) {
      signal?.throwIfAborted();
      // Of single files nobody expects those that were not named.
      if (root.folder === null && !present.has(entry.path)) continue;
      prompts.push(await checkPrompt(entry, root, at));
    }
    checked.push({ source, prompts, present });
  }
  const recognised = checked.filter(({ source, prompts, present }) => {
    if (prompts.some(({ status }) => status === 'listed')) return true;
    const rivals = checked.filter((other) => other.source !== source && holdsAny(other.prompts));
    const isDisputed = rivals.some((rival) => [...present].some((path) => rival.present.has(path)));
    if (!holdsAny(prompts) && isDisputed) return false;
    return looksLike(root, source, present) || (root.folder === null && holdsAny(prompts));
  });
  const commit = root.folder === null ? null : await checkoutCommit(root.folder, signal);
  const own = nearestSource(recognised);
  return recognised.map(({ source, prompts }) => ({
    folder: root.folder,
    repository: source.repository,
    listedCommit: source.commit,
    commit: source === own ? commit : null,
    prompts,
  }));
}

/**
 * The source that a checkout is most likely a clone of: a fork also holds files of what it was forked from, whose commit is none
 * of the fork's. Null where two are alike.
 */
function nearestSource(
  recognised: readonly { readonly source: Source; readonly prompts: readonly CheckedPrompt[] }[],
): Source | null {
  const ranked = recognised
    .map(({ source, prompts }) => {
      const held = prompts.flatMap((prompt) => ('prompt' in prompt ? [prompt] : []));
      const blobs = held.filter(({ isListedBlob }) => isListedBlob);
      const count = source.entries.length;
      return { source, held: held.length / count, blobs: blobs.length / count };
    })
    .toSorted((a, b) => b.held - a.held || b.blobs - a.blobs);
  const [first, second] = ranked;
  const isAlike = first?.held === second?.held && first?.blobs === second?.blobs;
  return first === undefined || isAlike ? null : first.source;
}

/** Whether any prompt is there, as listed or changed. */
function holdsAny(prompts: readonly CheckedPrompt[]): boolean {
  return prompts.some(({ status }) => status === 'listed' || status === 'changed');
}

/**
 * Whether a checkout without any listed text is one of the repository all the same: at least half of its files are there, and
 * not only such as stand in every repository's first folder.
 */
function looksLike(root: SourceRoot, { entries }: Source, present: ReadonlySet<string>): boolean {
  if (root.folder === null) return false;
  const paths = new Set(entries.map(({ path }) => path));
  return present.size * 2 >= paths.size && [...present].some((path) => path.includes('/'));
}

async function presentPaths(root: SourceRoot, { entries }: Source): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (const path of new Set(entries.map((entry) => entry.path))) {
    if ((await root.place(path)) !== null) present.add(path);
  }
  return present;
}

/** Files at hand → the repository whose very blob they are. */
async function ownersOf(root: SourceRoot, sources: readonly Source[]): Promise<FileOwners> {
  const owners = new Map<string, { repository: string; blobs: Set<string> }>();
  for (const { path, blob, repository } of sources.flatMap(({ entries }) => entries)) {
    const file = await root.file(path).catch(ignoreUnreadable);
    if (file === null || (file.blob !== blob && file.rawBlob !== blob)) continue;
    const owner = owners.get(file.file) ?? { repository, blobs: new Set() };
    owner.blobs.add(blob);
    owners.set(file.file, owner);
  }
  return owners;
}

/** A file that cannot be read is reported with the entries that need it. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof TouchstoneError) return null;
  throw error;
}
