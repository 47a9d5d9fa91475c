import type { QueryClient } from '@tanstack/react-query';
import type { EpisodeLabel } from '../../../src/domain/scores/episode-label.js';
import type { LabelCase, LabelQueueView } from '../../../src/report/view/served/label-case.js';
import { QUERY } from '../../source/use-source.js';
import { labelQuery, type LabelChoice } from './label-choice.js';

/** Key of the queue that a choice makes. */
export function queueKey(choice: LabelChoice): readonly string[] {
  return QUERY.labels(choice.runs, queueRoute(choice));
}

export function queueRoute(choice: LabelChoice): string {
  return `labels/queue?${labelQuery(choice)}`;
}

/** Key of a case as it is shown to who made a choice. */
export function caseKey(choice: LabelChoice, id: string): readonly unknown[] {
  return ['label-case', id, choice];
}

/**
 * Puts a label that the server has written down into what is known of queue and case, before either is asked for again: the next case is
 * there at once, and a form that is gone back to has what was said. What is asked for later would come too late for it.
 */
export async function keepLabel(
  client: QueryClient,
  { choice, id, label }: { readonly choice: LabelChoice; readonly id: string; readonly label: EpisodeLabel },
): Promise<void> {
  const queue = queueKey(choice);
  const ofCase = caseKey(choice, id);
  await Promise.all([client.cancelQueries({ queryKey: queue }), client.cancelQueries({ queryKey: ofCase })]);
  client.setQueryData<LabelQueueView>(queue, (before) =>
    before === undefined || before.done.includes(id)
      ? before
      : { ...before, open: before.open.filter((one) => one !== id), done: [...before.done, id] },
  );
  client.setQueryData<LabelCase>(ofCase, (before) =>
    before === undefined ? undefined : { ...before, own: label },
  );
}
