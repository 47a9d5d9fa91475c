import { promptEntries, SourceRepositorySchema, type PromptEntry } from './prompt-entry.js';
import { REPOSITORY_FILES } from './repository-files.js';

/** Repositories of the catalogue, `owner/name`. */
export const PROMPT_REPOSITORIES: readonly string[] = Object.keys(REPOSITORY_FILES);

/**
 * The catalogue of official prompts: which file of which repository holds them, how they are taken out, and their hashes. Of
 * all repositories, or of those named.
 */
export async function readCatalogue(repositories?: readonly string[]): Promise<PromptEntry[]> {
  const wanted = Object.entries(REPOSITORY_FILES).filter(
    ([repository]) => repositories === undefined || repositories.includes(repository),
  );
  const files = await Promise.all(wanted.map(([, load]) => load()));
  return files.flatMap((file) => promptEntries(SourceRepositorySchema.parse(file.default)));
}
