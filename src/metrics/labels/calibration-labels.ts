import { itemKeyText } from '../../domain/episode.js';
import type { EpisodeLabel } from '../../domain/scores/episode-label.js';
import type { Label } from '../../domain/scores/label.js';
import type { Decision } from '../judges/resolve-labels.js';
import { currentLabels, decisionOf } from './current-labels.js';

/** Labels of the viewer as judges are calibrated with them. */
export interface CalibrationLabels {
  /** What each person said last in each pass, of every episode: also where a third has decided. */
  readonly labels: readonly Label[];
  /** Where a third has decided between people, what that one said; by item key text. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** A decision is no label of a pass: whoever decides has seen what the others said, and everything else. */
export function calibrationLabels(given: readonly EpisodeLabel[]): CalibrationLabels {
  const labels: Label[] = [];
  const decisions = new Map<string, Decision>();
  for (const own of currentLabels(given).values()) {
    for (const { item, repeat, label, labeller, pass, at, note } of own) {
      if (pass !== 'adjudication') labels.push({ key: { item, repeat }, label, labeller, pass, at, note });
    }
    const decided = decisionOf(own);
    if (decided !== null) {
      decisions.set(itemKeyText(decided), { label: decided.label, labeller: decided.labeller });
    }
  }
  return { labels, decisions };
}
