import { NOT_APPLICABLE, percent } from '../../../metrics/tables/percent.js';
import type { Cell } from '../../../metrics/tables/table.js';
import { ratioOf, type Share } from './rates.js';
import type { TabledEpisode } from './tabled-episode.js';

/** A share in percent with one decimal. @param episodes those of its denominator */
export function shareCell(share: Share, episodes: readonly TabledEpisode[]): Cell {
  const value = ratioOf(share);
  if (value === null) return { text: NOT_APPLICABLE, value };
  return {
    text: percent(value),
    value,
    counts: [share.hit, share.of],
    items: episodes.map(({ key }) => key),
  };
}
