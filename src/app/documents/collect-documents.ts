import { z } from 'zod';
import { AppDocuments, ElementDocumentSchema } from '../../domain/app-documents.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';

/** What a decision reports as learned. */
const LearnedSchema = z.object({ learned: ElementDocumentSchema });

/**
 * What the agents of a run have written down about elements of apps, over all its finished items. Of several texts about
 * the same use of an element the first one stays.
 *
 * @throws {DatasetError} when the journal cannot be read
 */
export async function collectDocuments(
  directory: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<AppDocuments> {
  const documents = new AppDocuments();
  for await (const { record } of readEpisodes(await indexRun(directory), options)) {
    for (const { decision } of record.steps) {
      const learned = LearnedSchema.safeParse(decision?.decision.memory);
      if (learned.success) documents.add(learned.data.learned);
    }
  }
  return documents;
}
