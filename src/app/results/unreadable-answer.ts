import { itemName } from '../../domain/episode.js';
import type { RunIdentity } from '../../domain/run.js';
import { readJournal } from '../../formats/run/run-folder.js';
import type { UnreadablePlace } from '../../formats/run/tally-answers.js';
import { DIALECTS } from '../../registry/dialects.js';

/** An answer that a dialect could not read, with what its reader needs to find out why. */
export interface UnreadableAnswer {
  /** Name of the episode, for people. */
  readonly episode: string;
  /** From 1, as people count. */
  readonly step: number;
  /** As the model gave it; the offending part of it where no call of a model is recorded. */
  readonly text: string;
  /** What is wrong with it. */
  readonly problem: string;
  /** The dialect that read it; null where the agent reads by itself. */
  readonly dialect: string | null;
  /** The dialect is Touchstone's own, which `parse` and `prompt` know by its name. */
  readonly isKnownDialect: boolean;
}

/** The answer at a place of a run, with the dialect that the run names. */
export async function unreadableAnswer(
  { file, key, attempt, step, error }: UnreadablePlace,
  { dialect, repeats }: Pick<RunIdentity, 'dialect' | 'repeats'>,
  { signal }: { readonly signal: AbortSignal },
): Promise<UnreadableAnswer> {
  let text: string | null = null;
  const calls = readJournal(file, {
    signal,
    types: ['model-call', 'item-end'],
    wantsItem: (item) => item === key.item,
  });
  for await (const { event } of calls) {
    if (!('attempt' in event)) continue;
    if (event.repeat !== key.repeat || event.attempt !== attempt) continue;
    if (event.type === 'item-end') break;
    const said = event.step === step ? event.answer?.text : undefined;
    if (said === undefined) continue;
    text = said;
    // Of several models that were asked in one step, the one whose answer the error is about.
    if (error.excerpt !== '' && said.includes(error.excerpt)) break;
  }
  return {
    episode: itemName(key, repeats),
    step: step + 1,
    text: text ?? error.excerpt,
    problem: error.message,
    dialect: dialect?.name ?? null,
    isKnownDialect: dialect !== null && DIALECTS.has(dialect.name.split('@')[0] ?? ''),
  };
}
