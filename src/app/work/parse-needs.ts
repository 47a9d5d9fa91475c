import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { WORKER_NEEDS, type WorkerNeed } from '../../queue/run-queue.js';

/** What a machine has, as words with commas or bars between them. @throws {UserError} */
export function parseNeeds(text: string): ReadonlySet<WorkerNeed> {
  const words = text.split(/[,|\s]+/).filter((word) => word !== '');
  return new Set(
    words.map((word) => {
      const need = WORKER_NEEDS.find((known) => known === word);
      if (need !== undefined) return need;
      throw new UserError(`--has ${word}: nothing needs that`, {
        hint: `${didYouMean(word, WORKER_NEEDS)}Runs may need ${WORKER_NEEDS.join(', ')}.`,
      });
    }),
  );
}
