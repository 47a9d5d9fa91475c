import { createHash } from 'node:crypto';
import { TouchstoneError } from '../../../errors.js';
import type { PromptEntry } from '../catalogue/prompt-entry.js';
import { extractPrompt } from '../extract/extract-prompt.js';
import type { ExtractedPrompt } from '../extract/extracted-prompt.js';
import { PromptFiles, type PromptSources } from '../extract/prompt-files.js';
import { probeText } from '../fill/prompt-piece.js';
import { structureError } from '../prompt-structure-error.js';
import type { SourceRoot } from './source-root.js';

/** A file that a prompt was taken from. */
export interface CheckedFile {
  /** Within the repository. */
  readonly path: string;
  /** Where it lies. */
  readonly file: string;
  /** Git's hash of it. */
  readonly blob: string;
}

/** What a checkout has of one entry of the catalogue. */
export type CheckedPrompt =
  | {
      /**
       * `listed`: the text has the hash of the catalogue, whatever the commit. `changed`: it is another text, found where the
       * catalogue says (`prompt_unlisted`); `entry.sha256` and `prompt.sha256` are the two hashes.
       */
      readonly status: 'listed' | 'changed';
      readonly entry: PromptEntry;
      readonly prompt: ExtractedPrompt;
      /** The entry's own first. */
      readonly files: readonly CheckedFile[];
      /** Whether the entry's file is the very blob of the catalogue. */
      readonly isListedBlob: boolean;
    }
  /** No such file, or in its place the file of another repository of the catalogue. */
  | {
      readonly status: 'missing';
      readonly entry: PromptEntry;
      readonly path: string;
      readonly reason: string;
    }
  /** The file is there, and the prompt is not where it should be, or is made in another way; or the file cannot be read. */
  | { readonly status: 'unreadable'; readonly entry: PromptEntry; readonly error: TouchstoneError };

/** A file that the prompt needs is not there. */
class MissingFile extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`no ${path}`);
    this.path = path;
  }
}

/** Files that are, blob for blob, those of a repository. */
export type FileOwners = ReadonlyMap<
  string,
  { readonly repository: string; readonly blobs: ReadonlySet<string> }
>;

/** The files of a root as prompts are taken from them. */
export function promptFilesOf(root: SourceRoot): PromptFiles {
  return new PromptFiles(async (path) => {
    const file = await root.file(path);
    if (file === null) throw new MissingFile(path);
    return file.text;
  });
}

/** @param sources of the root, see `promptFilesOf` */
export async function checkPrompt(
  entry: PromptEntry,
  root: SourceRoot,
  { sources, owners }: { readonly sources: PromptSources; readonly owners: FileOwners },
): Promise<CheckedPrompt> {
  const used = new Set<string>();
  const watched: PromptSources = {
    text: (path) => {
      used.add(path);
      return sources.text(path);
    },
    module: (path) => {
      used.add(path);
      return sources.module(path);
    },
  };
  try {
    const own = await root.file(entry.path);
    const owner = own === null ? undefined : owners.get(own.file);
    if (owner !== undefined && !owner.blobs.has(entry.blob)) {
      const reason = `${entry.path} is the file of ${owner.repository}`;
      return { status: 'missing', entry, path: entry.path, reason };
    }
    const prompt = await extractPrompt(entry, watched);
    return {
      status: statusOf(entry, prompt),
      entry,
      prompt,
      files: await checkedFiles(root, used, entry),
      isListedBlob: own?.blob === entry.blob || own?.rawBlob === entry.blob,
    };
  } catch (error) {
    if (error instanceof MissingFile) {
      return { status: 'missing', entry, path: error.path, reason: `there is no ${error.path}` };
    }
    if (error instanceof TouchstoneError) return { status: 'unreadable', entry, error };
    throw error;
  }
}

async function checkedFiles(
  root: SourceRoot,
  paths: ReadonlySet<string>,
  entry: PromptEntry,
): Promise<CheckedFile[]> {
  const files: CheckedFile[] = [];
  for (const path of paths) {
    const found = await root.file(path);
    if (found === null) continue;
    const isListed = path === entry.path && found.rawBlob === entry.blob;
    files.push({ path, file: found.file, blob: isListed ? found.rawBlob : found.blob });
  }
  return files;
}

/** @throws {PromptStructureError} where the text is the listed one and its fields are others */
function statusOf(entry: PromptEntry, { sha256, pieces }: ExtractedPrompt): 'listed' | 'changed' {
  if (sha256 !== entry.sha256) return 'changed';
  const probe = createHash('sha256').update(probeText(pieces), 'utf8').digest('hex');
  if (probe === entry.probe) return 'listed';
  throw structureError(
    { id: entry.id, file: entry.path, fields: entry.fields },
    'the text is the listed one, and is filled in other places',
  );
}
