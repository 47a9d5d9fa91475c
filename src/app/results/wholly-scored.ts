import { itemKeyText } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import { listScoreFiles, readScoreFile } from '../../formats/run/run-folder.js';
import { indexRun, isVoidEnd } from '../../formats/run/run-index.js';
import { scoredItem } from '../../formats/run/scores/pass-scores.js';

/**
 * Whether the newest scores by the benchmark's own rules came to their end, and are of all that is done of the run by now, in
 * each of the modes: then scoring it once more says the same.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError} from reading the run
 */
export async function isWhollyScored(
  directory: string,
  { modes, signal }: { readonly modes: readonly Mode[]; readonly signal: AbortSignal },
): Promise<boolean> {
  const file = (await listScoreFiles(directory)).at(-1);
  if (file === undefined) return false;
  const index = await indexRun(directory, { withoutCosts: true, signal });
  const done = [...index.items.values()].filter(({ end }) => !isVoidEnd(end));
  const left = new Set(done.flatMap(({ key }) => modes.map((mode) => `${mode} ${itemKeyText(key)}`)));
  let hasEnd = false;
  for await (const { event } of readScoreFile(file, { signal })) {
    if (event.type === 'score-end') hasEnd = true;
    if (event.type !== 'score' || scoredItem(index, event) === undefined) continue;
    left.delete(`${event.result.mode} ${itemKeyText(event)}`);
  }
  return hasEnd && left.size === 0;
}
