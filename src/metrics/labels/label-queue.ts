import type { EpisodeLabel, EpisodeLabelPass } from '../../domain/scores/episode-label.js';
import { resolveEpisode, type CurrentLabels } from './current-labels.js';

/** Which of some episodes one person is to label in a pass. */
export interface LabelQueue {
  /** Item key texts, in the given order. */
  readonly open: readonly string[];
  /** Those that this person has labelled in this pass. */
  readonly done: readonly string[];
}

/** Whose turn it is: who labels an episode, and what was shown to that person. */
export interface LabelTurn {
  readonly labeller: string;
  readonly pass: EpisodeLabelPass;
}

/**
 * Why a person may not label an episode in a pass, null where they may. Blind: until they have seen more. Informed: once they
 * have labelled it blind. Adjudication: where others disagree, and once again by whoever decided.
 *
 * @param labels what everybody said of the episode last
 */
export function whyNotLabelled(
  labels: readonly EpisodeLabel[],
  { labeller, pass }: LabelTurn,
): 'seen-more' | 'not-yet-blind' | 'own-label' | 'no-disagreement' | null {
  const gave = (wanted: EpisodeLabelPass): boolean =>
    labels.some((label) => label.labeller === labeller && label.pass === wanted);
  if (pass === 'blind') return gave('informed') || gave('adjudication') ? 'seen-more' : null;
  if (pass === 'informed') return gave('blind') ? null : 'not-yet-blind';
  if (gave('blind') || gave('informed')) return 'own-label';
  if (gave('adjudication')) return null;
  return resolveEpisode(labels).state === 'disagreed' ? null : 'no-disagreement';
}

/** Which of some episodes a person is to label, by `whyNotLabelled`. */
export function labelQueue(episodes: readonly string[], labels: CurrentLabels, turn: LabelTurn): LabelQueue {
  const open: string[] = [];
  const done: string[] = [];
  for (const key of episodes) {
    const own = labels.get(key) ?? [];
    if (own.some(({ labeller, pass }) => labeller === turn.labeller && pass === turn.pass)) done.push(key);
    else if (whyNotLabelled(own, turn) === null) open.push(key);
  }
  return { open, done };
}
