import { countBy } from '../../domain/count-by.js';
import { itemKeyText } from '../../domain/episode.js';
import type { ItemResult } from '../../domain/score.js';

const SHOWN = 5;

/** A sentence on the episodes that are voided: how many, why, and the first of them. None where there are none. */
export function voidedNotes(voided: readonly Pick<ItemResult, 'key' | 'outcome'>[]): string[] {
  if (voided.length === 0) return [];
  const reasons = Object.entries(countBy(voided.map(({ outcome }) => outcome)))
    .map(([outcome, times]) => `${outcome} ${times}`)
    .join(', ');
  const ids = voided.slice(0, SHOWN).map(({ key }) => itemKeyText(key));
  const more = voided.length > SHOWN ? ', …' : '';
  return [`${voided.length} episodes are voided and not counted (${reasons}): ${ids.join(', ')}${more}.`];
}
