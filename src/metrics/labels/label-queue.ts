import type { EpisodeLabelPass } from '../../domain/scores/episode-label.js';
import { resolveEpisode, type CurrentLabels } from './current-labels.js';

/** Which of some episodes one person is to label in a pass. */
export interface LabelQueue {
  /** Item key texts, in the given order. */
  readonly open: readonly string[];
  /** Those that this person has labelled in this pass. */
  readonly done: readonly string[];
}

/**
 * Blind: every episode. Informed: those that the same person has labelled blind. Adjudication: those on which others disagree, decided by
 * somebody who is none of them.
 */
export function labelQueue(
  episodes: readonly string[],
  labels: CurrentLabels,
  { labeller, pass }: { readonly labeller: string; readonly pass: EpisodeLabelPass },
): LabelQueue {
  const open: string[] = [];
  const done: string[] = [];
  for (const key of episodes) {
    const own = labels.get(key) ?? [];
    const gave = (wanted: EpisodeLabelPass): boolean =>
      own.some((label) => label.labeller === labeller && label.pass === wanted);
    if (gave(pass)) done.push(key);
    else if (pass === 'blind') open.push(key);
    else if (pass === 'informed') {
      if (gave('blind')) open.push(key);
    } else if (
      resolveEpisode(own).state === 'disagreed' &&
      !own.some((label) => label.labeller === labeller)
    ) {
      open.push(key);
    }
  }
  return { open, done };
}
