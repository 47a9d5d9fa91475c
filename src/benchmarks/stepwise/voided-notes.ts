import { given } from '../../domain/given.js';
import { countBy } from '../../domain/collections/count-by.js';
import { itemKeyText } from '../../domain/episode.js';
import { plural } from '../../domain/text/plural.js';
import type { ItemResult } from '../../domain/score.js';

const SHOWN = 5;

type Left = Pick<ItemResult, 'key' | 'outcome'>;

/** A sentence on the episodes that are voided, and one on those not run: how many, why, and the first of them. */
export function voidedNotes(left: readonly Left[]): string[] {
  const voided = left.filter(({ outcome }) => outcome !== 'not_run');
  const notRun = left.filter(({ outcome }) => outcome === 'not_run');
  const reasons = Object.entries(countBy(voided.map(({ outcome }) => outcome.replaceAll('_', ' '))))
    .map(([outcome, times]) => `${outcome} ${times}`)
    .join(', ');
  return given([
    voided.length !== 0 &&
      `${plural(voided.length, 'episode is', 'episodes are')} voided and not counted (${reasons}): ${firstOf(voided)}.`,
    notRun.length !== 0 &&
      `${plural(notRun.length, 'episode was', 'episodes were')} not run and not counted: ${firstOf(notRun)}.`,
  ]);
}

function firstOf(left: readonly Left[]): string {
  const ids = left.slice(0, SHOWN).map(({ key }) => itemKeyText(key));
  return `${ids.join(', ')}${left.length > SHOWN ? ', …' : ''}`;
}
