import type { EpisodeLabel } from '../../domain/scores/episode-label.js';
import type { Label } from '../../domain/scores/label.js';
import { currentLabels, resolveEpisode } from './current-labels.js';

/**
 * Labels of the viewer as judges are calibrated with them: what each person said last in each pass. Where a third has decided between
 * people, that decision stands for the blind labels of the episode.
 */
export function calibrationLabels(labels: readonly EpisodeLabel[]): readonly Label[] {
  return [...currentLabels(labels).values()].flatMap((own) => {
    const isDecided = resolveEpisode(own).state === 'adjudicated';
    const decided = own.findLast(({ pass, label }) => pass === 'adjudication' && label !== 'unsure');
    return own.flatMap((one): readonly Label[] => {
      if (one.pass === 'adjudication') return isDecided && one === decided ? [labelOf(one, 'blind')] : [];
      return isDecided && one.pass === 'blind' ? [] : [labelOf(one, one.pass)];
    });
  });
}

function labelOf({ item, repeat, label, labeller, at, note }: EpisodeLabel, pass: Label['pass']): Label {
  return { key: { item, repeat }, label, labeller, pass, at, note };
}
