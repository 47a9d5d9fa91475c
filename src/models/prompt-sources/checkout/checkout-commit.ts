import { join } from 'node:path';
import { TouchstoneError } from '../../../errors.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { readBytes } from '../../../files/read-bytes.js';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The commit that a clone is at, by its own files; Git is not asked. Null where the folder is no clone, or one whose `.git` is
 * kept elsewhere (a worktree, a submodule) or in another form.
 */
export async function checkoutCommit(folder: string, signal?: AbortSignal): Promise<string | null> {
  const git = join(folder, '.git');
  const head = (await textOf(git, 'HEAD', signal))?.trim();
  if (head === undefined || COMMIT.test(head)) return head ?? null;
  const reference = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (reference === undefined) return null;
  const loose = (await textOf(git, reference, signal))?.trim();
  if (loose !== undefined) return COMMIT.test(loose) ? loose : null;
  const packed = (await textOf(git, 'packed-refs', signal)) ?? '';
  const line = packed.split('\n').find((candidate) => candidate.trim().endsWith(` ${reference}`));
  const commit = line?.split(' ')[0] ?? '';
  return COMMIT.test(commit) ? commit : null;
}

/** Null where the file is not there, or is none that is opened. */
async function textOf(git: string, name: string, signal?: AbortSignal): Promise<string | null> {
  try {
    const options = {
      maxBytes: FILE_LIMITS.source,
      within: git,
      ...(signal === undefined ? {} : { signal }),
    };
    return (await readBytes(join(git, name), options)).toString('utf8');
  } catch (error) {
    if (error instanceof TouchstoneError) return null;
    throw error;
  }
}
