import { itemKeyText } from '../../domain/episode.js';
import type { AutomationBias } from '../../domain/scores/judge-measurement.js';
import type { Label } from '../../domain/scores/label.js';
import { mcnemarExact } from '../comparison/mcnemar.js';
import { measuredKappa } from './kappa-interval.js';
import { measuredShare } from './measured-share.js';

/**
 * How people's labels change once the judge's verdict is shown, over labels that the same person gave blind and informed.
 * Labels that only get noisier change away from the judge as often as towards it; automation bias is what goes beyond.
 * Null where nobody labelled an item in both passes.
 *
 * Source: Parasuraman and Manzey 2010 (automation bias); McNemar 1947.
 *
 * @param verdicts what the judge said, by text form of the item's key
 */
export function automationBias(
  labels: readonly Label[],
  verdicts: ReadonlyMap<string, 'success' | 'failure' | 'unknown'>,
): AutomationBias | null {
  const blind: string[] = [];
  const informed: string[] = [];
  const changes = { opposed: 0, converted: 0, agreed: 0, turned: 0 };
  let leftOut = 0;
  for (const pair of pairsOf(labels)) {
    const verdict = verdicts.get(pair.item) ?? 'unknown';
    if (verdict === 'unknown' || pair.blind === 'unsure' || pair.informed === 'unsure') {
      leftOut += 1;
      continue;
    }
    blind.push(pair.blind);
    informed.push(pair.informed);
    const wasWithJudge = pair.blind === verdict;
    const isChanged = pair.blind !== pair.informed;
    changes[wasWithJudge ? 'agreed' : 'opposed'] += 1;
    if (isChanged) changes[wasWithJudge ? 'turned' : 'converted'] += 1;
  }
  const { opposed, converted, agreed, turned } = changes;
  const n = blind.length;
  if (n + leftOut === 0) return null;
  return {
    n,
    leftOut,
    towards: measuredShare(converted, opposed),
    away: measuredShare(turned, agreed),
    shift: n === 0 ? null : (converted - turned) / n,
    p: n === 0 ? null : mcnemarExact(converted, turned),
    kappa: measuredKappa(blind, informed),
  };
}

interface LabelPair {
  readonly item: string;
  readonly blind: Label['label'];
  readonly informed: Label['label'];
}

function* pairsOf(labels: readonly Label[]): Generator<LabelPair> {
  const blind = new Map<string, Label['label']>();
  const nameOf = ({ key, labeller }: Label): string => JSON.stringify([itemKeyText(key), labeller]);
  for (const label of labels) if (label.pass === 'blind') blind.set(nameOf(label), label.label);
  for (const label of labels) {
    const before = label.pass === 'informed' ? blind.get(nameOf(label)) : undefined;
    if (before === undefined) continue;
    yield { item: itemKeyText(label.key), blind: before, informed: label.label };
  }
}
